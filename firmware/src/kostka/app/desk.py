"""What stands beside the field: screen, buzzer, tag stand, and the line of the supply.

A round does one step of one of them, at most 3 ms. A part that the board does not have is not
made; one that does not answer is named once and looked for quietly, and the game goes on.
"""

from kostka.app import power
from kostka.app.shown import Shown
from kostka.compat import const
from kostka.errors import KostkaError
from kostka.rules import events as ev
from kostka.rules import request as rq
from kostka.rules.action import PUBLIC

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from collections.abc import Generator

    from kostka.app.table import Table
    from kostka.config import Config
    from kostka.screen.pages import Items
    from kostka.tags.stand import Stand

    Words = tuple[object, ...]

_SUPPLY_MS = const(100)
_SAY_MS = const(6000)  # a message stays on the screen
_DICE_MAX = const(6)  # of the last throw
_TICKS = const(0x3FFFFFFF)
_HALF = const(0x20000000)
# Sounds, as kostka.drivers.buzzer has them; -1: none.
_CONFIRM = const(0)
_TURN = const(1)
_WRONG = const(2)
_DICE = const(3)
_WIN = const(4)


class Desk:
    """Runs the parts that `part(name)` makes: "display", "buzzer", "reader", "supply".

    `dice` are (kind, face) of the last throw, `message` what people were told last, as (text id,
    arguments), while it is shown, `menu` an open menu: title, items and cursor, or None.
    """

    def __init__(
        self,
        part: object,
        table: "Table",
        config: "Config",
        languages: "tuple[str, ...]",
        path: str | None,
    ) -> None:
        self.shown: Shown | None = None
        self.stand: Stand | None = None
        self.dice: list[tuple[int, int]] = []
        self.message: Words = ()
        self.menu: tuple[Words, list[Words], int] | None = None
        self.reader: object = None
        self.buzzer: object = None
        self.table = table
        self._display: object = None
        self._supply: object = None
        self._level = power.Supply()
        self._config = config
        self._languages = languages
        self._path = path
        self._making: Generator[None, None, None] | None = self._make(part)
        self._page: Generator[None, None, Items] | None = None
        self._due = True  # a page
        self._reading = False  # the reader's turn
        self._line = -1
        self._game = ""
        self._seat = PUBLIC
        self._look = -1
        self._since = 0  # of the message
        self._supply_ms = 0
        self._contrast = -1
        self._greeted = -1

    def _make(self, part: object) -> "Generator[None, None, None]":
        """Make the parts, a little at a time."""
        self._display = part("display")  # type: ignore[operator]
        if self._display is not None:
            self.shown = Shown(self._display)  # type: ignore[arg-type]
        yield
        self.buzzer = part("buzzer")  # type: ignore[operator]
        yield
        self._supply = part("supply")  # type: ignore[operator]
        if self._supply is not None:
            self._take_budget()  # the lowest, until it has been read
        yield
        self.reader = part("reader")  # type: ignore[operator]
        yield
        if self.reader is not None:
            from kostka.tags.registry import Registry
            from kostka.tags.stand import Stand

            yield
            from kostka.app.tagfile import TagFile

            self.stand = Stand(Registry(TagFile(self._path)))

    # One round -------------------------------------------------------------------------------

    def round(self, now_ms: int) -> None:
        """Do one step. Call it every 10 ms. Allocates nothing while nothing happens."""
        if self._making is not None:
            try:
                next(self._making)
            except StopIteration:
                self._making = None
            return
        self._watch(now_ms)
        if self.buzzer is not None:
            self.buzzer.step(now_ms)  # type: ignore[attr-defined]
        self._reading = not self._reading
        if self._reading and self.reader is not None:
            self._read(now_ms)
        elif self._page is not None:
            self._paint_on()
        elif self.shown is not None:
            if self._due:
                self._due = False
                self._begin_page()
            elif self.shown.step(now_ms):
                lost = self._display.lost  # type: ignore[attr-defined]
                self.table.note(KostkaError("screen.lost" if lost else "screen.back"))
        if self._supply is not None and _passed(self._supply_ms, now_ms):
            self._supply_ms = (now_ms + _SUPPLY_MS) & _TICKS
            if self._level.read(self._supply.read_u16()):  # type: ignore[attr-defined]
                self._take_budget()

    def _take_budget(self) -> None:
        self.table.lights.supply_ma = self._level.budget_ma
        self.table.lights.configure()

    # What happens at the table ---------------------------------------------------------------

    def _watch(self, now_ms: int) -> None:
        table = self.table
        session = table.session
        if session.lines != self._line or session.id != self._game:
            self._line, self._game = session.lines, session.id
            self._due = True
            self._hear_line(now_ms)
        referee = table.referee
        look = -1
        if referee is not None:
            look = referee.outcome << 16 | len(referee.missing) << 8 | len(referee.extra)
        if look != self._look:
            if self._is_wrong() and look >> 16 != self._look >> 16:
                self._sound(_WRONG, now_ms)
            self._look = look
            self._due = True
        if self.message and table.procedure is None and _passed(self._since, now_ms):
            self.message = ()
            self._due = True
        link = table.link
        if link is not None and link.greetings != self._greeted:  # type: ignore[attr-defined]
            self._greeted = link.greetings  # type: ignore[attr-defined]
            self._tell()

    def _is_wrong(self) -> bool:
        """Say whether the table's picture is wrong, with no way on from it."""
        return self.table.look()[0][1] == "wrong"

    def _hear_line(self, now_ms: int) -> None:
        """Find out what a new line of the game sounds like."""
        session = self.table.session
        if not session.playing:
            return
        thrown = []
        for event in session.events:
            if event[0] == ev.THROW and ev.visible(event, PUBLIC):
                thrown.append((event[3], event[4]))
        if thrown:
            self.dice = thrown[:_DICE_MAX]
        asked = session.state.request(PUBLIC)
        turned = asked.what != rq.NOTHING and asked.seat != self._seat
        self._seat = asked.seat
        if session.closed or session.state.is_terminal():
            self._sound(_WIN, now_ms)
        elif thrown:
            self._sound(_DICE, now_ms)
        else:
            self._sound(_TURN if turned else _CONFIRM, now_ms)

    def _sound(self, pattern: int, now_ms: int) -> None:
        buzzer, config = self.buzzer, self._config
        if buzzer is None:
            return
        night = config.get("night") == 1
        volume = power.volume(config.get("volume"), config.get("mute") == 1, night)
        buzzer.volume = volume  # type: ignore[attr-defined]
        buzzer.play(pattern, now_ms)  # type: ignore[attr-defined]

    def hear(self, problem: KostkaError) -> None:
        """Show for a while what people are told."""
        self.tell((problem.text,) + tuple(problem.params))

    def tell(self, words: "Words") -> None:
        """Show a message for a while, while something is learned until the next one."""
        self.message = words
        self._since = (self.table.clock.ms() + _SAY_MS) & _TICKS
        self._due = True

    def configure(self) -> None:
        """Take over changed settings."""
        self._due = True

    def show(self, title: "Words", items: "list[Words]", cursor: int) -> None:
        """Show a menu, words as (text id, arguments); without a title the game again."""
        self.menu = (title, items, cursor) if title else None
        self._due = True

    # The screen ------------------------------------------------------------------------------

    def _begin_page(self) -> None:
        from kostka.app import page

        config = self._config
        contrast = power.contrast(config.get("brightness"), config.get("night") == 1)
        if contrast != self._contrast:
            self._contrast = contrast
            self._display.contrast(contrast)  # type: ignore[attr-defined]
        self._page = page.make(self, self._languages[config.get("language")])

    def _paint_on(self) -> None:
        try:
            next(self._page)  # type: ignore[arg-type]
        except StopIteration as end:
            self._page = None
            self.shown.show(end.value)  # type: ignore[union-attr]

    # Tags ------------------------------------------------------------------------------------

    def _read(self, now_ms: int) -> None:
        reader, stand = self.reader, self.stand
        event = reader.step(now_ms)  # type: ignore[attr-defined]
        if not event or stand is None:
            return
        was_away = stand.away
        size = reader.uid_size  # type: ignore[attr-defined]
        if not stand.take(event, bytes(reader.uid[:size]), self._text()):  # type: ignore[attr-defined]
            return
        words = stand.words()
        if words:
            self.table.note(KostkaError(str(words[0]), *words[1:]))
        elif was_away:
            self.table.note(KostkaError("tags.reader_back"))
        elif stand.thing is not None:
            self._sound(_CONFIRM, now_ms)
        self._tell()

    def _text(self) -> str:
        from kostka.tags import ndef

        reader = self.reader
        return ndef.text(reader.memory, reader.memory_size)  # type: ignore[attr-defined]

    def teach(self, kind: str, value: str) -> None:
        """Let the tag that lies there alone belong to a thing; raises like Stand.teach()."""
        if self.stand is None:
            raise KostkaError("tags.no_reader")
        self.stand.teach(kind, value)
        self._tell()

    def _tell(self) -> None:
        if self.table.link is not None and self.stand is not None:
            self.table.link.tell("stand", self.fields())  # type: ignore[attr-defined]

    def fields(self) -> list[tuple[str, object]]:
        """Return what lies on the tag stand, as fields of a message."""
        from binascii import hexlify

        stand = self.stand
        if stand is None:
            return [("o", "none"), ("u", ""), ("t", [])]
        outcome = "empty"
        words = stand.words()
        if words:
            outcome = str(words[0]).split(".")[1]
        elif stand.thing is not None:
            outcome = "known"
        return [
            ("o", outcome),
            ("u", hexlify(stand.uid).decode()),
            ("t", list(stand.thing) if stand.thing is not None else []),
        ]

    def close(self) -> None:
        """Be silent and dark."""
        if self.buzzer is not None:
            self.buzzer.stop()  # type: ignore[attr-defined]


def _passed(due_ms: int, now_ms: int) -> bool:
    return (now_ms - due_ms) & _TICKS < _HALF
