"""Inks: what the colors of kostka.mats.colors look like on paper, also on a gray printer.

The lightness of every two colors differs by a visible step, and each color has a sign of its
own, so that nothing is told apart by hue alone.
"""

from __future__ import annotations

from kostka.mats.colors import BLACK, BLUE, BROWN, GREEN, RED, WHITE, YELLOW

INK = {
    WHITE: "#ffffff",
    RED: "#d8383a",
    YELLOW: "#f7ca2e",
    GREEN: "#4fae6c",
    BLUE: "#2158a8",
    BLACK: "#1b1b1d",
    BROWN: "#633a1c",
}
LINE = "#3b3833"  # outlines and words
NAME = "#77726a"  # names of columns and rows beside a field
SOFT = "#8d877c"  # helping lines and marks
PALE = "#d9d2c4"
BOARD = "#f6f1e6"  # the field where nothing stands
PAPER = "#ffffff"


def channels(ink: str) -> tuple[int, int, int]:
    """Return red, green and blue, 0..255, of #rrggbb."""
    return int(ink[1:3], 16), int(ink[3:5], 16), int(ink[5:7], 16)


def luminance(ink: str) -> float:
    """Return the relative luminance 0..1 (WCAG 2.2)."""
    linear = []
    for channel in channels(ink):
        value = channel / 255
        linear.append(value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4)
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def lightness(ink: str) -> float:
    """Return L* of CIELAB, 0 black to 100 white: equal steps look equal, in gray too."""
    y = luminance(ink)
    return 116 * y ** (1 / 3) - 16 if y > 0.008856 else 903.3 * y


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio 1..21 of two inks (WCAG 2.2)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def ink_on(ink: str) -> str:
    """Return the ink, dark or white, that is read better on another."""
    return max((INK[BLACK], PAPER), key=lambda mark: contrast(mark, ink))


def tint(ink: str, share: float, ground: str = PAPER) -> str:
    """Return an ink mixed with a ground; `share` 0..1 is the ink's part."""
    mixed = [
        round(share * one + (1 - share) * other)
        for one, other in zip(channels(ink), channels(ground), strict=True)
    ]
    return "#{:02x}{:02x}{:02x}".format(*mixed)
