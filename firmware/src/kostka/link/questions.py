"""What a host may ask of the table, and the fields of its messages."""

from kostka.errors import LinkError

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from collections.abc import Callable

    from kostka.app.table import Table
    from kostka.link.server import Server

    Message = dict[str, object]
    Fields = list[tuple[str, object]]


class Questions:
    """Does what is asked. `asks` maps the name of a question to what answers it.

    An answer is the fields of a reply; a refusal is a KostkaError.
    """

    def __init__(self, table: "Table", server: "Server") -> None:
        self._table = table
        self._server = server
        self.asks: dict[str, Callable[[Message], Fields]] = {
            "do": self._do,
            "roll": self._roll,
            "undo": self._undo,
            "key": self._key,
            "new": self._new,
            "learn": self._learn,
            "teach": self._teach,
            "status": self._status,
            "quit": self._quit,
        }

    def _do(self, message: "Message") -> "Fields":
        actions = message.get("a")
        if not isinstance(actions, list):
            raise LinkError("link.bad_request", "a")
        for action in actions:
            if isinstance(action, bool) or not isinstance(action, int):
                raise LinkError("link.bad_request", "a")
        source = str(message.get("s"))
        if source not in ("h", "r"):
            source = "p"
        if "seat" in message and len(actions) == 1:
            self._expect(message)
            line = self._table.answer(number(message, "seat"), actions[0], source)
        else:
            line = self._table.play(actions, source, expected(message, "n"))
        return [("n", line)]

    def _expect(self, message: "Message") -> None:
        if expected(message, "n") not in (None, self._table.session.lines):
            raise LinkError("link.stale")

    def _roll(self, message: "Message") -> "Fields":
        return [("n", self._table.throw(expected(message, "n")))]

    def _undo(self, message: "Message") -> "Fields":
        return [("n", self._table.undo(number(message, "n"), expected(message, "e")))]

    def _key(self, message: "Message") -> "Fields":
        seat, key = number(message, "seat"), number(message, "key")
        if not (0 <= seat < self._table.lights.panels and 0 <= key < 4):
            raise LinkError("link.bad_request", "key")
        self._table.key(seat << 4 | key << 1 | (number(message, "held") == 1))
        return []

    def _new(self, message: "Message") -> "Fields":
        options = message.get("opt")
        if not isinstance(options, dict):
            options = {}  # an object without members is an empty list here
        name = str(message.get("game"))
        self._table.start(name, number(message, "seats"), options)
        return [("n", self._table.session.lines)]

    def _learn(self, message: "Message") -> "Fields":
        kind = number(message, "die")
        self._table.learn(
            str(message.get("w")),
            str(message.get("name") or ""),
            kind if kind > 0 else 6,
            max(number(message, "cup"), 0),
            number(message, "cell"),
        )
        return []

    def _teach(self, message: "Message") -> "Fields":
        thing = message.get("t")
        if not isinstance(thing, list) or len(thing) != 2:
            raise LinkError("link.bad_request", "t")
        if self._table.screen is None:
            raise LinkError("tags.no_reader")
        self._table.screen.teach(str(thing[0]), str(thing[1]))  # type: ignore[attr-defined]
        return []

    def _status(self, message: "Message") -> "Fields":
        import gc

        gc.collect()  # what is free, not what has not been collected
        table = self._table
        server = self._server
        return [
            ("n", table.session.lines),
            ("free", gc.mem_free() if hasattr(gc, "mem_free") else 0),
            ("dropped", server.out.dropped),
            ("bad", server.bad),
            ("refused", server.refused),
            ("gone", server.gone),
            ("crashes", table.tasks.crashes if table.tasks is not None else 0),  # type: ignore[attr-defined]
            ("missed", table.scanner.missed if table.scanner is not None else 0),  # type: ignore[attr-defined]
        ]

    def _quit(self, message: "Message") -> "Fields":
        if self._table.leave is not None:
            self._table.leave()  # type: ignore[operator]
        return []


def number(message: "Message", name: str) -> int:
    """Return an int field of a message, -1 where there is none."""
    value = message.get(name)
    if isinstance(value, bool) or not isinstance(value, int):  # a bool is an int on CPython
        return -1
    return value if -(1 << 30) < value < 1 << 30 else -1


def expected(message: "Message", name: str) -> int | None:
    """Return the line number that a request expects, None where it names none."""
    return number(message, name) if name in message else None


def plain(params: "object", depth: int = 3) -> list[object]:
    """Return arguments of a message as what a checked line can hold, lists down to a depth."""
    found: list[object] = []
    for param in params:  # type: ignore[attr-defined]
        if isinstance(param, (list, tuple)):
            found.append(plain(param, depth - 1) if depth else [])
        elif param is None or isinstance(param, (int, str)):
            found.append(param)
        else:
            found.append(str(param))
    return found
