"""The server as browsers meet it: real sockets, the real firmware, hands by the bench."""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from kostka import games
from kostka.games.ludo import GAME
from kostka.mats.ludo import MAT
from kostka.rules.request import D6
from kostka_host.boards.virtual import VirtualBoard
from kostka_host.radio import messages
from kostka_host.radio.roller import Roller
from kostka_host.web import hub, server
from kostka_site import Page, Served, served, wait_for
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

pytestmark = pytest.mark.vm

START = MAT.cells(0)[0]  # of seat 1
RESERVE = [list(MAT.cells(56)), list(MAT.cells(58))]


@pytest.fixture(autouse=True)
def environ(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_RUNTIME_DIR", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))


@pytest.fixture
def site(vm: object, tmp_path: Path) -> Iterator[Served]:
    board = VirtualBoard.spawn(tied=True, clock="real", seed=1)
    with (
        board,
        served(board, tmp_path / "data", "ludo", pawns=2, first="seat1") as found,
    ):
        yield found


@pytest.fixture
def page(site: Served) -> Iterator[Page]:
    with site.page() as found:
        found.until(lambda v: v["wrong"]["outcome"] == "same" and len(found.standing()) == 4)
        yield found


def line(page: Page) -> int:
    return int(page.view["mirror"]["lines"])


def entered(page: Page) -> str:
    """Let seat 1 throw a six and bring a pawn in by hand; return the pawn's id."""
    page.did("faces", faces=[6])
    page.until(lambda v: v["choices"])
    name = str(page.token(0)["id"])
    page.did("lift", token=name)
    page.did("put", token=name, cell=START)
    page.until(lambda v: line(page) == 3 and v["wrong"]["outcome"] == "same")
    return name


def test_the_first_message_has_every_section(page: Page) -> None:
    first = json.loads(page.heard[0])
    assert first.pop("t") == "view"
    assert set(first) == {
        "board", "mirror", "game", "request", "choices", "dice", "tokens", "wrong", "lights",
        "log", "notes", "games", "about", "menu", "saves", "beside", "observation",
    }  # fmt: skip
    board = page.view["board"]
    assert (board["up"], board["hands"], board["keys"], board["away"]) == (True, True, True, None)
    assert len(board["cells"]) == 144
    assert board["cells"][13] == {"i": 13, "x": 37.5, "y": 37.5}
    assert [one["seat"] for one in board["stations"]] == [0, 1, 2, 3]
    assert page.view["game"]["title"] == ["ludo.title"]
    assert page.view["game"]["spots"]["56"] == RESERVE[0]
    assert page.view["request"]["what"] == "throw"
    assert page.view["request"]["dice"] == [6]
    assert [one["name"] for one in page.view["games"]] == games.names()
    later = json.loads(page.heard[-1])
    assert len(page.heard) == 1 or len(later) < len(first)


def test_a_drag_is_hands_and_the_board_sees_the_move(site: Served, page: Page) -> None:
    name = entered(page)
    assert page.standing()[START] == name
    assert site.table.board.tokens() == sorted(page.standing())
    texts = [one["text"][0] for one in page.view["log"]]
    assert texts == ["story.throw", "story.enter"]
    assert page.view["dice"] == [{"kind": 6, "face": 6, "seat": 0}]
    page.until(lambda v: v["lights"]["cells"][START] != 0)


def test_a_pawn_dropped_on_a_rival_sends_it_home(page: Page) -> None:
    entered(page)
    page.did("faces", faces=[1])
    page.until(lambda v: v["choices"])
    page.did("play", a=page.view["choices"][0]["a"], n=line(page))
    page.until(lambda v: v["request"]["seat"] == 1 and v["wrong"]["outcome"] == "same")
    rival = page.standing()[MAT.cells(1)[0]]
    page.did("faces", faces=[6])
    page.until(lambda v: v["choices"])
    mine = str(page.token(1)["id"])
    page.did("move", token=mine, cell=MAT.cells(20)[0])
    page.until(lambda v: line(page) == 7 and v["wrong"]["outcome"] == "same")
    for cell_from, face in ((20, 6), (26, 6), (32, 6), (38, 3)):
        page.did("faces", faces=[face])
        page.until(lambda v: v["request"]["what"] == "move")
        target = MAT.cells((cell_from + face) % 40)[0]
        before = line(page)
        page.did("move", token=mine, cell=target)
        page.until(lambda v, n=before: line(page) > n and v["wrong"]["outcome"] == "same")
    assert page.standing()[MAT.cells(1)[0]] == mine
    home = next(t for t in page.view["tokens"] if t["id"] == rival)
    assert home["cell"] in RESERVE[0]
    assert [one["text"][0] for one in page.view["log"]][-1] == "story.taken_home"


def test_what_cannot_be_is_refused_and_nothing_moves(page: Page) -> None:
    before = page.standing()
    name, other = str(page.token(0)["id"]), page.token(1)
    assert page.refused("put", token=name, cell=START) == "web.not_held"
    assert page.refused("lift", token="9.9.9") == "web.no_token"
    assert page.refused("lift", token=["x"]) == "web.no_token"
    assert page.refused("move", token=name, cell=other["cell"]) == "terminal.taken"
    for cell in (-1, 144, "1", True, None, 1.5):
        assert page.refused("move", token=name, cell=cell) == "web.argument"
    assert page.refused("dance") == "web.unknown"
    assert page.refused("faces", faces=[1, 2]) == "web.faces"
    assert page.refused("faces", faces=[7]) == "terminal.face"
    assert page.refused("key", seat=4, key=0, down=True) == "web.argument"
    assert page.refused("press", seat=0, key=2, hold=10**9) == "web.argument"
    assert page.refused("undo") == "play.no_undo"
    assert page.refused("new", game="chess", seats=2) == "option.game"
    assert page.refused("new", game="ludo", seats=9) == "option.seats"
    assert page.refused("new", game="ludo", seats=2, options={"pawns": {}}) == "web.argument"
    move = GAME.new_state(2, {}).parse_action("t0-t4")
    reply = page.do("play", a=move)
    assert (reply["err"], reply["rule"]) == (["ludo.no.move", "a5 → e5"], "LU-6")
    page.until(lambda v: page.standing() == before)


def test_a_refused_throw_by_bluetooth_is_told_and_waited_for_again(
    site: Served, page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    rollers: list[Roller] = []

    def radio(roller: Roller, *_: object) -> SimpleNamespace:
        rollers.append(roller)
        return SimpleNamespace(close=lambda: None)

    monkeypatch.setattr(server, "Bluetooth", radio)
    site.site.listen(D6)
    (roller,) = rollers
    before = line(page)
    wait_for(lambda: roller._asked == (D6,))
    roller.meet("aa:01", "GoDice_1", pixel=False, kind=D6)
    monkeypatch.setattr(messages, "godice", lambda *_: messages.Said(value=9))
    site.site.hub.call(lambda: roller.heard("aa:01", b""))
    page.until(lambda v: ["terminal.face", "9", 6] in v["notes"])
    wait_for(lambda: roller._asked == (D6,))
    monkeypatch.setattr(messages, "godice", lambda *_: messages.Said(value=3))
    site.site.hub.call(lambda: roller.heard("aa:01", b""))
    page.until(lambda v: v["mirror"]["lines"] == before + 1 and v["dice"][0]["face"] == 3)


def test_a_line_that_is_not_the_next_one_is_stale(page: Page) -> None:
    page.did("roll", n=line(page))
    page.until(lambda v: v["mirror"]["lines"] == 2)
    assert page.refused("roll", n=1) in ("link.stale", "terminal.no_throw")
    assert page.refused("undo", n=1) == "link.stale"
    page.did("undo", n=2)
    page.until(lambda v: v["log"][-1]["text"] == ["story.undo"])


@pytest.mark.parametrize("word", ["roll", "faces", "undo", "play"])
def test_a_wish_that_does_not_say_for_which_line_it_is_is_refused(page: Page, word: str) -> None:
    before = line(page)
    reply = page.do(word, n=None, faces=[6], a=1)
    assert reply["err"] == ["web.argument", "n"]
    page.socket.send(json.dumps({"i": 99, "do": word, "faces": [6], "a": 1}))
    assert page.reply(99)["err"] == ["web.argument", "n"]
    assert line(page) == before


def test_keys_of_the_page_are_keys_of_the_board(page: Page) -> None:
    page.did("press", seat=0, key=1, hold=80)
    page.did("key", seat=0, key=2, down=True)
    page.until(lambda v: v["dice"])
    assert page.view["dice"][0]["face"] == 1
    page.did("key", seat=0, key=2, down=False)


@pytest.mark.parametrize(
    "text",
    ["", "[]", "1", '{"do":"roll"}', '{"i":"1","do":"roll"}', "[" * 2000, '{"i":1e999}', "\0"],
)
def test_malformed_messages_are_answered(page: Page, text: str) -> None:
    page.socket.send(text)
    assert page.reply(None)["err"] == ["web.message"]
    assert page.refused("dance") == "web.unknown"


def test_no_junk_brings_the_table_down(site: Served, page: Page) -> None:
    junk = [None, True, -1, 1 << 70, 1e300, "", "\ud800", "x" * 500, [], [[]], {}, {"a": [None]}]
    words = ["lift", "put", "box", "move", "key", "press", "roll", "faces", "play", "undo", "new"]
    fields = ("token", "cell", "seat", "key", "hold", "down", "faces", "a", "n", "game", "options")
    for word in words:
        for value in junk:
            for field in fields:
                page.do(word, **{field: value})
    for value in (one for one in junk if one != {}):  # without options a game can be begun
        page.refused("new", game="ludo", seats=2, options=value)
    assert site.site.hub.failed is None
    page.did("set_up")
    page.until(lambda v: len(page.standing()) == 4)


def test_long_and_binary_messages_do_no_harm(site: Served, page: Page) -> None:
    page.socket.send(json.dumps({"i": 1, "do": "lift", "token": "x" * 5000}))
    assert page.reply(None)["err"] == ["web.message"]
    page.socket.send(b"\x00\xff")
    assert page.reply(None)["err"] == ["web.message"]
    with site.page() as other:
        other.socket.send("x" * 200_000)
        assert other.end() == 1009
    assert page.refused("dance") == "web.unknown"


def test_two_browsers_see_one_table(site: Served, page: Page) -> None:
    with site.page() as other:
        name = str(page.token(0)["id"])
        page.did("lift", token=name)
        other.until(lambda v: any(t["where"] == "hand" for t in v["tokens"]))
        assert other.refused("lift", token=name) == "web.held"
        assert other.refused("put", token=name, cell=START) == "web.not_held"
        assert other.refused("box", token=name) == "web.not_held"
        page.did("box", token=name)
        other.until(lambda v: any(t["where"] == "box" for t in v["tokens"]))
        other.did("set_up")
        page.until(lambda v: len(page.standing()) == 4 and v["wrong"]["outcome"] == "same")


def test_what_a_browser_holds_is_let_go_when_it_leaves(site: Served, page: Page) -> None:
    with site.page() as other:
        other.until(lambda v: v["tokens"])
        name = str(other.token(0)["id"])
        other.did("lift", token=name)
        other.did("key", seat=0, key=3, down=True)
        page.until(lambda v: any(t["where"] == "hand" for t in v["tokens"]))
    page.until(lambda v: [t["id"] for t in v["tokens"] if t["where"] == "box"] == [name])
    assert site.site.desk.keys == {}


def test_other_hands_are_seen(site: Served, page: Page) -> None:
    entry = site.table.board.entry  # type: ignore[attr-defined]
    name = page.standing()[RESERVE[0][0]]
    with VirtualBoard(entry) as hands:
        hands.lift(RESERVE[0][0])
        page.until(lambda v: any(t["where"] == "hand" for t in v["tokens"]))
        hands.put(60)
        page.until(lambda v: page.standing().get(60) == name and v["wrong"]["extra"] == [60])
        hands.put(61)
        page.until(lambda v: 61 in page.standing())
        strange = next(t for t in page.view["tokens"] if t["cell"] == 61)
        assert (strange["seat"], strange["color"]) == (-1, 0)
    page.did("set_up")
    page.until(lambda v: sorted(page.standing()) == sorted(site.table.board.tokens()))
    page.until(lambda v: v["wrong"]["outcome"] == "same")


def test_a_new_game_takes_its_links_along(site: Served, page: Page) -> None:
    old = site.seat_path(0)
    with site.page(old) as seat:
        seat.until(lambda v: v["request"])
        page.did("new", game="ludo", seats=3, options={"pawns": 3, "first": "seat2"})
        page.until(lambda v: v["game"]["seats"] == 3 and len(page.standing()) == 9)
        assert page.view["game"]["options"][0] == ["pawns", 3]
        assert seat.end() == 4404
    with pytest.raises(InvalidStatus), site.page(old):
        pass
    assert len(site.links) == 3


def test_a_message_of_the_board_reaches_browsers_at_once(
    site: Served, page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "LOOK_S", 30.0)  # nothing comes by looking now and then
    page.did("set_up")
    took = []
    for number in range(20):
        began = time.monotonic()
        note = {"m": "note", "t": "play.hint", "x": [number]}
        site.table.client.inbox.put(note)
        page.until(lambda v, n=number: ["play.hint", n] in v["notes"])
        took.append(time.monotonic() - began)
    print(f"from the board's message to the browser: {statistics.median(took) * 1000:.1f} ms")
    assert statistics.median(took) < 0.05


def test_a_browser_that_does_not_read_holds_nobody_up(site: Served, page: Page) -> None:
    address = f"ws://127.0.0.1:{site.port}/ws"
    with connect(address, origin=site.origin, max_queue=1, compression=None) as end:  # type: ignore[arg-type]
        slow = Page(end)
        for number in range(600):  # more than all buffers on the way hold
            note = {"m": "note", "t": "play.hint", "x": [number, "x" * 20_000]}
            site.table.client.inbox.put(note)
            page.until(lambda v, n=number: v["notes"] and v["notes"][-1][1] == n)
        slow.until(lambda v: v["notes"] and v["notes"][-1][1] == 599)
    assert len(slow.heard) < len(page.heard) / 2
