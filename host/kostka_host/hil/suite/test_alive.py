"""The board is there: it greets, tells who it is, and computes as this host does."""

from __future__ import annotations

import pytest
from kostka import games
from kostka.rules.action import CHANCE
from kostka.rules.rng import XorShift
from kostka_host.hil import needs, on_board, raises
from kostka_host.hil.dut import Dut
from kostka_host.hil.hands import Clock, Eyes
from kostka_host.hil.sitting import Sitting

pytestmark = [pytest.mark.smoke]
ACTIONS = 40


def played(name: str, seats: int, actions: int) -> int:
    """Play a game at random and return the digest of what comes of it."""
    state = games.load(name).new_state(seats, games.load(name).complete(seats, {}))
    random = XorShift(7)
    for _ in range(actions):
        if state.is_terminal():
            break
        if state.current_player() == CHANCE:
            state.apply(random.pick(state.chance_outcomes()))
        else:
            legal = state.legal_actions()
            state.apply(legal[random.below(len(legal))])
    return state.digest()


@pytest.fixture
def expected() -> int:
    """What the game comes to on this host."""
    return played("ludo", 2, ACTIONS)


@needs("kostka")
@on_board(timeout_s=30)
def test_the_rules_are_the_same(expected: int) -> None:
    assert played("ludo", 2, ACTIONS) == expected


@needs("kostka")
@on_board
class TestLine:
    """The codec of checked lines, on the board."""

    def setup_method(self) -> None:
        from kostka import line

        self.sealed = line.seal('{"m":"ack"}')

    def test_a_line_is_read_back(self) -> None:
        from kostka import line

        assert line.unseal(self.sealed) == '{"m":"ack"}'

    def test_a_damaged_line_is_refused(self) -> None:
        from kostka import line

        assert line.unseal(self.sealed.replace("a", "b")) is None


@needs("kostka")
@on_board
def test_errors_carry_their_rule() -> None:
    from kostka.errors import IllegalAction

    with raises(IllegalAction) as caught:
        raise IllegalAction("LU-7", "action.illegal")
    assert caught.value.rule == "LU-7"


@needs("link")
def test_it_greets(at_table: Sitting, board: Dut) -> None:
    hello = at_table.table.client.hello
    assert hello["id"] == board.identity["id"] or not board.identity["id"]
    assert str(hello["lay"]).endswith(board.identity["layout"].rpartition(":")[2])
    assert at_table.ask("status")


@needs("link", "eyes.console", "clock")
def test_it_says_nothing_else(at_table: Sitting, eyes: Eyes, clock: Clock) -> None:
    mark = len(eyes.console())
    clock.advance(2000)
    assert "Traceback" not in eyes.console()[mark:]
