"""The games on the shelf of a table: which there are, opening, naming and dropping them.

Loaded when somebody asks for it; play does without.
"""

from kostka.app.about import NAME_MAX
from kostka.errors import JournalError, KostkaError

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.app.table import Table

NAMED = 8  # games with a name; they stay until somebody drops them
WORDS = ("Alfa", "Bravo", "Delta", "Echo", "Kilo", "Lima", "Metro", "Tango")  # in any language


class Save:
    """One game on the shelf."""

    def __init__(self, table: "Table", found: tuple[str, str, int, bool]) -> None:
        self.id, self.game, self.lines, self.finished = found
        self.name = str(table.journal.about(self.id).get("name") or "")  # type: ignore[attr-defined]
        self.current = self.id == table.session.id and table.session.playing


def listed(table: "Table") -> list[Save]:
    """Return all games, the one used last first."""
    return [Save(table, found) for found in table.journal.games()]  # type: ignore[attr-defined]


def find(table: "Table", game_id: str) -> Save:
    """Return a game by its id.

    Raises:
        KostkaError: there is none.
    """
    for save in listed(table):
        if save.id == game_id:
            return save
    raise KostkaError("saves.unknown", game_id[:16])


def suggestions(table: "Table") -> list[str]:
    """Return names that may be given, one for each word."""
    taken = [save.name.lower() for save in listed(table)]
    found = []
    for word in WORDS:
        name, number = word, 1
        while name.lower() in taken:
            number += 1
            name = "%s %d" % (word, number)
        found.append(name)
    return found


def give_name(table: "Table", name: str, game_id: str = "") -> None:
    """Name a game, the one in play by default; "" takes its name away.

    Raises:
        KostkaError: the name is of no use or taken, or there are NAMED names already.
    """
    session = table.session
    if not game_id and not session.playing:
        raise KostkaError("play.no_game")
    save = find(table, game_id or session.id)
    name = name.strip()
    if len(name) > NAME_MAX or any([ord(c) < 32 for c in name]):
        raise KostkaError("saves.bad_name", NAME_MAX)
    named = [one for one in listed(table) if one.name and one.id != save.id]
    if name and name.lower() in [one.name.lower() for one in named]:
        raise KostkaError("saves.taken", name)
    if name and not save.name and len(named) >= NAMED:
        raise KostkaError("saves.too_many", NAMED)
    if save.current:
        table.about.name = name
        table.keep_about()
        return
    note = table.journal.about(save.id)  # type: ignore[attr-defined]
    pairs = [("name", name), ("k", note.get("k", "")), ("turn", note.get("turn", 0))]
    table.journal.set_about(save.id, pairs)  # type: ignore[attr-defined]


def drop(table: "Table", game_id: str) -> None:
    """Delete a game for good.

    Raises:
        KostkaError: there is none, or it is the one in play.
    """
    save = find(table, game_id)
    if save.current or game_id == table.journal.current():  # type: ignore[attr-defined]
        raise KostkaError("saves.in_play")
    try:
        table.journal.drop(game_id)  # type: ignore[attr-defined]
    except OSError as problem:
        raise JournalError("journal.write", 0, str(problem))


def open_game(table: "Table", game_id: str) -> None:
    """Put another game into play; one of another kind is opened after a restart.

    The game before stays on the shelf as it is. Where the new one cannot be opened, the one
    before goes on.

    Raises:
        KostkaError: there is no such game, or its journal cannot be played on.
    """
    save = find(table, game_id)
    if save.current:
        return
    session = table.session
    if session.playing and session.game.name != save.game:
        from kostka import games

        games.find(save.game)  # raises where this board has no such game
        table.journal.open(game_id)  # type: ignore[attr-defined]
        table.restart()
        return
    before = session.id
    try:
        table.take_up(game_id)
        session.tell(0)  # type: ignore[operator]  # hosts get it from its header on
    except (KostkaError, OSError) as problem:
        if before:
            table.journal.open(before)  # type: ignore[attr-defined]
        if isinstance(problem, OSError):
            raise JournalError("journal.open", game_id, str(problem))
        raise
