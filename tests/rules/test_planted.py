"""A broken rule or example turns the run red: planted faults, in a copy, must be noticed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = "firmware/src/kostka/games/ludo.py"
IGNORE = shutil.ignore_patterns("__pycache__", ".hypothesis", ".pytest_cache")

# (rule, text in games/ludo.py, what it becomes)
MUTATIONS = [
    ("LU-1", "bytearray(self._n * seats)", "bytearray(4 * seats)"),
    ("LU-2", "(self.turn + 1) % self.seats", "(self.turn - 1) % self.seats"),
    ("LU-2", "best = max(", "best = min("),
    ("LU-3", "self.tries = 3\n        if self.brought", "self.tries = 1\n        if self.brought"),
    ("LU-3", "self.tries = 0  # LU-3", "pass  # LU-3"),
    ("LU-3", "0 < progress <= TRACK", "0 < progress"),
    ("LU-4", "self.tries = 1  # LU-4", "pass  # LU-4"),
    ("LU-5", "self.face == self.six and not self.pawns", "not self.pawns"),
    ("LU-5", "not self.pawns[start] and at[way[1]] != own", "not self.pawns[start]"),
    ("LU-6", "ahead = leads[progress]", "ahead = leads[progress] - 1"),
    ("LU-7", "if at[spot] != own:", "if True:"),
    ("LU-7", "        self._go_on(events)\n\n    def _move", "\n    def _move"),
    ("LU-8", "if rival >= 0:", "if rival > 9:"),
    ("LU-9", "self.steps = NUMBER_STEPS", "self.steps = [s[:40] + s[:5] for s in NUMBER_STEPS]"),
    ("LU-10", "pawns[first] > TRACK:", "pawns[last] > TRACK:"),
    ("LU-11", "self.steps = COLOR_STEPS", "pass"),
    ("LU-11", "COLORS.index(str(options", "6 or (str(options"),
]


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """Return a copy of the rules and their tests, which must be sound as it is."""
    root = tmp_path_factory.mktemp("copy")
    for folder in ("firmware/src", "tests/rules", "tests/probe"):
        shutil.copytree(ROOT / folder, root / folder, ignore=IGNORE)
    shutil.copy(ROOT / "pyproject.toml", root)
    assert examples(root) == (0, "")
    return root


def run(root, *command):
    env = {**os.environ, "PYTHONPATH": str(root / "firmware/src"), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, *command], cwd=root, env=env, capture_output=True, text=True, check=False
    )


def examples(root):
    """Return exit code and last failures of the examples of Ludo, without pytest."""
    folder = root / "tests/rules"
    files = sorted(map(str, (folder / "examples/ludo").glob("*.rule")))
    done = run(root, str(folder / "kostka_examples.py"), *files)
    failed = [line for line in done.stdout.splitlines() if line.startswith("FAILED")]
    return done.returncode, "\n".join(failed) + done.stderr


def suite(root, *names):
    """Return exit code and output of pytest on what some test files have for Ludo."""
    paths = [f"tests/rules/{name}" for name in names]
    done = run(
        root,
        "-m",
        "pytest",
        "-q",
        "-x",
        "-p",
        "no:cacheprovider",
        "-m",
        "not vm",
        "-k",
        "ludo",
        *paths,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("rule", "old", "new"),
    MUTATIONS,
    ids=[f"{n}-{rule}" for n, (rule, _, _) in enumerate(MUTATIONS)],
)
def test_examples_notice_a_broken_rule(copy, rule, old, new):
    path = copy / SOURCE
    sound = path.read_text(encoding="utf-8")
    assert sound.count(old) == 1, "the mutation does not fit the source any more"
    path.write_text(sound.replace(old, new), encoding="utf-8")
    try:
        code, told = examples(copy)
    finally:
        path.write_text(sound, encoding="utf-8")
    assert code == 1
    assert re.search(rf"\b{rule}\b", told), told


def test_every_rule_is_broken_once():
    rules = {f"LU-{n}" for n in range(1, 12)}
    assert {rule for rule, _, _ in MUTATIONS} == rules


def test_the_sound_copy_is_green(copy):
    code, told = suite(copy, "test_examples.py", "test_perft.py")
    assert code == 0, told


PLANTED = [
    ("examples/ludo/1-setup.rule", "\nrule LU-1 Planted.\nexpect returns 1 0\n", "test_example["),
    ("examples/ludo/1-setup.rule", "\nrule LU-99 Planted.\nexpect player chance\n", "LU-99"),
    ("examples/ludo/rules.txt", "LU-12 A rule without example and code.\n", "LU-12"),
    ("perft/ludo/start.perft", "\nperft 1 6 0 0\n", "by action:"),
]


@pytest.mark.parametrize(("name", "text", "why"), PLANTED, ids=["false", "odd", "bare", "count"])
def test_a_planted_failure_turns_the_run_red(copy, name, text, why):
    path = copy / "tests/rules" / name
    sound = path.read_text(encoding="utf-8")
    path.write_text(sound + text, encoding="utf-8")
    try:
        code, told = suite(copy, "test_examples.py", "test_perft.py")
    finally:
        path.write_text(sound, encoding="utf-8")
    assert code == 1, told
    assert why in told


def test_a_broken_rule_turns_the_run_red(copy):
    path = copy / SOURCE
    sound = path.read_text(encoding="utf-8")
    path.write_text(sound.replace("if at[spot] != own:", "if True:"), encoding="utf-8")
    try:
        assert suite(copy, "test_naive.py")[0] == 1
        assert suite(copy, "test_perft.py")[0] == 1
    finally:
        path.write_text(sound, encoding="utf-8")
