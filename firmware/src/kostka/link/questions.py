"""Answers what a host asks. Loaded for a moment, as the modules with the questions are."""

from kostka.compat import const
from kostka.errors import KostkaError
from kostka.line import dumps
from kostka.link.fields import number, plain

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from collections.abc import Callable

    from kostka.link.server import Server

    Message = dict[str, object]
    Fields = list[tuple[str, object]]

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


def _ask_of(kind: object) -> "Callable[[Server, Message], Fields] | None":
    """Return what answers a question, None where there is no such question.

    Only the module that has it is loaded: answers have to fit beside a game. It takes the server
    and the message, returns the fields of a reply, and refuses with a KostkaError.
    """
    if kind in ("games", "open", "drop", "save"):
        from kostka.link import ask_shelf as asks
    elif kind in ("status", "config", "log", "quit"):
        from kostka.link import ask_board as asks  # type: ignore[no-redef]
    elif kind in ("learn", "teach"):
        from kostka.link import ask_beside as asks  # type: ignore[no-redef]
    else:
        from kostka.link import ask_play as asks  # type: ignore[no-redef]
    return asks.ASKS.get(kind) if isinstance(kind, str) else None


def answer(server: "Server", kind: object, message: "Message") -> bool:
    """Do what is asked, once; a question that comes again gets the same answer again.

    Return False where there is no such question.
    """
    ask_of = _ask_of(kind)
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
            fields.extend(ask_of(server, message))
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
