"""What a host asks of what stands beside the field. Loaded for a moment, see kostka.app.brief."""

from kostka.errors import LinkError
from kostka.link.fields import number

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.link.server import Server

    Message = dict[str, object]
    Fields = list[tuple[str, object]]


def learn(server: "Server", message: "Message") -> "Fields":
    """Begin a procedure, or end one; raises like kostka.app.learn.begin()."""
    server._table.learn(
        str(message.get("w")),
        str(message.get("name") or ""),
        number(message, "die") if "die" in message else 6,
        number(message, "cup") if "cup" in message else 0,
        number(message, "cell"),
    )
    return []


def teach(server: "Server", message: "Message") -> "Fields":
    """Let the tag on the stand belong to a thing.

    Raises:
        KostkaError: there is no stand, no single tag on it, or no such kind of thing.
    """
    thing = message.get("t")
    if not isinstance(thing, list) or len(thing) != 2:
        raise LinkError("link.bad_request", "t")
    screen = server._table.screen
    if screen is None:
        raise LinkError("tags.no_reader")
    screen.teach(str(thing[0]), str(thing[1]))  # type: ignore[attr-defined]
    return []


ASKS = {"learn": learn, "teach": teach}
