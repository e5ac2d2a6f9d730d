"""What people and machines get wrong: one clear sentence, an exit code, and nothing lost."""

from __future__ import annotations

import json
import os
import signal
import socket
import sys
import time
from pathlib import Path

import pytest
from kostka_program import Program, end

pytestmark = pytest.mark.vm


def test_no_micropython_at_all(kostka: Program, tmp_path: Path) -> None:
    nowhere = str(tmp_path / "empty")
    for words in (
        ("board",),
        ("play", "ludo", "--port", "0"),
        ("play", "ludo", "--auto", "--speed", "max"),
    ):
        code, sentence = kostka.refuse(*words, KOSTKA_MICROPYTHON="/nonexistent", PATH=nowhere)
        assert code == 1
        assert 'KOSTKA_MICROPYTHON names "/nonexistent"' in sentence
    assert kostka.boards() == []


def test_a_tcp_port_in_use(kostka: Program) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        number = server.getsockname()[1]
        code, sentence = kostka.refuse("board", "--tcp", str(number))
    assert code == 1
    assert sentence == f"TCP port {number} cannot be used (Address already in use)."
    assert kostka.boards() == []


@pytest.fixture(scope="module")
def game(vm, tmp_path_factory):
    """The journal of a whole game, as it is on disk."""
    folder = tmp_path_factory.mktemp("game")
    program = Program(folder)
    homes = {name: str(folder) for name in ("XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR")}
    report = program.auto(
        "ludo", "--seats", "2", "--pawns", "2", "--seed", "7", "--speed", "max", **homes
    )
    return Path(report["journal"]).read_bytes()


@pytest.mark.parametrize("part", [0.0, 0.3, 0.97])
def test_a_changed_byte_is_found_in_its_line(kostka: Program, game: bytes, part: float) -> None:
    at = int(len(game) * part) + 5
    path = kostka.home / "changed.jsonl"
    path.write_bytes(game[:at] + bytes([game[at] ^ 1]) + game[at + 1 :])
    line = game[:at].count(b"\n") + 1
    code, sentence = kostka.refuse("journal", "verify", str(path))
    assert (code, sentence) == (1, f"Line {line} of {path} is damaged.")


def test_a_torn_line_costs_only_itself(kostka: Program, game: bytes) -> None:
    path = kostka.home / "torn.jsonl"
    path.write_bytes(game[:-5])
    count = game.count(b"\n")
    code, sentence = kostka.refuse("journal", "verify", str(path))
    assert code == 1
    assert sentence == (
        f"{path}: line {count}, the last one, is torn; the {count - 1} lines before it are right."
    )
    assert path.read_bytes() == game[:-5]
    shown = kostka.run("journal", "show", str(path))
    assert len(shown.stdout.splitlines()) == count - 1


def test_the_table_mends_a_torn_journal(kostka: Program) -> None:
    """The host's copy was torn by a crash; the board still has the line."""
    kostka.board("--name", "table", "--speed", "max")
    journal = kostka.home / "game.jsonl"
    words = ("play", "ludo", "--seats", "2", "--pawns", "2", "--board", "id:table", "--auto")
    words = (*words, "--json", "--journal", str(journal))
    process = kostka.start(*words)
    until = time.monotonic() + 20
    while not journal.exists() or journal.read_bytes().count(b"\n") < 15:
        assert process.poll() is None
        assert time.monotonic() < until
        time.sleep(0.005)
    end(process, signal.SIGKILL)
    whole = journal.read_bytes()
    journal.write_bytes(whole[:-7])
    done = kostka.run(*words)
    assert done.returncode == 0, done
    assert journal.read_bytes().startswith(whole)
    assert kostka.run("journal", "verify", str(journal)).returncode == 0


def test_a_damaged_copy_is_said_and_left_as_it_is(kostka: Program) -> None:
    kostka.board("--name", "table", "--speed", "max")
    journal = kostka.home / "game.jsonl"
    journal.write_text("this was something else\n")
    code, sentence = kostka.refuse(
        "play", "ludo", "--board", "id:table", "--auto", "--journal", str(journal)
    )
    assert (code, sentence) == (
        1,
        f"{journal} is there already; name another file for a new game.",
    )
    assert journal.read_text() == "this was something else\n"


def test_a_port_that_vanishes_in_mid_game(kostka: Program) -> None:
    board = kostka.board("--name", "table", "--speed", "max")
    process = kostka.start("play", "ludo", "--board", f"port:{board['port']}", "--auto")
    kostka.until_played(3)
    os.kill(board["pid"], signal.SIGKILL)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, out) == (1, "")
    assert err.startswith("kostka: ")
    assert err.count("\n") == 1


def test_a_port_that_garbles_is_told_from_a_board(kostka: Program) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        number = server.getsockname()[1]
        child = os.fork()
        if child == 0:
            port, _ = server.accept()
            try:
                while True:
                    port.sendall(b'\x00\xff!!{"m":"hello","p":[1,0]}\r\n@@ \xfe\n>>')
                    time.sleep(0.02)
            finally:
                os._exit(0)
        code, sentence = kostka.refuse(
            "play", "ludo", "--terminal", "--board", f"tcp:127.0.0.1:{number}"
        )
        os.waitpid(child, 0)
    assert (code, sentence) == (1, f"Nothing answers at tcp:127.0.0.1:{number}.")


def test_a_board_in_use_is_busy(kostka: Program) -> None:
    kostka.board("--name", "table", "--clock", "real")
    first = kostka.start("play", "ludo", "--board", "id:table", "--auto")
    kostka.until_played(1)
    code, sentence = kostka.refuse("play", "ludo", "--board", "id:table", "--auto")
    assert code == 1
    assert sentence == f"The board is in use by process {first.pid} (kostka play)."
    assert kostka.boards()[0]["state"] == "busy"
    assert first.poll() is None
    assert end(first, signal.SIGINT) == 130


def test_another_game_on_the_board_is_not_thrown_away(kostka: Program) -> None:
    kostka.board("--name", "table", "--clock", "real")
    words = ("play", "ludo", "--terminal", "--board", "id:table")
    assert kostka.run(*words, "--seats", "2").returncode == 0
    before = kostka.boards()[0]
    code, sentence = kostka.refuse(*words, "--seats", "3")
    assert code == 1
    assert "--new" in sentence
    assert kostka.boards()[0]["line"] == before["line"]
    assert kostka.run(*words, "--seats", "3", "--new").returncode == 0
    assert kostka.boards()[0]["seats"] == 3


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_nothing_is_left_of_a_family_s_board(kostka: Program, number: int) -> None:
    process = kostka.start("play", "ludo", "--auto", "--speed", "2")
    until = time.monotonic() + 15
    while not (found := list(kostka.home.rglob("boards/*.json"))):
        assert time.monotonic() < until
        time.sleep(0.02)
    board = json.loads(found[0].read_text())["pid"]
    kostka.until_played(2)
    assert end(process, number) == (130 if number == signal.SIGINT else -number)
    until = time.monotonic() + 5
    while list(kostka.home.rglob("boards/*.json")) or Path(f"/proc/{board}").exists():
        assert time.monotonic() < until
        time.sleep(0.02)
    home = str(kostka.home).encode()
    left = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            if b"XDG_DATA_HOME=" + home in path.read_bytes() and path.parent.name != str(
                os.getpid()
            ):
                left.append((path.parent / "cmdline").read_bytes())
        except OSError:
            continue
    assert left == []
