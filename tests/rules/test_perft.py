"""Counts of states by depth are as the files say, by both implementations and on both Pythons."""

from __future__ import annotations

import copy
from pathlib import Path

import kostka_cases
import kostka_counts
import pytest
from kostka_examples import Failed, Setup

ROOT = Path(__file__).parents[2]
GAMES = kostka_cases.folders(kostka_cases.PERFT)
PRODUCT = kostka_cases.product_games()
SLOW = 100_000  # states; a larger count is run with the slow tests
ON_VM = 2_000
BY_NAIVE = 2_500
NAIVE = {path.stem for path in kostka_cases.NAIVE.glob("*.py")}


def files(game: str) -> list[str]:
    kostka_cases.load(game)
    return sorted(str(path) for path in (kostka_cases.PERFT / game).glob("*.perft"))


ALL = [entry for game in GAMES for path in files(game) for entry in kostka_counts.read(path)]
MARKED = [
    pytest.param(entry, marks=[pytest.mark.slow] if sum(entry.want) > SLOW else [])
    for entry in ALL
]


@pytest.mark.parametrize("entry", MARKED, ids=repr)
def test_count(entry):
    entry.check()


@pytest.mark.parametrize("game", PRODUCT)
def test_every_game_has_counts_for_its_seat_counts(game):
    low, high = kostka_cases.load(game).seats
    counted = {entry.state().seats for entry in ALL if entry.game == game}
    assert set(range(low, high + 1)) <= counted


def count_naive(naive, depth):
    if depth == 0:
        player = naive.player()
        return [int(player == "chance"), int(player not in ("chance", "over")), player == "over"]
    total = [0, 0, 0]
    for text in naive.legal() or naive.chance():
        child = copy.deepcopy(naive)
        child.play(text)
        total = [n + m for n, m in zip(total, count_naive(child, depth - 1), strict=True)]
    return total


@pytest.mark.parametrize(
    "entry",
    [entry for entry in ALL if entry.game in NAIVE and sum(entry.want) <= BY_NAIVE],
    ids=repr,
)
def test_the_second_implementation_counts_the_same(entry):
    setup = Setup(entry.game)
    made = entry.state()
    naive = kostka_cases.naive_module(entry.game).Naive(made.seats, made.options)
    last = max((n for n, words in enumerate(entry.lines) if words[0] == "state"), default=-1)
    for n, words in enumerate(entry.lines):
        if words[0] == "do":
            setup.do(words[1:])
        else:
            setup.set(words)
        if n == last:
            naive.place(setup.made().observation(-1))
        elif n > last and words[0] == "do":
            for text in words[1:]:
                naive.play(text)
    assert count_naive(naive, entry.depth) == entry.want


@pytest.mark.vm
@pytest.mark.parametrize("game", GAMES)
def test_shallow_counts_hold_on_micropython(vm, game):
    said = []
    assert kostka_counts.play_files(files(game), ON_VM, said.append) == 0
    folder = kostka_cases.HERE.parent / game  # where a game of the tests lives
    paths = [ROOT / "firmware/src", folder]
    done = vm.run(Path(kostka_counts.__file__), str(ON_VM), *files(game), path=paths)
    assert done.out.splitlines() == said
    assert done.code == 0
    assert said


# The runner itself ---------------------------------------------------------------------------


def read(tmp_path, text):
    path = tmp_path / "x.perft"
    path.write_text(text, encoding="utf-8")
    return kostka_counts.read(str(path), "ludo")


START = "id start\nseats 2\noption pawns 2\noption first seat1\n"


def test_a_wrong_count_fails_with_the_numbers_of_each_action(tmp_path):
    (entry,) = read(tmp_path, START + "do d6\nhow guessed\nperft 2 5 1 0\n")
    with pytest.raises(Failed) as caught:
        entry.check()
    assert str(caught.value).splitlines() == [
        "ludo start depth 2: got 0 6 0, not 5 1 0; by action:",
        "    r0-t0 0 6 0",
    ]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("perft 1 5 1 0\n", "no `how`"),
        ("how guessed\nperft 1 5 1\n", "not three numbers"),
        ("how guessed\n", "holds no count"),
    ],
)
def test_a_count_must_be_complete(tmp_path, text, why):
    with pytest.raises(Failed, match=why):
        read(tmp_path, START + text)
