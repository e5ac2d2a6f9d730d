"""The menu in lights alone: what is marked as a glyph, the items as a row of cells.

The top half shows a glyph (the icon of an item or a game) at the left and a number (its value)
at the right; the items are a row of cells below, the marked one blinks twice. Seat panels show
how many people will play. Glyphs are five cells high, a byte a row, the left cell its bit 4.
"""

from kostka.mats.colors import BLUE, GREEN, RED, WHITE, YELLOW
from kostka.mats.mat import Mat
from kostka.scene import patterns as pt
from kostka.scene.scene import Scene

_COLS = 12
_TOP = 2  # row of the glyphs
_ITEMS = 9  # row of the first items
_LEFT = 0
_RIGHT = 7

# name: color, glyph
ICONS = {
    "abort": (RED, b"\x11\x0a\x04\x0a\x11"),
    "back": (WHITE, b"\x04\x08\x1f\x08\x04"),
    "bot": (BLUE, b"\x0e\x15\x1f\x11\x0e"),
    "drop": (RED, b"\x1f\x0e\x0e\x0e\x0e"),
    "go": (GREEN, b"\x08\x0c\x0e\x0c\x08"),
    "human": (GREEN, b"\x0e\x0e\x04\x0e\x1f"),
    "learn": (BLUE, b"\x0e\x11\x15\x11\x0e"),
    "name": (YELLOW, b"\x02\x05\x0a\x14\x18"),
    "new": (GREEN, b"\x04\x04\x1f\x04\x04"),
    "option": (WHITE, b"\x04\x0e\x1b\x0e\x04"),
    "over": (YELLOW, b"\x0f\x11\x1d\x01\x0e"),
    "remote": (YELLOW, b"\x0e\x11\x04\x0a\x04"),
    "saves": (BLUE, b"\x1f\x15\x1f\x15\x1f"),
    "seats": (YELLOW, b"\x0a\x0a\x00\x1f\x0e"),
    "turn": (WHITE, b"\x0d\x13\x17\x10\x0f"),
    "yes": (GREEN, b"\x00\x01\x02\x14\x08"),
    # games; one without an icon shows its number in the list
    "ludo": (RED, b"\x04\x04\x1f\x04\x04"),
}
_DIGITS = (
    b"\x07\x05\x05\x05\x07"
    b"\x02\x06\x02\x02\x07"
    b"\x07\x01\x07\x04\x07"
    b"\x07\x01\x03\x01\x07"
    b"\x05\x05\x07\x01\x01"
    b"\x07\x04\x07\x01\x07"
    b"\x07\x04\x07\x05\x07"
    b"\x07\x01\x01\x02\x02"
    b"\x07\x05\x07\x05\x07"
    b"\x07\x05\x07\x01\x07"
)


class MenuScene(Scene):
    """The lights of a menu, as a Scene without tokens."""

    def __init__(self, panels: int) -> None:
        """Make a dark scene for a table with `panels` seat panels."""
        super().__init__(Mat("menu", [], b"", [b""], [b""]), 0, panels)

    def draw(self, icon: str, value: int, count: int, cursor: int, players: int) -> None:
        """Show an item's icon ("" for none), its value (-1 for none), and the row of items.

        `players` panels are lit; where there are none, all are, since all keys work.
        """
        self._clear()
        color, glyph = ICONS.get(icon, (WHITE, b""))
        self._glyph(glyph, 5, _LEFT, color)
        if value >= 0:
            if value > 9:
                self._digit(value // 10 % 10, _RIGHT - 3)
            self._digit(value % 10, _RIGHT + 1)
        for item in range(min(count, 3 * _COLS)):
            pattern = pt.DOUBLE if item == cursor else pt.REST
            self._set(_ITEMS * _COLS + item, WHITE << 4 | pattern)
        for panel in range(self.panels):
            if not players or panel < players:
                self._set(self.n_cells + panel, WHITE << 4 | pt.REST)
        self._take()

    def _digit(self, digit: int, col: int) -> None:
        self._glyph(_DIGITS[5 * digit : 5 * digit + 5], 3, col, WHITE)

    def _glyph(self, rows: bytes, width: int, left: int, color: int) -> None:
        for row in range(len(rows)):
            for col in range(width):
                if rows[row] >> (width - 1 - col) & 1:
                    self._set((_TOP + row) * _COLS + left + col, color << 4 | pt.STEADY)
