"""Sheets of paper: mats to lay on the table, pieces to cut out."""

from __future__ import annotations

from kostka.text import Catalog

from kostka_host.sheets import mat, svg


def field_svg(game: str, words: Catalog) -> str:
    """Return the field of a game's mat as SVG: viewBox in mm, origin in the north-west corner.

    It has no size of its own, no marks and no legend, and refers to nothing outside.

    Raises:
        OptionError: the game has no mat.
    """
    page = mat.field_page(game, words)
    return svg.document(page, words.say(f"{game}.title"), words.lang, unit="")


__all__ = ["field_svg"]
