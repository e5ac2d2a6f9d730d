"""What the screen shows: a message, a menu, or what the game asks for. Loaded for a moment."""

from kostka.rules.action import PUBLIC
from kostka.rules.request import COLOR
from kostka.text import seek

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from collections.abc import Generator

    from kostka.app.desk import Desk
    from kostka.app.table import Table
    from kostka.screen.pages import Items

    Making = Generator[None, None, Items]

_CELLS = 6  # that are named at a wrong table


def make(desk: "Desk", lang: str) -> "Making":
    """Return the items of the page that is due, after some yields."""
    from kostka.screen import font  # noqa: F401 (loaded alone, which takes less time)

    yield
    from kostka.screen import pages

    yield
    if desk.menu is not None:
        title, items, cursor = desk.menu
        entries = []
        for item in items:
            entry = yield from seek.say(lang, str(item[0]), tuple(item[1:]))
            entries.append((entry, ""))
        head = yield from seek.say(lang, str(title[0]), tuple(title[1:]))
        return pages.Menu(head, entries, cursor).page()
    if desk.message:
        told = yield from seek.say(lang, str(desk.message[0]), desk.message[1:])
        name = yield from seek.say(lang, "screen.note", ())
        return pages.message(name, told)
    session = desk.table.session
    if not session.playing:
        idle = yield from seek.say(lang, "screen.idle", ())
        return pages.request(idle, [])
    asked = session.state.request(PUBLIC)
    words = yield from seek.say(lang, asked.text, asked.args)
    yield
    labels = []
    for kind, face in desk.dice:
        labels.append((yield from _label(lang, pages.die(kind, face), kind, face)))
    wrong = ""
    cells = wrong_cells(desk.table)
    if cells:
        wrong = yield from seek.say(lang, "screen.wrong", (cells,))
    yield
    return pages.request(words, labels, wrong)


def _label(lang: str, plain: str, kind: int, face: int) -> "Generator[None, None, str]":
    if kind != COLOR:
        return plain
    return (yield from seek.say(lang, "dice.color.%d" % face, ()))


def wrong_cells(table: "Table") -> str:
    """Return the names of cells that are wrong, as the rulers of the mat have them, or ""."""
    look = dict(table.look())
    if look["o"] != "wrong":
        return ""
    cells: list[int] = look["missing"] + look["extra"]  # type: ignore[operator]
    mat = table.mat
    cols = mat.cols if mat is not None else 12
    names = ["%s%d" % (chr(97 + cell % cols), cell // cols + 1) for cell in cells]
    return " ".join(names[:_CELLS]) + (" …" if len(names) > _CELLS else "")
