"""What ends in the middle of a game is back by itself: the board's process, the server."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from kostka.mats.ludo import MAT
from kostka_host import seating
from kostka_host.boards import registry
from kostka_host.boards.virtual import VirtualBoard
from kostka_site import Page, Served, served

pytestmark = pytest.mark.vm
START = MAT.cells(0)[0]


@pytest.fixture(autouse=True)
def environ(vm: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_RUNTIME_DIR", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))


def start(folder: Path) -> VirtualBoard:
    """Start the board of this test; its ports are others each time, its flash is kept."""
    flash = folder / "flash.img"
    return VirtualBoard.spawn(tied=True, clock="real", seed=1, name="table", flash=flash)


def right(page: Page) -> None:
    page.until(lambda v: v["board"]["up"] and v["wrong"]["outcome"] == "same")
    page.until(lambda v: len(page.standing()) == 4)


def enter(page: Page) -> None:
    page.did("faces", faces=[6])
    page.until(lambda v: v["choices"])
    page.did("move", token=page.token(0)["id"], cell=START)
    page.until(lambda v: v["mirror"]["lines"] == 3 and v["wrong"]["outcome"] == "same")


def test_a_board_that_is_killed_and_started_again_is_found(tmp_path: Path) -> None:
    with (
        start(tmp_path) as board,
        served(board, tmp_path / "data", "ludo", pawns=2, first="seat1") as site,
        site.page() as page,
    ):
        right(page)
        enter(page)
        assert isinstance(board, VirtualBoard)
        old = board.entry
        os.kill(old.pid, signal.SIGKILL)
        page.until(lambda v: not v["board"]["up"] and not v["board"]["hands"])
        assert page.view["board"]["away"] == ["web.away.virtual"]
        assert page.refused("lift", token="0.0.0") == "terminal.no_hands"
        with start(tmp_path) as again:
            assert isinstance(again, VirtualBoard)
            assert again.entry.bench != old.bench
            page.until(lambda v: v["board"]["up"] and v["board"]["hands"])
            assert page.view["board"]["away"] is None
            assert page.view["mirror"]["lines"] == 3
            page.did("set_up")  # the new process is a table with nothing on it
            right(page)
            assert START in page.standing()
            page.did("faces", faces=[2])
            page.until(lambda v: v["choices"])
            page.did("move", token=page.standing()[START], cell=MAT.cells(2)[0])
            page.until(lambda v: v["mirror"]["lines"] == 5)


def test_the_own_board_that_is_killed_is_started_again(tmp_path: Path) -> None:
    with seating.for_person("virtual", 1, None) as table:
        table.connect()
        table.sit_down("ludo", 2, {"pawns": 2, "first": "seat1"}, False)
        site = Served(table, tmp_path / "data", True)
        try:
            with site.page() as page:
                right(page)
                enter(page)
                assert isinstance(table.board, VirtualBoard)
                old = table.board.entry
                os.kill(old.pid, signal.SIGKILL)
                page.until(lambda v: v["board"]["away"] == ["web.away.restart"])
                page.until(lambda v: v["board"]["up"] and v["board"]["hands"])
                assert table.board.entry.pid != old.pid
                page.until(lambda v: ["web.revived"] in v["notes"])
                # its table is empty, and the page offers to put everything in place
                page.until(lambda v: v["wrong"]["outcome"] in ("setup", "wrong"))
                assert page.view["mirror"]["lines"] == 3
                page.did("set_up")
                right(page)
                assert START in page.standing()
        finally:
            site.stop()
            for entry in registry.running():
                os.kill(entry.pid, signal.SIGTERM)


def test_a_server_that_starts_again_knows_tokens_and_links(tmp_path: Path) -> None:
    with start(tmp_path) as board:
        assert isinstance(board, VirtualBoard)
        with (
            served(VirtualBoard(board.entry), tmp_path / "data", "ludo", pawns=2, first="seat1")
            as site,
            site.page() as page,
        ):  # fmt: skip
            right(page)
            enter(page)
            stood = {cell: name[0] for cell, name in page.standing().items()}
            path = site.seat_path(1)
            told = page.view["log"]
            assert [entry["n"] for entry in told] == [1, 2]
        with (
            served(VirtualBoard(board.entry), tmp_path / "data", "ludo") as site,
            site.page() as page,
            site.page(path) as seat,
        ):
            right(page)
            assert {cell: name[0] for cell, name in page.standing().items()} == stood
            assert page.view["mirror"]["lines"] == 3
            # what happened before is told by the journal
            assert page.view["log"] == told
            assert page.view["dice"] == [{"kind": 6, "face": 6, "seat": 0}]
            seat.until(lambda v: v["game"]["seat"] == 1)
            board.lift(START)  # somebody else's hand
            page.until(lambda v: any(t["where"] == "hand" for t in v["tokens"]))


def test_what_was_thrown_follows_from_the_lines_that_count(tmp_path: Path) -> None:
    with (
        start(tmp_path) as board,
        served(board, tmp_path / "data", "ludo", pawns=2, first="seat1") as site,
        site.page() as page,
    ):
        right(page)
        enter(page)
        six = [{"kind": 6, "face": 6, "seat": 0}]
        page.did("undo", n=3)
        page.until(lambda v: v["mirror"]["lines"] == 4)
        assert page.view["dice"] == six  # the move was taken back, not the throw
        assert [entry["n"] for entry in page.view["log"]] == [1, 3]
        page.did("set_up")
        page.until(lambda v: v["wrong"]["outcome"] == "same" and v["choices"])
        page.did("move", token=page.token(0)["id"], cell=START)
        page.until(lambda v: v["mirror"]["lines"] == 5)
        assert page.view["dice"] == six
        assert [entry["n"] for entry in page.view["log"]] == [1, 3, 4]
        with site.page() as late:
            late.until(lambda v: v["log"] == page.view["log"] and v["dice"] == six)


def test_a_real_board_is_mirrored_and_played_over_the_link(tmp_path: Path) -> None:
    from kostka_host.boards.base import LinkBoard
    from kostka_host.places import finder
    from kostka_host.table import Table

    with start(tmp_path) as hands:
        assert isinstance(hands, VirtualBoard)
        table = Table(LinkBoard(hands.link()), finder(hands.link()), watch=True)
        table.connect()
        table.sit_down("ludo", 2, {"pawns": 2, "first": "seat1"}, False)
        site = Served(table, tmp_path / "data")
        try:
            with site.page() as page:
                hands.tokens([*MAT.cells(56)[:2], *MAT.cells(58)[:2]])
                right(page)
                assert not page.view["board"]["hands"]
                assert page.view["board"]["keys"], "they go over the link"
                assert page.refused("lift", token="0.0.0") == "terminal.no_hands"
                page.did("faces", faces=[6])
                page.until(lambda v: v["choices"])
                page.did("play", a=page.view["choices"][0]["a"], n=2)
                page.until(lambda v: v["wrong"]["missing"] == [{"cell": START, "color": 2}])
                # nobody has moved anything yet: it is told what to do, and shown as it stands
                assert page.view["wrong"]["guide"]
                words = ["web.guide.move", ["web.color.red"], "a1", "a5"]
                assert page.view["wrong"]["words"] == [words]
                stood = {*MAT.cells(56)[:2], *MAT.cells(58)[:2]}
                assert set(page.standing()) == stood
                hands.lift(MAT.cells(56)[0])
                page.until(lambda v: any(t["where"] == "hand" for t in v["tokens"]))
                moved = [t for t in page.view["tokens"] if t["where"] == "hand"]
                assert [t["seat"] for t in moved] == [0]
                hands.put(START)
                page.until(lambda v: v["wrong"]["outcome"] == "same" and START in page.standing())
                assert page.standing()[START].startswith("0.0.")
                hands.put(100)
                page.until(lambda v: v["wrong"]["extra"] == [100])
                strange = next(t for t in page.view["tokens"] if t["cell"] == 100)
                assert strange["seat"] == -1
        finally:
            site.stop()
            table.close()
