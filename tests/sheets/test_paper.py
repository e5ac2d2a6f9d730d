"""Sheets as they come out of the printer: measured in pixels of the rendered PDF."""

import math
from itertools import pairwise

import numpy as np
import pypdfium2
import pytest
from kostka import mats
from kostka.text import Catalog, default_folder
from kostka_host.sheets import art, files, mat, pdf, tiles
from kostka_host.sheets.frame import A3_PLUS, A4, EDGE
from kostka_host.ui import languages

DPMM = 10
WHITE = 250
FREE = 6.0  # radius around a cell's center that is white, but for a mark within 3.5 mm
OFF = 4.2  # where it is measured: past the mark


@pytest.fixture(scope="module")
def catalog():
    return Catalog("en", keep=True)


@pytest.fixture(scope="module")
def large(catalog, pixels):
    (image,) = pixels(pdf.document(mat.pages("ludo", catalog, "a3plus"), "Ludo", "en"))
    return image


@pytest.fixture(scope="module")
def small(catalog, pixels):
    """The four tiles of A4 by name."""
    data = pdf.document(mat.pages("ludo", catalog), "Ludo", "en")
    return dict(zip(("A1", "B1", "A2", "B2"), pixels(data, 1, 2, 3, 4), strict=True))


def run_around(line, at):
    """Return the middle, in pixels, of the white run around a place of a line."""
    assert line[at] >= WHITE
    low = high = at
    while line[low - 1] >= WHITE:
        low -= 1
    while line[high + 1] >= WHITE:
        high += 1
    return (low + high + 1) / 2


def measured(image, x, y):
    """Return the center of the disc that is expected at (x, y) mm, as it is on paper."""
    row, col = round((y + OFF) * DPMM), round((x + OFF) * DPMM)
    return (
        run_around(image[row], round(x * DPMM)) / DPMM,
        run_around(image[:, col], round(y * DPMM)) / DPMM,
    )


def cut_marks(image, rough_top):
    """Return the x of the first and last cut mark on a line above the field, in mm."""
    dark = np.flatnonzero(image[round((rough_top - 3) * DPMM)] < 128)
    groups = np.split(dark, np.flatnonzero(np.diff(dark) > 2) + 1)
    return (groups[0].mean() + 0.5) / DPMM, (groups[-1].mean() + 0.5) / DPMM


def left_marks(image, rough_left):
    """Return the y of the first and last cut mark on a line left of the field, in mm."""
    return cut_marks(image.T, rough_left)


# Without the fields before a start and on it, whose middles hold larger marks.
TRACK = [mats.load("ludo").cells(spot)[0] for spot in range(40) if spot % 10 not in (0, 9)]


def test_the_sheet_of_a3plus_has_its_size(large):
    assert large.shape == (A3_PLUS[1] * DPMM, A3_PLUS[0] * DPMM)


