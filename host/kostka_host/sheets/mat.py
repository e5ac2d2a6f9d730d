"""The sheets of a mat: one page of A3+, or tiles of A4, with marks, a ruler and a legend."""

from __future__ import annotations

from kostka import mats
from kostka.text import Catalog

from kostka_host.sheets import art, legend, tiles
from kostka_host.sheets.fonts import fitted
from kostka_host.sheets.frame import (
    A3_PLUS,
    A4,
    cut_marks,
    grid_names,
    heading,
    north,
    note,
    ruler,
    seam_pointers,
)
from kostka_host.sheets.grid import PITCH
from kostka_host.sheets.shapes import Group, Page, Shape, shift

PAPERS = ("a4", "a3plus")
FIELD_TOP = 24.0  # of the field on a page of A3+
_MARGIN = 15.0


def field_page(game: str, words: Catalog) -> Page:
    """Return the field alone, as a page of its own size.

    Raises:
        OptionError: the game has no mat.
    """
    mat = mats.load(game)
    shapes = art.load(game).field(mat, words)
    return Page(PITCH * mat.cols, PITCH * mat.rows, shapes=shapes)


def pages(game: str, words: Catalog, paper: str = "a4", with_legend: bool = True) -> list[Page]:
    """Return the pages of a mat; `paper` is one of PAPERS.

    Raises:
        OptionError: the game has no mat.
    """
    field = field_page(game, words)
    title = words.say(f"{game}.title")
    if paper == "a3plus":
        return [_large(field, title, words, with_legend)]
    found = tiles.pages(field.shapes, field.width, field.height, title, words)
    if with_legend:
        page = Page(*A4, name=words.say("sheet.legend"))
        shapes, _ = legend.draw(_MARGIN, 18, page.width - 2 * _MARGIN, 1, words)
        page.add(*shapes)
        found.append(page)
    return found


def field_left(width: float) -> float:
    """Return where a field of a width begins on a page of A3+."""
    return (A3_PLUS[0] - width) / 2


def _large(field: Page, title: str, words: Catalog, with_legend: bool) -> Page:
    """Return the whole mat on one page of A3+."""
    page = Page(*A3_PLUS, name=title)
    left, bottom = field_left(field.width), FIELD_TOP + field.height
    box = (left, FIELD_TOP, field.width, field.height)
    inner = (0.0, 0.0, field.width, field.height)
    page.add(Group(list(field.shapes), shift(left, FIELD_TOP), clip=inner))
    page.add(cut_marks(*box), *seam_pointers(*box))
    cells = (0, 0, int(field.width / PITCH), int(field.height / PITCH))
    page.add(*grid_names(left, FIELD_TOP, cells))
    page.add(heading(left + 6, FIELD_TOP - 7, title, fitted(title, 6, 100, bold=True)))
    page.add(*north(page.width / 2, FIELD_TOP - 8, words))
    page.add(*ruler(left, bottom + 14, words))
    column = left + 182
    how: list[Shape] = note(column, bottom + 12, field.width - 182, words.say("sheet.how.one"))
    page.add(*how)
    if with_legend:
        shapes, _ = legend.draw(left, bottom + 30, field.width, 2, words)
        page.add(*shapes)
    return page
