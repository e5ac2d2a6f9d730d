"""Boards for updates: virtual ones, and emulated ones where KOSTKA_UF2 names an image."""

import os
import sys
import time
from pathlib import Path

import pytest
from kostka_host.boards.emulated import EmulatedBoard
from kostka_host.boards.virtual import VirtualBoard

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(autouse=True)
def own_folders(monkeypatch, tmp_path):
    for name in ("RUNTIME_DIR", "DATA_HOME", "STATE_HOME", "CONFIG_HOME", "CACHE_HOME"):
        monkeypatch.setenv(f"XDG_{name}", str(tmp_path / name))
    monkeypatch.setenv("KOSTKA_LANG", "en")


@pytest.fixture
def spawn(vm):
    """Start boards of either kind; all end with the test."""
    boards = []

    def start(kind="virtual", **options):
        if kind == "emulated":
            if not os.environ.get("KOSTKA_UF2"):
                pytest.skip("KOSTKA_UF2 does not name a MicroPython image for the RP2040")
            pytest.importorskip("rp2040py", reason="rp2040py is not installed (extra: emulated)")
            board = EmulatedBoard.spawn(tied=True, **options)
        else:
            board = VirtualBoard.spawn(tied=True, **options)
        boards.append(board)
        return board

    yield start
    for board in boards:
        board.close()


@pytest.fixture
def says():
    """Wait until a board has printed a word since `mark` characters of its log."""

    def wait(board, word, mark=0, timeout_s=20.0):
        end = time.monotonic() + timeout_s
        while word not in (text := board.logs()[mark:]):
            assert time.monotonic() < end, text[-400:]
            time.sleep(0.02)
        return text

    return wait
