"""Colors are told apart without color: by lightness, by signs, by textures."""

from itertools import combinations

import pytest
from kostka.mats import colors
from kostka_host.sheets import inks, marks
from kostka_host.sheets.shapes import Style

CODES = [code for code in range(1, len(colors.NAMES))]
STYLE = Style(fill="#000000")


def test_every_color_has_an_ink():
    assert sorted(inks.INK) == CODES


@pytest.mark.parametrize(("one", "other"), list(combinations(CODES, 2)))
def test_any_two_colors_differ_in_gray(one, other):
    step = abs(inks.lightness(inks.INK[one]) - inks.lightness(inks.INK[other]))
    assert step > 9, (colors.NAMES[one], colors.NAMES[other])


@pytest.mark.parametrize("code", CODES)
def test_signs_and_words_on_a_color_are_read(code):
    ink = inks.INK[code]
    assert inks.contrast(inks.ink_on(ink), ink) > 4.5


def test_words_are_read_on_ground_and_paper():
    for ground in (inks.PAPER, inks.BOARD):
        assert inks.contrast(inks.LINE, ground) > 7
    for color in CODES:  # the name of a seat on its quarter
        assert inks.contrast(inks.LINE, inks.tint(inks.INK[color], 0.2)) > 4.5


def test_every_color_has_a_sign_of_its_own():
    signs = {str(marks.sign(code, 0, 0, 2, STYLE)) for code in CODES}
    assert len(signs) == len(CODES)


def test_seats_have_different_textures():
    seats = (colors.RED, colors.BLUE, colors.YELLOW, colors.BLACK)
    textures = {str(marks.hatch(code, 0, 0, 90, 90, "#000000").segments) for code in seats}
    assert len(textures) == 4


@pytest.mark.parametrize("code", [colors.RED, colors.BLUE, colors.YELLOW, colors.BLACK])
def test_textures_stay_in_their_box(code):
    for _, values in marks.hatch(code, 10, 20, 60, 40, "#000000").segments:
        assert 10 <= values[0] <= 70
        assert 20 <= values[1] <= 60


def test_known_values_of_lightness_and_contrast():
    assert inks.lightness("#ffffff") == pytest.approx(100)
    assert inks.lightness("#000000") == 0
    assert inks.lightness("#777777") == pytest.approx(50, abs=0.5)
    assert inks.contrast("#000000", "#ffffff") == pytest.approx(21)
