"""The field of a mat: every spot over its cells, every light seen, fit for the page."""

import re
from xml.etree import ElementTree as ET

import pytest
from kostka import mats
from kostka.errors import OptionError
from kostka.games import ludo_way
from kostka.mats import colors
from kostka_host import layout, sheets
from kostka_host.sheets import art, grid, inks
from kostka_host.sheets.mat import field_page
from kostka_host.sheets.shapes import Group

SVG = "{http://www.w3.org/2000/svg}"
MOVE = re.compile(r"translate\((\S+) (\S+)\)")


def groups_by_cell(text):
    """Return the groups that draw cells: {cell: (element, x, y)}; they are moved, never turned."""
    root = ET.fromstring(text)
    found = {}
    for child in root:
        cell = child.get("data-cell")
        if cell is not None:
            assert int(cell) not in found
            x, y = MOVE.fullmatch(child.get("transform")).groups()
            found[int(cell)] = (child, float(x), float(y))
    return found


@pytest.fixture(params=["chasing", "kombat", "ludo", "probe"])
def game(request, probe):
    return request.param


def test_every_cell_of_every_spot_is_drawn_in_its_place(game, words):
    mat = mats.load(game)
    places = {cell.index: (cell.x_mm, cell.y_mm) for cell in layout.load().cells}
    found = groups_by_cell(sheets.field_svg(game, words))
    wanted = {cell for spot in range(mat.spots) for cell in mat.cells(spot)}
    assert set(found) == wanted | set(mat.die_cells)
    for cell, (element, x, y) in found.items():
        assert (x, y) == places[cell]
        if cell in wanted:  # a disc about the cell's center, not wider than the cell
            radii = [
                float(circle.get("r"))
                for circle in element.iter(f"{SVG}circle")
                if (circle.get("cx"), circle.get("cy")) == ("0", "0")
            ]
            assert 9 < max(radii) < 12.5


def test_cells_are_25_mm_apart_in_the_svg(words):
    found = groups_by_cell(sheets.field_svg("ludo", words))
    for cell, (_, x, y) in found.items():
        assert (x, y) == (12.5 + 25 * (cell % 12), 12.5 + 25 * (cell // 12))


def test_the_grid_is_that_of_the_board():
    tables = layout.parse(layout.default_path().read_text(encoding="utf-8"))
    (panel,) = tables["panel_type"].values()
    assert [grid.LED_X, grid.LED_Y] == panel["led_offset"]
    assert [grid.PITCH, grid.PITCH] == panel["pitch"]
    assert [grid.FIELD, grid.FIELD] == tables["size"]
    assert all(part["rot"] == 0 for part in tables["panel"])  # the offset is not turned


def test_every_led_has_a_white_window_on_top(game, words):
    for element, _, _ in groups_by_cell(sheets.field_svg(game, words)).values():
        windows = [
            circle
            for circle in element.iter(f"{SVG}circle")
            if (circle.get("cx"), circle.get("cy")) == ("0", "-8") and circle.get("r") == "1.9"
        ]
        assert len(windows) == 1
        assert windows[0].get("fill") == "#ffffff"


def test_the_page_gets_plain_light_svg(game, words):
    text = sheets.field_svg(game, words)
    assert len(text.encode()) < 60_000
    root = ET.fromstring(text)
    assert root.tag == f"{SVG}svg"
    assert root.get("viewBox") == "0 0 300 300"
    assert root.get("width") is None
    for element in root.iter():
        assert element.tag.removeprefix(SVG) in {
            "svg", "title", "g", "path", "line", "circle", "rect", "text",
        }  # fmt: skip
        for name, value in element.attrib.items():
            assert name not in ("style", "href", "class")
            assert not name.startswith("on")
            assert "url(" not in value
    assert re.findall(r"https?://", text) == ["http://"]  # the name of SVG itself


def test_words_are_escaped_and_of_the_language(tmp_path):
    from kostka.text import Catalog

    (tmp_path / "cs.txt").write_text('ludo.title\tČlověče <&> "nezlob" se\n', encoding="utf-8")
    root = ET.fromstring(sheets.field_svg("ludo", Catalog("cs", str(tmp_path), keep=True)))
    texts = [element.text for element in root.iter(f"{SVG}text")]
    assert 'Člověče <&> "nezlob" se' in texts
    assert root.get("lang") == "cs"


def test_a_game_without_mat_is_an_error(words):
    with pytest.raises(OptionError) as caught:
        sheets.field_svg("chess", words)
    assert caught.value.text == "mat.none"


def ring_inks(words):
    """Return the ink of the ring of every track and lane cell."""
    found = {}
    for shape in field_page("ludo", words).shapes:
        if isinstance(shape, Group) and shape.cell is not None:
            found[shape.cell] = shape.shapes[0].style.fill if shape.shapes else None
    return found


def test_ludo_fields_have_the_colors_of_the_rules(words):
    mat = mats.load("ludo")
    drawn = ring_inks(words)
    for corner in range(4):
        for progress in range(1, ludo_way.LAST + 1):
            face = ludo_way.FIELDS[progress]
            (cell,) = mat.cells(ludo_way.WAYS[corner][progress])
            assert drawn[cell] == inks.INK[colors.DIE_FACES[face]]


def test_drawings_belong_to_mats():
    assert set(art.names()) <= set(mats.names())
