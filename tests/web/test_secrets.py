"""Nothing secret leaves by a socket that is not its owner's: by property, and on the wire."""

from __future__ import annotations

import json
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import kostka_probe
import pytest
from kostka import games, mats
from kostka.rules import request as rq
from kostka.rules.action import PUBLIC
from kostka.rules.events import visible
from kostka.rules.game import Game
from kostka.rules.state import State
from kostka_host import story
from kostka_host.boards.virtual import VirtualBoard
from kostka_host.web import seat_view, view
from kostka_host.web.secrets import SeatLinks, seat_of
from kostka_site import Page, Served, probe_rom, served
from kostka_walk import cases, positions, walk


@pytest.fixture(autouse=True)
def environ(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_RUNTIME_DIR", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    monkeypatch.setattr(games, "_modules", {**games._modules, "probe": "kostka_probe"})
    monkeypatch.setattr(mats, "_modules", {**mats._modules, "probe": "kostka_probe_mat"})


# By property -----------------------------------------------------------------------------------


def shown(state: State, seat: int) -> str:
    mat = mats.load(state.game.name)
    sections = view.of_state(state, mat, True)
    if seat >= 0:
        sections = seat_view.of_state(state, mat, seat, False)
    return json.dumps(sections)


def leaks(game: Game, seats: int) -> list[tuple[int, str]]:
    """Return viewers that can tell states apart that look the same to them."""
    found = []
    for position in positions(game, seats):
        rng = position.rng()
        for seat in range(PUBLIC, seats):
            now = shown(position.state, seat)
            for _ in range(4):
                if shown(position.state.resample(seat, rng.below), seat) != now:
                    found.append((seat, now))
    return found


TABLES = [("probe", 2), ("probe", 3), ("ludo", 2)]
TABLES += [("duel", 2), *[("domino", seats) for seats in (1, 2, 3, 4)]]


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_view_tells_nothing_that_its_viewer_may_not_know(name: str, seats: int) -> None:
    assert leaks(games.load(name), seats) == []


def all_choices(state: State, mat: Any) -> Any:
    return [
        view.choice(state, mat, seat, action, PUBLIC)
        for seat in state.may_answer()
        for action in state.legal_actions(seat)
    ]


def others_hands(
    state: State, mat: Any, seat: int, held: bool, aborted: bool = False
) -> view.Sections:
    return {"observation": view.plain(state.observation(1 - seat))}


@pytest.mark.parametrize(
    ("module", "name", "broken"),
    [(view, "choices", all_choices), (seat_view, "of_state", others_hands)],
)
def test_that_test_can_fail(
    monkeypatch: pytest.MonkeyPatch, module: Any, name: str, broken: Any
) -> None:
    monkeypatch.setattr(module, name, broken)
    assert leaks(kostka_probe.GAME, 2)


def test_the_story_tells_public_events_only() -> None:
    for case in cases(kostka_probe.GAME, 3):
        for step in walk(case):
            everything = story.tell(case.game, step.events)
            public = [event for event in step.events if visible(event, PUBLIC)]
            assert everything == story.tell(case.game, public)


# On the wire -----------------------------------------------------------------------------------

MARK = 7_000_000  # in what a secret number is wrapped, so that it cannot be there by chance


@pytest.fixture
def planted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mark what is secret: each seat sees its hand and its choices with a mark of its own."""
    state = kostka_probe.ProbeState
    observation, describe = state.observation, state.describe

    def marked(self: State, seat: int) -> dict[str, object]:
        seen = observation(self, seat)  # type: ignore[arg-type]
        return {**seen, "mark": MARK + seat} if seat >= 0 else seen

    def told(self: State, action: int, seat: int) -> tuple[str, tuple[object, ...]]:
        text, args = describe(self, action, seat)  # type: ignore[arg-type]
        asked = self.request(PUBLIC)
        hidden = asked.what == rq.CHOOSE and asked.text == "probe.ask.choose"
        return text, (*args, MARK + 100 + seat) if hidden else args

    monkeypatch.setattr(state, "observation", marked)
    monkeypatch.setattr(state, "describe", told)


def secret_choices(site: Served, table: Page, seats: list[Page]) -> None:
    """Play one round's secret choices, the last seat first, and see what everybody is told."""
    for seat in seats:
        seat.until(lambda v: v["request"]["what"] == "choose")
    table.until(lambda v: v["request"]["what"] == "choose")
    assert table.view["choices"] == []
    assert table.view["request"]["hidden"]
    assert table.view["request"]["answering"] == [0, 1]

    line = table.view["mirror"]["lines"]
    mine, other = (seat.view["choices"] for seat in seats)
    assert table.refused("play", a=mine[0]["a"], n=line) == "web.hidden"
    if {one["a"] for one in other} - {one["a"] for one in mine}:
        not_mine = min({one["a"] for one in other} - {one["a"] for one in mine})
        assert seats[0].refused("play", a=not_mine, n=line) == "web.not_now"
    assert seats[0].refused("play", a=mine[0]["a"], n=line - 1) == "link.stale"
    for word in ("lift", "put", "undo", "new", "key", "press", "faces", "set_up", "do"):
        assert seats[0].refused(word, token="0.0.0", seat=1, a=1) == "web.unknown"
    assert seats[0].refused("roll") == "terminal.no_throw"

    seats[1].did("play", a=other[0]["a"], n=line)
    seats[1].until(lambda v: v["request"]["held"])
    assert not seats[0].view["request"]["held"]
    seats[0].did("play", a=mine[-1]["a"], n=line)
    table.until(lambda v: v["request"]["what"] != "choose")


def play_to_the_end(site: Served, table: Page, seats: list[Page]) -> None:
    while table.view["game"]["over"] is None:
        asked = table.view["request"]
        line = table.view["mirror"]["lines"]
        if asked["hidden"]:
            secret_choices(site, table, seats)
            continue
        if asked["what"] == "throw":
            wrong = seats[1 - asked["seat"]]
            assert wrong.refused("roll") == "terminal.no_throw"
            seats[asked["seat"]].until(lambda v, n=line: v["mirror"]["lines"] == n)
            # the probe's dice are thrown by people only
            assert seats[asked["seat"]].refused("roll", n=line) == "play.source"
            table.did("faces", faces=[6, 3, 1][: len(asked["dice"])], n=line)
        elif table.view["choices"]:
            table.did("play", a=table.view["choices"][0]["a"], n=line)
        table.until(lambda v, n=line: v["mirror"]["lines"] > n)
        table.until(lambda v: v["wrong"]["outcome"] == "same" or v["game"]["over"])


def record(
    board: VirtualBoard, data: Path, play: Callable[[Served, Page, list[Page]], None]
) -> list[list[str]]:
    """Play; return what the table's page and each seat's page heard, word for word."""
    with (
        served(board, data, "probe", dice=2, rounds=2) as site,
        site.page() as table,
        site.page(site.seat_path(0)) as first,
        site.page(site.seat_path(1)) as second,
    ):
        table.until(lambda v: v["wrong"]["outcome"] == "same")
        play(site, table, [first, second])
        for page in (table, first, second):
            page.until(lambda v: v["mirror"]["lines"] == site.table.mirror.next_line)
        return [page.heard for page in (table, first, second)]


def found_marks(heard: list[str], seat: int) -> bool:
    text = "".join(heard)
    return str(MARK + seat) in text or str(MARK + 100 + seat) in text


@pytest.fixture
def board(vm: object, tmp_path: Path) -> VirtualBoard:
    rom = probe_rom(tmp_path / "rom")
    return VirtualBoard.spawn(tied=True, clock="real", seed=3, rom=rom)


@pytest.mark.vm
def test_what_is_planted_is_heard_by_its_owner_alone(
    board: VirtualBoard, tmp_path: Path, planted: None
) -> None:
    with board:
        heard = record(board, tmp_path / "data", play_to_the_end)
    marks = [[found_marks(one, seat) for seat in (0, 1)] for one in heard]
    assert marks == [[False, False], [True, False], [False, True]]
    # a choice is told when all are shown, and not before
    public = [json.loads(text) for text in heard[0]]
    chosen = [one for one in public if '"story.choice"' in json.dumps(one.get("log"))]
    assert all("probe.do.number" not in text for text in heard[0])
    assert chosen, "choices that are public are told"


@pytest.mark.vm
def test_that_test_can_fail_too(
    board: VirtualBoard, tmp_path: Path, planted: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def careless(state: State, mat: Any) -> Any:
        return [
            view.choice(state, mat, seat, action, seat)
            for seat in state.may_answer()
            for action in state.legal_actions(seat)
        ]

    monkeypatch.setattr(view, "choices", careless)

    def until_the_choice(site: Served, table: Page, seats: list[Page]) -> None:
        table.until(lambda v: v["request"]["what"] == "choose")

    with board:
        heard = record(board, tmp_path / "data", until_the_choice)
    assert [found_marks(heard[0], seat) for seat in (0, 1)] == [True, True]


# Links -----------------------------------------------------------------------------------------


def test_links_of_seats_are_kept_and_nobody_else_can_read_them(tmp_path: Path) -> None:
    path = tmp_path / "data" / "seats.json"
    links = SeatLinks(path).of("g1", 3)
    assert len(set(links)) == 3
    assert all(len(link) == 32 for link in links)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert SeatLinks(path).of("g1", 3) == links
    assert SeatLinks(path).of("g2", 3) != links
    assert SeatLinks(path).of("g1", 2) != links[:2]
    assert [seat_of(links, link) for link in links] == [0, 1, 2]
    for wrong in ("", links[0][:-1], links[0].upper() + "x", "\udcff"):
        assert seat_of(links, wrong) == -1
    path.write_text("{")
    assert len(SeatLinks(path).of("g1", 3)) == 3
