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

STEPS = const(32)  # in one period
STEP_BITS = const(5)  # a step lasts 2**5 ms

# Patterns that only tell what is. Where the supply carries little, they go dark before the ones
# that ask somebody to do something are dimmed beyond recognition.
BACKGROUND = const(1 << 1 | 1 << 2 | 1 << 3 | 1 << 9 | 1 << 10 | 1 << 12)
