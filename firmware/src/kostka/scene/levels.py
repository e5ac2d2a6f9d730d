"""What the patterns look like, and what they are called. Needed once, for the table."""

from kostka.compat import const

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
