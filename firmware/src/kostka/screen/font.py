"""Text as numbers of glyphs: a byte each, so that it is measured and cut without more memory."""

from kostka.compat import const
from kostka.screen.font_data import EXTRA, WIDTHS

LINE = const(10)  # pixels from one line of text to the next

_FIRST = const(32)
_ASCII = const(95)
_SPACE = const(0)


def encode(text: str) -> bytes:
    """Return the glyphs of a text; a character that is not drawn becomes a crossed box."""
    codes = bytearray(len(text))
    at = 0
    for char in text:
        number = ord(char)
        if _FIRST <= number < _FIRST + _ASCII:
            codes[at] = number - _FIRST
        elif number in (0x09, 0x0A, 0xA0):
            codes[at] = _SPACE
        else:
            place = EXTRA.find(char)
            codes[at] = _ASCII + place if place >= 0 else len(WIDTHS) - 1
        at += 1
    return bytes(codes)


def width(codes: bytes) -> int:
    """Return how many pixels a line takes, without the gap behind its last glyph."""
    total = 0
    for code in codes:
        total += WIDTHS[code] + 1
    return total - 1 if total else 0


def cut(codes: bytes, pixels: int) -> bytes:
    """Return as much of a line as fits, with an ellipsis where something is missing."""
    if width(codes) <= pixels:
        return codes
    dots = encode("…")
    return _fitting(codes, pixels - width(dots) - 1) + dots


def _fitting(codes: bytes, pixels: int) -> bytes:
    total = -1
    for i in range(len(codes)):
        total += WIDTHS[codes[i]] + 1
        if total > pixels:
            return codes[:i]
    return codes


def wrap(codes: bytes, pixels: int, lines: int) -> "list[bytes]":
    """Return lines of at most so many pixels, broken at spaces where possible.

    Of more lines than `lines` the last one ends with an ellipsis.
    """
    found: list[bytes] = []
    rest = _strip(codes)
    while rest:
        if len(found) == lines - 1:
            found.append(cut(rest, pixels))
            break
        line = _fitting(rest, pixels)
        end = len(line)
        if end < len(rest) and rest[end] != _SPACE:
            at = line.rfind(bytes([_SPACE]))
            if at > 0:
                end = at
        end = max(1, end)
        found.append(_strip(rest[:end]))
        rest = _strip(rest[end:])
    return found


def _strip(codes: bytes) -> bytes:
    first = 0
    end = len(codes)
    while first < end and codes[first] == _SPACE:
        first += 1
    while end > first and codes[end - 1] == _SPACE:
        end -= 1
    return codes[first:end]
