"""The board's end of the link: greets hosts, sends them the game, does what they ask.

Journal lines are never queued: they are read from the journal when there is room, from the line
on that the host has to get next. So a slow, absent or restarted host loses none.
"""

import json

from kostka.compat import const
from kostka.errors import KostkaError
from kostka.line import FROM_HOST, HOST_LINE_MAX, Decoder, dumps
from kostka.link.fields import number, plain
from kostka.link.out import Out
from kostka.play.lines import hex8

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from collections.abc import Generator

    from kostka.app.table import Table
    from kostka.hal import Port

    Message = dict[str, object]

_TAKE = const(24)  # bytes read a turn; one costs 100 us on an RP2040 (emulated)
_CODES = const(24)  # lights in one message
FULL = "full"  # feeds
PUBLIC_ONLY = "pub"
LIGHTS = const(256)
GONE_MS = const(30000)  # silence after which a host that has bytes to report is gone
_MASK = const(0x3FFFFFFF)


class Server:
    """Speaks with at most one host at a time, without ever waiting for it.

    `table` is the app's. `ident` are the fields of a greeting that never change.
    """

    def __init__(
        self,
        port: "Port",
        table: "Table",
        ident: list[tuple[str, object]],
        session_id: str,
    ) -> None:
        self.out = Out(port, session_id)
        self.gone = 0  # hosts that stopped listening
        self.refused = 0  # messages that made no sense
        self.unread = 0  # journal lines that could not be read
        self.greetings = 0  # hosts that were greeted: what is told by change has to be told anew
        self._port = port
        self._table = table
        self._ident = ident
        self._decoder = Decoder(FROM_HOST, HOST_LINE_MAX)
        self._buf = bytearray(_TAKE)
        self._feed = FULL
        self._versions: object = None  # of the games that the host knows
        self._own: object = None  # digests of those that it plays with numbers of an owner's copy
        self._watch = False
        self._next = 0  # the journal line that the host gets next
        self._bodies: Generator[str, None, None] | None = None
        self._bodies_at = -1
        self._codes = bytearray(LIGHTS)  # lights as the host knows them
        self._sure = LIGHTS  # from this light on, the host may have missed a code
        self._version = -1
        self._look_due = self._about_due = self._menu_due = False  # found no room
        self._pub_due = False
        self._heard_at = 0
        self._replies: list[tuple[str, int, str]] = []

    @property
    def bad(self) -> int:
        """Return how many lines of hosts failed their check."""
        return self._decoder.bad

    # One turn --------------------------------------------------------------------------------

    def poll(self, now_ms: int = 0) -> bool:
        """Take some input, send some output; say whether there was anything to do.

        Allocates nothing when there was not. Where no times (ms, wrapping at 2**30) are given, a
        host that left is not noticed before the next one greets.
        """
        busy = False
        count = self._port.read(self._buf)
        if count:
            busy = True
            self._heard_at = now_ms
            for body in self._decoder.feed(bytes(self._buf[:count])):
                self._take(body)
        if self.out.owes and now_ms - self._heard_at & _MASK > GONE_MS:
            self.gone += 1
            self.out.detach()
            self._drop_bodies()
        if self.out.attached and self.out.empty:
            self._fill()
        if not self.out.empty and self.out.push():
            busy = True
        return busy

    def _fill(self) -> None:
        """Queue the next journal line, else lights that changed."""
        session = self._table.session
        if self._look_due:
            self._look_due = not self.tell("look", self._table.look())
        if self._pub_due:
            self._tell_public()
        if self._about_due:
            self.about()
        if self._menu_due:
            self.menu()
        if self._feed == FULL and session.playing and self._next < session.lines:
            body = self._body(self._next)
            if body:
                self._next += 1
                self.out.say("line", ',"l":' + body)
        elif self._watch:
            self._lights()

    def _body(self, number: int) -> str:
        """Return the body of a journal line, "" where it is not there (yet)."""
        if self._bodies is None or self._bodies_at != number:
            self._drop_bodies()
            self._bodies = self._table.journal.bodies(number)  # type: ignore[attr-defined]
        try:
            for body in self._bodies:
                self._bodies_at = number + 1
                return body
        except (KostkaError, OSError) as problem:
            self.unread += 1
            self._next = self._table.session.lines  # what comes later can still be told
            self.note("link.unread", [number, str(problem)])
        self._drop_bodies()
        return ""

    def close(self) -> None:
        """Let go of the journal's file."""
        self._drop_bodies()

    def _drop_bodies(self) -> None:
        if self._bodies is not None:
            self._bodies.close()  # it holds a file open
            self._bodies = None

    def _lights(self) -> None:
        scene = self._table.lights.scene
        if scene is None or scene.version == self._version:
            return
        code = scene.code
        known = self._codes
        sure = self._sure
        changed: list[int] = []
        for light in range(len(code)):
            if light >= sure or code[light] != known[light]:
                if len(changed) == 2 * _CODES:
                    break
                changed.append(light)
                changed.append(code[light])
                known[light] = code[light]
                if light >= sure:
                    self._sure = light + 1
        else:
            self._version = scene.version
            self._sure = LIGHTS
        if changed:
            self.out.say("scene", ',"d":' + json.dumps(changed).replace(" ", ""))

    # What the table tells --------------------------------------------------------------------

    def line_written(self, number: int) -> None:
        """Note that a line is safe in the journal; it is sent in a turn of its own."""
        if number == 0:
            self._next = 0
            self._drop_bodies()
            # a new greeting tells the host: of another feed, or of a game that it has no header of
            if self.out.attached and PUBLIC_ONLY in (self._feed, self._feed_due()):
                self._feed = PUBLIC_ONLY
                self.out.say("bye")
        if self._feed == PUBLIC_ONLY:
            self._tell_public()

    def _tell_public(self) -> None:
        from kostka.link.hello import tell_public  # few hosts have another version of a game

        tell_public(self)

    def look(self, fields: list[tuple[str, object]]) -> None:
        """Tell what the referee says of the picture, now or when all else was told.

        So a slow host gets the last look and not every one of them.
        """
        self._look_due = not self.out.empty or not self.tell("look", fields)

    def about(self) -> None:
        """Tell who plays the seats and how the mat lies, now or when there is room."""
        table = self._table
        if table.session.playing:
            self._about_due = not self.tell("about", table.about.pairs())

    def menu(self) -> None:
        """Tell what the menu shows, now or when there is room."""
        menu = self._table.menu
        fields: list[tuple[str, object]] = [("t", []), ("it", []), ("at", -1)]
        if menu is not None:
            fields = [("t", plain(menu.title)), ("it", plain(menu.items)), ("at", menu.cursor)]
        self._menu_due = not self.tell("menu", fields)

    def note(self, text: str, params: list[object]) -> None:
        """Tell people something, by text id and arguments."""
        self.tell("note", [("t", text), ("x", plain(params))])

    def console_open(self) -> None:
        """Note that console text was printed."""
        self.out.console_open()

    def bye(self) -> None:
        """Tell that the app is being left, as far as credit allows."""
        self.out.say("bye")
        self.out.push()

    def tell(self, kind: str, fields: list[tuple[str, object]]) -> bool:
        """Queue a message; say whether there was room. Without a host there is nothing to say."""
        if not self.out.attached:
            return True
        return self.out.say(kind, "," + dumps(fields)[1:-1] if fields else "")

    # What the host says ----------------------------------------------------------------------

    def _take(self, body: str) -> None:
        try:
            message = json.loads(body)
        except (ValueError, RuntimeError):  # RuntimeError: nested too deep
            self.refused += 1
            return
        if not isinstance(message, dict):
            self.refused += 1
            return
        kind = message.get("m")
        if kind == "hello":
            from kostka.link.hello import greet  # once for each host

            greet(self, message)
        elif kind == "ack":
            self.out.acked(number(message, "b"))
        elif not self.out.attached:
            self.refused += 1
        elif kind == "again":
            self._again(number(message, "n"))
        elif not self._asked(kind, message):
            self.refused += 1

    def _asked(self, kind: object, message: "Message") -> bool:
        from kostka.link.questions import answer  # only where there is a host

        return answer(self, kind, message)

    def _again(self, line: int) -> None:
        """Go back to a line; what else the host may have lost with it is told anew, too."""
        self._next = min(max(line, 0), self._table.session.lines)
        self._look_due = self._menu_due = True
        self._about_due = self._table.session.playing
        if self._version >= 0 or max(self._codes):  # some were told
            self._version = -1
            self._sure = 0

    def _feed_due(self) -> str:
        """Return the feed for the game: lines only go to a host with the same rules and data."""
        session = self._table.session
        if not session.playing:
            return FULL
        game, known, own = session.game, self._versions, self._own
        data = own.get(game.name) if isinstance(own, dict) else None
        if data != (hex8(game.data_digest()) if game.own_numbers else None):
            return PUBLIC_ONLY
        same = isinstance(known, dict) and known.get(game.name) == game.version
        return FULL if same else PUBLIC_ONLY
