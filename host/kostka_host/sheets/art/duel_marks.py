"""Signs of Duel: the four lines with an ink and a sign each, swords, and tokens with numbers."""

from __future__ import annotations

from kostka.games.duel_table import STRENGTH
from kostka.mats.colors import BLUE, GREEN, RED

from kostka_host.sheets import inks
from kostka_host.sheets.marks import sign
from kostka_host.sheets.shapes import Circle, Group, Rect, Shape, Style, Text, polygon, turn

VIOLET_INK = "#54307d"
INKS = (inks.INK[RED], inks.INK[BLUE], inks.INK[GREEN], VIOLET_INK)  # of the lines
_COLORS = (RED, BLUE, GREEN)


def line_sign(line: int, x: float, y: float, r: float, style: Style) -> Shape:
    """Return the sign of a line: those of the colors, a hexagon for violet."""
    if line < len(_COLORS):
        return sign(_COLORS[line], x, y, r, style)
    half, side = 0.5 * r, 0.87 * r
    return polygon(
        [(x, y - r), (x + side, y - half), (x + side, y + half), (x, y + r),
         (x - side, y + half), (x - side, y - half)],
        style,
    )  # fmt: skip


def sword(ink: str, edge: str = inks.LINE) -> list[Shape]:
    """Return an upright sword about the origin, 20 mm high."""
    outline = Style(fill=ink, stroke=edge, width=0.35)
    blade = [(0.0, -10.0), (1.5, -8.0), (1.5, 3.2), (-1.5, 3.2), (-1.5, -8.0)]
    return [
        polygon(blade, Style(fill=inks.PAPER, stroke=edge, width=0.35)),
        polygon([(0, -8.6), (0, 3.2)], Style(stroke=edge, width=0.25), closed=False),
        Rect(-4.6, 3.2, 9.2, 2.0, outline, 1),
        Rect(-0.95, 5.2, 1.9, 3.4, outline),
        Circle(0, 9.2, 1.3, outline),
    ]


def token(held: int, side: float) -> list[Shape]:
    """Return the face of a token from its upper left corner: a quarter for each line."""
    half = side / 2
    numbers = STRENGTH[4 * held : 4 * held + 4]
    shapes: list[Shape] = []
    for line, number in enumerate(numbers):
        x, y = half * (line % 2), half * (line // 2)
        best = number == max(numbers)
        ground = INKS[line] if best else inks.tint(INKS[line], 0.22)
        mark = inks.ink_on(ground)
        shapes.append(Rect(x, y, half, half, Style(fill=ground)))
        # signs sit in the outer corners, numbers toward the middle
        out_x = x + (2.6 if line % 2 == 0 else half - 2.6)
        out_y = y + (2.8 if line < 2 else half - 2.8)
        style = Style(fill=mark) if best else Style(fill=INKS[line])
        shapes.append(line_sign(line, out_x, out_y, 1.7, style))
        in_x = x + (0.6 if line % 2 == 0 else 0.4) * half
        in_y = y + (0.58 if line < 2 else 0.44) * half + 2.9
        shapes.append(Text(in_x, in_y, str(number), 8.2, mark, "middle", best))
    name = f"d{held + 1:02}"
    shapes += [
        Circle(half, half, 3.1, Style(fill=inks.PAPER, stroke=inks.LINE, width=0.3)),
        Text(half, half + 0.9, name, 2.5, inks.LINE, "middle", True),
    ]
    return shapes


def upside(shapes: list[Shape], x: float, y: float) -> Group:
    """Return shapes about the origin turned by half and moved to a place."""
    return Group(shapes, turn(2, x, y))
