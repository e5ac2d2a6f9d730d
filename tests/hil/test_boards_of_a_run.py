"""Boards of a run: whose they are, who is healthy, what an owner gets back, and exit codes."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from kostka_host.boards.virtual import VirtualBoard
from kostka_host.deploy.prompt import Prompt
from kostka_host.hil import keeping, locks
from kostka_host.hil.failures import HilFailure
from kostka_host.hil.history import compare, read, read_one, without_time
from kostka_host.hil.manual import Person
from kostka_host.hil.power import PROGRAM, Hub

pytestmark = pytest.mark.vm

HEAD = "from kostka_host.hil import needs, on_board\n"
PASSES = HEAD + "@on_board\ndef test_it():\n    assert 1 + 1 == 2\n"


@pytest.fixture
def shared(vm: object) -> Iterator[VirtualBoard]:
    """Somebody's virtual board, which is there before and after a run."""
    with VirtualBoard.spawn(tied=True, clock="real", name="table") as board:
        yield board


def files(board: VirtualBoard) -> dict[str, str]:
    with Prompt(board.link()) as prompt:
        kept = keeping.read(prompt, board.id).files
        prompt.reset()
    return kept


def test_an_owner_gets_everything_back(pytester, hil, shared) -> None:
    with Prompt(shared.link()) as prompt:
        prompt.run("import os\nos.mkdir('/box')\nwith open('/mine','w') as f:f.write('x'*3000)")
        prompt.run("with open('/box/a','w') as f:f.write('1')")
        prompt.reset()
    shared.tokens([5, 6])
    before = files(shared)
    pytester.makepyfile(
        HEAD
        + """
@on_board
def test_mess():
    import os
    os.remove('/mine')
    for name in ('/box/a', '/new'):
        with open(name, 'w') as file:
            file.write('2')
    os.mkdir('/d')

def test_hands(hands):
    hands.lift(5)
    hands.put(40)
"""
    )
    hil(board="id:table").assert_outcomes(passed=2)
    after = files(shared)
    assert {p: after.get(p) for p in before} == before
    assert set(after) == set(before)
    assert len(before) >= 2
    assert shared.tokens() == [5, 6]
    assert not keeping.path_of(shared.id).exists()


def test_a_killed_run_is_made_good_by_the_next(pytester, hil, shared) -> None:
    with Prompt(shared.link()) as prompt:
        prompt.run("with open('/mine','w') as f:f.write('mine')")
        prompt.reset()
    pytester.makepyfile(
        test_kill="import os\ndef test_it(board):\n"
        "    board.run(\"with open('/mine','w') as f:f.write('lost')\")\n    os._exit(9)\n",
        test_next=PASSES,
    )
    words = ["-m", "pytest", "-p", "kostka_host.pytest_plugin", "--board=id:table"]
    done = subprocess.run([sys.executable, *words, "test_kill.py"], check=False)
    assert done.returncode == 9
    assert keeping.path_of(shared.id).exists()
    done = hil("test_next.py", board="id:table")
    done.assert_outcomes(passed=1)
    done.stdout.fnmatch_lines(["hil: id:table got back what a killed run had left: /mine"])
    with Prompt(shared.link()) as prompt:
        assert prompt.run("print(open('/mine').read())") == "mine\n"


def test_a_board_in_use_is_named_with_owner_and_age(pytester, hil, shared) -> None:
    lock = locks.BoardLock(shared.link())
    code = (
        "import sys; from kostka_host.hil.locks import BoardLock\n"
        f"lock = BoardLock({lock.place!r}); lock.take(1); print('has', flush=True); input()"
    )
    other = subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert other.stdout is not None
    assert other.stdout.readline() == "has\n"
    pytester.makepyfile(PASSES)
    done = hil("--lock-timeout=0.3", board="id:table")
    assert done.ret == 9
    said = "".join(done.errlines)
    assert "[locked]" in said
    assert f"process {other.pid}, for 0 s: -c (waited 0.3 s)" in said or "for 1 s" in said
    other.communicate("\n")
    hil(board="id:table").assert_outcomes(passed=1)


def test_a_sick_board_is_left_out_and_the_rest_go_on(pytester, hil, plain) -> None:
    pytester.makepyfile(PASSES)
    done = hil("--board=port:/dev/not-there", board=plain)
    done.assert_outcomes(passed=1)
    assert done.ret == 9  # the one that was named is missing
    done.stdout.fnmatch_lines(["hil: port:/dev/not-there was quarantined [[]link]: *"])
    assert hil("--board=port:/dev/not-there", "--min-boards=1", board=plain).ret == 0


@pytest.mark.parametrize(("words", "code"), [((), 0), (("--require=emulated",), 9)])
def test_a_kind_that_cannot_be_here(pytester, hil, plain, monkeypatch, words, code) -> None:
    monkeypatch.delenv("KOSTKA_UF2", raising=False)
    pytester.makepyfile(PASSES)
    done = hil("--board=emulated", *words, board=plain)
    done.assert_outcomes(passed=1)
    assert done.ret == code
    done.stdout.fnmatch_lines(["hil: emulated is left out: *KOSTKA_UF2*"])


