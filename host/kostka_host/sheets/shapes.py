"""The drawing model: shapes in millimeters, x to the right, y down. Writers turn it into files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

Point = tuple[float, float]
Matrix = tuple[float, float, float, float, float, float]  # a b c d e f, as in SVG
Segment = tuple[str, tuple[float, ...]]  # M and L with a point, C with three, Z with none

# Distance of the control points that make a cubic curve a quarter of the unit circle.
KAPPA = 0.5522847498


@dataclass(frozen=True)
class Style:
    """How a shape looks: colors as #rrggbb or None, widths and dashes in mm."""

    fill: str | None = None
    stroke: str | None = None
    width: float = 0.0
    dash: tuple[float, ...] = ()
    round_ends: bool = False


@dataclass(frozen=True)
class Path:
    """A path of lines and cubic curves; holes by the even-odd rule."""

    segments: tuple[Segment, ...]
    style: Style


@dataclass(frozen=True)
class Line:
    """A line between two points."""

    x1: float
    y1: float
    x2: float
    y2: float
    style: Style


@dataclass(frozen=True)
class Circle:
    """A circle about a center."""

    x: float
    y: float
    r: float
    style: Style


@dataclass(frozen=True)
class Rect:
    """A rectangle from its upper left corner, its corners rounded by `r`."""

    x: float
    y: float
    width: float
    height: float
    style: Style
    r: float = 0.0


@dataclass(frozen=True)
class Text:
    """One line of text: baseline at y, `size` mm high, anchored at its start, middle or end."""

    x: float
    y: float
    text: str
    size: float
    fill: str
    anchor: str = "start"
    bold: bool = False


@dataclass
class Group:
    """Shapes under a transformation, and inside a rectangle (x, y, width, height) if it clips.

    `cell` says which cell of the grid a group draws; it is kept in the SVG as data-cell.
    """

    shapes: list[Shape] = field(default_factory=list)
    matrix: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
    clip: tuple[float, float, float, float] | None = None
    cell: int | None = None

    def add(self, *shapes: Shape) -> None:
        """Put shapes on top of the others."""
        self.shapes.extend(shapes)


Shape = Path | Line | Circle | Rect | Text | Group


@dataclass
class Page:
    """One sheet of paper, `width` x `height` mm; `name` tells pages apart (A1, B2…)."""

    width: float
    height: float
    name: str = ""
    shapes: list[Shape] = field(default_factory=list)

    def add(self, *shapes: Shape) -> None:
        """Put shapes on top of the others."""
        self.shapes.extend(shapes)


def shift(dx: float, dy: float) -> Matrix:
    """Return the matrix of a move."""
    return (1.0, 0.0, 0.0, 1.0, dx, dy)


def turn(quarters: int, x: float = 0.0, y: float = 0.0) -> Matrix:
    """Return the matrix of clockwise quarter turns about the origin and a move by (x, y)."""
    cos, sin = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[quarters % 4]
    return (cos, sin, -sin, cos, x, y)


def turn_about(quarters: int, x: float, y: float) -> Matrix:
    """Return the matrix of clockwise quarter turns about a point."""
    moved = apply(turn(quarters), (x, y))
    return turn(quarters, x - moved[0], y - moved[1])


def scale(factor: float, x: float = 0.0, y: float = 0.0) -> Matrix:
    """Return the matrix that scales about the origin and then moves by (x, y)."""
    return (factor, 0.0, 0.0, factor, x, y)


def apply(matrix: Matrix, point: Point) -> Point:
    """Return where a matrix takes a point."""
    a, b, c, d, e, f = matrix
    x, y = point
    return a * x + c * y + e, b * x + d * y + f


def polygon(points: Iterable[Point], style: Style, closed: bool = True) -> Path:
    """Return a path along points."""
    segments: list[Segment] = [("L", point) for point in points]
    segments[0] = ("M", segments[0][1])
    if closed:
        segments.append(("Z", ()))
    return Path(tuple(segments), style)


def strokes(lines: Iterable[tuple[Point, Point]], style: Style) -> Path:
    """Return many separate lines as one path."""
    segments: list[Segment] = []
    for start, end in lines:
        segments += [("M", start), ("L", end)]
    return Path(tuple(segments), style)


def circle_segments(x: float, y: float, r: float) -> list[Segment]:
    """Return a circle as segments, to be part of a path."""
    k = r * KAPPA
    return [
        ("M", (x, y - r)),
        ("C", (x + k, y - r, x + r, y - k, x + r, y)),
        ("C", (x + r, y + k, x + k, y + r, x, y + r)),
        ("C", (x - k, y + r, x - r, y + k, x - r, y)),
        ("C", (x - r, y - k, x - k, y - r, x, y - r)),
        ("Z", ()),
    ]


def dots(centers: Sequence[Point], r: float, style: Style) -> Path:
    """Return many equal discs as one path."""
    segments: list[Segment] = []
    for x, y in centers:
        segments += circle_segments(x, y, r)
    return Path(tuple(segments), style)
