"""The watchdog of the real firmware: it cannot be stopped, and still lets a board be worked on.

Its times are a tenth of the real ones here (0.8 s for 8 s), so that three seconds of copying by
mpremote stand for thirty.
"""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path

import kostka
import pytest
from kostka_host.boards import sources

pytestmark = pytest.mark.vm

SCALED = (
    ("boot.py", "timeout=8000", "timeout=800"),
    ("boot.py", "period=2000", "period=200"),
    ("kostka/drivers/watchdog.py", "const(8000)", "const(800)"),
    ("kostka/drivers/watchdog.py", "const(2000)", "const(200)"),
)
THIRTY_S = 3.0


@pytest.fixture
def firmware(tmp_path: Path) -> Path:
    """A copy of the firmware with a watchdog that is ten times as quick."""
    rom = tmp_path / "firmware"
    shutil.copytree(sources.device_folder(), rom)
    shutil.copytree(Path(kostka.__file__ or "").parent, rom / "kostka")
    for name, real, scaled in SCALED:
        text = (rom / name).read_text()
        assert real in text
        (rom / name).write_text(text.replace(real, scaled))
    return rom


def copy_for_a_while(mpremote, port: str, tmp_path: Path) -> None:
    """Copy files there and back, each time as a new mpremote: with and without a soft reset."""
    data = tmp_path / "data"
    data.write_bytes(os.urandom(2000))
    end = time.monotonic() + THIRTY_S
    count = 0
    while time.monotonic() < end or count < 2:
        resume = ["resume"] if count % 2 else []
        mpremote(port, *resume, "fs", "cp", str(data), f":file{count}.bin")
        mpremote(port, "resume", "fs", "cp", f":file{count}.bin", str(tmp_path / "back"))
        assert (tmp_path / "back").read_bytes() == data.read_bytes()
        count += 1


def test_files_are_copied_for_long_after_the_app_was_left(
    start, mpremote, wait_for, firmware: Path, tmp_path: Path
) -> None:
    board = start(rom=firmware, clock="real")
    port = board.entry.port
    wait_for(lambda: any(map(any, board.seats())), timeout_s=20.0)  # the app runs
    copy_for_a_while(mpremote, port, tmp_path)
    info = board.info()
    assert info["stage"] == "prompt"
    assert info["resets"]["watchdog"] == 0
    # the watchdog did run all the time
    code = "import machine; print(machine.mem32[0x40058000] >> 30 & 1)"
    assert mpremote(port, "resume", "exec", code) == "1\n"
    mpremote(port, "reset")
    wait_for(lambda: board.info()["stage"] == "main")


def test_without_the_timer_of_boot_py_the_board_would_reset(
    start, mpremote, wait_for, firmware: Path
) -> None:
    (firmware / "boot.py").write_text("")
    board = start(rom=firmware, clock="real")
    wait_for(lambda: any(map(any, board.seats())), timeout_s=20.0)  # the app runs
    assert mpremote(board.entry.port, "exec", "print(1)") == "1\n"  # begins with a soft reset
    wait_for(lambda: board.info()["resets"]["watchdog"] == 1, timeout_s=20.0)


def test_a_stuck_task_resets_the_board(start, wait_for, firmware: Path) -> None:
    """A task that never comes back stops all of them: asyncio cannot help, the watchdog does."""
    tasks = firmware / "kostka" / "app" / "tasks.py"
    text = tasks.read_text()
    mark = "            scanner.round(now)\n"
    assert mark in text
    tasks.write_text(
        text.replace(mark, mark + "            while now & 1024:\n                pass\n")
    )
    board = start(rom=firmware, clock="real")
    wait_for(lambda: board.info()["resets"]["watchdog"] >= 1, timeout_s=20.0)


def test_ctrl_c_and_a_wish_leave_it_fed(start, mpremote, wait_for, firmware: Path) -> None:
    board = start(rom=firmware, clock="real")
    mpremote(board.entry.port, "resume", "exec", "print(1)")  # begins with Ctrl-C
    time.sleep(2.0)  # two and a half times its patience
    info = board.info()
    assert (info["stage"], info["resets"]["watchdog"]) == ("prompt", 0)
