"""Virtual boards for tests, with their own registry and small firmware."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from kostka_host.boards import sources
from kostka_host.boards.virtual import VirtualBoard

COUNTER = """\
import time
n = 0
print("main runs")
while True:
    time.sleep_ms(10)
    n += 1
"""

Start = Callable[..., VirtualBoard]


@pytest.fixture(autouse=True)
def own_registry(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "run"))


@pytest.fixture
def rom(tmp_path: Path) -> Callable[..., Path]:
    """Write firmware files, named by keywords, into a folder for --rom; the layout is there."""

    def write(main: str = COUNTER, **files: str) -> Path:
        folder = tmp_path / f"rom{len(list(tmp_path.glob('rom*')))}"
        folder.mkdir()
        shutil.copy(sources.device_folder() / "board_layout.py", folder)
        for name, text in {"main": main, **files}.items():
            (folder / f"{name}.py").write_text(text)
        return folder

    return write


@pytest.fixture
def start(vm: ModuleType, rom: Callable[..., Path]) -> Iterator[Start]:
    """Start virtual boards; `main` is the text of main.py. All end with the test."""
    boards: list[VirtualBoard] = []

    def spawn(main: str = COUNTER, **options: Any) -> VirtualBoard:
        if "rom" not in options:
            options["rom"] = rom(main)
        board = VirtualBoard.spawn(**options)
        boards.append(board)
        return board

    yield spawn
    for board in boards:
        board.close()


@pytest.fixture
def wait_for() -> Callable[..., Any]:
    """Return the first true value of a call; fail after the timeout."""

    def wait(what: Callable[[], Any], timeout_s: float = 5.0) -> Any:
        end = time.monotonic() + timeout_s
        while True:
            value = what()
            if value:
                return value
            assert time.monotonic() < end, "waited in vain"
            time.sleep(0.01)

    return wait


@pytest.fixture
def mpremote() -> Callable[..., str]:
    """Run the stock mpremote against a port and return what it printed."""

    def run(where: str, *words: str, timeout_s: float = 30.0) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "mpremote", "connect", where, *words],
            capture_output=True,
            text=True,
            timeout=timeout_s,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run
