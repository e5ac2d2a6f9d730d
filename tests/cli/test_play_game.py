"""Whole games on virtual boards: hands, keys, firmware, link and mirror end to end."""

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time

import pytest
from kostka import mats
from kostka_host import cli
from kostka_host.boards import open_board, registry
from kostka_host.boards.virtual import VirtualBoard
from kostka_host.journals import read
from kostka_host.places import finder
from kostka_host.simulate.family import Family
from kostka_host.table import Table

pytestmark = pytest.mark.vm
KOSTKA = [sys.executable, "-m", "kostka_host"]
SHORT = ["--seats", "2", "--pawns", "2"]


@pytest.fixture(autouse=True)
def environ(tmp_path, monkeypatch):
    for name in ("XDG_STATE_HOME", "XDG_RUNTIME_DIR", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    monkeypatch.setenv("KOSTKA_LANG", "en")
    monkeypatch.delenv("FORCE_COLOR", raising=False)


@pytest.fixture
def running(vm):
    """Start virtual boards that all end with the test."""
    boards = []

    def start(**options):
        boards.append(VirtualBoard.spawn(tied=True, **options))
        return boards[-1]

    yield start
    for board in boards:
        board.close()
    for entry in registry.running():
        os.kill(entry.pid, signal.SIGTERM)


def play(capsys, *args):
    code = cli.main(["play", "ludo", "--auto", "--json", *args])
    out, err = capsys.readouterr()
    assert code == 0, err
    assert out.count("\n") == 1
    return json.loads(out)


def actions(report):
    return [json.loads(body).get("a") for body in read_bodies(report)]


def read_bodies(report):
    from pathlib import Path

    bodies, torn = read(Path(report["journal"]))
    assert not torn
    return bodies


@pytest.mark.parametrize(
    "args",
    [
        ["--seats", "3", "--pawns", "2", "--die", "color", "--six_color", "blue"],
        ["--seats", "2", "--pawns", "2", "--first", "seat 2", "--three-throws", "no_piece_out"],
    ],
    ids=" ".join,
)
def test_a_whole_game(vm, capsys, args):
    report = play(capsys, "--speed", "max", "--seed", "7", *args)
    assert report["digest_board"] == report["digest_mirror"]
    assert sum(report["returns"]) == 1
    assert report["outcome"] == "ludo.over.all_home"
    assert report["seats"] == int(args[1])
    assert report["seed"] == 7
    assert report["lines"] == len(read_bodies(report))
    assert report["actions"] == sum(len(one or ()) for one in actions(report))
    assert report["virtual_s"] > 10
    assert registry.running() == []
    assert cli.main(["journal", "verify", report["journal"]]) == 0


def test_equal_seeds_play_equal_games(vm, capsys, tmp_path):
    games = [play(capsys, "--seed", seed, *SHORT) for seed in ("3", "3", "4")]
    assert all(game["wall_s"] < game["virtual_s"] for game in games), "not as fast as it goes"
    assert actions(games[0]) == actions(games[1])
    assert actions(games[0]) != actions(games[2])
    assert games[0]["chain"] == games[1]["chain"]
    assert games[0]["journal"] != games[1]["journal"]


def test_a_journal_that_is_there_is_not_written_over(vm, capsys, tmp_path):
    path = tmp_path / "mine.jsonl"
    report = play(capsys, "--speed", "max", "--seed", "3", "--journal", str(path), *SHORT)
    assert report["journal"] == str(path)
    before = path.read_bytes()
    args = ["play", "--auto", "--speed", "max", "--seed", "3", "--journal", str(path), *SHORT]
    assert cli.main(args) == 1
    assert capsys.readouterr().err == (
        f"kostka: {path} is there already; name another file for a new game.\n"
    )
    assert path.read_bytes() == before


def lines_of(board):
    """Return how many lines the board's game has, asking as a host does."""
    table = Table(board, finder(f"id:{board.id}"))
    try:
        table.connect()
        table.catch_up()
        assert table.mirror.problem is None
        return table.mirror.next_line
    finally:
        table.close()


def test_a_killed_host_goes_on_where_it_was(running, capsys):
    board = running(clock="virtual", speed=10, seed=1)
    command = [*KOSTKA, "play", "--auto", "--board", f"id:{board.id}", "--seed", "5", *SHORT]
    host = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + 20
    journals = []
    while time.monotonic() < deadline:
        journals = list(os.environ["XDG_DATA_HOME"] and _journals())
        if journals and journals[0].read_bytes().count(b"\n") > 20:
            break
        time.sleep(0.05)
    host.send_signal(signal.SIGKILL)
    host.wait()
    began = time.monotonic()
    with open_board(f"id:{board.id}") as again:
        assert lines_of(again) > 20
    assert time.monotonic() - began < 2.0
    report = play(capsys, "--board", f"id:{board.id}", "--seed", "6", *SHORT)
    assert report["digest_board"] == report["digest_mirror"]
    assert report["journal"] == str(journals[0])


def _journals():
    from kostka_host import paths

    folder = paths.journals_dir()
    return sorted(folder.glob("*.jsonl")) if folder.exists() else []


def test_a_board_without_power_in_mid_game_goes_on(running, capsys):
    board = running(clock="virtual", speed=10, seed=1)
    table = Table(board, finder(f"id:{board.id}"))
    try:
        table.connect()
        table.sit_down("ludo", 2, {"pawns": 2, "first": "seat1"}, False)
        Family(mats.load("ludo"), board, lambda: table.state, table.look, 1).set_up()
        table.wait(lambda: table.verdict.outcome == "same", 5.0)
        table.ask("roll", n=table.mirror.next_line)
        table.wait(lambda: table.mirror.next_line == 2, 5.0)
        digest = table.state.digest()
        board.power_cut()
        board.start()
        table.wait(lambda: not table.client.up, 5.0)
        table.wait(lambda: table.client.up, 5.0)
        table.catch_up()
        assert table.mirror.next_line == 2
        assert table.state.digest() == digest
        table.ask("undo", n=0, e=2)
        table.wait(lambda: table.mirror.next_line == 3, 5.0)
        table.check()
    finally:
        table.close()


def test_a_board_in_the_middle_of_another_game_is_left_alone(running, capsys):
    board = running(clock="virtual", speed=10)
    table = Table(board, finder(f"id:{board.id}"))
    table.connect()
    table.sit_down("ludo", 3, {}, False)
    table.close()
    args = ["play", "--auto", "--board", f"id:{board.id}", "--seats", "2"]
    assert cli.main(args) == 1
    assert capsys.readouterr().err == (
        "kostka: The board is in the middle of another game (ludo, 3 seats); "
        "without these options it goes on, --new ends it.\n"
    )
    report = play(capsys, "--board", f"id:{board.id}", "--new", "--seed", "2", *SHORT)
    assert report["seats"] == 2


def test_without_a_game_the_one_in_play_goes_on(running):
    board = running(clock="virtual", speed=10)

    def sit(*wish):
        table = Table(board, finder(f"id:{board.id}"))
        table.connect()
        try:
            begun = table.sit_down(*wish)
            return begun, table.game_name, table.state.seats, table.mirror.follower.game_id
        finally:
            table.close()

    assert sit("", None, {}, False)[:3] == (True, "ludo", 4)
    first = sit("ludo", 3, {"pawns": "2", "die": "color"}, True)
    assert first[:3] == (True, "ludo", 3)
    assert sit("", None, {}, False) == (False, *first[1:])


def test_a_board_that_vanishes_is_one_sentence(running):
    board = running(clock="virtual", speed=10)
    command = [*KOSTKA, "play", "--auto", "--board", f"id:{board.id}", "--seed", "5"]
    host = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while not any(path.read_bytes().count(b"\n") >= 3 for path in _journals()):
        assert host.poll() is None
        time.sleep(0.02)
    board.close()
    out, err = host.communicate(timeout=30)
    assert host.returncode == 1
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("kostka: ")


def test_ls_says_what_a_running_table_plays(running, capsys):
    board = running(clock="real")
    table = Table(board, finder(f"id:{board.id}"))
    table.connect()
    table.sit_down("ludo", 3, {"first": "seat1"}, False)
    (row,) = json.loads(run_ls(capsys))
    assert row["state"] == "busy"
    table.close()
    (row,) = json.loads(run_ls(capsys))
    assert (row["state"], row["game"], row["seats"]) == ("running", "ludo", 3)
    assert row["id"] == board.id


def run_ls(capsys):
    assert cli.main(["ls", "--json"]) == 0
    return capsys.readouterr().out


class Person:
    """Somebody at a terminal in which `kostka play` runs."""

    def __init__(self, *args):
        self.screen = ""
        pid, self.fd = pty.fork()
        if pid == 0:
            os.environ.update(TERM="xterm", COLUMNS="100", LINES="40")
            os.execv(sys.executable, [*KOSTKA, "play", "--terminal", *args])
        self.pid = pid

    def sees(self, words, timeout_s=15.0):
        """Wait until the last picture on the screen shows some words."""
        end = time.monotonic() + timeout_s
        while words not in self.picture():
            assert time.monotonic() < end, f"no {words!r} in:\n{self.picture()}"
            if select.select([self.fd], [], [], 0.1)[0]:
                try:
                    self.screen += os.read(self.fd, 65536).decode()
                except OSError:
                    break
        assert words in self.picture()

    def picture(self):
        return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", self.screen.rpartition("\x1b[H")[2])

    def types(self, line):
        os.write(self.fd, line.encode() + b"\n")

    def ends(self):
        while True:
            try:
                if not os.read(self.fd, 65536):
                    break
            except OSError:
                break
        _, status = os.waitpid(self.pid, 0)
        os.close(self.fd)
        return os.waitstatus_to_exitcode(status)


def test_a_person_plays_in_a_terminal(running):
    one = Person("ludo", "--seats", "2", "--first", "seat1")
    one.sees("Player 1: throw the die. Throws left: 3.")
    one.types("roll 6")
    one.sees("a 6 was thrown; move a pawn")
    one.types("t0-t4")
    one.sees("LU-6: t0-t4: no pawn of the player on turn stands there.")
    one.types("lift r0")
    one.types("put t0")
    one.sees("last: d6 r0-t0")
    one.types("roll 3")
    one.sees("a 3 was thrown")
    one.types("t0-t3")
    one.sees("Player 2: throw the die.")
    one.types("key 2 right")
    one.types("key 2 ok")
    one.sees("last: d6 r0-t0 d3 t0-t3 d1")
    one.types("dance")
    one.sees("no command and no move")
    one.types("quit")
    assert one.ends() == 0
    # the board goes on; who comes back finds the game
    (entry,) = registry.running()
    assert entry.name == "virtual"
    two = Person()
    two.sees("throw the die")
    two.types("undo")
    two.sees("Player 2: throw the die. Throws left: 3.")
    os.write(two.fd, b"\x03")
    assert two.ends() == 130
    assert len(_journals()) == 1
    other = Person("--seats", "4")
    other.sees("The board is in the middle of another game")
    assert other.ends() == 1
