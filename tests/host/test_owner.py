"""Numbers of an owner's copy: read by games on both Pythons, damaged files passed over."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from kostka import games
from kostka.games import own
from kostka_host import owner

ROOT = Path(__file__).resolve().parents[2]
OURS = bytes((n * 7 + n // 4) % 6 + 1 for n in range(191)) + b"\x09"

# Prints digests of data and of games at their end, with the numbers of a folder of sys.path.
SCRIPT = """
import json, sys
sys.path.insert(0, {folder!r})
from kostka import games
from kostka.app import numbers
from kostka.rules.action import TERMINAL
from kostka.rules.rng import XorShift
numbers.use()
found = []
for name in ("duel", "arena"):
    game = games.load(name)
    state, rng = game.new_state(2, {{}}), XorShift(5)
    while state.current_player() != TERMINAL:
        legal = state.legal_actions() or [one for one, _ in state.chance_outcomes()]
        state.apply(legal[rng.below(len(legal))])
    found.append([game.own_numbers, game.reconstructed, game.data_digest(), state.digest()])
print(json.dumps(found))
"""


@pytest.fixture
def folder(tmp_path):
    """A folder as of a board, with a file of numbers."""
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "duel.bin").write_bytes(own.packed(OURS))
    return tmp_path


def on_this_python(folder):
    script = SCRIPT.format(folder=str(folder))
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=120
    )
    return json.loads(done.stdout)


def built_in():
    return [games.load(name).data_digest() for name in ("duel", "arena")]


def test_games_play_with_an_owners_numbers_alike_on_both_pythons(folder, vm):
    here = on_this_python(folder)
    duel, arena = here
    assert (duel[:2], arena[:2]) == ([True, ""], [True, "arena.reconstructed.own"])
    assert duel[2] != built_in()[0]
    assert arena[2] != built_in()[1]
    script = folder / "play.py"
    script.write_text(SCRIPT.format(folder=str(folder)))
    done = vm.run(script, path=[ROOT / "firmware" / "src"])
    assert json.loads(done.out) == here


@pytest.mark.parametrize("spoil", [lambda b: b[:-1], lambda b: b[:9] + b"\x07" + b[10:],
                                   lambda b: own.packed(b"\0" + OURS[1:]),
                                   lambda b: own.packed(b"\x0a" + OURS[1:]),
                                   lambda b: own.packed(OURS[1:]), lambda b: b""])  # fmt: skip
def test_a_damaged_file_is_as_none(folder, spoil):
    path = folder / "data" / "duel.bin"
    path.write_bytes(spoil(path.read_bytes()))
    found = on_this_python(folder)
    assert [one[0] for one in found] == [False, False]
    assert [one[2] for one in found] == built_in()


def test_what_people_write_is_what_games_read(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    rows = [list(OURS[at : at + 4]) for at in range(0, len(OURS), 4)]
    path = tmp_path / "duel.json"
    path.write_text(json.dumps({"tokens": rows}))
    numbers = owner.check(owner.find(tmp_path))
    assert numbers == OURS
    assert owner.read("duel") == b""
    owner.use(numbers)
    assert owner.read("duel") == own.packed(OURS)
    assert not list(owner.numbers_dir().glob("*.new"))
    owner.forget()
    owner.forget()
    assert owner.read("duel") == b""
