"""Measures how fast the rules play, beside another implementation of the same game.

The unit is the throw, with the move it leads to: chance is drawn by weight and every decision is
taken at random among the legal actions. Both sides are measured in one run, in turns of a few
tenths of a second, so that a busy machine slows both.
"""

from __future__ import annotations

import datetime
import importlib
import os
import platform
import random
import sys
import time
import types
from collections.abc import Callable
from typing import Any

from kostka import games
from kostka.rules.action import CHANCE, TERMINAL
from kostka.rules.game import Game
from kostka.rules.request import DRAW
from kostka.rules.rng import XorShift

SLICE_S = 0.25  # of one side, before the other takes its turn
LUDOPY_VERSION = "1.5.0"
# Its dependency opencv-python only draws boards; see import_ludopy().
LUDOPY_PIP = f"pip install numpy && pip install --no-deps ludopy=={LUDOPY_VERSION}"


class Tally:
    """What one side has played so far: games, throws, moves, and seconds spent on them."""

    def __init__(self) -> None:
        self.games = 0
        self.throws = 0
        self.moves = 0
        self.wall_s = 0.0

    @property
    def per_s(self) -> float:
        """Throws with their moves per second."""
        return self.throws / self.wall_s if self.wall_s else 0.0


def play_game(
    game: Game, seats: int, options: dict[str, object], rng: XorShift, tally: Tally
) -> None:
    """Play one game at random and add its throws and moves to a tally.

    Draws before the first throw (who begins) are not counted as throws.
    """
    state = game.new_state(seats, options)
    while state.current_player() == CHANCE and state.request().what == DRAW:
        state.apply(rng.pick(state.chance_outcomes()))
    throws = moves = 0
    while True:
        player = state.current_player()
        if player == CHANCE:
            state.apply(rng.pick(state.chance_outcomes()))
            throws += 1
        elif player == TERMINAL:
            break
        else:
            legal = state.legal_actions()
            state.apply(legal[rng.below(len(legal))])
            moves += 1
    tally.games += 1
    tally.throws += throws
    tally.moves += moves


def measure_steps(
    game: Game, seats: int, options: dict[str, object], rng: XorShift, seconds: float
) -> tuple[float, float, str]:
    """Return how long an action takes, typically and at worst, and what the worst one answered.

    Milliseconds; an action with the answers that are legal after it. Collections of garbage in it
    count, too.
    """
    times: list[float] = []
    worst, where = 0.0, ""
    end = time.perf_counter() + seconds
    while not times or time.perf_counter() < end:
        state = game.new_state(seats, options)
        while not state.is_terminal():
            asked = state.request().text
            if state.current_player() == CHANCE:
                action = rng.pick(state.chance_outcomes())
            else:
                legal = state.legal_actions()
                action = legal[rng.below(len(legal))]
            began = time.perf_counter()
            state.apply(action)
            state.legal_actions()
            took = time.perf_counter() - began
            times.append(took)
            if took > worst:
                worst, where = took, asked
    times.sort()
    return times[len(times) // 2] * 1000, worst * 1000, where


def import_ludopy() -> Any:
    """Import ludopy, standing in for OpenCV where that is missing.

    ludopy loads OpenCV to draw boards and prepares two pictures with it at import; its rules do
    not use it. So an empty module with the functions called at import serves as well, and the
    150 MB of OpenCV can stay away.

    Raises:
        ImportError: ludopy or numpy is not installed.
    """
    try:
        importlib.import_module("cv2")
    except ImportError:
        stand_in = types.ModuleType("cv2")
        stand_in.__getattr__ = lambda name: lambda *args: None  # type: ignore[method-assign]
        sys.modules["cv2"] = stand_in
        try:
            return importlib.import_module("ludopy")
        finally:
            del sys.modules["cv2"]
    return importlib.import_module("ludopy")


def play_ludopy(ludopy: Any, seats: int, rng: random.Random, tally: Tally) -> None:
    """Play one game of ludopy at random and add its throws and moves to a tally."""
    game = ludopy.Game(ghost_players=[[], [], [1, 3], [3], []][seats])
    pick = rng.random
    throws = moves = 0
    over = False
    while not over:
        pieces = game.get_observation()[0][1]
        throws += 1
        piece = -1
        if len(pieces):
            piece = pieces[int(pick() * len(pieces))]
            moves += 1
        over = game.answer_observation(piece)[5]
    tally.games += 1
    tally.throws += throws
    tally.moves += moves


def take_turns(sides: list[tuple[Tally, Callable[[], None]]], seconds: float) -> None:
    """Let each side play whole games in slices until it has had `seconds` of wall time."""
    slice_s = min(SLICE_S, seconds / 4)
    while sides:
        for tally, play in sides:
            begun = time.perf_counter()
            while True:
                play()
                spent = time.perf_counter() - begun
                if spent >= slice_s:
                    break
            tally.wall_s += spent
        sides = [side for side in sides if side[0].wall_s < seconds]


def processor() -> str:
    """Return the name of the processor as the system tells it."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
            for line in file:
                if line.startswith("model name"):
                    return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def measure_rules(
    name: str, seats: int, options: dict[str, object], seconds: float, seed: int
) -> dict[str, object]:
    """Return how fast a game plays at random, beside ludopy where that is installed.

    Args:
        name: of a game in the registry.
        seats: number of players, 0 for as many as the game takes.
        options: of the game; defaults for those left out.
        seconds: wall time of each side.
        seed: of the random play; times differ from run to run all the same.

    Raises:
        OptionError: game, seats or an option is wrong.
    """
    game = games.load(name)
    seats = seats or game.seats[1]
    options = game.complete(seats, options)
    own, other = Tally(), Tally()
    rng = XorShift(seed)
    sides: list[tuple[Tally, Callable[[], None]]] = [
        (own, lambda: play_game(game, seats, options, rng, own))
    ]
    reason: list[str] = []
    if name != "ludo":
        reason = ["bench.other_game"]
    else:
        try:
            ludopy = import_ludopy()
            ludopy_rng = random.Random(seed)
            importlib.import_module("numpy").random.seed(seed)  # ludopy throws with it
            sides.append((other, lambda: play_ludopy(ludopy, seats, ludopy_rng, other)))
        except ImportError:
            reason = ["bench.no_ludopy", LUDOPY_PIP]
    take_turns(sides, seconds)
    typical, worst, where = measure_steps(game, seats, options, rng, seconds / 4)
    return {
        "game": name,
        "seats": seats,
        "options": options,
        "seed": seed,
        "wall_s": round(own.wall_s, 3),
        "games": own.games,
        "games_per_s": round(own.games / own.wall_s, 1),
        "throws": own.throws,
        "moves": own.moves,
        "steps_per_s": round(own.per_s),
        "typical_ms": round(typical, 3),
        "worst_ms": round(worst, 3),
        "worst": where,
        "ludopy": None if reason else LUDOPY_VERSION,
        "ludopy_games": other.games,
        "ludopy_throws": other.throws,
        "ludopy_steps_per_s": None if reason else round(other.per_s),
        "ratio_ludopy": None if reason else round(own.per_s / other.per_s, 2),
        "reason": reason or None,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "machine": processor(),
        "cpus": os.cpu_count(),
        "system": platform.platform(),
        "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
    }
