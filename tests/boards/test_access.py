"""Who may reach a board process: the bench, its token, the registry, the serial line on TCP."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest
from kostka.errors import HardwareError
from kostka_host import paths
from kostka_host.boards import registry
from kostka_host.boards.bench_client import BenchClient
from kostka_host.boards.registry import Entry
from kostka_host.boards.virtual import VirtualBoard

pytestmark = pytest.mark.vm


def test_the_bench_answers_nonsense_with_reasons(start) -> None:
    board = start()

    def reason(word: str, **arguments) -> str:
        with pytest.raises(HardwareError) as caught:
            board.bench.ask(word, **arguments)
        return caught.value.text

    assert reason("fly") == "bench.unknown"
    assert reason("put") == "bench.argument"
    assert reason("put", cell="a") == "bench.argument"
    assert reason("put", cell=144) == "bench.cell"
    assert reason("tokens", set=[1, 500]) == "bench.cell"
    assert reason("tokens", set="all") == "bench.argument"
    assert reason("key", seat=4, key=0) == "bench.key"
    assert reason("advance", ms="soon") == "bench.argument"
    assert reason("advance", ms=float("inf")) == "bench.argument"
    assert reason("advance", ms=float("nan")) == "bench.argument"
    assert reason("stick", bit=9999, level=1) == "bench.argument"
    assert reason("stick") == "bench.argument"
    assert reason("unplug", byte=-99) == "bench.argument"
    assert reason("cut", after="soon") == "bench.argument"
    assert reason("hello", token=board.entry.token) == "bench.unknown"  # was said already
    deep = b"[" * 60_000
    nonsense = (b"hello", b"[1]", deep, b'{"id":' + deep, b"9" * 5000, b"\xff\xfe{}", b"{}")
    with knock(board) as raw:
        raw.sendall(hello(board.entry.token) + b"\n".join(nonsense) + b"\n")
        raw.sendall(b'{"id":9,"do":"time"}\n')
        data = b""
        while data.count(b"\n") < 9:
            data += raw.recv(65536)
    answers = [json.loads(line) for line in data.splitlines()]
    assert [a.get("err") for a in answers] == [None, *["bench.line"] * 7, None]
    assert (answers[0]["id"], answers[8]["id"]) == (None, 9)


def knock(board: VirtualBoard) -> socket.socket:
    return socket.create_connection(("127.0.0.1", board.entry.bench), 10.0)


def hello(token: object) -> bytes:
    return json.dumps({"do": "hello", "token": token}).encode() + b"\n"


POST = b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/plain\r\n\r\n"
PUT = b'{"id":1,"do":"put","cell":3}\n'


@pytest.mark.parametrize(
    "first",
    [POST, POST[:3], PUT, b"[" * 60_000, b"{" * 300, b"\n", hello("0" * 32), hello(7), hello([])],
)
def test_the_bench_cuts_off_who_does_not_know_its_token(start, first: bytes) -> None:
    board = start()
    with knock(board) as raw:
        with contextlib.suppress(ConnectionError):
            raw.sendall(first)
            raw.sendall(PUT)
        with contextlib.suppress(ConnectionError):
            assert raw.recv(4096) == b""
    assert board.tokens() == []


def test_a_token_is_of_one_board_process_and_only_its_user_can_read_it(start) -> None:
    board, other = start(), start()
    assert len(board.entry.token) == 32
    assert board.entry.token != other.entry.token
    with pytest.raises(HardwareError) as caught:
        BenchClient(board.entry.bench, other.entry.token)
    assert caught.value.text == "bench.gone"
    folder = paths.boards_dir()
    file = folder / f"{board.id}.json"
    assert json.loads(file.read_text())["token"] == board.entry.token
    assert [stat.S_IMODE(path.stat().st_mode) for path in (folder, file)] == [0o700, 0o600]


@pytest.mark.skipif(os.name != "posix", reason="no owners and modes of this kind")
def test_a_registry_that_others_could_have_made_is_refused(tmp_path: Path, monkeypatch) -> None:
    entry = Entry("0" * 16, "mine", os.getpid(), "/dev/none", 0, 1, "", "real")
    monkeypatch.delenv("XDG_RUNTIME_DIR")
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))

    def refused() -> None:
        for call in (registry.running, lambda: registry.publish(entry)):
            with pytest.raises(HardwareError) as caught:
                call()
            assert caught.value.text == "board.registry"

    above = paths.boards_dir().parent
    assert above.parent == tmp_path
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    above.symlink_to(elsewhere)
    refused()
    assert list(elsewhere.iterdir()) == []
    above.unlink()
    registry.publish(entry)
    assert registry.running() == [entry]
    above.chmod(0o777)
    refused()
    above.chmod(0o755)  # others may look, and find the next folder closed
    assert registry.running() == [entry]
    paths.boards_dir().chmod(0o770)
    refused()
    paths.boards_dir().chmod(0o700)
    somebody = os.getuid() + 1
    above.rename(above.with_name(f"kostka-{somebody}"))
    monkeypatch.setattr("os.getuid", lambda: somebody)
    refused()


# The serial line on TCP ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "first", [b"POST / HTTP/1.1\r\n\r\n", b"GET /", b"\x16\x03\x01", b"\x00\x03"]
)
def test_the_tcp_port_cuts_browsers_off(start, first: bytes) -> None:
    board = start("while True:\n    print(input())\n", tcp=0)
    with socket.create_connection(("127.0.0.1", board.entry.tcp), 10.0) as raw:
        with contextlib.suppress(ConnectionError):
            for byte in first:
                raw.sendall(bytes([byte]))
            raw.sendall(b"\r\nput\r\n")
            assert raw.recv(4096) == b""
    with socket.create_connection(("127.0.0.1", board.entry.tcp), 10.0) as raw:
        raw.sendall(b"P")
        raw.sendall(b"rint\r\n")  # begins like a word of HTTP, and is none
        data = b""
        while b"Print" not in data:
            data += raw.recv(4096)
        assert b"put" not in data


def test_a_stepped_clock_refuses_to_run_backwards(start) -> None:
    board = start(speed="max")
    with pytest.raises(HardwareError) as caught:
        board.advance(-1)
    assert caught.value.text == "bench.backwards"


def test_hands_answer_quickly(start) -> None:
    board = start()
    began = time.monotonic()
    for i in range(200):
        board.put(i % 144)
    assert (time.monotonic() - began) / 200 < 0.005


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells")
def test_a_board_that_was_killed_is_gone_before_its_parent_has_looked(tmp_path: Path) -> None:
    child = subprocess.Popen([sys.executable, "-c", ""])
    os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
    registry.publish(Entry("0" * 16, "gone", child.pid, "/dev/none", 0, 1, "", "real"))
    assert registry.running() == []
    child.wait()
