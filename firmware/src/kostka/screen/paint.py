"""Paints the items of a page into a buffer of 128x64 pixels, a few columns at a time."""

from kostka.compat import const
from kostka.screen.font_data import COLUMNS, STARTS, WIDTHS

WIDTH = const(128)
HEIGHT = const(64)

# Items of a page are tuples that begin with one of these.
TEXT = const(0)  # x, y of its top left corner, glyphs
FRAME = const(1)  # x, y, width, height: one pixel wide
INVERT = const(2)  # x, y, width, height: what was painted before, light for dark
# No height above 16.

_BUDGET = const(48)  # columns a step; one takes about 25 us on an RP2040
_BLANK = bytes(WIDTH * HEIGHT // 8)


class Painter:
    """Paints into `buffer`, whose bytes are columns of eight pixels, as framebuf's MONO_VLSB."""

    def __init__(self, buffer: bytearray) -> None:
        self.buffer = buffer
        self._items: list[tuple[object, ...]] = []
        self._item = 0
        self._at = 0  # glyph or column of the item
        self._x = 0

    def start(self, items: "list[tuple[object, ...]]") -> None:
        """Begin a page, whatever was painted of the one before."""
        self.buffer[:] = _BLANK
        self._items = items
        self._item = 0
        self._open()

    def step(self) -> bool:
        """Paint for at most 2 ms; say whether the page is done. Allocates nothing."""
        budget = _BUDGET
        while self._item < len(self._items):
            item = self._items[self._item]
            budget -= self._text(item, budget) if item[0] == TEXT else self._box(item, budget)
            if budget <= 0:
                return False
            self._item += 1
            self._open()
        return True

    def _open(self) -> None:
        self._at = 0
        if self._item < len(self._items):
            self._x = self._items[self._item][1]  # type: ignore[assignment]

    def _text(self, item: "tuple[object, ...]", budget: int) -> int:
        """Paint glyphs; return the columns it took, at least `budget` when there are more."""
        y: int = item[2]  # type: ignore[assignment]
        codes: bytes = item[3]  # type: ignore[assignment]
        spent = 0
        while self._at < len(codes):
            if spent >= budget:
                return spent
            code = codes[self._at]
            place = 2 * (STARTS[2 * code] | STARTS[2 * code + 1] << 8)
            x = self._x
            for _ in range(WIDTHS[code]):
                self._column(x, y, COLUMNS[place] | COLUMNS[place + 1] << 8, False)
                place += 2
                x += 1
            spent += WIDTHS[code] + 1
            self._x = x + 1
            self._at += 1
        return min(spent, budget - 1)

    def _box(self, item: "tuple[object, ...]", budget: int) -> int:
        _, left, y, width, height = item
        invert = item[0] == INVERT
        full = (1 << height) - 1  # type: ignore[operator]
        ends = 1 | 1 << (height - 1)  # type: ignore[operator]
        spent = 0
        while self._at < width:  # type: ignore[operator]
            if spent >= budget:
                return spent
            side = not 0 < self._at < width - 1  # type: ignore[operator]
            value = full if invert or side else ends
            self._column(left + self._at, y, value, invert)  # type: ignore[operator,arg-type]
            self._at += 1
            spent += 1
        return min(spent, budget - 1)

    def _column(self, x: int, y: int, value: int, invert: bool) -> None:
        """Paint up to 16 pixels downwards; what lies outside is left out."""
        if not 0 <= x < WIDTH:
            return
        buffer = self.buffer
        value <<= y & 7
        place = (y >> 3) * WIDTH + x
        while value:
            if 0 <= place < len(buffer):
                if invert:
                    buffer[place] ^= value & 0xFF
                else:
                    buffer[place] |= value & 0xFF
            value >>= 8
            place += WIDTH
