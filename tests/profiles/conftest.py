"""Lets tests import the helpers of the play and app tests, and the board's layout."""

import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
for folder in (
    TESTS / "profiles",
    TESTS / "app",
    TESTS / "play",
    TESTS.parent / "firmware/device",
):
    sys.path.insert(0, str(folder))


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """Files, boards and words of a test are its own."""
    for name in ("XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"):
        (tmp_path / name).mkdir()
        monkeypatch.setenv(name, str(tmp_path / name))
    monkeypatch.setenv("KOSTKA_LANG", "en")
