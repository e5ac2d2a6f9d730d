"""What a host may ask of the table, and the fields of its messages."""

from kostka.compat import const
from kostka.errors import KostkaError, LinkError
from kostka.line import dumps
from kostka.link.fields import expected, number, plain

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from collections.abc import Callable

    from kostka.app.table import Table
    from kostka.link.server import Server

    Message = dict[str, object]
    Fields = list[tuple[str, object]]

_GAMES = const(6)  # told in one answer
_REPLIES = const(4)  # answers kept for questions that come twice
# What values of a wrong type or size run into; nesting too deep is a RuntimeError.
_NONSENSE = (
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    ArithmeticError,
    RuntimeError,
)


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
            "mask": self._mask,
            "games": self._games,
            "open": self._open,
            "drop": self._drop,
            "save": self._save,
            "seats": self._seats,
            "turn": self._turn,
            "abort": self._abort,
            "learn": self._learn,
            "teach": self._teach,
            "status": self._status,
            "config": self._config,
            "log": self._log,
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
        self._table.start(name, number(message, "seats"), options, message.get("k"))
        return [("n", self._table.session.lines)]

    def _mask(self, message: "Message") -> "Fields":
        self._table.mask(number(message, "cell"), message.get("on") == 1)
        return []

    # Games on the shelf ----------------------------------------------------------------------

    def _games(self, message: "Message") -> "Fields":
        found = self._table.shelf().listed(self._table)
        first = max(number(message, "from"), 0)
        part = [
            [one.id, one.name, one.game, one.lines, int(one.finished), int(one.current)]
            for one in found[first : first + _GAMES]
        ]
        return [("games", part), ("of", len(found))]

    def _open(self, message: "Message") -> "Fields":
        self._table.shelf().open_game(self._table, str(message.get("id")))
        return [("n", self._table.session.lines)]

    def _drop(self, message: "Message") -> "Fields":
        self._table.shelf().drop(self._table, str(message.get("id")))
        return []

    def _save(self, message: "Message") -> "Fields":
        name, game_id = str(message.get("name", "")), str(message.get("id", ""))
        self._table.shelf().give_name(self._table, name, game_id)
        return []

    def _seats(self, message: "Message") -> "Fields":
        self._table.seat(message.get("k"))
        return []

    def _turn(self, message: "Message") -> "Fields":
        quarters = number(message, "turn")
        if not 0 <= quarters <= 3:
            raise LinkError("link.bad_request", "turn")
        if not self._table.session.playing:
            raise KostkaError("play.no_game")
        self._table.turn(quarters)
        return []

    def _abort(self, message: "Message") -> "Fields":
        return [("n", self._table.abort(expected(message, "n")))]

    # -----------------------------------------------------------------------------------------

    def _learn(self, message: "Message") -> "Fields":
        from kostka.link import beside

        return beside.learn(self._table, message)

    def _teach(self, message: "Message") -> "Fields":
        from kostka.link import beside

        return beside.teach(self._table, message)

    def _status(self, message: "Message") -> "Fields":
        import gc
        import os

        gc.collect()  # what is free, not what has not been collected
        table = self._table
        server = self._server
        free = gc.mem_free() if hasattr(gc, "mem_free") else 0
        found: Fields = [
            ("n", table.session.lines),
            ("free", free),
            ("dropped", server.out.dropped),
            ("bad", server.bad),
            ("refused", server.refused),
            ("gone", server.gone),
            ("unread", server.unread),
        ]
        if table.tasks is not None:
            found.append(("crashes", table.tasks.crashes))  # type: ignore[attr-defined]
            health = table.tasks.health  # type: ignore[attr-defined]
            found.append(("late", health.late))
            if message.get("full") == 1:
                found.append(("block", health.largest_block(free)))
        if table.scanner is not None:
            found.append(("missed", table.scanner.missed))  # type: ignore[attr-defined]
            found.append(("bus", list(table.scanner.errors)))  # type: ignore[attr-defined]
            found.append(("keys", table.scanner.keys_lost))  # type: ignore[attr-defined]
        found.append(("safe", 1 if table.safe else 0))
        for name in os.listdir("/"):
            if name.startswith("swap."):  # a change of release, see device/slots.py
                found.append(("swap", name[5:]))
        return found

    def _config(self, message: "Message") -> "Fields":
        settings = self._table.settings
        if settings is None:
            raise LinkError("link.bad_request", "config")
        values = message.get("set") or {}  # an object without members is an empty list here
        if not isinstance(values, dict):
            raise LinkError("link.bad_request", "set")
        forget = message.get("reset") == 1
        if values or forget:
            settings.change(values, forget)  # type: ignore[attr-defined]
        config = settings.config  # type: ignore[attr-defined]
        return [
            ("cfg", "%08x" % config.crc()),
            ("v", config.pairs()),
            ("own", sorted(config.chosen)),
            ("kept", sorted(config.kept)),
        ]

    def _log(self, message: "Message") -> "Fields":
        """Return one of the last crashes, 0 the newest; no crash at all where there are fewer."""
        tasks = self._table.tasks
        count, crashes = tasks.guard.log() if tasks is not None else (0, [])  # type: ignore[attr-defined]
        at = number(message, "k")
        crash = crashes[at] if 0 <= at < len(crashes) else {}
        found: Fields = [("count", count)]
        for name in ("game", "line", "free", "up", "what"):
            if name in crash:
                found.append((name, crash[name]))
        return found

    def _quit(self, message: "Message") -> "Fields":
        if self._table.leave is not None:
            self._table.leave()  # type: ignore[operator]
        return []


def answer(server: "Server", kind: object, message: "Message") -> bool:
    """Do what is asked, once; a question that comes again gets the same answer again.

    Return False where there is no such question.
    """
    ask_of = Questions(server._table, server).asks.get(kind) if isinstance(kind, str) else None
    if ask_of is None:
        return False
    client, ask = message.get("c"), max(number(message, "i"), 0)
    if not isinstance(client, str):
        client, ask = "", 0  # nobody that could ask again
    reply = ""
    for one in server._replies:
        if ask and one[0] == client and one[1] == ask:
            reply = one[2]
    if not reply:
        fields: list[tuple[str, object]] = [("r", ask)]
        try:
            fields.append(("ok", 1))
            fields.extend(ask_of(message))
        except KostkaError as problem:
            fields = [("r", ask), ("ok", 0), ("err", problem.text)]
            fields += [("x", plain(problem.params)), ("rule", problem.rule)]
        except _NONSENSE as problem:
            server.refused += 1
            fields = [("r", ask), ("ok", 0), ("err", "link.bad_request")]
            fields += [("x", [str(problem)]), ("rule", "")]
        except (OSError, MemoryError) as problem:
            fields = [("r", ask), ("ok", 0), ("err", "link.failed")]
            fields += [("x", [str(problem)]), ("rule", "")]
        reply = "," + dumps(fields)[1:-1]
        if ask:
            server._replies = server._replies[1 - _REPLIES :] + [(client, ask, reply)]
    server.out.say("re", reply)
    return True
