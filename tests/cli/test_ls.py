"""`kostka ls` with virtual boards, a busy port and wrong names."""

import json
import os
import subprocess
import sys

import pytest
from kostka_host import cli
from kostka_host.link.ports import UsbPort
from kostka_host.link.transport import open_transport


@pytest.fixture(autouse=True)
def environ(tmp_path, monkeypatch):
    for name in ("XDG_STATE_HOME", "XDG_RUNTIME_DIR", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    monkeypatch.setenv("KOSTKA_LANG", "en")
    monkeypatch.setattr("kostka_host.cli.ls.usb_ports", list)
    monkeypatch.setattr("kostka_host.places.usb_ports", list)


@pytest.fixture
def board(vm, tmp_path):
    """A virtual board without firmware of its own: its boot.py ends at the prompt."""
    (tmp_path / "rom").mkdir()
    (tmp_path / "rom" / "main.py").write_text("")
    command = [sys.executable, "-m", "kostka_host", "board", "--json", "--tcp", "0"]
    child = subprocess.Popen(
        [*command, "--name", "test", "--rom", str(tmp_path / "rom")],
        stdout=subprocess.PIPE,
        env=os.environ,
        text=True,
    )
    yield json.loads(child.stdout.readline())
    child.terminate()
    child.wait(10)
    child.stdout.close()


def run(capsys, *args):
    code = cli.main(["ls", *args])
    out, err = capsys.readouterr()
    assert "Traceback" not in out + err
    return code, out, err


def test_no_board_is_no_error(capsys):
    code, out, err = run(capsys)
    assert (code, out) == (0, "")
    assert "No board is here" in err
    assert run(capsys, "--json")[1] == "[]\n"


@pytest.mark.vm
def test_a_board_at_its_prompt(capsys, board):
    code, out, _ = run(capsys)
    assert code == 0
    assert board["id"] in out
    assert "at the prompt" in out
    for selector in (
        "id:" + board["id"][:6],
        "port:" + board["port"],
        f"tcp::{board['tcp']}",
        "auto",
    ):
        (row,) = json.loads(run(capsys, selector, "--json")[1])
        assert (row["id"], row["state"], row["name"]) == (board["id"], "prompt", "test")


@pytest.mark.vm
def test_a_busy_board(capsys, board):
    port = open_transport("port:" + board["port"])
    (row,) = json.loads(run(capsys, "--json")[1])
    assert row["state"] == "busy"
    assert "in use" in run(capsys)[1]
    port.close()


@pytest.mark.parametrize(
    ("selector", "code", "word"),
    [
        ("id:77", 1, "77"),
        ("port:/dev/none", 1, "/dev/none"),
        ("nonsense", 2, "nonsense"),
        ("tcp:here:there", 2, "tcp:here:there"),
        ("auto", 1, "No board"),
    ],
)
def test_wrong_names_are_one_sentence(capsys, selector, code, word):
    found, out, err = run(capsys, selector)
    assert (found, out) == (code, "")
    assert err.startswith("kostka: ")
    assert err.count("\n") == 1
    assert word in err


def test_serial_ports_are_listed_but_not_asked(capsys, monkeypatch):
    ports = [UsbPort("/dev/ttyNONE", "e66038b713596a2c", "Board in FS mode", True)]
    monkeypatch.setattr("kostka_host.cli.ls.usb_ports", lambda: ports)
    (row,) = json.loads(run(capsys, "--json")[1])
    assert (row["id"], row["state"]) == ("e66038b713596a2c", "unasked")
    (row,) = json.loads(run(capsys, "--json", "--ask")[1])
    assert row["state"] == "gone"
