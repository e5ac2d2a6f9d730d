"""A host at a board under test: mirror, referee's word, and a family that plays by hand."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from kostka.errors import LinkError

from kostka_host.boards.virtual import VirtualBoard
from kostka_host.hil.dut import Dut
from kostka_host.mirror import Mirror
from kostka_host.seating import make_family
from kostka_host.simulate.family import Family
from kostka_host.table import Table

START_S = 15.0
STUCK_S = 60.0  # of real time, after which a board that does not live is given up
SETTLE_S = 5.0
GAME_S = 20.0


class Sitting:
    """A table that was greeted. Waits are real time, in which a stepped board lives on."""

    def __init__(self, dut: Dut, place: str, folder: Path) -> None:
        """Greet the board; journals of its games go into a folder.

        Raises:
            LinkError: it does not answer.
        """
        assert dut.board is not None
        dut.calm()
        self.dut = dut
        self.table = Table(dut.board, lambda: [place], watch=True, stepped=dut.stepped)
        # not among the journals of the owner
        self.table.mirror = Mirror(self.table.client, folder)
        try:
            self.table.connect(START_S)
        except BaseException:  # also Ctrl-C: nobody else could close the table
            self.table.close()
            raise

    def leave(self) -> None:
        """Let the board play on by itself."""
        for name, count in self.table.client.counters().items():
            key = f"link_{name}"
            self.dut.statistics[key] = self.dut.statistics.get(key, 0) + count
        self.table.close()

    def wait(self, what: Callable[[], object], timeout_s: float = SETTLE_S) -> None:
        """Wait until something is so.

        Raises:
            AssertionError: it is not in time; the referee's last word explains.
        """
        __tracebackhide__ = True
        limit_s = timeout_s * self.dut.patience
        began_s, began = self._board_s(), time.monotonic()
        while True:
            try:
                self.table.wait(lambda: bool(what()), limit_s)
                return
            except LinkError as problem:
                if problem.text != "link.no_answer":
                    raise
            # on a busy machine a stepped board may not have lived that long yet
            lived = self._board_s() - began_s >= timeout_s
            if lived or time.monotonic() - began > STUCK_S + limit_s:
                raise AssertionError(f"not within {limit_s:g} s; {self.table.verdict}")

    def _board_s(self) -> float:
        """Return the time of the board."""
        board = self.dut.board
        return board.time_us() / 1e6 if isinstance(board, VirtualBoard) else time.monotonic()

    def wait_for(self, outcome: str, timeout_s: float = SETTLE_S) -> None:
        """Wait until the referee says something: same, way, wrong, …"""
        self.wait(lambda: self.table.verdict.outcome == outcome, timeout_s)

    def begin(self, game: str, seats: int, **options: object) -> Family:
        """Begin a game; return the family, whose tokens stand right."""
        return self._family(game, seats, options)

    def _family(self, game: str, seats: int, options: Mapping[str, object]) -> Family:
        self.table.sit_down(game, seats, options, True)
        family = make_family(self.table, game, self.dut.wishes.seed & 0xFFFF)
        family.set_up()
        self.wait_for("same")
        return family

    def go_on(self) -> Family:
        """Follow the game in play; return a family that takes the tokens over as they stand."""
        self.table.catch_up()
        family = make_family(self.table, self.table.game_name, self.dut.wishes.seed & 0xFFFF)
        family.take_over(self.table.board.tokens)
        family.set_up()
        self.wait_for("same")
        return family

    def play(self, family: Family, gestures: int) -> None:
        """Play some gestures, or to the end where that is nearer."""
        for _ in range(gestures):
            if self.table.state.is_terminal():
                break
            family.play_one()
        self.table.check()

    def position(self) -> tuple[str, int, int]:
        """Return what makes two games the same: id, lines, digest of the state."""
        mirror = self.table.mirror
        return mirror.follower.game_id, mirror.next_line, self.table.state.digest()

    def setting(self, name: str) -> object:
        """Return a setting that was chosen on the board, None where it is the default."""
        answer = self.table.ask("config")
        return answer["v"][name] if name in answer.get("own", ()) else None

    def ask(self, kind: str, timeout_s: float = SETTLE_S, **fields: Any) -> dict[str, Any]:
        """Ask the board."""
        answer: dict[str, Any] = self.table.ask(kind, timeout_s, **fields)
        return answer
