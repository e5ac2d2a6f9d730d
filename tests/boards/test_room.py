"""What stands beside the field costs nothing where there is no room for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from kostka_host.boards.virtual import VirtualBoard
from kostka_host.vm import HEAP, ROOMY_HEAP

pytestmark = pytest.mark.vm

MARKS = {"kostka.app.beside", "kostka.app.dice", "kostka.app.desk"}
SET = """\
from kostka.config import Config, store
config = Config()
config.choose({"beside": %d})
store.save(config, "/config")
"""
ASK = "import sys; print(*sorted(sys.modules))"


@pytest.fixture
def loaded(mpremote: Callable[..., str]) -> Iterator[Callable[..., set[str]]]:
    """Return the modules that a board of a heap has loaded after some seconds at work."""
    boards: list[VirtualBoard] = []

    def look(heap: str, beside: int, profile: str | None = None) -> set[str]:
        board = VirtualBoard.spawn(clock="virtual", speed=20, heap=heap, profile=profile)
        boards.append(board)
        place = board.entry.port
        board.advance(2000)
        mpremote(place, "resume", "exec", SET % beside)
        board.reset()
        board.advance(8000)
        return set(mpremote(place, "resume", "exec", ASK).split())

    yield look
    for board in boards:
        board.close()


def test_a_board_without_room_loads_none_of_it(loaded: Callable[..., set[str]]) -> None:
    little = loaded(HEAP, 1)
    assert "kostka.app.table" in little
    assert not little & {*MARKS, "cup_layout", "kostka.drivers.parts", "kostka.rules.throws"}
    for package in ("kostka.screen", "kostka.tags", "kostka.sense.cups", "kostka.sense.die"):
        assert not [name for name in little if name.startswith(package)]


@pytest.mark.parametrize(("heap", "beside", "there"), [(ROOMY_HEAP, 1, 1), (ROOMY_HEAP, 0, 0)])
def test_the_setting_has_a_say(
    loaded: Callable[..., set[str]], heap: str, beside: int, there: int
) -> None:
    assert loaded(heap, beside) & MARKS == (MARKS if there else set())


def test_it_can_be_wanted_without_room(loaded: Callable[..., set[str]]) -> None:
    assert loaded(HEAP, 2) >= MARKS


def test_a_board_without_parts_runs_none(loaded: Callable[..., set[str]]) -> None:
    assert loaded(ROOMY_HEAP, 1, "bare") & MARKS == {"kostka.app.beside"}
