"""The benchmark counts what it plays and compares like with like."""

from __future__ import annotations

import random
import sys

import pytest
from kostka import games
from kostka.errors import OptionError
from kostka.rules.rng import XorShift
from kostka_host import bench

SHORT = {"pawns": 2}


def played(seed, options=SHORT):
    game = games.load("ludo")
    tally = bench.Tally()
    bench.play_game(game, 2, game.complete(2, options), XorShift(seed), tally)
    return tally.games, tally.throws, tally.moves


def test_equal_seeds_play_equal_games():
    assert played(5) == played(5)
    assert played(5) != played(6)


def test_moves_follow_throws_and_lots_are_no_throws():
    game = games.load("ludo")
    rng = XorShift(5)
    state = game.new_state(2, SHORT)
    throws = moves = lots = 0
    while not state.is_terminal():
        outcomes = state.chance_outcomes()
        if outcomes:
            action = rng.pick(outcomes)
            lots += state.action_text(action).startswith("lot")
            throws += state.action_text(action).startswith("d")
        else:
            legal = state.legal_actions()
            action = legal[rng.below(len(legal))]
            moves += 1
        state.apply(action)
    assert lots == 1
    assert played(5) == (1, throws, moves)


def test_both_sides_have_the_same_time_in_turns():
    order = []
    sides = []
    for name in "ab":
        sides.append((bench.Tally(), lambda name=name: order.append(name)))
    bench.take_turns(list(sides), 0.04)
    for tally, _ in sides:
        assert 0.04 <= tally.wall_s < 0.4
    blocks = [name for n, name in enumerate(order) if n == 0 or order[n - 1] != name]
    assert blocks[:6] == ["a", "b"] * 3


class Dice:
    """A ludopy of two pieces that ends after six throws, every second of them without a move."""

    def __init__(self, ghost_players):
        assert ghost_players == [1, 3]
        self.n = 0

    def get_observation(self):
        self.n += 1
        pieces = [0, 1] if self.n % 2 else []
        return (6, pieces, [], [], False, False), 0

    def answer_observation(self, piece):
        assert piece in ((0, 1) if self.n % 2 else (-1,))
        return (6, [], [], [], False, self.n == 6)


def test_ludopy_is_counted_in_throws_too():
    module = type(sys)("ludopy")
    module.Game = Dice
    tally = bench.Tally()
    bench.play_ludopy(module, 2, random.Random(1), tally)
    assert (tally.games, tally.throws, tally.moves) == (1, 6, 3)


FAKE = "import cv2\nicon = cv2.resize(cv2.imread('x'), (4, 4))\nFLAG = cv2.ANY\nclass Game: pass\n"


def test_opencv_is_not_needed_and_leaves_no_trace(tmp_path, monkeypatch):
    (tmp_path / "ludopy.py").write_text(FAKE, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "ludopy", raising=False)
    monkeypatch.setattr(sys, "meta_path", [_NoOpenCv(), *sys.meta_path])
    try:
        assert bench.import_ludopy().Game
        assert "cv2" not in sys.modules
    finally:
        del sys.modules["ludopy"]


class _NoOpenCv:
    def find_spec(self, name, path=None, target=None):
        if name == "cv2":
            raise ImportError("no cv2 in this test")


def test_without_ludopy_the_result_says_what_to_install(monkeypatch):
    def missing():
        raise ImportError

    monkeypatch.setattr(bench, "import_ludopy", missing)
    result = bench.measure_rules("ludo", 2, SHORT, 0.1, 1)
    assert result["ratio_ludopy"] is None
    assert result["ludopy_steps_per_s"] is None
    assert result["reason"] == ["bench.no_ludopy", bench.LUDOPY_PIP]
    assert result["throws"] > 100
    assert 0 < result["typical_ms"] < result["worst_ms"]
    assert result["worst"].startswith("ludo.ask.")
    assert result["steps_per_s"] * result["wall_s"] == pytest.approx(result["throws"], rel=0.01)


def test_wrong_setups_are_refused():
    with pytest.raises(OptionError):
        bench.measure_rules("chess", 2, {}, 0.1, 1)
    with pytest.raises(OptionError):
        bench.measure_rules("ludo", 5, {}, 0.1, 1)


def test_ludopy_itself():
    try:
        ludopy = bench.import_ludopy()
    except ImportError:
        pytest.skip("ludopy is not installed: " + bench.LUDOPY_PIP)
    for seats in (2, 3, 4):
        tally = bench.Tally()
        bench.play_ludopy(ludopy, seats, random.Random(1), tally)
        assert tally.games == 1
        assert 0 < tally.moves <= tally.throws
    result = bench.measure_rules("ludo", 4, {}, 0.5, 1)
    assert result["ratio_ludopy"] > 1
    assert result["reason"] is None
