"""The program as a whole: errors as sentences, exit codes, streams, languages, colors."""

import os
import signal
import subprocess
import sys

import click
import pytest
from kostka_host import cli, paths


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    for name in ("XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"):
        monkeypatch.setenv(name, str(tmp_path / name))
    monkeypatch.setenv("KOSTKA_LANG", "en")
    return tmp_path


@pytest.fixture
def planted(monkeypatch):
    """Make `kostka games` do what the test wants."""

    def plant(action):
        @click.command("games")
        def command():
            action()

        monkeypatch.setattr("kostka_host.cli.games.command", command)

    return plant


def fail_with(problem):
    def action():
        raise problem

    return action


def one_sentence(capsys):
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("kostka: ")
    assert err.count("\n") == 1
    assert "Traceback" not in err
    return err


@pytest.mark.parametrize(
    ("args", "word"),
    [
        (["dance"], "dance"),
        (["games", "--fast"], "--fast"),
        (["games", "ludo", "ludo"], "ludo"),
        (["games", "chess"], '"chess"; the games are: '),
        (["--lang", "xx", "games"], "xx"),
    ],
)
def test_a_wrong_call_is_one_sentence_and_2(capsys, args, word):
    assert cli.main(args) == 2
    assert word in one_sentence(capsys)


@pytest.mark.parametrize("args", [[], ["journal"], ["bench"]])
def test_without_a_command_the_commands_are_listed(capsys, args):
    assert cli.main(args) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("Usage: kostka")
    assert err.count("\n") > 10


SLOW_TO_LOAD = """
import sys, time
class Slow:
    def find_spec(self, name, path=None, target=None):
        if name == "kostka_host.cli":
            print("loading", flush=True)
            time.sleep(20)
sys.meta_path.insert(0, Slow())
from kostka_host.__main__ import main
sys.exit(main())
"""


def test_ctrl_c_while_the_program_loads_is_clean():
    child = subprocess.Popen(
        [sys.executable, "-c", SLOW_TO_LOAD],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert child.stdout.readline() == "loading\n"
    child.send_signal(signal.SIGINT)
    assert child.communicate(timeout=10) == ("", "")
    assert child.returncode == 130


def test_a_missing_file_is_one_sentence(planted, capsys):
    planted(lambda: open("/nowhere/at/all"))
    assert cli.main(["games"]) == 1
    assert one_sentence(capsys) == "kostka: /nowhere/at/all: No such file or directory.\n"


def test_an_unforeseen_error_leaves_a_report(planted, capsys, home):
    planted(fail_with(ZeroDivisionError("by\nnothing")))
    assert cli.main(["games"]) == 1
    err = one_sentence(capsys)
    (report,) = (home / "XDG_STATE_HOME").rglob("*.txt")
    assert str(report) in err
    assert "ZeroDivisionError: by" in report.read_text()


def test_a_report_that_cannot_be_written_is_no_second_error(planted, capsys, home):
    (home / "XDG_STATE_HOME").write_text("a file is in the way")
    planted(fail_with(ZeroDivisionError("x")))
    assert cli.main(["games"]) == 1
    assert "could not be written" in one_sentence(capsys)


def test_ctrl_c_is_clean(planted, capsys):
    planted(fail_with(KeyboardInterrupt()))
    assert cli.main(["games"]) == 130
    assert "Traceback" not in capsys.readouterr().err


def test_an_exit_code_of_a_command_is_kept(monkeypatch):
    @click.command("games")
    def command():
        return 3

    monkeypatch.setattr("kostka_host.cli.games.command", command)
    assert cli.main(["games"]) == 3


def test_a_closed_pipe_is_clean():
    command = [sys.executable, "-m", "kostka_host", "--help"]
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, text=True, check=False)
    os.close(write)
    assert done.returncode == 1
    assert done.stderr == ""


@pytest.mark.parametrize("args", [["--lang", "en", "games"], ["games", "--lang", "en"]])
def test_language_stands_before_or_after_the_command(planted, args):
    said = []
    planted(lambda: said.append(click.get_current_context().obj.words.lang))
    assert cli.main(args) == 0
    assert said == ["en"]


@pytest.mark.parametrize(
    ("args", "environ", "colored"),
    [
        (["games"], {"FORCE_COLOR": "1"}, True),
        (["games", "--no-color"], {"FORCE_COLOR": "1"}, False),
        (["--no-color", "games"], {"FORCE_COLOR": "1"}, False),
        (["games"], {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        (["games"], {}, False),
    ],
)
def test_colors_can_be_turned_off(planted, capsys, monkeypatch, args, environ, colored):
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    planted(lambda: click.get_current_context().obj.out.print("[red]x"))
    assert cli.main(args) == 0
    assert ("\x1b[31m" in capsys.readouterr().out) is colored


@pytest.mark.parametrize("value", ["cs_CZ.UTF-8", "C", "de-AT", ""])
def test_a_language_without_catalog_falls_back(monkeypatch, value):
    from kostka_host.ui import languages, preferred_language

    monkeypatch.setenv("KOSTKA_LANG", value)
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    wanted = value[:2].lower()
    assert preferred_language() == (wanted if wanted in languages() else "en")


def test_a_data_folder_that_cannot_be_is_named_as_such(planted, capsys, home):
    (home / "XDG_DATA_HOME").write_text("in the way")
    planted(lambda: paths.journals_dir().mkdir(parents=True))
    assert cli.main(["games"]) == 1
    err = one_sentence(capsys)
    assert err.startswith(f"kostka: The data folder cannot be used ({home / 'XDG_DATA_HOME'}")
    assert err.endswith("XDG_DATA_HOME in the environment names another place for it.\n")


def test_no_summary_of_a_command_is_cut(capsys):
    assert cli.main(["--help"]) == 0
    listed = capsys.readouterr().out.partition("Commands:")[2]
    assert listed.count("\n") > len(cli.COMMANDS)
    assert "..." not in listed
    assert cli.main(["play", "--help"]) == 0
    assert "``" not in capsys.readouterr().out
