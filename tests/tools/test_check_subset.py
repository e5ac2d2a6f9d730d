"""tools/check_subset.py refuses a planted bad file for each rule, and MicroPython agrees."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOOLS = ROOT / "tools"
sys.path.insert(0, str(TOOLS))

import check_subset  # noqa: E402
from _subset_base import Finding  # noqa: E402
from _subset_tables import BUILTINS, METHODS, NAMES  # noqa: E402

FOLDER = Path(__file__).parent / "subset"


def blocks(name: str) -> list[tuple[str, str, int]]:
    """Return (rule, code, line of the finding) of a file of planted code."""
    found = []
    for block in re.split(r"^###", (FOLDER / name).read_text(), flags=re.MULTILINE)[1:]:
        head, _, code = block.partition("\n")
        rule, line = (*head.split(), "", "0")[:2]
        found.append((rule, code.rstrip("\n"), int(line or 0)))
    return found


FAILS = blocks("fails.txt")
REFUSED = blocks("refused.txt")
GOOD = [code for _, code, _ in blocks("good.txt")]


def findings(folder: Path, code: str, name: str = "shared.py") -> list[Finding]:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(code + "\n")
    return check_subset.check([path], folder)


@pytest.mark.parametrize(("rule", "code", "line"), FAILS + REFUSED)
def test_a_planted_fault_is_refused(tmp_path: Path, rule: str, code: str, line: int) -> None:
    found = findings(tmp_path, code)
    assert [(f.path, f.line, f.rule) for f in found] == [("shared.py", line, rule)]


@pytest.mark.parametrize("code", GOOD)
def test_good_code_passes(tmp_path: Path, code: str) -> None:
    assert [str(f) for f in findings(tmp_path, code)] == []


def test_newer_syntax_is_refused(tmp_path: Path) -> None:
    for code in ("type A = int", "def f[T](x: T) -> T:\n    return x", "class A[T]:\n    pass"):
        assert [f.rule for f in findings(tmp_path, code)] == ["syntax"]
    if sys.version_info >= (3, 11):
        code = "try:\n    pass\nexcept* OSError:\n    pass"
        assert [f.rule for f in findings(tmp_path, code)] == ["syntax"]


def test_a_mark_needs_the_right_rule_and_a_reason(tmp_path: Path) -> None:
    for mark in ("# subset: order", "# subset: step because", "# order it is fine"):
        assert findings(tmp_path, f"d = {{}}\nfor k in d:  {mark}\n    pass")


PURE = [
    ("float", "x = 0.5", 1),
    ("float", "x = 1 / 2", 1),
    ("float", "x = 4\nx /= 2", 2),
    ("float", "x = float(1)", 1),
    ("float", "import math", 1),
    ("pure", "import json", 1),
    ("pure", "def f():\n    from time import ticks_ms\n    return ticks_ms()", 2),
    ("pure", "def f():\n    print(1)", 2),
    ("pure", "f = open('x')", 1),
]


@pytest.mark.parametrize("package", ["rules", "games", "mats", "scene", "play"])
@pytest.mark.parametrize(("rule", "code", "line"), PURE)
def test_pure_packages(tmp_path: Path, package: str, rule: str, code: str, line: int) -> None:
    name = f"src/kostka/{package}/part.py"
    assert [(f.rule, f.line) for f in findings(tmp_path, code, name)] == [(rule, line)]
    assert not findings(tmp_path, code, "src/kostka/app/part.py")


def test_senses_may_use_floats_but_no_clock(tmp_path: Path) -> None:
    assert not findings(tmp_path, "x = 0.5", "src/kostka/sense/dice.py")
    assert findings(tmp_path, "import time", "src/kostka/sense/dice.py")


def test_an_import_is_followed_to_its_end(tmp_path: Path) -> None:
    code = {
        "kostka/__init__.py": "",
        "kostka/line.py": "import json\n",
        "kostka/play/__init__.py": "",
        "kostka/play/undo.py": "def f():\n    from kostka import journal\n    return journal\n",
        "kostka/journal/__init__.py": "from kostka.journal.store import Store\n",
        "kostka/journal/store.py": "from kostka.line import dumps\n",
        "kostka/rules/__init__.py": "",
        "kostka/rules/state.py": "import binascii\n",
    }
    for name, text in code.items():
        path = tmp_path / "src" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    found = check_subset.check(sorted(tmp_path.rglob("*.py")), tmp_path)
    assert [(f.path, f.line, f.rule) for f in found] == [("src/kostka/play/undo.py", 2, "pure")]
    way = "kostka.journal, kostka.journal.store, kostka.line"
    assert f"imports json by way of {way};" in str(found[0]).replace(".Store", "")


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(TOOLS / "check_subset.py"), *words],
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_shared_code_of_the_repository_passes() -> None:
    done = run()
    assert done.returncode == 0, done.stdout
    assert len(check_subset.shared_files()) > 20


def test_the_tool_names_file_line_and_cure_and_fails(tmp_path: Path) -> None:
    path = tmp_path / "bad.py"
    path.write_text("x = 1\nimport typing\n")
    done = run(str(path))
    assert done.returncode == 1
    assert done.stdout.startswith(f"{path}:2: import: MicroPython has no module typing; annotate")


# MicroPython agrees ---------------------------------------------------------------------------

RUNNER = """
import sys
code = sys.stdin.read().split("\\0")
for n, one in enumerate(code):
    try:
        exec(one, {"__name__": "m"})
        print("ok")
    except BaseException as e:
        print(type(e).__name__)
"""


def run_all(command: list[str], codes: list[str], folder: Path) -> list[str]:
    script = folder / "runner.py"
    script.write_text(RUNNER)
    done = subprocess.run(
        [*command, str(script)], input="\0".join(codes), capture_output=True, text=True, check=True
    )
    return done.stdout.split()


@pytest.mark.vm
def test_each_planted_fault_fails_on_micropython_only(vm: ModuleType, tmp_path: Path) -> None:
    codes = [code for _, code, _ in FAILS]
    theirs = run_all(vm.find_micropython(), codes, tmp_path)
    wrong = [code for code, said in zip(codes, theirs, strict=True) if said == "ok"]
    assert wrong == []
    ours = run_all([sys.executable], codes, tmp_path)
    known = ("from micropython",)
    wrong = [
        code
        for code, said in zip(codes, ours, strict=True)
        if said != "ok" and not any(word in code for word in known)
    ]
    assert wrong == []


@pytest.mark.vm
def test_what_the_tables_say_is_missing_is_missing(vm: ModuleType, tmp_path: Path) -> None:
    values = ("''", "b''", "1", "bytearray()", "[]", "{}", "memoryview(b'')")
    codes = [
        f"for v in ({', '.join(values)}):\n    assert not hasattr(v, {name!r})"
        for name in sorted(METHODS)
    ]
    codes += [
        f"try:\n    {name}\n    raise OSError\nexcept NameError:\n    pass" for name in BUILTINS
    ]
    codes += [
        f"import {module}\nassert not hasattr({module}, {name!r})"
        for module in sorted(NAMES)
        for name in NAMES[module].split()
    ]
    said = run_all(vm.find_micropython(), codes, tmp_path)
    assert [code for code, word in zip(codes, said, strict=True) if word != "ok"] == []
