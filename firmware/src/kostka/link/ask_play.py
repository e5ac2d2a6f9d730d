"""What a host asks about the game under way. Loaded for a moment, see kostka.app.brief."""

from kostka.errors import KostkaError, LinkError
from kostka.link.fields import expected, number

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.link.server import Server

    Message = dict[str, object]
    Fields = list[tuple[str, object]]


def do(server: "Server", message: "Message") -> "Fields":
    """Play actions, or give a seat's own answer."""
    actions = message.get("a")
    if not isinstance(actions, list):
        raise LinkError("link.bad_request", "a")
    for action in actions:
        if isinstance(action, bool) or not isinstance(action, int):
            raise LinkError("link.bad_request", "a")
    source = str(message.get("s"))
    if source not in ("h", "r"):
        source = "p"
    table = server._table
    if "seat" in message and len(actions) == 1:
        if expected(message, "n") not in (None, table.session.lines):
            raise LinkError("link.stale")
        line = table.answer(number(message, "seat"), actions[0], source)
    else:
        line = table.play(actions, source, expected(message, "n"))
    return [("n", line)]


def roll(server: "Server", message: "Message") -> "Fields":
    """Let the board throw the dice."""
    return [("n", server._table.throw(expected(message, "n")))]


def undo(server: "Server", message: "Message") -> "Fields":
    """Go back to the state after a line."""
    return [("n", server._table.undo(number(message, "n"), expected(message, "e")))]


def key(server: "Server", message: "Message") -> "Fields":
    """Press a key of a seat panel."""
    seat, place = number(message, "seat"), number(message, "key")
    if not (0 <= seat < server._table.lights.panels and 0 <= place < 4):
        raise LinkError("link.bad_request", "key")
    server._table.key(seat << 4 | place << 1 | (number(message, "held") == 1))
    return []


def new(server: "Server", message: "Message") -> "Fields":
    """Begin a game."""
    options = message.get("opt")
    if not isinstance(options, dict):
        options = {}  # an object without members is an empty list here
    name = str(message.get("game"))
    server._table.start(name, number(message, "seats"), options, message.get("k"))
    return [("n", server._table.session.lines)]


def mask(server: "Server", message: "Message") -> "Fields":
    """Play without a cell's sensor, or with it again."""
    server._table.mask(number(message, "cell"), message.get("on") == 1)
    return []


def seats(server: "Server", message: "Message") -> "Fields":
    """Change who plays the seats."""
    server._table.seat(message.get("k"))
    return []


def turn(server: "Server", message: "Message") -> "Fields":
    """Turn the mat by quarters."""
    quarters = number(message, "turn")
    if not 0 <= quarters <= 3:
        raise LinkError("link.bad_request", "turn")
    if not server._table.session.playing:
        raise KostkaError("play.no_game")
    server._table.turn(quarters)
    return []


def abort(server: "Server", message: "Message") -> "Fields":
    """End the game without a result."""
    return [("n", server._table.abort(expected(message, "n")))]


ASKS = {
    "do": do,
    "roll": roll,
    "undo": undo,
    "key": key,
    "new": new,
    "mask": mask,
    "seats": seats,
    "turn": turn,
    "abort": abort,
}
