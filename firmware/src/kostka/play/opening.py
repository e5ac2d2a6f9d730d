"""How a game begins. Loaded for a moment, see kostka.app.brief."""

from kostka import games
from kostka.errors import JournalError
from kostka.play.lines import hex8
from kostka.rules import chain
from kostka.version import JOURNAL, VERSION

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.play.session import Session
    from kostka.rules.game import Game

    Pairs = list[tuple[str, object]]


def start(
    session: "Session", name: str, seats: int, options: dict[str, object], game_id: str
) -> None:
    """Begin a new game with its header line; see Session.start()."""
    game = games.load(name)
    full = game.complete(seats, options)
    state = game.new_state(seats, full)
    pairs = header(game, seats, full, game_id, VERSION)
    try:
        body = session.journal.begin(game_id, pairs)  # type: ignore[attr-defined]
    except OSError as problem:
        raise JournalError("journal.write", 0, str(problem))
    session._forget()
    session._past.forget()
    session._game, session._state, session.id = game, state, game_id
    session.chain = chain.start(body)
    session.lines = 1
    session._past.note(0, state)
    session._call_show()
    session._call_tell(0)


def header(
    game: "Game", seats: int, options: dict[str, object], game_id: str, firmware: str
) -> "Pairs":
    """Return the fields of a header line; `options` are complete."""
    return [
        ("j", JOURNAL),
        ("game", game.name),
        ("v", game.version),
        ("seats", seats),
        ("opt", game.option_pairs(options)),
        ("data", hex8(game.data_digest())),
        ("id", game_id),
        ("fw", firmware),
    ]
