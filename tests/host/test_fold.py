"""Constants put in the places where the firmware names them."""

from __future__ import annotations

import ast
import os
from pathlib import Path

import kostka
import pytest
from kostka_host.build import OF_GAMES, dotted
from kostka_host.fold import fold
from kostka_host.shorten import names_of_one_group

CODES = """\
from kostka.compat import const

A = const(3)
B = const(A << 2)
C, D = [B + n for n in range(2)]
E, F = 1, -2
NAMES = ("A", "B")
LATE = len(NAMES)
"""
USER = """\
from g.codes import (
    A,
    B,
    NAMES,
)
from g import codes as cd


def f(x):
    A_of = x.A
    return A + cd.D, NAMES, -cd.F, A_of
"""
MODULES = {"g.codes": CODES, "g.user": USER}


def run(text: str) -> dict[str, object]:
    found: dict[str, object] = {}
    exec(text, found)
    return found


def test_values_stand_where_names_stood() -> None:
    text = fold(MODULES, "none")["g.user"]
    assert "return 3 + 13, NAMES, -(-2), A_of" in text
    assert "x.A" in text  # an attribute of something else
    assert text.splitlines()[0] == "from g.codes import NAMES"
    assert "codes as cd" not in text
    assert text.count("\n") == USER.count("\n")


def test_constants_vanish_only_from_private_modules_and_where_nobody_asks() -> None:
    assert "A = const(3)" in fold(MODULES, "none")["g.codes"]
    text = fold({"g.codes": CODES, "g.user": USER.replace("x.A", "x.y")}, "g.")["g.codes"]
    assert "A = const" not in text
    assert "C, D" not in text
    assert "NAMES =" in text
    assert "LATE" in text
    asked = fold(MODULES, "g.", ["import g.codes\nprint(g.codes.B)\n"])["g.codes"]
    assert "B = const(3 << 2)" in asked
    assert "A = const(3)" in fold(MODULES, "g.")["g.codes"]  # g.user reads x.A


@pytest.mark.parametrize(
    "text",
    [
        "A = 1\nA = 2\nB = A\n",
        "A = 1\ndef f(A):\n    return A\n",
        "def f():\n    global A\n    A = 2\nA = 1\nB = A\n",
        "for A in (1, 2):\n    pass\nB = A\n",
        "A = 1.5\nB = A\n",
        "A = True\nB = A\n",
    ],
)
def test_what_is_no_constant_stays(text: str) -> None:
    assert fold({"m": text}, "m")["m"] == text


def test_the_firmware_means_the_same_afterwards() -> None:
    package = Path(os.path.dirname(kostka.__file__ or ""))
    modules = {
        dotted(path.relative_to(package.parent)): path.read_text()
        for path in package.rglob("*.py")
    }
    folded = fold(modules, OF_GAMES)
    for name, text in folded.items():
        tree = ast.parse(text)
        assert text.count("\n") == modules[name].count("\n")
        used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        tree = ast.parse(modules[name])
        assert used <= {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    codes = ast.parse(folded["kostka.games.dragon_dice.codes"])
    assert len([node for node in codes.body if isinstance(node, ast.Assign)]) < 5
    assert run(folded["kostka.rules.action"])["CHANCE"] == -1


def test_names_of_one_group_meet_nobody_else() -> None:
    modules = {
        "kostka.games.tag": "def chase(prey):\n    return prey.runner\n",
        "kostka.games.tag_text": "def words(state):\n    return state.runner, 'chase'\n",
        "kostka.games.hide": "seeker = 1\nappend = 2\n",
        "kostka.app.table": "def begin(seeker, quiet):\n    quiet.loud = quiet.sleep_ms\n",
        "kostka.rules.state": "def push(quiet):\n    pass\n",
    }
    assert names_of_one_group(modules) == {"prey", "words", "loud", "begin"}
    assert "loud" not in names_of_one_group(modules, ["x.loud\n"])
