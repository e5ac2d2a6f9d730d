"""Kostka Sans, the letters of printed sheets, and their measures. See README.md for its source."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

REGULAR, BOLD = "KostkaSans", "KostkaSans-Bold"


@cache
def register() -> None:
    """Make both cuts known to reportlab, once."""
    for name in (REGULAR, BOLD):
        file = Path(__file__).with_name(f"{name}.ttf")
        pdfmetrics.registerFont(TTFont(name, str(file)))


def text_width(text: str, size: float, bold: bool = False) -> float:
    """Return how long a text of a size is, in the unit of the size."""
    register()
    return float(pdfmetrics.stringWidth(text, BOLD if bold else REGULAR, size))


def fitted(text: str, size: float, room: float, bold: bool = False) -> float:
    """Return the largest size up to `size` at which a text fits into `room`."""
    width = text_width(text, size, bold)
    return size if width <= room else round(size * room / width, 2)


def wrapped(text: str, size: float, room: float, bold: bool = False) -> list[str]:
    """Return a text as lines that fit into `room`, broken between words."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size, bold) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
