"""`kostka update` and `kostka flash` as commands: what they print, and what they do not take."""

import json
import re

import pytest
from kostka_host import cli, layout
from kostka_host.boards import sources
from kostka_host.build import HOST_WORDS, board_words
from kostka_host.cli.bars import Bars
from kostka_host.deploy.plan import Plan
from kostka_host.deploy.update import PLANNED, RUNS, Result
from kostka_host.release import build_release
from kostka_host.ui import Ui

PLAN = Plan("0.1.0+new", ("lib/wiring.mpy",), ("lib/kostka/x.mpy",), 185, (), (), (), False)
RESULT = Result(RUNS, "e660", "/dev/ttyACM0", "0.1.0+old", "0.1.0+new", PLAN, 13853, 26434, 7.1)


def run(capsys, *words):
    code = cli.main(list(words))
    out, err = capsys.readouterr()
    assert "Traceback" not in out + err
    return code, out, err


@pytest.mark.parametrize(
    "words",
    [
        ("update", "--rollback", "--dry-run"),
        ("update", "x.kostka", "--profile", "bare"),
        ("update", "--nonsense"),
        ("update", "--board", "nonsense"),
        ("update", "--profile", "nonsense", "--to-file", "/tmp/never"),
        ("flash", "--board", "auto", "--drive", "/tmp"),
        ("flash", "x.kostka", "--profile", "bare"),
        ("bench", "deploy", "--board", "wooden"),
        ("bench", "deploy", "--files", "0"),
        ("completion", "tcsh"),
        ("name",),
    ],
    ids=" ".join,
)
def test_a_wrong_call_is_one_sentence(words, capsys):
    code, out, err = run(capsys, *words)
    assert (code, out) == (2, "")
    assert err.startswith("kostka: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "words",
    [
        ("update", "/none/x.kostka", "--board", "port:/dev/none"),
        ("update", "--board", "port:/dev/none"),
        ("update", "--board", "tcp:127.0.0.1:1"),
        ("update", "--rollback", "--board", "port:/dev/none"),
        ("flash", "--board", "port:/dev/none"),
        ("flash", "--drive", "/none"),
        ("flash", "--board", "port:/dev/none", "--image", "/none.uf2"),
        ("name", "port:/dev/none", "attic"),
    ],
    ids=" ".join,
)
def test_what_is_not_there_is_one_sentence(words, capsys):
    code, out, err = run(capsys, *words)
    assert (code, out) == (1, "")
    assert err.splitlines()[-1].startswith("kostka: ")


def test_results_are_values_for_programs(capsys, mocker):
    mocker.patch("kostka_host.deploy.update.Updater.update", return_value=RESULT)
    code, out, err = run(capsys, "update", "--board", "port:x", "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert (found["state"], found["version"], found["sent"]) == ("runs", "0.1.0+new", 13853)
    assert (found["changed"], found["kept"]) == (["lib/wiring.mpy"], 185)
    code, out, err = run(capsys, "update", "--board", "port:x")
    assert (code, out) == (0, "")
    assert "0.1.0+new" in err
    dry = Result(**{**vars(RESULT), "state": PLANNED})
    mocker.patch("kostka_host.deploy.update.Updater.update", return_value=dry)
    code, out, err = run(capsys, "update", "--board", "port:x", "--dry-run")
    assert out == "* lib/wiring.mpy\n- lib/kostka/x.mpy\n"
    assert "Nothing was written" in err


def test_ctrl_c_ends_with_130_and_a_word(capsys, mocker):
    mocker.patch("kostka_host.deploy.update.Updater.update", side_effect=KeyboardInterrupt)
    code, out, err = run(capsys, "update", "--board", "port:x")
    assert (code, out) == (130, "")
    assert "the release before plays on" in err


def test_a_release_goes_into_a_file(capsys, tmp_path):
    path = tmp_path / "bare.kostka"
    words = ("update", "--to-file", str(path), "--profile", "bare", "--json")
    code, out, _ = run(capsys, *words)
    found = json.loads(out)
    assert (code, found["file"], found["profile"]) == (0, str(path), "bare")
    assert found["version"] == build_release(layout.profile("bare")).version


def test_bars_show_bytes_and_lines(capsys):
    with Bars(Ui("en")) as bars:
        bars.step("deploy.step.send")
        bars.sent(10, 20)
        bars.sent(20, 20)
    assert "Sending" in capsys.readouterr().err
    with Bars(Ui("en"), quiet=True) as bars:
        bars.step("deploy.step.send")
        bars.sent(20, 20)
    assert capsys.readouterr().err == ""


def test_a_board_keeps_every_word_that_its_code_may_say():
    said = re.compile(r'"((?:%s)\.[a-z_.]*)' % "|".join(HOST_WORDS))
    package = sources.device_folder().parent / "src" / "kostka"
    for path in [*package.rglob("*.py"), *sources.device_folder().glob("*.py")]:
        assert not said.findall(path.read_text(encoding="utf-8")), path
    for catalog in (package / "text").glob("*.txt"):
        text = catalog.read_text(encoding="utf-8")
        kept = board_words(text)
        assert 0.5 * len(text) < len(kept) < 0.9 * len(text)
        assert "menu.title\t" in kept
