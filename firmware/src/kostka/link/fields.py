"""Fields of messages: what a host sent, as what was meant; arguments, as what a line can hold."""

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    Message = dict[str, object]


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
