"""Text is measured, cut and wrapped by pixels."""

from kostka.rules.rng import XorShift
from kostka.screen import font
from kostka.screen.font_data import COLUMNS, EXTRA, STARTS, WIDTHS

CZECH = "áčďéěíňóřšťúůýž"
SLOVAK = "áäčďéíĺľňóôŕšťúýž"
UPPER = "ÁÄČĎÉĚÍĹĽŇÓÔŔŘŠŤÚŮÝŽ"
TEXT = "Příliš žluťoučký kůň úpěl ďábelské ódy. Kŕdeľ šťastných ďatľov učí koňa obhrýzať kôru."


def glyph(code):
    start = STARTS[2 * code] | STARTS[2 * code + 1] << 8
    return [
        COLUMNS[2 * (start + i)] | COLUMNS[2 * (start + i) + 1] << 8 for i in range(WIDTHS[code])
    ]


def case_every_letter_has_a_glyph_of_its_own():
    seen = {}
    letters = "".join([chr(code) for code in range(33, 127)]) + CZECH + SLOVAK + UPPER
    for letter in sorted(set(letters)):
        code = font.encode(letter)[0]
        assert code != len(WIDTHS) - 1, letter
        columns = tuple(glyph(code))
        assert any(columns), letter
        assert columns not in seen, (letter, seen.get(columns))
        seen[columns] = letter


def case_letters_stay_in_their_line():
    for letter in CZECH + SLOVAK + UPPER + "gjpqy{}|[]_,;":
        for column in glyph(font.encode(letter)[0]):
            assert column >> font.LINE == 0, letter


def case_accents_differ_from_bare_letters_above_only():
    bare = "acdeinorstuyz"
    for accented, base in zip("áčďéíňóřšťúýž", bare):
        assert font.encode(accented) != font.encode(base)
    for i in range(len(EXTRA) - 1):
        assert EXTRA[i] < EXTRA[i + 1]


def case_unknown_characters_and_controls():
    unknown = len(WIDTHS) - 1
    assert font.encode("漢ж\x00\x7f") == bytes([unknown] * 4)
    assert font.encode("a\tb\nc\u00a0d") == font.encode("a b c d")
    assert font.encode("") == b""


def case_width():
    assert font.width(b"") == 0
    assert font.width(font.encode("i")) == 1
    assert font.width(font.encode("ii")) == 3
    assert font.width(font.encode("A i")) == 5 + 1 + 2 + 1 + 1


def case_cut():
    codes = font.encode("Brightness")
    full = font.width(codes)
    assert font.cut(codes, full) == codes
    dots = font.encode("…")[0]
    for pixels in range(8, full):
        short = font.cut(codes, pixels)
        assert font.width(short) <= pixels
        assert short[-1] == dots
        assert codes[: len(short) - 1] == short[:-1]


def case_wrap_by_hand():
    codes = font.encode("one two three")
    pixels = font.width(font.encode("one two"))
    assert font.wrap(codes, pixels, 5) == [font.encode("one two"), font.encode("three")]
    assert font.wrap(codes, pixels - 1, 5) == [font.encode(w) for w in ("one", "two", "three")]
    assert font.wrap(codes, 300, 5) == [codes]
    assert font.wrap(codes, pixels, 1) == [font.cut(codes, pixels)]
    assert font.wrap(font.encode("  "), 50, 3) == []
    assert font.wrap(font.encode(" a  b "), 50, 3) == [font.encode("a  b")]


def case_wrap_keeps_everything_that_fits():
    rng = XorShift(9)
    words = [font.encode(word) for word in TEXT.split(" ")]
    space = font.encode(" ")
    for _ in range(150):
        chosen = [words[rng.below(len(words))] for _ in range(1 + rng.below(12))]
        text = space.join(chosen)
        pixels = 30 + rng.below(100)
        lines = font.wrap(text, pixels, 40)
        for line in lines:
            assert 0 < font.width(line) <= pixels
        assert b"".join(lines).replace(space, b"") == text.replace(space, b"")
        few = font.wrap(text, pixels, 2)
        assert few == lines if len(lines) <= 2 else len(few) == 2 and few[0] == lines[0]


def case_a_word_that_is_too_long_is_broken():
    lines = font.wrap(font.encode("W" * 30), 50, 9)
    assert b"".join(lines) == font.encode("W" * 30)
    assert font.wrap(font.encode("WW"), 1, 9) == [font.encode("W")] * 2  # narrower than a glyph
