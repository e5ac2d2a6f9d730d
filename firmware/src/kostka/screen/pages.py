"""Pages of the screen: what stands where. Words come in as text of the language in use."""

from kostka.compat import const
from kostka.screen import font
from kostka.screen.paint import FRAME, HEIGHT, INVERT, TEXT, WIDTH

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    Items = list[tuple[object, ...]]

_ICON = const(13)  # width and height of a die
_GAP = const(3)
_BAR = const(11)  # height of an inverted line
_PIPS = "⚀⚁⚂⚃⚄⚅"
_ROWS = const(5)  # entries of a menu that are seen at once
_HINT_LINES = const(3)
_MARK = const(8)  # room for the arrows of a menu


def die(faces: int, face: int) -> str:
    """Return the label of a die: pips of a common one, else the number."""
    if faces == 6 and 1 <= face <= 6:
        return _PIPS[face - 1]
    return str(face)


def request(words: str, dice: "list[str]", wrong: str = "") -> "Items":
    """Return the page of a game: what is asked for, the last throw, what is wrong on the table.

    `dice` are labels as of die(), or any short text. The hint at a wrong table stands inverted at
    the bottom, in the place of the dice.
    """
    items: Items = []
    room = HEIGHT
    if wrong:
        lines = font.wrap(font.encode(wrong), WIDTH - 4, _HINT_LINES)
        room -= font.LINE * len(lines) + 2
        y = room + 1
        for line in lines:
            items.append((TEXT, 2, y, line))
            y += font.LINE
        for top in range(room, HEIGHT, _BAR):
            items.append((INVERT, 0, top, WIDTH, min(_BAR, HEIGHT - top)))
    elif dice:
        room -= _ICON + 1
        _dice(items, dice, HEIGHT - _ICON)
    _paragraph(items, words, room)
    return items


def _paragraph(items: "Items", words: str, room: int) -> None:
    y = 0
    for line in font.wrap(font.encode(words), WIDTH, room // font.LINE):
        items.append((TEXT, 0, y, line))
        y += font.LINE


def _dice(items: "Items", dice: "list[str]", y: int) -> None:
    x = 0
    for label in dice:
        pips = len(label) == 1 and label in _PIPS
        codes = font.encode(label)
        wide = _ICON if pips else max(_ICON, font.width(codes) + 6)
        if x + wide > WIDTH:
            break
        if pips:
            items.append((TEXT, x, y, codes))
        else:
            items.append((TEXT, x + (wide - font.width(codes)) // 2, y + 2, codes))
            items.append((FRAME, x, y, wide, _ICON))
        x += wide + _GAP


def message(title: str, words: str) -> "Items":
    """Return a page with a title and a paragraph, such as an error."""
    items = _title(title)
    y = _BAR + 2
    for line in font.wrap(font.encode(words), WIDTH, (HEIGHT - y) // font.LINE):
        items.append((TEXT, 0, y, line))
        y += font.LINE
    return items


def _title(title: str) -> "Items":
    codes = font.cut(font.encode(title), WIDTH - 4)
    return [(TEXT, 2, 1, codes), (INVERT, 0, 0, WIDTH, _BAR)]


class Menu:
    """A title and entries (label, value), of which one is marked; the value may be "".

    `cursor` counts from 0. move() goes round.
    """

    def __init__(self, title: str, entries: "list[tuple[str, str]]", cursor: int = 0) -> None:
        self.title = title
        self.entries = entries
        self.cursor = max(0, min(cursor, len(entries) - 1))
        self._top = 0

    def move(self, by: int) -> None:
        """Mark another entry."""
        if self.entries:
            self.cursor = (self.cursor + by) % len(self.entries)

    def page(self) -> "Items":
        """Return the page, scrolled so that the marked entry is on it."""
        count = len(self.entries)
        self._top = max(self.cursor - _ROWS + 1, min(self._top, self.cursor))
        self._top = max(0, min(self._top, count - _ROWS))
        items = _title(self.title)
        y = HEIGHT - _ROWS * font.LINE - 1
        for i in range(self._top, min(count, self._top + _ROWS)):
            self._entry(items, i, y)
            y += font.LINE
        up = font.encode("▴")
        down = font.encode("▾")
        right = WIDTH - font.width(up)
        if self._top > 0:
            items.append((TEXT, right, _BAR + 1, up))
        if self._top + _ROWS < count:
            items.append((TEXT, right, HEIGHT - font.LINE, down))
        return items

    def _entry(self, items: "Items", number: int, y: int) -> None:
        label, value = self.entries[number]
        right = WIDTH - _MARK
        shown = font.encode(value)
        if value:
            shown = font.cut(shown, right // 2)
            at = right - font.width(shown) - 2
            items.append((TEXT, at, y, shown))
            right = at - _GAP
        items.append((TEXT, 2, y, font.cut(font.encode(label), right - 2)))
        if number == self.cursor:
            items.append((INVERT, 0, y, WIDTH - _MARK, font.LINE))
