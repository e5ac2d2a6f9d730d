"""The games on a board's shelf, over its link: list, open, name and drop them."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from kostka.errors import KostkaError, LinkError

from kostka_host.table import ANSWER_S, NEW_GAME_S, Table


@dataclass(frozen=True)
class Save:
    """One game on the shelf; `lines` counts its journal's lines."""

    id: str
    name: str
    game: str
    lines: int
    finished: bool
    current: bool

    def plain(self) -> dict[str, Any]:
        """Return it as JSON can hold it."""
        return asdict(self)


def listed(table: Table) -> list[Save]:
    """Return all games of a board, the one used last first. Any thread may.

    Raises:
        KostkaError: the board refused, or did not answer.
    """
    found: dict[str, Save] = {}
    at, count = 0, 1
    while at < count:
        reply = table.ask("games", **{"from": at})
        rows, count = list(reply.get("games") or []), int(reply.get("of", 0))
        if not rows:
            break
        at += len(rows)
        for game_id, name, game, lines, finished, current in rows:
            found[game_id] = Save(game_id, name, game, lines, bool(finished), bool(current))
    return list(found.values())


def find(table: Table, word: str) -> Save:
    """Return the game that a name, or the beginning of an id, means.

    Raises:
        KostkaError: there is none, or there are several.
    """
    saves = listed(table)
    named = [save for save in saves if save.name.lower() == word.lower() and word]
    found = named or [save for save in saves if save.id.startswith(word.lower()) and word]
    if not found:
        raise KostkaError("saves.unknown", word)
    if len(found) > 1:
        raise KostkaError("saves.several", word, len(found))
    return found[0]


def give_name(table: Table, name: str, game_id: str = "") -> None:
    """Name a game, the one in play by default. Any thread may.

    Raises:
        KostkaError: the board refused.
    """
    fields = {"id": game_id} if game_id else {}
    table.ask("save", name=name, **fields)  # type: ignore[arg-type]


def ask_open(table: Table, game_id: str) -> None:
    """Ask a board to put a game into play. Any thread may; opened() says when it has.

    Raises:
        KostkaError: it refused.
    """
    try:
        # never twice: a board that restarts for another game forgets that it was asked
        table.ask("open", ANSWER_S, ANSWER_S, id=game_id)
    except LinkError as problem:
        if problem.text != "link.no_answer":
            raise


def opened(table: Table, game_id: str) -> bool:
    """Say whether the mirror follows a game, up to its last line."""
    mirror = table.mirror
    running = table.client.hello.get("g")
    if mirror.public:
        return isinstance(running, dict) and running.get("id") == game_id
    return mirror.playing and mirror.follower.game_id == game_id and mirror.caught_up


def open_game(table: Table, game_id: str) -> None:
    """Put a game into play and wait until it is there; raises like ask_open()."""
    ask_open(table, game_id)
    table.wait(lambda: opened(table, game_id), NEW_GAME_S, "table.no_start")