def test_what_a_real_board_cannot_do_is_skipped_by_name(pytester, hil, plain) -> None:
    pytester.makepyfile(HEAD + "@needs('eyes.leds', 'power_cut')\ndef test_it(board):\n    pass\n")
    done = hil("-rs", board=plain)
    done.assert_outcomes(skipped=1)
    done.stdout.fnmatch_lines(["SKIPPED * lacks eyes.leds, power_cut"])
    hil("--require=eyes.leds", board=plain).assert_outcomes(errors=1)
    pytester.makepyfile(HEAD + "@needs('eyes.lids')\ndef test_it(board):\n    pass\n")
    assert hil(board=plain).ret == pytest.ExitCode.USAGE_ERROR


@pytest.mark.slow
def test_two_boards_at_once_in_two_processes(pytester, hil) -> None:
    pytester.makepyfile(
        PASSES
        + "def test_pair(board_a, board_b, kit):\n    assert board_a.link() != board_b.link()\n"
        "    kit(board_b).hands.put(3)\n    assert kit(board_a).hands.tokens() == []\n"
    )
    words = ("--board=virtual", "-n2", "--dist=loadgroup", "--hil-report=r.html")
    done = hil(*words)
    done.assert_outcomes(passed=3)
    assert (pytester.path / "r.html").read_text().count("table-12x12") >= 2


def test_power_by_a_hub(tmp_path, monkeypatch) -> None:
    tool, log = tmp_path / "uhubctl", tmp_path / "log"
    tool.write_text(
        f'#!/bin/sh\necho "$@" >> {log}\n[ "$2" = 1-1 ] || {{ echo no hub; exit 1; }}\n'
    )
    tool.chmod(tool.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv(PROGRAM, str(tool))
    Hub("1-1:3").switch(False)
    Hub("1-1:3").switch(True)
    assert log.read_text() == "-l 1-1 -p 3 -a off\n-l 1-1 -p 3 -a on\n"
    with pytest.raises(HilFailure, match="uhubctl: no hub"):
        Hub("9-9:1").switch(True)
    with pytest.raises(HilFailure, match="LOCATION:PORT"):
        Hub("nonsense")


def test_a_person_is_asked_and_not_waited_for_forever(tmp_path) -> None:
    theirs, ours = os.pipe()
    with open(theirs, encoding="utf-8") as keyboard, open(tmp_path / "s", "w+") as screen:
        person = Person(0.2, keyboard, screen)
        os.write(ours, b"\n")
        person.do("Put a token on D4.")
        os.write(ours, b"y\n")
        assert person.says("Is D4 red?")
        os.write(ours, b"17\n")
        assert person.number("What is on top?") == 17
        with pytest.raises(HilFailure, match=r"nobody answered within 0\.2 s: Roll"):
            person.do("Roll the die.")
        os.write(ours, b"q\n")
        with pytest.raises(HilFailure, match="given up"):
            person.do("Roll the die.")
        screen.seek(0)
        assert "step 1, 0.2 s: Put a token on D4. [Enter]" in screen.read()
    os.close(ours)


def test_runs_are_compared_and_flaky_tests_found(pytester, hil) -> None:
    test = "def test_a():\n    assert {}\ndef test_b():\n    pass\n"
    for name, holds in (("1", True), ("2", False), ("3", True)):
        pytester.makepyfile(test_x=test.format(holds))
        hil(f"--junitxml=past/{name}.xml", board="")
    past = pytester.path / "past"
    flaky = read(past)
    assert {name: one.is_flaky for name, one in flaky.items()} == {
        "test_x::test_a": True,
        "test_x::test_b": False,
    }
    assert flaky["test_x::test_a"].turns == 2
    assert compare(read_one(past / "1.xml"), read_one(past / "2.xml")) == [
        "passed -> failed [assertion]: test_x::test_a"
    ]
    assert without_time("test_a[virtual-run3]") == "test_a[virtual]"
    assert without_time("test_a[virtual-run12-2]") == "test_a[virtual-2]"


def test_what_was_done_and_seen_is_recorded(pytester, hil) -> None:
    pytester.makepyfile("def test_it(hands, eyes):\n    hands.put(3)\n    eyes.leds()\n")
    hil("--record=rec").assert_outcomes(passed=1)
    (path,) = (pytester.path / "rec" / "virtual").iterdir()
    steps = [json.loads(row) for row in path.read_text().splitlines()]
    assert [step["do"] for step in steps] == ["put", "leds"]
    assert len(steps[1]["cells"]) == 144 * 6


def test_each_test_runs_so_often_and_flaky_ones_are_shown(pytester, hil) -> None:
    pytester.makepyfile(
        "runs = []\ndef test_it():\n    runs.append(1)\n    assert len(runs) != 2\n"
    )
    done = hil("--count=3", board="")
    done.assert_outcomes(passed=2, failed=1)
    done.stdout.fnmatch_lines(["  2/3  *::test_it  FLAKY"])


def test_the_state_file_is_for_its_owner_only(tmp_path: Path) -> None:
    path = keeping.write(keeping.Kept("b", 0.0, [], {}))
    assert path.stat().st_mode & 0o077 == 0
    path.write_text("{")
    with pytest.raises(HilFailure, match="cannot be read"):
        keeping.find("b")
