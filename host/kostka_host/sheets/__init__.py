"""Sheets of paper: mats to lay on the table, pieces to cut out."""

from __future__ import annotations

from kostka.text import Catalog

from kostka_host.sheets import art, mat, svg
from kostka_host.sheets.shapes import Page


def field_svg(game: str, words: Catalog) -> str:
    """Return the field of a game's mat as SVG: viewBox in mm, origin in the north-west corner.

    It has no size of its own, no marks and no legend, and refers to nothing outside.

    Raises:
        OptionError: the game has no mat.
    """
    page = mat.field_page(game, words)
    return svg.document(page, words.say(f"{game}.title"), words.lang, unit="")


def icon_svg(game: str, name: str) -> str | None:
    """Return the picture of a token as SVG, None where the game has none of this name."""
    module = art.load_icons(game)
    if module is None or name not in module.NAMES:
        return None
    page = Page(24.0, 24.0, shapes=module.icon(module.NAMES.index(name)))
    return svg.document(page, name, "en", unit="")


__all__ = ["field_svg", "icon_svg"]
