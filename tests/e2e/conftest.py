"""The program as a process of its own, on the real firmware, in a home of its own."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from kostka_program import Program, Running


@pytest.fixture
def kostka(vm: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Program]:
    """The program; what it started ends with the test."""
    for name in ("XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"):
        (tmp_path / name).mkdir()
        monkeypatch.setenv(name, str(tmp_path / name))
    monkeypatch.setenv("KOSTKA_LANG", "en")
    program = Program(tmp_path)
    yield program
    program.end()


@pytest.fixture
def running(kostka: Program) -> Running:
    """A board in the middle of a game."""
    return Running(kostka)
