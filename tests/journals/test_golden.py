"""Golden journals replay line by line on both Pythons; every game and option value has one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import kostka_engine as engine
import kostka_golden as golden
import pytest
from kostka import games
from kostka.line import seal, unseal

engine.register()
HERE = Path(__file__).parent
ROOT = HERE.parents[1]
FILES = sorted(HERE.glob("*/*.journal"))
PATHS = [ROOT / "firmware" / "src", *(HERE.parent / part for part in ("probe", "diff"))]


def lines_of(path: Path) -> list[str]:
    text = path.read_text()
    assert text.endswith("\n")
    return text.split("\n")[:-1]


@pytest.mark.parametrize("name", games.names())
def test_every_game_has_its_journals(name: str) -> None:
    there = {path.name for path in (HERE / name).glob("*")}
    assert there == {file for file, *_ in golden.wanted(games.load(name))}


def test_no_journal_is_of_an_unknown_game() -> None:
    assert {path.parent.name for path in FILES} == set(games.names())


@pytest.mark.parametrize("path", FILES, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_a_journal_replays(path: Path) -> None:
    one = golden.replay(lines_of(path))
    assert one.state.game.name == path.parent.name
    wanted = {file: rest for file, *rest in golden.wanted(one.state.game)}
    seats, options, most = wanted[path.name]
    assert isinstance(options, dict)
    assert one.state.seats == seats
    assert one.state.options == one.state.game.complete(seats, options)
    assert one.closed == one.state.is_terminal()
    assert one.closed or one.lines == most


@pytest.mark.parametrize("name", games.names())
def test_the_journals_of_a_game_hold_all_kinds_of_lines(name: str) -> None:
    text = "".join(path.read_text() for path in FILES if path.parent.name == name)
    assert all(word in text for word in ('"a":[', '"u":', '"end":', '"d":'))


@pytest.mark.vm
@pytest.mark.parametrize("name", games.names())
def test_micropython_replays_them_to_the_same_end(
    vm: ModuleType, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = [str(path) for path in FILES if path.parent.name == name]
    assert golden.main(paths) == 0
    ours = capsys.readouterr().out
    theirs = vm.run(HERE / "kostka_golden.py", *paths, path=PATHS)
    assert theirs.code == 0, theirs.out + theirs.err
    assert theirs.out == ours
    assert len(ours.splitlines()) == len(paths)


# A journal that is not right is refused -----------------------------------------------------


SAMPLE = lines_of(HERE / "probe" / "default-2.journal")


def refused(lines: list[str]) -> str:
    with pytest.raises(golden.Broken) as caught:
        golden.replay(lines)
    return str(caught.value)


def changed(number: int, old: str, new: str) -> list[str]:
    """Return the sample with one line changed and sealed again."""
    body = unseal(SAMPLE[number])
    assert body
    assert old in body
    return [*SAMPLE[:number], seal(body.replace(old, new, 1)), *SAMPLE[number + 1 :]]


def first(word: str) -> int:
    return next(n for n, line in enumerate(SAMPLE) if word in line)


def test_a_changed_byte_is_found_in_its_line() -> None:
    for number in (0, 1, len(SAMPLE) // 2, len(SAMPLE) - 1):
        line = SAMPLE[number]
        for at in range(0, len(line), 7):
            bad = line[:at] + chr(ord(line[at]) ^ 1) + line[at + 1 :]
            said = refused([*SAMPLE[:number], bad, *SAMPLE[number + 1 :]])
            assert said == f"line {number}: the check fails"


def test_a_lost_line_and_a_line_twice_are_found() -> None:
    assert refused([*SAMPLE[:5], *SAMPLE[6:]]) == "line 5: line number is 6, not 5"
    assert refused([*SAMPLE[:6], *SAMPLE[5:]]) == "line 6: line number is 5, not 6"
    assert "after the closing line" in refused([*SAMPLE, SAMPLE[-1]])


def test_another_legal_action_breaks_the_chain_there() -> None:
    number = first('"a":[262656]')  # card 1; card 2 is as legal
    assert refused(changed(number, "262656", "263168")).startswith(f"line {number}: line is")


def test_a_forbidden_action_names_its_rule() -> None:
    number = first('"a":[262656]')
    assert refused(changed(number, "262656", "1")).startswith(f"line {number}: PR-2: ")


def test_wrong_digests_undo_and_ends_are_found() -> None:
    number = first('"d":')
    body = unseal(SAMPLE[number]) or ""
    digest = body.split('"d":"')[1][:8]
    assert refused(changed(number, digest, "00000000")).startswith(f"line {number}: ")
    number = first('"u":')
    back = (unseal(SAMPLE[number]) or "").split('"u":')[1].split(",")[0]
    assert refused(changed(number, f'"u":{back}', f'"u":{int(back) - 1}'))
    assert "cannot go back" in refused(changed(number, f'"u":{back}', f'"u":{number}'))
    last = len(SAMPLE) - 1
    assert refused(changed(last, '"win":[', '"win":[2,')).startswith(f"line {last}: ")


def test_another_version_or_data_is_refused() -> None:
    assert "version of the rules" in refused(changed(0, '"v":1', '"v":2'))
    assert "data digest" in refused(changed(0, '"data":"0', '"data":"1'))
    assert "header" in refused(changed(0, '"j":1,', '"j":1, '))


def test_a_journal_is_made_the_same_twice() -> None:
    made = [golden.make("probe", 3, {"open": True}, 9, 60) for _ in range(2)]
    assert made[0] == made[1]
    assert golden.make("probe", 3, {"open": True}, 10, 60) != made[0]


# The tool ------------------------------------------------------------------------------------


def tool(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "tools" / "golden"), "--folder", str(folder), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ)


def test_all_golden_files_are_there_and_right() -> None:
    done = tool(HERE.parent, "--check")
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_golden_file_is_not_made_anew_without_a_new_version(tmp_path: Path) -> None:
    assert tool(tmp_path, "probe").returncode == 0
    journal = tmp_path / "journals" / "probe" / "default-2.journal"
    outcomes = tmp_path / "conformance" / "outcomes" / "probe.txt"
    for path, old, new in ((journal, '"s":"b"', '"s":"k"'), (outcomes, " PR-9", " PR-8")):
        good = path.read_text()
        path.write_text(good.replace(old, new, 1))
        for words in ((), ("--replace",), ("--check",)):
            done = tool(tmp_path, "probe", *words)
            assert done.returncode == 1, done.stdout
            assert path.read_text() != good
        path.write_text(good)
    journal.unlink()
    done = tool(tmp_path, "probe", "--check")
    assert done.returncode == 1
    assert "default-2.journal: missing" in done.stdout
    assert not journal.exists()
    assert tool(tmp_path, "probe").returncode == 0
    assert journal.exists()
