"""`kostka play` told wrong things: one sentence each, and nothing started."""

import pytest
from kostka_host import cli
from kostka_host.cli.play import game_options
from kostka_host.link.transport import open_transport


@pytest.fixture(autouse=True)
def environ(tmp_path, monkeypatch):
    for name in ("XDG_STATE_HOME", "XDG_RUNTIME_DIR", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    monkeypatch.setenv("KOSTKA_LANG", "en")


@pytest.mark.parametrize(
    ("args", "code", "words"),
    [
        (["chess"], 2, "ludo"),
        (["ludo", "--seats", "5"], 2, "2 to 4 seats"),
        (["ludo", "--pawns", "9"], 2, "2..4"),
        (["ludo", "--die", "round"], 2, "number, color"),
        (["ludo", "--die"], 2, "number, color"),
        (["--pwans", "3"], 2, "pawns, die"),
        (["ludo", "--first", "seat 4", "--seats", "2"], 2, "LU-2"),
        (["ludo", "-o", "pawns"], 2, "NAME=VALUE"),
        (["ludo", "-o", "pawns=1"], 2, "2..4"),
        (["ludo", "dance"], 2, "dance"),
        (["ludo", "-z"], 2, "-z"),
        (["ludo", "--speed", "0"], 2, "--speed"),
        (["ludo", "--speed", "max"], 2, "--auto"),
        (["ludo", "--auto", "--seed", "-1"], 2, "--seed"),
        (["ludo", "--auto", "--terminal"], 2, "--terminal"),
        (["ludo", "--auto", "--journal", "/"], 2, "directory"),
        (["ludo", "--board", "port:/dev/none"], 1, "/dev/none"),
        (["ludo", "--board", "tcp:127.0.0.1:1"], 1, "tcp:127.0.0.1:1"),
        (["ludo", "--board", "id:77"], 1, "77"),
        (["ludo", "--board", "auto"], 1, "kostka board"),
        (["ludo", "--board", "dragon"], 2, "dragon"),
        (["ludo", "--board", "place:lab"], 2, "place"),
        (["ludo", "--board", "tcp:here:there"], 2, "tcp:here:there"),
        (["ludo", "--auto", "--board", "port:/dev/none"], 1, "hands"),
    ],
)
def test_wrong_calls(capsys, args, code, words):
    assert cli.main(["play", "--port", "0", *args]) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("kostka: ")
    assert err.count("\n") == 1
    assert words in err


def test_no_micropython_is_said(capsys, monkeypatch):
    monkeypatch.setenv("KOSTKA_MICROPYTHON", "/nowhere/micropython")
    assert cli.main(["play", "ludo", "--auto", "--speed", "max"]) == 1
    out, err = capsys.readouterr()
    assert "/nowhere/micropython" in err
    assert (out, err.count("\n")) == ("", 1)


def test_a_busy_port_is_said(capsys):
    import os
    import tty

    master, slave = os.openpty()
    tty.setraw(slave)
    name = os.ttyname(slave)
    port = open_transport("port:" + name)
    try:
        assert cli.main(["play", "--terminal", "--board", "port:" + name]) == 1
    finally:
        port.close()
        os.close(master)
        os.close(slave)
    assert capsys.readouterr().err == f"kostka: Port {name} is in use by another program.\n"


def test_a_silent_port_is_said(capsys):
    import os
    import tty

    master, slave = os.openpty()
    tty.setraw(slave)
    name = os.ttyname(slave)
    try:
        assert cli.main(["play", "--terminal", "--board", "port:" + name]) == 1
    finally:
        os.close(master)
        os.close(slave)
    assert capsys.readouterr().err == f"kostka: Nothing answers at {name}.\n"


def test_options_of_the_game():
    words = ("ludo", "--pawns", "2", "--first=seat 2", "--three-throws", "start", "--die")
    assert game_options(("six_color=blue",), words) == (
        "ludo",
        {
            "six_color": "blue",
            "pawns": "2",
            "first": "seat 2",
            "three_throws": "start",
            "die": "on",
        },
    )
    assert game_options((), ("--pawns", "2", "duel")) == ("duel", {"pawns": "2"})
    assert game_options((), ()) == ("", {})
