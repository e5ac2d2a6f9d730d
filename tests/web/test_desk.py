"""The desk alone, fed with messages of a board: games, greetings, early answers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from kostka import games, mats
from kostka.errors import JournalError
from kostka.rules.action import PUBLIC
from kostka.text import Catalog
from kostka_host import layout
from kostka_host.table import Table
from kostka_host.web import view
from kostka_host.web.desk import Desk
from kostka_host.web.secrets import SeatLinks
from kostka_recording import Recorder


class Place:
    """A desk over a table whose board is played by the test."""

    def __init__(self, folder: Path, name: str = "ludo", **options: object) -> None:
        board: Any = SimpleNamespace(id="", name="", capabilities=frozenset(), patience_s=0.0)
        self.table = Table(board, list, folder / "game.jsonl")
        self.begun: list[list[str]] = []
        self.recorder = Recorder(name, seats=2, seed=4, **options)
        self.greet("9f3a", game=False)
        self.table.expect_new()
        self.desk = Desk(self.table, SeatLinks(folder / "seats.json"), self.begun.append)
        self.follow()

    def greet(self, session: str, profile: str = "full", game: bool = True) -> None:
        """Let the board greet, as after each start and each reconnect."""
        there = layout.profile(profile)
        hello: dict[str, Any] = {"s": session, "lay": f"{there.name}:{there.layout_id}", "g": None}
        if game:
            lines = len(self.recorder.bodies)
            header = json.loads(self.recorder.bodies[0])
            hello["g"] = {**header, "n": lines}
        self.table.client.hello = hello
        self.table._take({"m": "link", "up": True, "hello": hello})
        if game:
            self.follow()

    def follow(self) -> None:
        """Let the host take all lines that it has not."""
        table = self.table
        bodies = self.recorder.bodies[table.mirror.next_line :]
        steps = [table._take({"m": "line", "l": json.loads(body)}) for body in bodies]
        self.desk.follow([step for step in steps if step is not None])


@pytest.fixture(autouse=True)
def probe(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "_modules", {**games._modules, "probe": "kostka_probe"})
    monkeypatch.setattr(mats, "_modules", {**mats._modules, "probe": "kostka_probe_mat"})


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    made = Place(tmp_path)
    yield made
    made.table.mirror.close()


def test_a_reconnect_is_no_other_game(place: Place) -> None:
    assert len(place.begun) == 1
    pieces = place.desk._pieces
    assert pieces is not None
    for session in ("9f3a", "9f3a", "77aa"):
        place.greet(session)
        place.recorder.play()
        place.follow()
    assert len(place.begun) == 1
    assert place.desk._pieces is pieces
    assert place.desk.links == place.begun[0]


def test_a_board_with_other_cells_gets_its_own_pieces_and_the_same_links(place: Place) -> None:
    pieces = place.desk._pieces
    place.greet("9f3a", "breadboard")
    assert place.desk._pieces is not pieces
    assert len(place.begun) == 1


def test_a_board_that_starts_anew_has_forgotten_early_answers(place: Place) -> None:
    place.desk.held = {1}
    place.greet("9f3a")
    assert place.desk.held == {1}
    place.greet("77aa")
    assert place.desk.held == set()


def test_what_cannot_be_kept_or_followed_is_shown_until_it_can(place: Place) -> None:
    def shown() -> tuple[object, object]:
        sections = place.desk.views()[PUBLIC]
        return sections["mirror"]["problem"], sections["notes"]

    assert shown() == (None, [])
    place.table.mirror.unkept = JournalError("mirror.not_kept", "file", "no space")
    assert shown() == (None, [["mirror.not_kept", "file", "no space"]])
    place.desk.problem = JournalError("mirror.other_game", "file")
    assert shown()[0] == ["mirror.other_game", "file"]
    place.desk.follow([])
    assert shown()[0] == ["mirror.other_game", "file"]
    place.recorder.play()
    place.follow()  # the line is kept
    assert shown() == (None, [])


def test_links_are_made_where_they_cannot_be_kept(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("in the way")
    links = SeatLinks(tmp_path / "data" / "seats.json")
    assert links.of("g1", 2) == links.of("g1", 2)


OURS = [name for name in games.names() if type(games.load(name)).__module__[:12] == "kostka.games"]


@pytest.mark.parametrize("name", OURS)
def test_what_is_reconstructed_is_told_of_every_game(name: str) -> None:
    rules = games.load(name)
    assert Catalog().has(rules.reconstructed)
    [told] = [one["made"] for one in view.catalog() if one["name"] == name]
    assert told == [["game.reconstructed", [f"{name}.reconstructed"]]]
    assert view.sitting(rules, mats.load(name), rules.seats[1])["made"] == told
