"""CPython and MicroPython play the same games; a difference is found to the action."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import kostka_compare as both
import kostka_engine as engine
import pytest
from kostka import games
from kostka.rules.rng import XorShift

engine.register()
pytestmark = pytest.mark.vm
ROOT = Path(__file__).resolve().parents[2]
SLICE = 30_000  # actions of each game
SHORT = {"dragon_dice": 6_000}  # of those whose actions take long; tools/soak plays a million
PROBE = ROOT / "tests" / "probe" / "kostka_probe.py"


@pytest.mark.parametrize("game", games.names())
def test_a_slice_of_random_play_is_equal(vm: ModuleType, game: str) -> None:
    actions = SHORT.get(game, SLICE)
    result = both.compare(game, seed=2, actions=actions)
    assert result.difference == ""
    assert result.actions >= actions
    if game not in SHORT:
        assert result.games >= len(engine.cases(games.load(game)))


@pytest.mark.parametrize("game", games.names())
def test_counts_are_equal(vm: ModuleType, game: str) -> None:
    assert both.tell_both(["count", game, str(games.load(game).seats[1]), "3"]) == 0


def planted(folder: Path, old: str, new: str) -> Path:
    """Write a probe with a fault that shows on MicroPython only; return its folder."""
    text = PROBE.read_text()
    assert text.count(old) == 1
    text = text.replace(old, new)
    guard = 'import sys\n\nON_MPY = sys.implementation.name == "micropython"\nfrom kostka.compat'
    (folder / "kostka_probe.py").write_text(text.replace("from kostka.compat", guard, 1))
    return folder


def first_time(test: object) -> tuple[int, int]:
    """Return (game, action) of the first state of a run with seed 3 that a test accepts."""
    game = games.load("probe")
    cases = engine.cases(game)
    for index in range(10_000):
        seats, _, options = cases[index % len(cases)]
        state = game.new_state(seats, options)
        rng = XorShift(engine.game_seed(3, index))
        rng.next()
        at = 0
        while not state.is_terminal():
            state.apply(engine.pick(state, rng))
            at += 1
            if test(state):  # type: ignore[operator]
                return index, at
    raise AssertionError("never")


def test_a_wrong_state_is_found_to_the_action(vm: ModuleType, tmp_path: Path) -> None:
    fault = "        self.points[seat] += len([face for face in self.dice if face < 5])\n"
    folder = planted(
        tmp_path,
        fault,
        fault + "        if ON_MPY and self.points[seat] > 15:\n            self.points[0] += 1\n",
    )
    index, at = first_time(lambda state: max(state.points) > 15)
    result = both.compare("probe", 3, 50_000, paths=[folder, *both.PATHS])
    told = result.difference.splitlines()
    assert told[0] == f"probe, seed 3, game {index}, action {at}: state digest, view differs"
    assert told[1].split()[:3] == ["before:", str(index), str(at - 1)]
    assert told[2].split()[:3] == ["CPython:", str(index), str(at)]
    assert told[3].split()[:3] == ["MicroPython:", str(index), str(at)]


def test_a_wrong_event_is_found(vm: ModuleType, tmp_path: Path) -> None:
    old = "            events.append((ev.PASS, ev.ALL, seat))\n"
    folder = planted(tmp_path, old, old.replace("seat))", "0 if ON_MPY else seat))"))
    result = both.compare("probe", 3, 50_000, paths=[folder, *both.PATHS])
    assert result.difference.splitlines()[0].endswith(": chain differs")


def test_words_that_differ_are_found(vm: ModuleType, tmp_path: Path) -> None:
    old = 'return "probe.do." + name, (a_of(action),)'
    folder = planted(tmp_path, old, 'return "probe.do." + name, (a_of(action), ON_MPY)')
    result = both.compare("probe", 3, 5_000, every=50, paths=[folder, *both.PATHS])
    assert result.difference.splitlines()[0] == "probe, seed 3, game 0, action 0: view differs"


def test_a_crash_on_one_side_is_told(vm: ModuleType, tmp_path: Path) -> None:
    old = "            cards = list(self._hand(owner))\n"
    crash = "            if ON_MPY and self.round == 2:\n                raise OSError(5)\n"
    folder = planted(tmp_path, old, crash + old)
    result = both.compare("probe", 3, 50_000, paths=[folder, *both.PATHS])
    assert "one side stops" in result.difference
    assert "OSError" in result.difference
    assert "exit code 1" in result.difference


def test_both_sides_crashing_is_no_success(vm: ModuleType, tmp_path: Path) -> None:
    old = "        for owner in range(self.seats):\n"
    folder = planted(
        tmp_path, old, "        if self.round == 2:\n            raise OSError(5)\n" + old
    )
    result = both.compare("probe", 3, 50_000, paths=[folder, *both.PATHS])
    assert result.difference


def perft(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run tools/perft."""
    return subprocess.run(
        [sys.executable, str(ROOT / "tools" / "perft"), *words],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **variables},
    )


def test_the_tool_ends_with_1_at_a_difference(vm: ModuleType, tmp_path: Path) -> None:
    old = 'return "probe.do." + name, (a_of(action),)'
    folder = planted(tmp_path, old, 'return "probe.do." + name, (a_of(action), ON_MPY)')
    words = ("diff", "probe", "--actions", "2000", "--seed", "3")
    bad = perft(*words, "--path", str(folder))
    assert bad.returncode == 1, bad.stderr
    assert "DIFFERENT" in bad.stdout
    assert "game 0, action 0: view differs" in bad.stdout
    good = perft(*words)
    assert good.returncode == 0, good.stderr
    assert "equal" in good.stdout


def test_the_tool_ends_with_2_without_micropython(vm: ModuleType, tmp_path: Path) -> None:
    done = perft("diff", "probe", KOSTKA_MICROPYTHON=str(tmp_path / "none"))
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1


def test_counting_tells_all_first_actions(vm: ModuleType) -> None:
    whole = perft("count", "probe", "--seats", "3", "--depth", "5").stdout.split()[-3:]
    parts = perft("split", "probe", "--seats", "3", "--depth", "5").stdout.splitlines()
    assert parts[-1].split()[1:] == whole
    assert [line.split()[0] for line in parts[1:-1]] == ["c1", "c2", "c3", "c4"]


def test_a_copied_probe_without_fault_is_equal(vm: ModuleType, tmp_path: Path) -> None:
    shutil.copy(PROBE, tmp_path)
    assert both.compare("probe", 3, 2_000, paths=[tmp_path, *both.PATHS]).difference == ""
