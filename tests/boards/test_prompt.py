"""A virtual board is a MicroPython board to any host: prompts, resets, files, Ctrl-C."""

from __future__ import annotations

import os
import select
import socket
import statistics
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import serial
from kostka_host.boards.console import RAW_BANNER

pytestmark = pytest.mark.vm

ECHO = """\
import select, sys
poll = select.poll()
poll.register(sys.stdin.buffer, select.POLLIN)
byte = bytearray(1)
while True:
    for _ in poll.ipoll(-1):
        sys.stdin.buffer.readinto(byte)
        sys.stdout.buffer.write(byte)
"""


class Terminal:
    """A serial port with an impatient reader."""

    def __init__(self, url: str) -> None:
        self.port = serial.serial_for_url(url, timeout=0.01)
        self.seen = b""

    def until(self, text: bytes, timeout_s: float = 5.0) -> bytes:
        end = time.monotonic() + timeout_s
        while text not in self.seen:
            assert time.monotonic() < end, f"{text!r} did not come, but {self.seen!r}"
            self.seen += self.port.read(1000)
        at = self.seen.index(text) + len(text)
        found, self.seen = self.seen[:at], self.seen[at:]
        return found

    def quiet(self, for_s: float = 0.2) -> bytes:
        end = time.monotonic() + for_s
        while time.monotonic() < end:
            self.seen += self.port.read(1000)
        found, self.seen = self.seen, b""
        return found

    def type(self, data: bytes) -> None:
        self.port.write(data)


@pytest.fixture(params=["pty", "tcp"])
def where(request: pytest.FixtureRequest) -> Callable[[Any], str]:
    """Turn a board into what pyserial and mpremote open."""
    if request.param == "pty":
        return lambda board: board.entry.port
    return lambda board: f"socket://127.0.0.1:{board.entry.tcp}"


@pytest.fixture
def open_terminal() -> Iterator[Callable[[str], Terminal]]:
    opened: list[Terminal] = []

    def open_one(url: str) -> Terminal:
        opened.append(Terminal(url))
        return opened[-1]

    yield open_one
    for terminal in opened:
        terminal.port.close()


def test_resets_from_the_prompts(start, where, open_terminal, wait_for) -> None:
    board = start(tcp=0)
    terminal = open_terminal(where(board))
    wait_for(lambda: "main runs" in board.logs())  # main.py is past its first lines then
    terminal.type(b"\x03")
    said = terminal.until(b">>> ")
    assert b"KeyboardInterrupt" in said
    assert b"line 5, in <module>" in said
    assert b"_start" not in said
    terminal.type(b"n >= 0\r")
    assert b"True" in terminal.until(b">>> ")  # main.py and the prompt share their names
    terminal.type(b"\x04")  # Ctrl-D at the friendly prompt: boot.py, main.py
    assert terminal.until(b"main runs\r\n").endswith(b"\r\nMPY: soft reboot\r\nmain runs\r\n")
    terminal.type(b"\x03\x01")
    terminal.until(b"raw REPL; CTRL-B to exit\r\n>")
    terminal.type(b"print(1)\x04")
    assert terminal.until(b"\x04\x04>") == b"OK1\r\n\x04\x04>"
    terminal.type(b"\x04")  # Ctrl-D in raw mode: boot.py only
    said = terminal.until(b"CTRL-B to exit\r\n>")
    assert said == b"OK\r\nMPY: soft reboot\r\nraw REPL; CTRL-B to exit\r\n>"
    terminal.type(b"print('n' in globals())\x04")
    assert b"False" in terminal.until(b"\x04\x04>")
    terminal.type(b"import machine; machine.reset()\x04")  # a fresh start: main.py again
    assert terminal.until(b"main runs\r\n") == b"OKmain runs\r\n"
    resets = board.info()["resets"]
    assert (resets["soft"], resets["hard"]) == (2, 1)


def test_mpremote(start, where, mpremote, wait_for, tmp_path: Path) -> None:
    board = start(tcp=0)
    port = where(board)
    assert mpremote(port, "exec", "print(1)") == "1\n"
    stage = board.info()
    assert (stage["stage"], stage["busy"]) == ("prompt", False)
    data = os.urandom(5000)
    there = tmp_path / "there"
    there.write_bytes(data)
    back = tmp_path / "back"
    mpremote(port, "fs", "cp", str(there), ":file.bin")
    mpremote(port, "fs", "cp", ":file.bin", str(back))
    assert back.read_bytes() == data
    assert "5000 file.bin" in mpremote(port, "fs", "ls")
    mpremote(port, "reset")
    wait_for(lambda: board.info()["stage"] == "main")
    assert mpremote(port, "resume", "exec", "print(n >= 0)") == "True\n"
    mpremote(port, "soft-reset")
    wait_for(lambda: board.info()["stage"] == "prompt")
    assert mpremote(port, "resume", "exec", "print('n' in globals())") == "False\n"


