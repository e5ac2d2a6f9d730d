"""What is served to whom: strangers, wrong links, files, and how much at a time."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from kostka.errors import KostkaError
from kostka.text import Catalog
from kostka_host import sheets
from kostka_host.boards.virtual import VirtualBoard
from kostka_host.web import browsers
from kostka_host.web.server import bind
from kostka_site import Served, served, wait_for
from starlette.websockets import WebSocket
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

pytestmark = pytest.mark.vm


@pytest.fixture(autouse=True)
def environ(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_RUNTIME_DIR", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))


@pytest.fixture
def site(vm: object, tmp_path: Path) -> Iterator[Served]:
    board = VirtualBoard.spawn(tied=True, clock="real", seed=1)
    with board, served(board, tmp_path / "data", "ludo", pawns=2, first="seat1") as found:
        yield found


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:{}", 200),
        ("localhost:{}", 200),
        ("[::1]:{}", 200),
        ("127.0.0.1", 421),
        ("evil.example:{}", 421),
        ("127.0.0.1:1", 421),
        ("127.0.0.1.evil.example:{}", 421),
    ],
)
def test_only_names_of_this_machine_are_served(site: Served, host: str, status: int) -> None:
    found = httpx.get(site.origin + "/look.json", headers={"Host": host.format(site.port)})
    assert found.status_code == status
    if status == 200:
        assert "default-src 'self'" in found.headers["content-security-policy"]
        assert found.headers["x-frame-options"] == "DENY"
        assert found.headers["x-content-type-options"] == "nosniff"
        assert found.headers["referrer-policy"] == "no-referrer"
        assert found.headers["cache-control"] == "no-store"
    else:
        assert "this machine" in found.text


@pytest.mark.parametrize(
    "origin", [None, "http://evil.example", "https://127.0.0.1:{}", "null", "http://127.0.0.1:1"]
)
def test_a_page_from_elsewhere_gets_no_socket(site: Served, origin: str | None) -> None:
    own = origin.format(site.port) if origin else None
    with (
        pytest.raises(InvalidStatus) as refused,
        connect(f"ws://127.0.0.1:{site.port}/ws", origin=own),  # type: ignore[arg-type]
    ):
        pass
    assert refused.value.response.status_code == 403
    assert httpx.post(site.origin + "/", headers={"Origin": own or "x"}).status_code == 403


@pytest.mark.parametrize("secret", ["x", "0" * 32, "é", "a/b"])
def test_a_wrong_secret_opens_nothing(site: Served, secret: str) -> None:
    assert httpx.get(f"{site.origin}/seat/{secret}").status_code == 404
    with pytest.raises(InvalidStatus), site.page(f"/ws/seat/{secret}".replace("é", "%C3%A9")):
        pass


def test_words_and_lights_are_served(site: Served) -> None:
    assert "en" in httpx.get(site.origin + "/languages.json").json()
    words = httpx.get(site.origin + "/words/en.json").json()
    assert words["lang"] == words["forms"] == "en"
    assert words["words"]["terminal.missing"].startswith("0|")
    look = httpx.get(site.origin + "/look.json").json()
    assert look["colors"][2] == {"name": "red", "rgb": [255, 0, 0]}
    assert {len(one["levels"]) for one in look["patterns"]} == {32}
    assert look["period_ms"] == 1024
    assert ["scene.extra", 2, 6] in look["legend"]
    begin = httpx.get(site.origin + "/begin.json").json()
    assert (begin["words"], begin["look"]) == (words, look)
    style = httpx.get(site.origin + "/table.css")
    assert style.headers["content-type"].startswith("text/css")
    assert style.text.index(".bar") < style.text.index(".no-cell") < style.text.index("dialog")
    for path in ("/words/xx.json", "/words/..%2Fen.json", "/mat/chess.svg", "/nothing"):
        assert httpx.get(site.origin + path).status_code == 404


@pytest.mark.parametrize("name", ["%00.js", "a%00b", "x" * 5000 + ".js", "..%2F__init__.py", "js"])
def test_what_is_no_file_of_the_page_is_not_found(site: Served, name: str) -> None:
    found = httpx.get(f"{site.origin}/static/{name}")
    assert (found.status_code, len(found.text)) == (404, len(found.text.strip()) + 1)


def test_a_mat_is_drawn_once_beside_the_loop(
    site: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = []

    def draw(game: str, words: Catalog) -> str:
        with pytest.raises(RuntimeError):
            asyncio.get_running_loop()
        drawn.append((game, words.lang))
        return f"<svg>{words.lang}</svg>"

    monkeypatch.setattr(sheets, "field_svg", draw)
    for lang in ("en", "cs", "xx", "en"):
        found = httpx.get(f"{site.origin}/mat/ludo.svg?lang={lang}")
        assert found.text == f"<svg>{lang if lang == 'cs' else 'en'}</svg>"
    assert drawn == [("ludo", "en"), ("ludo", "cs")]
    assert found.headers["cache-control"] == "no-cache"
    tag = {"If-None-Match": found.headers["etag"]}
    again = httpx.get(f"{site.origin}/mat/ludo.svg", headers=tag)
    assert (again.status_code, again.content) == (304, b"")
    assert httpx.get(f"{site.origin}/mat/ludo.svg?lang=cs", headers=tag).status_code == 200


def test_too_many_pages_are_told_to_come_later(
    site: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(browsers, "SOCKETS", 2)
    with site.page() as page, site.page() as second:
        page.until(lambda v: v["tokens"])
        second.until(lambda v: v["tokens"])
        with site.page() as third:
            assert third.end() == 1013
        page.did("set_up")
    wait_for(lambda: not site.site.browsers._here)
    with site.page() as third:
        third.until(lambda v: v["tokens"])


def test_a_link_that_ends_while_its_socket_opens_is_of_another_game(
    site: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = site.seat_path(0)
    accept = WebSocket.accept

    async def slow(self: WebSocket) -> None:
        site.site.desk.links = ["0" * 32, "1" * 32]  # as a new game does, from its thread
        await accept(self)

    monkeypatch.setattr(WebSocket, "accept", slow)
    with site.page(path) as seat:
        assert seat.end() == 4404
    assert seat.heard == []


def test_small_messages_do_not_wait_for_each_other() -> None:
    with bind(0) as listening, socket.create_connection(listening.getsockname()):
        accepted, _ = listening.accept()
        with accepted:
            assert accepted.proto == socket.IPPROTO_TCP, "asyncio sets TCP_NODELAY only then"


def test_a_port_in_use_is_said() -> None:
    with bind(0) as taken:
        number = taken.getsockname()[1]
        with pytest.raises(KostkaError) as refused:
            bind(number)
    assert refused.value.text == "web.port"
    assert refused.value.params[0] == number
