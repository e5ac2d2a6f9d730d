"""Patterns: how a light changes over time. Each meaning has a pattern of its own.

All patterns repeat every 1024 ms, a power of two, so that a clock that wraps at 2**30 ms makes
no jump. None flashes more than three times a second (WCAG 2.3.1).
"""

from kostka.compat import const

STEADY = const(0)  # full, all the time
REST = const(1)  # low, all the time
WINK = const(2)  # low, dark once for a moment
TWIN = const(3)  # low, dark twice for a moment
BREATHE = const(4)  # swells and fades, never dark
BLINK = const(5)  # half the time full, half dark
FAST = const(6)  # three flashes
QUICK = const(7)  # swells from dark to full, twice
DOUBLE = const(8)  # two flashes, then dark
SWELL = const(9)  # swells slowly, then drops
FLASH = const(10)  # one short flash
BEACON = const(11)  # full, with a dark quarter
GLOW = const(12)  # swells and fades, faint
LIMP = const(13)  # a long flash and a short one
FADE = const(14)  # full at once, then fades to dark
KNOCK = const(15)  # two short flashes and a long one
PATTERNS = const(16)

NAMES = (
    "steady",
    "rest",
    "wink",
    "twin",
    "breathe",
    "blink",
    "fast",
    "quick",
    "double",
    "swell",
    "flash",
    "beacon",
    "glow",
    "limp",
    "fade",
    "knock",
)

STEPS = const(32)  # in one period
STEP_BITS = const(5)  # a step lasts 2**5 ms

# Patterns that only tell what is. Where the supply carries little, they go dark before the ones
# that ask somebody to do something are dimmed beyond recognition.
BACKGROUND = const(1 << 1 | 1 << 2 | 1 << 3 | 1 << 9 | 1 << 10 | 1 << 12)

_LOW = const(110)
_DARK = b"\x00"
_FULL = b"\xff"
_REST = bytes([_LOW])


def _ramp(low: int, high: int, steps: int) -> bytes:
    return bytes([low + (high - low) * i // (steps - 1) for i in range(steps)])


def _mirror(half: bytes) -> bytes:
    return half + bytes([half[len(half) - 1 - i] for i in range(len(half))])


def level_table() -> bytes:
    """Return the level 0..255, as the eye sees it, of each step of each pattern."""
    return b"".join(
        (
            _FULL * 32,  # STEADY
            _REST * 32,  # REST
            _REST * 28 + _DARK * 4,  # WINK
            _REST * 22 + _DARK * 3 + _REST * 4 + _DARK * 3,  # TWIN
            _mirror(_ramp(70, 255, 16)),  # BREATHE
            _FULL * 16 + _DARK * 16,  # BLINK
            (_FULL * 5 + _DARK * 6) * 2 + _FULL * 5 + _DARK * 5,  # FAST
            _mirror(_ramp(0, 255, 8)) * 2,  # QUICK
            (_FULL * 4 + _DARK * 4) * 2 + _DARK * 16,  # DOUBLE
            _ramp(20, 180, 28) + _DARK * 4,  # SWELL
            _FULL * 2 + _DARK * 30,  # FLASH
            _FULL * 24 + _DARK * 8,  # BEACON
            _mirror(_ramp(30, 110, 16)),  # GLOW
            _FULL * 13 + _DARK * 6 + _FULL * 4 + _DARK * 9,  # LIMP
            _ramp(255, 0, 30) + _DARK * 2,  # FADE
            (_FULL * 3 + _DARK * 4) * 2 + _FULL * 11 + _DARK * 7,  # KNOCK
        )
    )
