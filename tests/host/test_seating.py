"""Boards that are made for a game: they end with it, or go on, as they should."""

import os
import signal
import subprocess
import sys
import time

import pytest
from kostka_host.boards import registry
from kostka_host.boards.virtual import VirtualBoard


@pytest.fixture(autouse=True)
def environ(tmp_path, monkeypatch):
    for name in ("XDG_RUNTIME_DIR", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))


def gone(pid, timeout_s=5.0):
    end = time.monotonic() + timeout_s
    while time.monotonic() < end:
        if not any(entry.pid == pid for entry in registry.running()):
            return True
        time.sleep(0.02)
    return False


@pytest.mark.vm
def test_a_tied_board_ends_with_the_program_however_that_ends(vm):
    program = (
        "import time\nfrom kostka_host.boards.virtual import VirtualBoard\n"
        "print(VirtualBoard.spawn(tied=True).entry.pid, flush=True)\ntime.sleep(60)\n"
    )
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    pid = int(child.stdout.readline())
    assert [entry.pid for entry in registry.running()] == [pid]
    child.send_signal(signal.SIGKILL)
    child.wait()
    child.stdout.close()
    assert gone(pid)


@pytest.mark.vm
def test_a_board_that_is_left_goes_on(vm):
    board = VirtualBoard.spawn(name="left")
    pid = board.entry.pid
    board.leave()
    assert not gone(pid, 0.3)
    again = VirtualBoard(registry.find("left")[0])
    assert again.info()["pid"] == pid
    again.close()
    assert not gone(pid, 0.1)
    os.kill(pid, signal.SIGTERM)
    assert gone(pid)
    os.waitpid(pid, 0)


@pytest.mark.vm
def test_a_tied_board_can_be_closed(vm):
    board = VirtualBoard.spawn(tied=True)
    pid = board.entry.pid
    board.close()
    assert gone(pid)