def test_cells_on_a3plus_are_25_mm_apart_and_in_place(large):
    left, right = cut_marks(large, mat.FIELD_TOP)
    top, bottom = left_marks(large, mat.field_left(300))
    assert right - left == pytest.approx(300, abs=0.1)
    assert bottom - top == pytest.approx(300, abs=0.1)
    found = {}
    for cell in TRACK:
        x, y = left + 12.5 + 25 * (cell % 12), top + 12.5 + 25 * (cell // 12)
        found[cell] = measured(large, x, y)
        assert found[cell] == pytest.approx((x, y), abs=0.1), cell
    for one, two in pairwise(TRACK):
        steps = abs(one % 12 - two % 12) + abs(one // 12 - two // 12)
        if steps == 1:
            assert math.dist(found[one], found[two]) == pytest.approx(25, abs=0.1)


def test_cells_on_tiles_lie_where_they_belong(small):
    seen = set()
    for tile in tiles.tiles(300, 300):
        image = small[tile.name]
        left, right = cut_marks(image, tiles.TOP)
        top, bottom = left_marks(image, tiles.LEFT)
        assert (right - left, bottom - top) == pytest.approx((tile.width, tile.height), abs=0.1)
        for cell in TRACK:
            x, y = 12.5 + 25 * (cell % 12) - tile.x, 12.5 + 25 * (cell // 12) - tile.y
            if FREE < x < tile.width - FREE and FREE < y < tile.height - FREE:
                place = (left + x, top + y)
                assert measured(image, *place) == pytest.approx(place, abs=0.1)
                seen.add(cell)
    assert seen == set(TRACK)


def content(image, x, y, width, height):
    top, left = round((tiles.TOP + y) * DPMM), round((tiles.LEFT + x) * DPMM)
    return image[top : top + height * DPMM, left : left + width * DPMM].astype(int)


@pytest.mark.parametrize(
    ("one", "two", "box", "shift"),
    [
        ("A1", "B1", (150, 0, 10, 150), (-150, 0)),
        ("A2", "B2", (150, 0, 10, 150), (-150, 0)),
        ("A1", "A2", (0, 150, 150, 10), (0, -150)),
        ("B1", "B2", (0, 150, 150, 10), (0, -150)),
    ],
)
def test_flaps_hold_what_the_next_tile_begins_with(small, one, two, box, shift):
    x, y, width, height = box
    flap = content(small[one], x, y, width, height)
    start = content(small[two], x + shift[0], y + shift[1], width, height)
    assert flap.min() < 150  # something is there
    difference = np.abs(flap - start).mean()
    assert difference < 4
    for axis in (0, 1):  # half a millimeter off would be seen
        assert np.abs(flap - np.roll(start, 5, axis)).mean() > 2 * difference


def test_tiles_cover_the_field():
    parts = tiles.tiles(300, 300)
    assert [tile.name for tile in parts] == ["A1", "B1", "A2", "B2"]
    covered = np.zeros((300, 300), int)
    for tile in parts:
        x, y = int(tile.x), int(tile.y)
        covered[y : y + int(tile.height), x : x + int(tile.width)] += 1
    assert covered.min() == 1
    assert {(tile.name, tile.right, tile.below) for tile in parts} == {
        ("A1", "B1", "A2"), ("B1", "", "B2"), ("A2", "B2", ""), ("B2", "", ""),
    }  # fmt: skip
    overlap = (covered > 1).sum()
    assert overlap == 2 * 10 * 300 - 10 * 10


def test_the_ruler_on_every_page_is_100_mm_long(catalog, pixels):
    sheets = mat.pages("ludo", catalog, with_legend=False)
    sheets += mat.pages("ludo", catalog, "a3plus", with_legend=False)
    sheets += art.load_pieces("ludo").pages(catalog)
    for image in pixels(pdf.document(sheets, "x", "en")):
        lengths = []
        for row in image[image.shape[0] // 3 :]:
            dark = np.flatnonzero(row < 160)
            for run in np.split(dark, np.flatnonzero(np.diff(dark) > 1) + 1):
                lengths.append(len(run) / DPMM)
        assert any(99.9 <= length <= 100.3 for length in lengths)


def every_page(words):
    yield from mat.pages("ludo", words, "a3plus")
    yield from mat.pages("ludo", words, "a4")
    yield from art.load_pieces("ludo").pages(words)


@pytest.mark.parametrize("lang", languages())
def test_nothing_reaches_beyond_what_a_printer_prints(lang, pixels):
    sheets = list(every_page(Catalog(lang, keep=True)))
    data = pdf.document(sheets, "x", lang)
    edge = round((EDGE - 2.5) * DPMM)
    for page, image in zip(sheets, pixels(data), strict=True):
        for band in (image[:edge], image[-edge:], image[:, :edge], image[:, -edge:]):
            assert band.min() == 255, page.name
    document = pypdfium2.PdfDocument(data)
    for page, sheet in zip(sheets, document, strict=True):
        if page.name in ("A1", "B1", "A2", "B2"):
            continue  # the field reaches out of its tile and is clipped
        for item in sheet.get_objects():
            left, bottom, right, top = item.get_bounds()
            assert 0 <= left <= right <= sheet.get_width(), page.name
            assert 0 <= bottom <= top <= sheet.get_height(), page.name
    document.close()


def test_a_game_without_drawing_has_pages_too(probe, words):
    assert len(mat.pages("probe", words)) == 6
    (page,) = mat.pages("probe", words, "a3plus", with_legend=False)
    assert (page.width, page.height) == A3_PLUS
    assert all((page.width, page.height) == A4 for page in mat.pages("probe", words))


def test_czech_letters_are_embedded_and_found(tmp_path):
    title = "Člověče, nezlob se! ěščřžýáíéúůňťďó ľĺŕô"
    (tmp_path / "cs.txt").write_text(
        f"ludo.title\t{title}\nsheet.color.red\tčervená\n", encoding="utf-8"
    )
    english = default_folder() + "/en.txt"
    with open(english, encoding="utf-8") as file:
        (tmp_path / "en.txt").write_text(file.read(), encoding="utf-8")
    words = Catalog("cs", str(tmp_path), keep=True)
    data = pdf.document(mat.pages("ludo", words, "a3plus"), title, "cs")
    assert data.count(b"/FontFile2") >= 2
    document = pypdfium2.PdfDocument(data)
    text = document[0].get_textpage().get_text_range()
    assert document.get_metadata_dict()["Title"] == title
    document.close()
    assert title in text
    assert "ČERVENÁ" in text


@pytest.mark.parametrize("lang", languages())
def test_the_letters_hold_every_language(lang):
    from kostka_host.sheets import fonts
    from reportlab.pdfbase import pdfmetrics

    fonts.register()
    with open(f"{default_folder()}/{lang}.txt", encoding="utf-8") as file:
        used = {ord(letter) for line in file for letter in line.split("\t")[1].strip()}
    for name in (fonts.REGULAR, fonts.BOLD):
        known = pdfmetrics.getFont(name).face.charToGlyph
        assert sorted(chr(code) for code in used - set(known)) == []


def test_equal_sheets_give_equal_bytes(catalog):
    for format_ in files.FORMATS:
        first, second = (
            files.contents(mat.pages("ludo", catalog), format_, f"x.{format_}", "x", "en")
            for _ in range(2)
        )
        assert first == second
