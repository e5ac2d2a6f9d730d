"""What shells are told, and what they are offered."""

import subprocess
import sys

import pytest
from kostka_host import cli, names
from kostka_host.link.ports import UsbPort


@pytest.fixture(autouse=True)
def environ(tmp_path, monkeypatch):
    for name in ("XDG_RUNTIME_DIR", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_gets_its_script(shell, capsys):
    assert cli.main(["completion", shell]) == 0
    out = capsys.readouterr().out
    assert "_KOSTKA_COMPLETE" in out
    if shell == "bash":
        subprocess.run(["bash", "-n"], input=out, text=True, check=True)


def offered(words, monkeypatch, capsys):
    monkeypatch.setenv("_KOSTKA_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(len(words.split(" ")) - 1))
    assert cli.main([]) == 0
    return [line.partition(",")[2] for line in capsys.readouterr().out.splitlines()]


def test_commands_boards_and_profiles_are_offered(monkeypatch, capsys):
    ports = [UsbPort("/dev/ttyACM0", "e66038b713596a2c", "Board", True)]
    monkeypatch.setattr("kostka_host.cli.completion.usb_ports", lambda: ports)
    names.give("e66038b713596a2c", "attic")
    assert "flash" in offered("kostka fl", monkeypatch, capsys)
    assert "bare" in offered("kostka update --profile b", monkeypatch, capsys)
    assert offered("kostka update --board id", monkeypatch, capsys) == ["id:attic"]
    assert offered("kostka ls port", monkeypatch, capsys) == ["port:/dev/ttyACM0"]
    assert "virtual" in offered("kostka flash --board v", monkeypatch, capsys)


def test_the_program_itself_answers_a_shell(monkeypatch):
    monkeypatch.setenv("_KOSTKA_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", "kostka upd")
    monkeypatch.setenv("COMP_CWORD", "1")
    done = subprocess.run(
        [sys.executable, "-m", "kostka_host"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "plain,update\n")
