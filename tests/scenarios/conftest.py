"""Evenings at virtual tables; each ends with its test."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import kostka_evening
from kostka_evening import Evening
from kostka_long import shortened_games

Begin = Callable[..., Evening]
NO_TOKEN = "no token of Dragon Dice is sensed"
NOT_FOR_DICE = {  # by test, why Dragon Dice does not take part
    "test_with_a_token_in_the_hand": NO_TOKEN,
    "test_the_same_game_shows_what_differs": NO_TOKEN,
}


@pytest.fixture
def begin(vm: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Begin]:
    """Begin an evening with a game: `begin(name, seed=…, quarters=…)`."""
    for name in ("XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"):
        (tmp_path / name).mkdir()
        monkeypatch.setenv(name, str(tmp_path / name))
    kostka_evening.register(monkeypatch)
    evenings: list[Evening] = []

    def one(game: str, **how: Any) -> Evening:
        home = tmp_path / f"evening{len(evenings)}"
        home.mkdir()
        evenings.append(Evening(home, game, **how))
        return evenings[-1]

    yield one
    for evening in evenings:
        evening.end()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Let a test that takes `game` run with every registered one."""
    if "game" in metafunc.fixturenames:
        games = kostka_evening.registered()
        rows = shortened_games(games, "ludo", "probe", "duel")
        reason = NOT_FOR_DICE.get(metafunc.function.__name__)
        if reason:
            at = games.index("dragon_dice")
            rows[at] = pytest.param("dragon_dice", marks=pytest.mark.skip(reason=reason))
        metafunc.parametrize("game", rows)
