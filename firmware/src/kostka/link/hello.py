"""Greets hosts, and tells those that know another version of a game what everybody may see."""

from kostka import games
from kostka.line import dumps
from kostka.link.server import FULL, LIGHTS, PUBLIC_ONLY
from kostka.play.lines import hex8
from kostka.rules.action import PUBLIC
from kostka.rules.events import visible
from kostka.version import PROTOCOL

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.link.server import Server

    Message = dict[str, object]


def greet(server: "Server", message: "Message") -> None:
    """Greet back. A host of another major version is told ours and nothing else."""
    version = message.get("p")
    same = isinstance(version, list) and len(version) > 0 and version[0] == PROTOCOL[0]
    session = server._table.session
    server._versions = message.get("v")
    server._own = message.get("o")
    server._feed = server._feed_due()
    game: object = None
    server._next = 0
    if session.playing:
        name, now = session.game.name, session.game.version
        server._next = session.lines
        game = [
            ("game", name),
            ("v", now),
            ("seats", session.state.seats),
            ("n", session.lines),
            ("id", session.id),
            ("data", hex8(session.game.data_digest())),
        ]
        if server._feed == FULL:
            game.append(("c", hex8(session.chain)))
    server._watch = message.get("w") == 1
    server._drop_bodies()
    server._version = -1
    server._sure = LIGHTS
    server._look_due = server._pub_due = server._about_due = server._menu_due = False
    for i in range(LIGHTS):
        server._codes[i] = 0
    fields = server._ident + [("games", _games(server)), ("feed", server._feed), ("g", game)]
    server.out.greet("," + dumps(fields)[1:-1])
    server.greetings += 1
    if not same:
        server.out.attached = False  # the greeting still goes out
        return
    server._look_due = not server.tell("look", server._table.look())
    server.about()
    if server._table.menu is not None:
        server.menu()
    if server._feed == PUBLIC_ONLY:
        server._tell_public()
    for text, params in server._table.standing:
        server.note(text, list(params))


def _games(server: "Server") -> list[tuple[str, object]]:
    """Return the version of each game; 0 where it is not loaded, which would take heap."""
    session = server._table.session
    loaded = session.game if session.playing else None
    found: list[tuple[str, object]] = []
    for name in games.names():
        same = loaded is not None and loaded.name == name
        found.append((name, loaded.version if same else 0))  # type: ignore[union-attr]
    return found


def tell_public(server: "Server") -> None:
    """Tell what the last line did, as everybody may see it."""
    session = server._table.session
    state = session.state
    request = state.request(PUBLIC)
    events = [list(event) for event in session.events if visible(event, PUBLIC)]
    fields: list[tuple[str, object]] = [
        ("ev", events),
        ("req", [request.seat, request.what, request.text, list(request.args)]),
        ("tok", [[spot, token] for spot, token in state.tokens()]),
    ]
    server._pub_due = not server.tell("pub", fields)
