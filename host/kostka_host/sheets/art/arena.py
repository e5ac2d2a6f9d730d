"""The drawing of Arena of Warriors: four rings with their links, start, range, die and key."""

from __future__ import annotations

from collections.abc import Callable

from kostka.games import arena_board as board
from kostka.mats.colors import BLACK, BROWN, DIE_FACES, GREEN, NAMES
from kostka.mats.mat import Mat
from kostka.text import Catalog

from kostka_host.sheets import inks
from kostka_host.sheets.art.arena_icons import flag, lens, shield, swords, target
from kostka_host.sheets.fonts import fitted, wrapped
from kostka_host.sheets.grid import FIELD, PITCH, center
from kostka_host.sheets.marks import arrow, at, chevron, color_face, led_window, ring
from kostka_host.sheets.shapes import Circle, Point, Rect, Shape, Style, Text, strokes

MIDDLE = FIELD / 2
_SIDES = (10, 8, 6, 4)  # of the rings, in cells
_WAY = Style(stroke=inks.SOFT, width=1.1, round_ends=True)
_ICONS: tuple[Callable[[float, float, float], list[Shape]], ...] = (target, shield, lens, swords)
_KEYS = ("range", "club", "scout", "arena")  # names of the special fields, by ring
_LINK = 3.0  # width of a link


def field(mat: Mat, words: Catalog) -> list[Shape]:
    """Return the field: rings, links, fields, start, range, die, key and title."""
    shapes: list[Shape] = [Rect(0, 0, FIELD, FIELD, Style(fill=inks.BOARD))]
    for number in range(len(_SIDES)):
        shapes += _band(number)
    shapes += _center_plate()
    shapes += _links(mat)
    shapes += _start(mat, words)
    shapes += _range(mat, words)
    for spot in range(mat.spots):
        for cell in mat.cells(spot):
            shapes.append(at(*center(cell), _spot(mat, spot), cell))
    shapes += _die(mat, words)
    shapes += _key(words)
    shapes += _title(words)
    return shapes


def ink_of(ring_number: int) -> str:
    """Return the ink of a ring; 4 is the center."""
    return inks.INK[DIE_FACES[board.RING_FACES[ring_number]]]


def _band(number: int) -> list[Shape]:
    """Return the ground of a ring and the way along its fields."""
    ink = ink_of(number)
    side = PITCH * _SIDES[number]
    low = MIDDLE - side / 2
    pale = Style(fill=inks.tint(ink, 0.3), stroke=ink, width=1.2)
    way = Style(stroke=inks.tint(ink, 0.62), width=5)
    inner = side - PITCH
    return [
        Rect(low + 0.6, low + 0.6, side - 1.2, side - 1.2, pale, 9),
        Rect(low + PITCH / 2, low + PITCH / 2, inner, inner, way, 4),
    ]


def _center_plate() -> list[Shape]:
    low = MIDDLE - PITCH
    style = Style(fill=inks.INK[BROWN], stroke=inks.LINE, width=0.5)
    return [Rect(low + 0.8, low + 0.8, 2 * PITCH - 1.6, 2 * PITCH - 1.6, style, 7)]


def _links(mat: Mat) -> list[Shape]:
    """Return the links between neighbor rings as bridges, and those of red into the center."""
    lines: list[tuple[Point, Point]] = []
    for spot in range(board.CENTER):
        outer = board.ring_of(spot)
        here = center(mat.cells(spot)[0])
        if outer + 1 < board.RINGS:
            for other in board.links(spot, outer + 1):
                lines.append((here, center(mat.cells(other)[0])))
        else:
            lines.append((here, _inward(here)))
    return [
        strokes(lines, Style(stroke=inks.LINE, width=_LINK)),
        strokes(lines, Style(stroke=inks.PAPER, width=_LINK - 1)),
    ]


def _inward(here: Point) -> Point:
    """Return where the link of a red field meets the center."""
    edge = PITCH - 2.5
    x, y = (max(MIDDLE - edge, min(MIDDLE + edge, value)) for value in here)
    return x, y


def _spot(mat: Mat, spot: int) -> list[Shape]:
    """Return what one cell of a spot shows, the cell's center being the origin."""
    if spot >= board.TARGET:
        stand = Style(fill=inks.PAPER, stroke=inks.LINE, width=0.5)
        name = Text(0, 9.4, str(spot - board.TARGET + 1), 4.4, inks.LINE, "middle", True)
        return [Circle(0, 0, 10.6, stand), *target(0, -0.4, 4.6), name, *led_window()]
    if spot == board.OFF:
        style = Style(fill=inks.PAPER, stroke=inks.SOFT, width=0.4, dash=(1.6, 1.2))
        return [Circle(0, 0, 9.9, style), chevron((-1, 0), 2.6, _WAY), *led_window()]
    if spot == board.START:
        style = Style(fill=inks.PAPER, stroke=inks.INK[DIE_FACES[board.YELLOW]], width=1.2)
        return [Circle(0, 0, 9.9, style), chevron((-1, 0), 2.6, _WAY), *led_window()]
    if spot == board.CENTER:
        style = Style(fill=inks.PAPER, stroke=inks.LINE, width=0.4)
        return [Circle(0, 0, 9.9, style), *flag(0, 1.2, 4.2), *led_window()]
    color = DIE_FACES[board.FIELDS[spot]]
    number = board.ring_of(spot)
    if spot in board.SPECIALS:
        plate = Style(fill=inks.LINE, stroke=inks.PAPER, width=0.5)
        disc = ring(color, outer=10.2, edge=inks.PAPER)
        return [Rect(-11.8, -11.8, 23.6, 23.6, plate, 4), *disc, *_ICONS[number](0, 0.4, 4.2)]
    return [*ring(color, outer=10.4), chevron(_ahead(mat, spot), 2.6, _WAY)]


