"""Dragon Dice against plain second thoughts: removal by brute force, counts, forces, places."""

from __future__ import annotations

import itertools
import random
from pathlib import Path

import pytest
from kostka import games
from kostka.games.dragon_dice import asks, forces, steps
from kostka.games.dragon_dice import names_text as nm
from kostka.games.dragon_dice import tables as tb
from kostka.games.dragon_dice.deaths import most
from kostka.games.dragon_dice.state import race_of
from kostka_dragons import Watched

WORDS = (Path(__file__).parents[2] / "firmware/src/kostka/text/en.txt").read_text().split()
DATA = Path(__file__).parents[2] / "firmware" / "data" / "dragon_dice"
GAME = games.load("dragon_dice")
OPTIONS = GAME.complete(2, {})
NAMES = "".join(nm.DICE).splitlines()


@pytest.mark.parametrize("seed", range(40))
def test_as_much_health_is_removed_as_can_be(seed):
    rng = random.Random(seed)
    sizes = [rng.randint(1, 4) for _ in range(rng.randint(1, 8))]
    number = rng.randint(0, sum(sizes))
    subsets = itertools.chain.from_iterable(
        itertools.combinations(sizes, n) for n in range(len(sizes) + 1)
    )
    assert most(sizes, number) == max(sum(one) for one in subsets if sum(one) <= number)


def test_the_tables_have_the_faces_of_the_data():
    rows = [line.split(" | ") for line in (DATA / "units.txt").read_text().splitlines()]
    units = {row[0]: row[-1].split() for row in rows if len(row) == 4 and row[0][0] != "#"}
    assert len(units) == 379
    icons = "".join(nm.ICONS).splitlines()
    for kind in range(tb.ITEMS):
        name = NAMES[kind].split("|")[0]
        found = [icons[icon] + (f"*{n}" if n > 1 else "") for icon, n in forces.faces(kind)]
        assert found == units[name]


@pytest.mark.parametrize("total", [18, 24, 25, 36, 60, 72])
@pytest.mark.parametrize("race", range(forces.RACES))
def test_forces_that_come_along_keep_the_rules(race, total):
    units = forces.starter(race, total, OPTIONS)
    assert sum(forces.points(kind) for kind in units) == total
    assert sum(forces.potential(kind) for kind in units) <= total // 2
    assert len(units) >= 3
    assert all(race_of(kind) == race for kind in units)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("force", [18, 36, 60])
def test_every_die_is_somewhere_once(seats, force):
    for seed in range(1, 4):
        game = Watched(seats, {"force": force, "turns": 20}, seed)
        while not game.state.is_terminal():
            game.step()


def test_a_force_of_ones_own_is_built_die_by_die():
    game = Watched(2, {"force": 24, "turns": 4}, 5)
    state = game.state
    for _ in range(2):
        state.apply(state.parse_action("yes"))
        while state.asked == 0 and not state.dice and len(state.agenda) > 6:
            before = len(state.kind)
            game.step()
            if len(state.kind) == before and state.request().text.endswith("split"):
                break
        if state.request().text.endswith("force"):
            continue
    kinds = [state.kind[die] for die in range(len(state.kind)) if state.at[die] >> 4 == 0]
    dragons = [kind for kind in kinds if tb.DRAGONS <= kind < tb.MINORS]
    assert len(dragons) == 1


@pytest.mark.parametrize("name", steps.MODULES[1:])
def test_each_question_of_a_phase_has_a_name(name):
    phase = steps.module(name).STEPS
    questions = [step for step in phase if type(step) is tuple]
    names = phase[-1].split(" ") if questions else []
    assert all(len(question) == 2 for question in questions)
    assert len(names) == len(questions)
    for word in names:
        assert any(one.startswith(f"dragon_dice.ask.{word}") for one in WORDS)


def test_the_questions_that_are_secret_are_those_of_split_and_aim():
    """DD-16 and DD-42: their answers are hidden, whatever place a module gives them."""
    assert [steps.ask_of(kind) for kind in asks.HIDDEN] == ["split", "aim"]
