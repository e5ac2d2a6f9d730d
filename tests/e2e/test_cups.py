"""Games thrown from dice cups on a virtual board: hands, chips, firmware, link and mirror."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from kostka.rules import events as ev
from kostka.rules import request as rq
from kostka.rules.state import State
from kostka_host import places
from kostka_host.boards.virtual import VirtualBoard
from kostka_host.follow import Step
from kostka_host.simulate.family import Family
from kostka_host.table import Table
from kostka_host.vm import ROOMY_HEAP
from kostka_long import shortened

pytestmark = pytest.mark.vm

THROWS = 12
AWAY_MS = 1000  # an empty cup is seen in that time


class CupFamily(Family):
    """A family that throws its dice into the open cups, by turns, and never by keys."""

    board: VirtualBoard
    thrown: list[int]

    def _throw(self, state: State, public: rq.Request) -> None:
        (kind,) = public.dice
        cup = len(self.thrown) % 2
        self.board.hand_die(cup, "take")
        self.board.advance(AWAY_MS)
        self.board.hand_die(cup, "throw", kind)
        assert self._wait_for([]) == 1
        die = self.board.dice()[cup]
        assert die is not None
        assert die["flat"]
        self.thrown.append(die["value"])


@pytest.fixture
def table(vm: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "run"))
    board = VirtualBoard.spawn(tied=True, clock="virtual", seed=4, heap=ROOMY_HEAP)
    table = Table(board, places.finder(board.link()), tmp_path / "game.jsonl", stepped=True)
    yield table
    table.close()
    board.close()


@pytest.mark.parametrize(
    ("name", "seats", "kind"),
    shortened([("ludo", 4, rq.D6), ("kombat", 2, rq.D6), ("arena", 3, rq.COLOR)], 1, 2),
)
def test_a_game_is_thrown_from_cups(table: Table, name: str, seats: int, kind: int) -> None:
    board = table.board
    assert isinstance(board, VirtualBoard)
    heard: list[tuple[str, int, int]] = []  # source, kind and face of all throws

    def look() -> list[Step]:
        steps = table.look()
        for step in steps:
            for event in step.events:
                if event[0] == ev.THROW:
                    heard.append((step.source, event[3], event[4]))
        return steps

    table.connect()
    table.sit_down(name, seats, {"throws": "physical"}, False)
    mat = table.mat(name).part(table.layout.cell_bits)
    family = CupFamily(mat, board, lambda: table.state, look, 4)
    family.board, family.thrown = board, []
    family.set_up()
    while len(family.thrown) < THROWS:
        family.play_one()
    assert heard == [("u", kind, value) for value in family.thrown]
