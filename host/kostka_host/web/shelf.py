"""What browsers may ask for around a game: saves, seats, how the mat lies, its beginning and end.

Where the game on the table becomes another one, hands put its tokens right only when they are
asked to: the board first shows what differs.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

from kostka import games
from kostka.errors import KostkaError
from kostka.rules.game import Game

from kostka_host import saves
from kostka_host.web.arguments import kinds, number, text
from kostka_host.web.desk import Desk
from kostka_host.web.hub import Steps, Wish

POLL_MS = 20
NEW_MS = 10_000  # in which a board begins another game, with a restart


class Shelf:
    """Wishes of the table's page; errors are KostkaErrors."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def wishes(self) -> dict[str, Callable[[Wish], Steps | None]]:
        """Return what may be asked for, by its word."""
        return {
            "saves": self._saves,
            "save": self._save,
            "open": self._open,
            "drop": self._drop,
            "seats": self._seats,
            "turn": self._turn,
            "abort": self._abort,
            "over": self._over,
        }

    def _saves(self, _wish: Wish | None = None) -> Steps:
        """Show the games on the board."""
        yield self._listing

    def _listing(self) -> None:
        self._desk.saves = saves.listed(self._desk.table)

    def _save(self, wish: Wish) -> Steps:
        """Give a game a name."""
        name, game_id = text(wish, "name"), text(wish, "id", "")
        yield lambda: saves.give_name(self._desk.table, name, game_id)
        yield self._listing

    def _drop(self, wish: Wish) -> Steps:
        return self._asking("drop", id=text(wish, "id"))

    def _open(self, wish: Wish) -> Steps:
        table, game_id = self._desk.table, text(wish, "id")
        yield lambda: saves.ask_open(table, game_id)
        yield from self._until(lambda: saves.opened(table, game_id))
        yield self._listing

    def _seats(self, wish: Wish) -> Steps:
        return self._asking("seats", k=kinds(wish, self._seat_count()))

    def _turn(self, wish: Wish) -> Steps:
        return self._asking("turn", turn=number(wish, "turn", 0, 3))

    def _abort(self, wish: Wish) -> Steps:
        line = self._desk.table.mirror.next_line
        return self._asking("abort", n=number(wish, "n", 0, 1 << 30, line))

    def _over(self, _wish: Wish) -> Steps:
        """Begin the same game anew, with the same players."""
        state = self._desk.state
        if state is None:
            raise KostkaError("play.no_game")
        game = games.load(state.game.name)
        played_by = self._desk.table.about.kinds
        return self.begin(game, state.seats, dict(state.options), played_by)

    def begin(
        self, game: Game, seats: int, options: dict[str, object], played_by: str
    ) -> Generator[float | Callable[[], Any], Any, None]:
        """Begin a new game and wait until it is there."""
        table = self._desk.table
        old = table.expect_new()
        yield lambda: table.ask_new(game, seats, options, played_by)
        yield from self._until(lambda: table.has_new(old))

    def _until(self, done: Callable[[], bool]) -> Generator[float, Any, None]:
        waited = 0
        while not done():
            if waited >= NEW_MS:
                raise KostkaError("table.no_start", self._desk.table.client.port)
            yield POLL_MS
            waited += POLL_MS

    def _seat_count(self) -> int:
        state = self._desk.state
        if state is None:
            raise KostkaError("play.no_game")
        return state.seats

    def _asking(self, kind: str, **fields: Any) -> Steps:
        """Ask, then look again at what is on the board."""
        table = self._desk.table
        yield lambda: table.ask(kind, **fields)
        yield self._listing
