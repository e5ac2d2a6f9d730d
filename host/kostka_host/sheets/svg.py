"""Writes shapes as SVG: presentation attributes only, no scripts, styles or references."""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree import ElementTree as ET

from kostka_host.sheets.shapes import (
    Circle,
    Group,
    Line,
    Page,
    Path,
    Rect,
    Shape,
    Style,
    Text,
)

FAMILY = "Kostka Sans, DejaVu Sans, Verdana, sans-serif"


def number(value: float) -> str:
    """Return a length with at most two digits after the point: a hundredth of a millimeter."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def document(page: Page, title: str, lang: str, unit: str = "mm") -> str:
    """Return a page as the text of an SVG file.

    With `unit` "mm" it prints in its true size; "" leaves the size to the page that shows it.
    """
    attributes = {
        "xmlns": "http://www.w3.org/2000/svg",
        "viewBox": f"0 0 {number(page.width)} {number(page.height)}",
        "lang": lang,
        "role": "img",
        "font-family": FAMILY,
    }
    if unit:
        attributes["width"] = number(page.width) + unit
        attributes["height"] = number(page.height) + unit
    root = ET.Element("svg", attributes)
    ET.SubElement(root, "title").text = title
    _Writer(root).write(root, page.shapes)
    return ET.tostring(root, encoding="unicode") + "\n"


class _Writer:
    def __init__(self, root: ET.Element) -> None:
        self._root = root
        self._clips = 0

    def write(self, parent: ET.Element, shapes: Iterable[Shape]) -> None:
        for shape in shapes:
            self._shape(parent, shape)

    def _shape(self, parent: ET.Element, shape: Shape) -> None:
        if isinstance(shape, Group):
            self._group(parent, shape)
        elif isinstance(shape, Path):
            data = "".join(
                kind + " ".join(number(value) for value in values)
                for kind, values in shape.segments
            )
            attributes = {"d": data}
            if shape.style.fill and data.count("M") > 1:
                attributes["fill-rule"] = "evenodd"
            _add(parent, "path", shape.style, attributes)
        elif isinstance(shape, Line):
            ends = {"x1": shape.x1, "y1": shape.y1, "x2": shape.x2, "y2": shape.y2}
            _add(parent, "line", shape.style, _numbers(ends))
        elif isinstance(shape, Circle):
            measures = {"cx": shape.x, "cy": shape.y, "r": shape.r}
            _add(parent, "circle", shape.style, _numbers(measures))
        elif isinstance(shape, Rect):
            box = {"x": shape.x, "y": shape.y, "width": shape.width, "height": shape.height}
            if shape.r:
                box["rx"] = shape.r
            _add(parent, "rect", shape.style, _numbers(box))
        else:
            _text(parent, shape)

    def _group(self, parent: ET.Element, group: Group) -> None:
        attributes = {} if group.cell is None else {"data-cell": str(group.cell)}
        if group.matrix[:4] != (1.0, 0.0, 0.0, 1.0):
            values = [f"{value:.6f}".rstrip("0").rstrip(".") for value in group.matrix]
            attributes["transform"] = f"matrix({' '.join(values)})"
        elif group.matrix[4:] != (0.0, 0.0):
            move = f"{number(group.matrix[4])} {number(group.matrix[5])}"
            attributes["transform"] = f"translate({move})"
        element = ET.SubElement(parent, "g", attributes)
        if group.clip:
            self._clips += 1
            name = f"clip{self._clips}"
            clip = ET.SubElement(element, "clipPath", {"id": name})
            x, y, width, height = group.clip
            ET.SubElement(
                clip, "rect", _numbers({"x": x, "y": y, "width": width, "height": height})
            )
            element = ET.SubElement(element, "g", {"clip-path": f"url(#{name})"})
        self.write(element, group.shapes)


def _numbers(values: dict[str, float]) -> dict[str, str]:
    return {name: number(value) for name, value in values.items()}


def _add(parent: ET.Element, tag: str, style: Style, attributes: dict[str, str]) -> None:
    attributes["fill"] = style.fill or "none"
    if style.stroke:
        attributes["stroke"] = style.stroke
        attributes["stroke-width"] = number(style.width)
        if style.dash:
            attributes["stroke-dasharray"] = " ".join(number(value) for value in style.dash)
        if style.round_ends:
            attributes["stroke-linecap"] = attributes["stroke-linejoin"] = "round"
    ET.SubElement(parent, tag, attributes)


def _text(parent: ET.Element, text: Text) -> None:
    attributes = {
        "x": number(text.x),
        "y": number(text.y),
        "font-size": number(text.size),
        "fill": text.fill,
    }
    if text.anchor != "start":
        attributes["text-anchor"] = text.anchor
    if text.bold:
        attributes["font-weight"] = "bold"
    ET.SubElement(parent, "text", attributes).text = text.text
