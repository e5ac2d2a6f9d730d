"""Writes pages of shapes as PDF; its letters are embedded, its bytes are the same every time."""

from __future__ import annotations

import io
from collections.abc import Iterable

from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from kostka_host.sheets.fonts import BOLD, REGULAR, register
from kostka_host.sheets.shapes import (
    Circle,
    Group,
    Line,
    Page,
    Path,
    Rect,
    Segment,
    Shape,
    Style,
    Text,
    circle_segments,
)

_EVEN_ODD = 0  # FILL_EVEN_ODD of reportlab.pdfgen.canvas


def document(pages: Iterable[Page], title: str, lang: str) -> bytes:
    """Return pages as the bytes of a PDF file."""
    register()
    buffer = io.BytesIO()
    canvas = Canvas(buffer, invariant=1, pageCompression=1, lang=lang)
    canvas.setTitle(title)
    canvas.setCreator("Kostka")
    canvas.setAuthor("Kostka")
    canvas.setSubject(title)
    # Viewers that listen print in the true size.
    canvas.setViewerPreference("PrintScaling", "None")
    for page in pages:
        canvas.setPageSize((page.width * mm, page.height * mm))
        if page.name:
            canvas.bookmarkPage(page.name)
            canvas.addOutlineEntry(page.name, page.name)
        # From here on everything is in mm, y down.
        canvas.transform(mm, 0, 0, -mm, 0, page.height * mm)
        for shape in page.shapes:
            _draw(canvas, shape)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def _draw(canvas: Canvas, shape: Shape) -> None:
    if isinstance(shape, Group):
        canvas.saveState()
        canvas.transform(*shape.matrix)
        if shape.clip:
            path = canvas.beginPath()
            path.rect(*shape.clip)
            canvas.clipPath(path, stroke=0, fill=0)
        for inner in shape.shapes:
            _draw(canvas, inner)
        canvas.restoreState()
    elif isinstance(shape, Text):
        _text(canvas, shape)
    else:
        canvas.saveState()
        fill, stroke = _use(canvas, shape.style)
        if isinstance(shape, Line):
            canvas.line(shape.x1, shape.y1, shape.x2, shape.y2)
        elif isinstance(shape, Rect):
            box = (shape.x, shape.y, shape.width, shape.height)
            if shape.r:
                canvas.roundRect(*box, shape.r, fill=fill, stroke=stroke)
            else:
                canvas.rect(*box, fill=fill, stroke=stroke)
        elif isinstance(shape, Circle):
            _path(canvas, circle_segments(shape.x, shape.y, shape.r), fill, stroke)
        elif isinstance(shape, Path):
            _path(canvas, shape.segments, fill, stroke)
        canvas.restoreState()


def _use(canvas: Canvas, style: Style) -> tuple[int, int]:
    """Set colors and lines; return whether to fill and to stroke."""
    if style.fill:
        canvas.setFillColor(HexColor(style.fill))
    if style.stroke:
        canvas.setStrokeColor(HexColor(style.stroke))
        canvas.setLineWidth(style.width)
        if style.dash:
            canvas.setDash(list(style.dash))
        if style.round_ends:
            canvas.setLineCap(1)
            canvas.setLineJoin(1)
    return int(style.fill is not None), int(style.stroke is not None)


def _path(canvas: Canvas, segments: Iterable[Segment], fill: int, stroke: int) -> None:
    path = canvas.beginPath()
    for kind, values in segments:
        if kind == "M":
            path.moveTo(*values)
        elif kind == "L":
            path.lineTo(*values)
        elif kind == "C":
            path.curveTo(*values)
        else:
            path.close()
    canvas.drawPath(path, stroke=stroke, fill=fill, fillMode=_EVEN_ODD)


def _text(canvas: Canvas, text: Text) -> None:
    canvas.saveState()
    canvas.transform(1, 0, 0, -1, text.x, text.y)  # letters stand upright again
    canvas.setFillColor(HexColor(text.fill))
    canvas.setFont(BOLD if text.bold else REGULAR, text.size)
    draw = {
        "start": canvas.drawString,
        "middle": canvas.drawCentredString,
        "end": canvas.drawRightString,
    }[text.anchor]
    draw(0, 0, text.text)
    canvas.restoreState()
