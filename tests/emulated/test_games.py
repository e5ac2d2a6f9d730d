"""The heap that large games leave on an emulated RP2040, with a host and some lines played."""

import json

import kostka_engine as engine
import pytest
from kostka import games, mats
from kostka.rules.action import CHANCE
from kostka.rules.rng import XorShift

pytestmark = [pytest.mark.uf2, pytest.mark.slow]

START_MS = 3000
FREE = 100_000
LINES = 6
LARGE = ("arena", "chasing", "dragon_dice")
TABLES = {"dragon_dice": (2, {"force": 36})}  # seats and options; others: as many as can play


def begin(board, name):
    """Let a host begin a game for as many as can play, on a board that has none."""
    game = games.load(name)
    versions = json.dumps({name: game.version}, separators=(",", ":"))
    assert board.until(lambda: board.scans and board.frames, START_MS)
    assert board.attach(versions)
    seats, options = TABLES.get(name, (game.seats[1], []))
    wanted = {"game": name, "seats": seats, "opt": options}
    board.ask("new", "," + json.dumps(wanted, separators=(",", ":"))[1:-1])
    assert board.until(lambda: board.lines, 2 * START_MS), board.messages
    board.mat = mats.load(name)


def play(board, rng):
    """Let the host play what comes next, and hands do what it says."""
    state, count = board.state, len(board.lines)
    if state.current_player() == CHANCE:
        work, actions = state.clone(), []
        for _ in state.request(-1).dice:
            actions.append(engine.pick(work, rng))
            work.apply(actions[-1])
        more = ""
    else:
        seat = state.may_answer()[-1]
        legal = state.legal_actions(seat)
        actions = [legal[rng.below(len(legal))]]
        more = ',"seat":%d' % seat
    words = json.dumps(actions, separators=(",", ":"))
    answer = board.ask("do", ',"n":%d,"a":%s,"s":"p"%s' % (count, words, more))
    assert answer["ok"] == 1, answer
    if answer["n"] >= 0:
        assert board.until(lambda: len(board.lines) > count, 1000)
        board.stand()


@pytest.mark.parametrize("name", LARGE)
def test_heap_stays_free_in_play(power_on, name, record_property):
    board = power_on({})
    begin(board, name)
    board.stand()
    rng = XorShift(5)
    for _ in range(LINES):
        if not board.state.is_terminal():
            play(board, rng)
    board.run(300)
    status = board.status()
    record_property("free", status["free"])
    print(f"\n{name}: {status['free']} bytes free after {len(board.lines)} lines")
    assert len(board.lines) >= 3
    assert (status["crashes"], status["missed"]) == (0, 0)
    assert status["free"] >= FREE
