"""The hub alone, turn by turn: who leaves takes what it wanted along."""

from __future__ import annotations

import queue
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from kostka_host.web.hub import Hub, Wish


class Place:
    """Stands in for a table and its desk, and notes what is done in which order."""

    def __init__(self) -> None:
        self.done: list[tuple[str, str]] = []
        self.client = SimpleNamespace(inbox=queue.SimpleQueue())
        self.problem = None
        self.speed = 1.0

    def pump(self, timeout_s: float) -> list[Any]:
        return []

    def follow(self, steps: list[Any]) -> None:
        pass

    def look(self) -> None:
        pass

    def views(self) -> dict[int, Any]:
        return {}

    def let_go(self, who: str) -> None:
        self.done.append(("let go", who))

    def begin(self, wish: Wish) -> None:
        self.done.append((wish.message["do"], wish.who))


@pytest.fixture
def place() -> Place:
    return Place()


@pytest.fixture
def hub(place: Place) -> Iterator[Hub]:
    made: Any = place
    hub = Hub(made, made, place.begin, lambda snapshot: None, lambda: None)
    yield hub
    hub._pool.shutdown()


def test_wishes_of_a_browser_that_left_are_forgotten(hub: Hub, place: Place) -> None:
    hub.wish(Wish("b1", -1, {"do": "lift"}))
    hub.wish(Wish("b2", -1, {"do": "lift"}))
    hub.leave("b1")
    hub._turn()
    assert place.done == [("let go", "b1"), ("lift", "b2")]
    hub.wish(Wish("b2", -1, {"do": "put"}))
    hub._turn()
    assert place.done[2:] == [("put", "b2")]
    assert not hub._gone