def test_mpremote_mount_passes_bytes_unchanged(start, mpremote, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "mod.py").write_text("print('from the host')\n")
    data = bytes(range(256)) * 8
    (folder / "data").write_bytes(data)
    board = start()
    code = (
        "import mod\nd = open('data', 'rb').read()\nf = open('out', 'wb')\nf.write(d)\nf.close()"
    )
    assert "from the host" in mpremote(board.entry.port, "mount", str(folder), "exec", code)
    assert (folder / "out").read_bytes() == data


def test_ctrl_c_ends_what_raw_paste_began(start, mpremote, open_terminal, wait_for) -> None:
    board = start()
    terminal = open_terminal(board.entry.port)
    terminal.type(b"\x03\x01")
    terminal.until(b"to exit\r\n>")
    terminal.type(b"\x05A\x01")
    terminal.until(b"R\x01\x80\x00\x01")
    terminal.type(b"while True:\n  pass\n\x04")
    wait_for(lambda: board.info()["busy"])
    terminal.type(b"\x03\x03\x03")  # an impatient host
    assert b"KeyboardInterrupt" in terminal.until(b"\x04>")
    terminal.type(b"print(5)\x04")
    assert b"OK5\r\n" in terminal.until(b"\x04\x04>")


def test_what_is_typed_during_a_raw_soft_reset_reaches_the_raw_prompt(
    start, rom, open_terminal
) -> None:
    board = start(rom=rom(boot="import time\nprint('boots')\ntime.sleep_ms(300)\n"))
    terminal = open_terminal(board.entry.port)
    board.advance(400)
    terminal.type(b"\x03\x01")
    terminal.until(b"to exit\r\n>")
    terminal.type(b"\x04\x05A\x01print(7)\x04")  # without waiting for anything
    assert terminal.until(b"to exit\r\n>").endswith(b"boots\r\n" + RAW_BANNER + b">")
    assert terminal.until(b"\x04>") == b"R\x01\x80\x00\x01\x047\r\n\x04\x04>"


def test_ctrl_c_reaches_boot_py_in_raw_mode(start, open_terminal) -> None:
    board = start("")
    terminal = open_terminal(board.entry.port)
    board.wait_for_prompt()
    terminal.type(b"\x01")
    terminal.until(b"to exit\r\n>")
    terminal.type(b"with open('boot.py', 'w') as f:\n")
    terminal.type(b" f.write('import time; print(1); time.sleep(9)')\n\x04\x04")
    terminal.until(b"soft reboot\r\n1\r\n")
    terminal.type(b"\x03print(8)\x04")
    said = terminal.until(b"8\r\n\x04\x04>", 3)
    assert b"KeyboardInterrupt" in said


def test_ctrl_c_while_the_clock_stands_still(start, open_terminal) -> None:
    board = start(speed="max")
    terminal = open_terminal(board.entry.port)
    terminal.type(b"\x03")  # the program sleeps for a grant that nobody gives
    terminal.until(b">>> ")
    terminal.type(b"import time; t = time.ticks_ms(); time.sleep(2)\r")
    terminal.until(b">>> ")  # nobody who types waits for the bench
    terminal.type(b"time.ticks_ms() - t\r")
    assert b"\r\n2000\r\n" in terminal.until(b">>> ")


def test_a_program_that_swallows_ctrl_c_still_gets_what_is_typed(
    start, open_terminal, wait_for
) -> None:
    board = start(
        "import sys\n"
        "for i in range(2):\n"
        "    try:\n"
        "        print('go')\n"
        "        print('got', sys.stdin.read(2))\n"
        "    except KeyboardInterrupt:\n"
        "        print('ctrl c')\n"
    )
    terminal = open_terminal(board.entry.port)
    wait_for(lambda: "go" in board.logs())
    terminal.type(b"\x03")
    terminal.until(b"ctrl c")
    terminal.type(b"ab")
    terminal.until(b"got ab")


