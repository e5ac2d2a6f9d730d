"""The drawing of any mat: a disc on each cell of a spot, its number, and the faces of the die."""

from __future__ import annotations

from itertools import pairwise

from kostka.mats.mat import Mat
from kostka.text import Catalog

from kostka_host.sheets import inks
from kostka_host.sheets.grid import PITCH, center
from kostka_host.sheets.marks import at, die_face, led_window
from kostka_host.sheets.shapes import Circle, Rect, Shape, Style, Text, strokes


def field(mat: Mat, words: Catalog) -> list[Shape]:
    """Return a disc for each cell; the cells of one spot hang together by a band."""
    width, height = PITCH * mat.cols, PITCH * mat.rows
    shapes: list[Shape] = [Rect(0, 0, width, height, Style(fill=inks.BOARD))]
    bands = []
    for spot in range(mat.spots):
        centers = [center(cell, mat.cols) for cell in mat.cells(spot)]
        bands += list(pairwise(centers))
    if bands:
        shapes.append(strokes(bands, Style(stroke=inks.PALE, width=14, round_ends=True)))
    for spot in range(mat.spots):
        for cell in mat.cells(spot):
            shapes.append(at(*center(cell, mat.cols), _disc(str(spot)), cell))
    for face, cell in enumerate(mat.die_cells, 1):
        face_shapes = [*die_face(face, 0, 2.5, 12), *led_window()]
        shapes.append(at(*center(cell, mat.cols), face_shapes, cell))
    return shapes


def _disc(label: str) -> list[Shape]:
    return [
        Circle(0, 0, 11, Style(fill=inks.PAPER, stroke=inks.LINE, width=0.4)),
        *led_window(),
        Text(0, 9.6, label, 3.6, inks.LINE, "middle"),
    ]
