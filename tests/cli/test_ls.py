"""`kostka ls` with virtual boards, a busy port and wrong names."""

import json
import os
import subprocess
import sys

import pytest
from kostka_host import cli, names
from kostka_host.deploy.loader import Drive
from kostka_host.link.ports import UsbPort
from kostka_host.link.transport import open_transport
from kostka_host.places import finder


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


def test_no_port_is_opened_that_was_not_named(capsys, monkeypatch, mocker):
    ports = [
        UsbPort("/dev/ttyACM0", "e66038b713596a2c", "Board in FS mode", True),
        UsbPort("/dev/ttyUSB0", "", "A modem", False),
    ]
    monkeypatch.setattr("kostka_host.cli.ls.usb_ports", lambda: ports)
    monkeypatch.setattr("kostka_host.places.usb_ports", lambda: ports)
    opened = mocker.patch("serial.serial_for_url", side_effect=OSError(5, "no"))
    assert len(json.loads(run(capsys, "--json")[1])) == 2
    opened.assert_not_called()
    assert len(json.loads(run(capsys, "--json", "--ask")[1])) == 2
    assert [call.args[0] for call in opened.call_args_list] == ["/dev/ttyACM0"]


def test_a_board_keeps_its_name_and_what_is_known_when_it_is_plugged_in_elsewhere(
    capsys, monkeypatch
):
    port = "/dev/ttyACM0"
    usb = lambda: [UsbPort(port, "e66038b713596a2c", "Board in FS mode", True)]  # noqa: E731
    for module in ("cli.ls", "places", "cli.name"):
        monkeypatch.setattr(f"kostka_host.{module}.usb_ports", usb)
    assert cli.main(["name", "auto", "attic"]) == 0
    names.remember("e66038b713596a2c", {"chip": "RP2040", "firmware": "0.1.0", "seen": 7})
    port = "/dev/ttyACM5"
    capsys.readouterr()
    (row,) = json.loads(run(capsys, "--json")[1])
    assert (row["name"], row["port"], row["state"]) == ("attic", "/dev/ttyACM5", "unasked")
    assert (row["chip"], row["firmware"]) == ("RP2040", "0.1.0")
    assert finder("id:attic")() == ["port:/dev/ttyACM5"]
    assert "attic" in run(capsys)[1]
    assert cli.main(["name", "id:attic"]) == 0
    capsys.readouterr()
    assert json.loads(run(capsys, "--json")[1])[0]["name"] == ""


@pytest.mark.parametrize("name", ["/", "a" * 25, "no\nlines", "-begins"])
def test_what_is_no_name_is_one_sentence(name, capsys, monkeypatch):
    usb = lambda: [UsbPort("/dev/ttyACM0", "e66038b713596a2c", "", True)]  # noqa: E731
    for module in ("places", "cli.name"):
        monkeypatch.setattr(f"kostka_host.{module}.usb_ports", usb)
    assert cli.main(["name", "--", "auto", name]) == 2
    assert capsys.readouterr().err.startswith("kostka: ")


def test_a_boot_loader_is_listed(capsys, monkeypatch, tmp_path):
    drive = Drive(tmp_path, "RP2040", "Raspberry Pi RP2")
    monkeypatch.setattr("kostka_host.cli.ls.loader.drives", lambda: [drive])
    (row,) = json.loads(run(capsys, "--json")[1])
    assert (row["state"], row["chip"], row["port"]) == ("loader", "RP2040", str(tmp_path))
    assert "kostka flash" in run(capsys)[1]


@pytest.mark.vm
def test_a_busy_board_names_the_process(capsys, board):
    code = f"import serial\np=serial.Serial({board['port']!r},exclusive=True)\nprint(1)\ninput()"
    other = subprocess.Popen(
        [sys.executable, "-uc", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    other.stdout.readline()
    try:
        (row,) = json.loads(run(capsys, "--json")[1])
        assert (row["state"], row["pid"]) == ("busy", other.pid)
        assert f"(process {other.pid})" in run(capsys)[1]
    finally:
        other.communicate(b"\n")