def _ahead(mat: Mat, spot: int) -> Point:
    """Return the direction in which a ring goes on at a field: along its side of the square."""
    number = board.ring_of(spot)
    first, length = board.FIRST[number], board.LENGTHS[number]
    after = first + (spot - first + 1) % length
    (x1, y1), (x2, y2) = center(mat.cells(spot)[0]), center(mat.cells(after)[0])
    dx, dy = x2 - x1, y2 - y1
    side = PITCH * _SIDES[number] / 2 - PITCH / 2
    on_west, on_north = x1 == MIDDLE - side, y1 == MIDDLE - side
    if dx and dy:  # around a corner: first along the own side
        if abs(x1 - MIDDLE) == side and not (on_north and on_west):
            return (0.0, 1.0 if dy > 0 else -1.0)
        return (1.0 if dx > 0 else -1.0, 0.0)
    return (float((dx > 0) - (dx < 0)), float((dy > 0) - (dy < 0)))


def _start(mat: Mat, words: Catalog) -> list[Shape]:
    """Return the start field, black and yellow, and the place in front of it."""
    yellow = inks.INK[DIE_FACES[board.YELLOW]]
    start, off = mat.cells(board.START), mat.cells(board.OFF)
    x, y = center(start[0])
    entrance = center(mat.cells(0)[0])
    label, waits = words.say("arena.mat.start"), words.say("arena.mat.off")
    black = Style(fill=inks.INK[BLACK], stroke=yellow, width=1.4)
    pale = Style(fill=inks.tint(inks.SOFT, 0.3), stroke=inks.SOFT, width=0.5, dash=(2, 1.5))
    width = PITCH * len(off) - 2
    return [
        Rect(center(off[0])[0] - 11.5, y - 11.4, width, 22.8, pale, 11.4),
        Rect(x - 11.8, y - 11.6, PITCH * len(start) - 1.4, 23.2, black, 11.6),
        *arrow((x, y - 9), (entrance[0], entrance[1] + 10.6), inks.INK[BLACK], 3.4),
        *_label(PITCH / 2, y - 1, label),
        Text(x + PITCH * 8 - 10, y + 1.4, waits, fitted(waits, 4, 60), inks.LINE),
    ]


def _range(mat: Mat, words: Catalog) -> list[Shape]:
    """Return the ground of the shooting range in the north."""
    x1, y = center(mat.cells(board.TARGET)[0])
    x2, _ = center(mat.cells(board.TARGET + 2)[0])
    green = inks.INK[GREEN]
    ground = Style(fill=inks.tint(green, 0.25), stroke=inks.LINE, width=0.5)
    shapes: list[Shape] = [Rect(x1 - 14, y - 11.6, x2 - x1 + 28, 23.2, ground, 4)]
    for x in (x1 + PITCH, x2 - PITCH):
        lines = [((x + dx, y - 8), (x + dx, y + 8)) for dx in (-3.0, 0.0, 3.0)]
        shapes.append(strokes(lines, Style(stroke=inks.tint(green, 0.6), width=0.8)))
    return shapes


def _die(mat: Mat, words: Catalog) -> list[Shape]:
    """Return the bar of the color die: each color with its sign and name."""
    first = center(mat.die_cells[0])
    edge = Style(fill=inks.PAPER, stroke=inks.SOFT, width=0.4)
    shapes: list[Shape] = [Rect(first[0] - 11.6, first[1] - 11.6, 23.2, 148.2, edge, 4)]
    for face, cell in enumerate(mat.die_cells, 1):
        color = DIE_FACES[face]
        name = words.say(f"sheet.color.{NAMES[color]}")
        parts = [
            *led_window(),
            *color_face(color, 0, 0.4, 10.4),
            Text(0, 9.6, name, fitted(name, 3.4, 21), inks.LINE, "middle"),
        ]
        if face > 1:
            parts.append(
                strokes([((-9.5, -12.5), (9.5, -12.5))], Style(stroke=inks.PALE, width=0.3))
            )
        shapes.append(at(*center(cell), parts, cell))
    return shapes


def _key(words: Catalog) -> list[Shape]:
    """Return what the icons of the special fields mean, in the free column in the west."""
    shapes: list[Shape] = []
    for number, icon in enumerate(_ICONS):
        x, y = PITCH / 2, 2.5 * PITCH + 2 * PITCH * number
        plate = Style(fill=inks.tint(ink_of(number), 0.3), stroke=ink_of(number), width=0.9)
        shapes.append(Rect(x - 11.4, y - 10, 22.8, 35, plate, 4))
        shapes.append(Circle(x, y, 7.6, Style(fill=inks.PAPER, stroke=inks.LINE, width=0.4)))
        shapes += icon(x, y, 5.2)
        shapes += _label(x, y + 14.5, words.say(f"arena.mat.{_KEYS[number]}"))
    return shapes


def _label(x: float, y: float, text: str) -> list[Shape]:
    """Return a text in lines that fit into a cell; y is the first baseline."""
    size = min(fitted(word, 3.8, 20.5, bold=True) for word in text.split())
    lines = wrapped(text, size, 21, bold=True)
    return [
        Text(x, y + 5 * i, line, size, inks.LINE, "middle", True) for i, line in enumerate(lines)
    ]


def _title(words: Catalog) -> list[Shape]:
    """Return the name of the game in the free row in the north."""
    title = words.say("arena.title")
    lines = wrapped(title, 10.5, 100, bold=True)
    size = min(fitted(line, 10.5, 100, bold=True) for line in lines)
    top = 16.5 if len(lines) == 1 else 11.2
    return [
        Text(6, top + 1.02 * size * i, line, size, inks.LINE, bold=True)
        for i, line in enumerate(lines)
    ]
