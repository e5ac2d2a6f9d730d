"""What New York Kombat needs to cut out: a pawn of each color and a die."""

from __future__ import annotations

from kostka.text import Catalog

from kostka_host.sheets.art.kombat import CORNERS
from kostka_host.sheets.art.pawns import page
from kostka_host.sheets.shapes import Page


def pages(words: Catalog) -> list[Page]:
    """Return the one sheet of pieces."""
    return [page("kombat", words, [("", [(color, "") for color in CORNERS])], die=True)]
