"""What a host asks about the saved games. Loaded for a moment, see kostka.app.brief."""

from kostka.compat import const
from kostka.link.fields import number

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.link.server import Server

    Message = dict[str, object]
    Fields = list[tuple[str, object]]

_GAMES = const(6)  # told in one answer


def listed(server: "Server", message: "Message") -> "Fields":
    """List games, some at a time."""
    found = server._table.shelf().listed(server._table)
    first = max(number(message, "from"), 0)
    part = [
        [one.id, one.name, one.game, one.lines, int(one.finished), int(one.current)]
        for one in found[first : first + _GAMES]
    ]
    return [("games", part), ("of", len(found))]


def take_up(server: "Server", message: "Message") -> "Fields":
    """Take a game up again."""
    server._table.shelf().open_game(server._table, str(message.get("id")))
    return [("n", server._table.session.lines)]


def drop(server: "Server", message: "Message") -> "Fields":
    """Forget a game."""
    server._table.shelf().drop(server._table, str(message.get("id")))
    return []


def save(server: "Server", message: "Message") -> "Fields":
    """Give a game a name."""
    name, game_id = str(message.get("name", "")), str(message.get("id", ""))
    server._table.shelf().give_name(server._table, name, game_id)
    return []


ASKS = {"games": listed, "open": take_up, "drop": drop, "save": save}
