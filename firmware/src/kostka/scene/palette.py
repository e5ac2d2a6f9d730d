"""Colors as light. No LED shines black or brown: these have a light, and a pattern, of their own.

Nothing is told apart by color alone, so the lights need not be exact; they keep away from the
pairs that color-blind people mix up most (green leans to blue, brown is darker than yellow).
"""

from kostka.compat import const

# Red, green, blue of each color code of kostka.mats.colors, as linear light 0..255.
RGB = (
    b"\x00\x00\x00"  # off
    b"\xff\xc8\x8c"  # white
    b"\xff\x00\x00"  # red
    b"\xff\x96\x00"  # yellow
    b"\x00\xdc\x3c"  # green
    b"\x00\x28\xff"  # blue
    b"\x8c\x00\xc8"  # black: violet
    b"\x78\x28\x00"  # brown: dark orange
)

COLORS = const(8)


def rgb(color: int) -> tuple[int, int, int]:
    """Return red, green and blue of a color code."""
    return RGB[3 * color], RGB[3 * color + 1], RGB[3 * color + 2]