def test_a_failing_boot_py_keeps_main_py_from_running(start, rom, open_terminal) -> None:
    board = start(rom=rom("print('main')", boot="print('boot')\n1/0\n"))
    board.wait_for_prompt()
    said = board.logs()
    assert "boot" in said
    assert "ZeroDivisionError" in said
    assert "main" not in said.replace("__main__", "").replace("in <module>", "")


def test_own_files_come_before_those_in_rom(start, mpremote, wait_for) -> None:
    board = start()
    mpremote(
        board.entry.port, "exec", "f = open('main.py', 'w'); f.write('print(\"mine\")'); f.close()"
    )
    mpremote(board.entry.port, "reset")
    wait_for(lambda: "mine" in board.logs())
    mpremote(board.entry.port, "exec", "import os; os.remove('main.py')")
    mpremote(board.entry.port, "reset")
    wait_for(lambda: board.logs().count("main runs") == 2)


def test_the_rom_cannot_be_written(start, mpremote) -> None:
    board = start()
    code = "try:\n open('/rom/x', 'w')\nexcept OSError as e:\n print('refused', e.errno)"
    assert mpremote(board.entry.port, "exec", code) == "refused 30\n"


def test_exit_of_main_py_is_a_soft_reset(start, wait_for) -> None:
    board = start("import machine, time\nprint('once')\ntime.sleep_ms(50)\nmachine.soft_reset()\n")
    wait_for(lambda: "soft reboot\r\nonce" in board.logs())


def test_what_nobody_hears_is_dropped_and_the_next_host_hears_no_old_words(
    start, open_terminal, wait_for
) -> None:
    board = start("import time\nfor i in range(3000):\n    print('line', i)\n" + ECHO)
    wait_for(lambda: "line 2999" in board.logs())
    assert board.info()["lost"] > 20_000
    terminal = open_terminal(board.entry.port)
    assert terminal.quiet() == b""
    terminal.type(b"x")
    terminal.until(b"x")
    terminal.port.close()
    again = open_terminal(board.entry.port)
    assert again.quiet() == b""
    again.type(b"y")
    again.until(b"y")


def test_a_host_that_only_listens_is_served(start) -> None:
    board = start("import time\nwhile True:\n    print('tick')\n    time.sleep_ms(20)\n")
    fd = os.open(board.entry.port, os.O_RDWR | os.O_NOCTTY)
    try:
        heard = b""
        while b"tick" not in heard:  # the first words may be the end of a line
            ready, _, _ = select.select([fd], [], [], 3)
            assert ready
            heard += os.read(fd, 100)
        assert termios.tcgetattr(fd)[1] == 0  # raw, without anybody having made it so
    finally:
        os.close(fd)


def test_a_slow_host_makes_the_board_wait_and_loses_nothing(
    start, open_terminal, wait_for
) -> None:
    board = start(
        "import sys\nsys.stdin.read(1)\nfor i in range(20000):\n    print(i)\nprint('done')\n",
        tcp=0,
    )
    terminal = open_terminal(board.entry.port)
    terminal.type(b"g")
    wait_for(lambda: terminal.port.in_waiting > 3000)  # nearly all that a terminal takes
    assert board.info()["busy"]  # it is stuck behind the host
    said = terminal.until(b"done\r\n", 10)
    assert said.split(b"\r\n")[:20001] == [b"%d" % i for i in range(20000)] + [b"done"]


def test_a_second_tcp_host_is_turned_away(start, open_terminal) -> None:
    board = start(ECHO, tcp=0)
    url = f"socket://127.0.0.1:{board.entry.tcp}"
    first = open_terminal(url)
    first.type(b"a")
    first.until(b"a")
    with socket.create_connection(("127.0.0.1", board.entry.tcp), 3) as second:
        assert second.recv(1) == b""
    first.type(b"c")
    first.until(b"c")


def test_a_byte_comes_back_at_once(start, where) -> None:
    board = start(ECHO, tcp=0)
    with serial.serial_for_url(where(board), timeout=2) as port:
        port.write(b"w")
        port.read(1)
        times = []
        for _ in range(500):
            began = time.perf_counter()
            port.write(b"x")
            assert port.read(1) == b"x"
            times.append(time.perf_counter() - began)
    # 0.1 ms on a quiet machine; the limit only catches a relay that waits for something
    assert statistics.median(times) < 0.003
