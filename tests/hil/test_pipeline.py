"""What a pipeline runs: the steps of the example, and eight boards at once on a busy machine."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

pytestmark = pytest.mark.vm

ROOT = Path(__file__).resolve().parents[2]
SMOKE_S = 180
LOAD = "while True: pass"


def kostka(words: list[str], cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "kostka_host", *words],
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": f"{ROOT / 'host'}:{ROOT / 'firmware/src'}"},
    )


@pytest.mark.slow
def test_the_short_set_of_the_example_passes_in_three_minutes(vm, tmp_path) -> None:
    text = (ROOT / "hardware" / "hil" / "ci.yml").read_text(encoding="utf-8")
    (line,) = re.findall(r"run: kostka (hil --smoke .*)", text)
    began = time.monotonic()
    done = kostka([*shlex.split(line), "-q"], tmp_path)
    assert done.returncode == 0, done.stdout
    assert time.monotonic() - began < SMOKE_S
    cases = list(ET.parse(tmp_path / "out" / "smoke.xml").iter("testcase"))
    assert len(cases) >= 10
    assert "<svg" in (tmp_path / "out" / "smoke.html").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_short_set_passes_through_the_wires_of_a_jig(vm, tmp_path) -> None:
    done = kostka(["hil", "--smoke", "--jig=virtual", "-q", "--junitxml=jig.xml"], tmp_path)
    assert done.returncode == 0, done.stdout
    cases = list(ET.parse(tmp_path / "jig.xml").iter("testcase"))
    assert len(cases) >= 10
    assert not [case for case in cases if case.find("skipped") is not None]


@pytest.mark.long
def test_the_full_suite(vm, tmp_path) -> None:
    done = kostka(["hil", "--full", "-q"], tmp_path)
    assert done.returncode == 0, done.stdout


@pytest.mark.long
def test_eight_boards_on_a_busy_machine(vm, tmp_path) -> None:
    burners = [
        subprocess.Popen([sys.executable, "-c", LOAD]) for _ in range((os.cpu_count() or 1) * 2)
    ]
    try:
        boards = ["--board=virtual"] * 8
        done = kostka(["hil", *boards, "-n8", "--dist=loadgroup", "-q"], tmp_path)
    finally:
        for burner in burners:
            burner.kill()
            burner.wait()
    assert done.returncode == 0, done.stdout


def test_arguments_that_name_tests_take_the_place_of_the_suite(tmp_path) -> None:
    from kostka_host.cli.hil import SUITE, command_line

    mine = tmp_path / "test_mine.py"
    mine.write_text("def test_it():\n    pass\n")
    assert command_line((), True, False, ("-k", "x"))[-1] == str(SUITE)
    assert command_line((), False, False, (f"{mine}::test_it",))[-1] == f"{mine}::test_it"
    assert "--board=virtual" in command_line((), False, False, ())


def test_two_runs_are_compared(tmp_path) -> None:
    for name, inner in (("a", ""), ("b", '<failure type="timeout"/>')):
        case = f'<testcase classname="t" name="x" time="1">{inner}</testcase>'
        (tmp_path / f"{name}.xml").write_text(f"<testsuite>{case}</testsuite>")
    done = kostka(["hil", "--compare", "a.xml", "b.xml"], tmp_path)
    assert done.returncode == 1
    assert done.stdout.splitlines()[0] == "passed -> failed [timeout]: t::x"
    assert kostka(["hil", "--compare", "a.xml", "a.xml"], tmp_path).returncode == 0
