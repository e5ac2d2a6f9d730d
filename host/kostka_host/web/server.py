"""The server of the page: files, words and WebSockets, for this machine only."""

from __future__ import annotations

import asyncio
import errno
import functools
import http.client
import json
import os
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import uvicorn
from kostka.errors import KostkaError
from kostka.rules.action import PUBLIC
from kostka.text import FALLBACK
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp

from kostka_host import ui
from kostka_host.radio.bluetooth import Bluetooth
from kostka_host.radio.roller import Roller
from kostka_host.table import Table
from kostka_host.web import words
from kostka_host.web.browsers import Browsers
from kostka_host.web.desk import Desk
from kostka_host.web.drawings import Drawings, icon
from kostka_host.web.guard import Guard
from kostka_host.web.hub import RADIO, Hub, Wish
from kostka_host.web.secrets import SeatLinks, seat_of
from kostka_host.web.wishes import Wishes

HERE = "127.0.0.1"
PORT = 8765
STATIC = Path(__file__).resolve().parent / "static"
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
}
# The table's styles go out as one file, in this order: a browser opens few connections at once.
STYLES = ("base", "layout", "table", "beside", "tokens", "panel", "dialog", "shelf")
FRAME = 65_536  # bytes of a WebSocket message, above which the connection ends
PROBE_S = 2.0  # for a page that has the port to say so
PENDING = 64  # connections that wait to be taken


def bind(port: int) -> socket.socket:
    """Return a socket that listens on a port of this machine; 0 takes a free one.

    Raises:
        KostkaError: the port is taken; where a page like this one has it, that is said.
    """
    # asyncio sends at once (TCP_NODELAY) only where the protocol is named; else 40 ms may pass
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if os.name == "posix":  # elsewhere it lets a program take a port that another one has
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((HERE, port))
        found.listen(PENDING)
    except OSError as problem:
        found.close()
        if problem.errno == errno.EADDRINUSE and _is_page(port):
            raise KostkaError("web.running", f"http://{HERE}:{port}/") from None
        raise KostkaError("web.port", port, problem.strerror or "") from None
    return found


def _is_page(port: int) -> bool:
    """Say whether what listens on a port of this machine is a page like this one."""
    asked = http.client.HTTPConnection(HERE, port, timeout=PROBE_S)
    try:
        asked.request("GET", "/languages.json")
        found = json.loads(asked.getresponse().read(FRAME))
    except (OSError, ValueError, http.client.HTTPException):
        return False
    finally:
        asked.close()
    return isinstance(found, list) and FALLBACK in found


class Site:
    """The page of one table.

    `begun(links)` is called, from another thread, with the addresses of the seats' pages when
    a game is on the table.
    """

    def __init__(
        self, table: Table, data: Path, port: int, begun: Callable[[list[str]], None]
    ) -> None:
        self.address = f"http://{HERE}:{port}/"
        self.set_up = False  # hands set the table up at the beginning
        self._begun = begun
        self._server: Server | None = None
        self.desk = Desk(table, SeatLinks(data / "seats.json"), self._tell_links)
        self.browsers = Browsers()
        begin = Wishes(self.desk).begin
        self.hub = Hub(table, self.desk, begin, self.browsers.tell, self.stop)
        self.browsers.hub = self.hub
        self._radio: Bluetooth | None = None
        self._roller: Roller | None = None
        self.app: ASGIApp = Guard(self._routes(), port)

    def listen(self, kind: int) -> None:
        """Let dice by Bluetooth throw; GoDice wear the shell of a kind of die.

        Raises:
            HardwareError: bleak is not installed.
        """
        roller = Roller(self._throw)
        self._radio = Bluetooth(roller, self.hub.call, kind)
        self._roller = roller
        self.desk.asked = roller.ask

    def _throw(self, values: list[int]) -> None:
        line = self.desk.table.mirror.next_line
        message = {"do": "faces", "faces": values, "n": line}
        self.hub.wish(Wish(RADIO, PUBLIC, message, self._thrown))

    def _thrown(self, reply: dict[str, Any]) -> None:
        """Take the answer to a throw by Bluetooth; nobody but the page can say why not."""
        if not reply["ok"]:
            text, *args = reply["err"]
            self.desk.table.notes.append((text, args))
            if self._roller is not None:
                self._roller.refused()

    def _tell_links(self, links: list[str]) -> None:
        self.browsers.new_game()
        self._begun([f"{self.address}seat/{link}" for link in links])

    def _routes(self) -> Starlette:
        return Starlette(
            routes=[
                Route("/", _index),
                Route("/seat/{secret}", self._seat_page),
                Route("/words/{lang}.json", _words),
                Route("/languages.json", lambda request: JSONResponse(ui.languages())),
                Route("/look.json", lambda request: JSONResponse(words.look())),
                Route("/begin.json", lambda request: _beginning()),
                Route("/table.css", _style),
                Route("/mat/{game}.svg", Drawings().answer),
                Route("/icon/{game}/{name}.svg", icon),
                Route("/static/{path:path}", _static),
                WebSocketRoute("/ws", self._table_socket),
                WebSocketRoute("/ws/seat/{secret}", self._seat_socket),
            ],
            exception_handlers={404: _nothing},
        )

    def _seat(self, secret: str) -> int:
        return seat_of(self.desk.links, secret)

    async def _seat_page(self, request: Request) -> Response:
        if self._seat(request.path_params["secret"]) < 0:
            return _page("lost.html", 404)
        return _page("seat.html")

    async def _table_socket(self, websocket: Any) -> None:
        await self.browsers.serve(websocket, PUBLIC, lambda: True)

    async def _seat_socket(self, websocket: Any) -> None:
        secret = websocket.path_params["secret"]
        seat = self._seat(secret)
        if seat < 0:
            await websocket.close(1008)
            return
        await self.browsers.serve(websocket, seat, lambda: self._seat(secret) == seat)

    async def run(self, listening: socket.socket, ready: Callable[[], None]) -> None:
        """Serve until a signal ends the server; `ready` is called when pages can be had.

        Raises what the hub ran into and did not foresee.
        """
        self.browsers.loop = asyncio.get_running_loop()
        config = uvicorn.Config(
            self.app,
            log_level="error",
            access_log=False,
            lifespan="off",
            ws="websockets-sansio",
            ws_max_size=FRAME,
            server_header=False,
            timeout_graceful_shutdown=1,
        )
        server = self._server = Server(config, ready)
        self.hub.start()
        if self._radio is not None:
            self._radio.start()
        if self.set_up:
            self.hub.wish(Wish("", PUBLIC, {"do": "set_up"}))
        try:
            await server.serve(sockets=[listening])
        finally:
            if self._radio is not None:
                await asyncio.to_thread(self._radio.close)
            await asyncio.to_thread(self.hub.stop)
        if self.hub.failed is not None:
            raise self.hub.failed

    def stop(self) -> None:
        """End the server from another thread."""
        if self._server is not None:
            self._server.should_exit = True


class Server(uvicorn.Server):
    """A server that says when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve."""
        await super().startup(sockets)
        self._ready()


def _page(name: str, status: int = 200) -> Response:
    """Return a file of the page; all are small, so that none is worth a thread of its own."""
    try:
        path = (STATIC / name).resolve()
        kind = TYPES.get(path.suffix)
        if kind is not None and path.is_relative_to(STATIC):
            return Response(path.read_bytes(), status, media_type=kind)
    except (OSError, ValueError):  # no such file, or no name for one
        pass
    return PlainTextResponse("This file is not part of this installation.\n", 404)


async def _index(request: Request) -> Response:
    return _page("index.html")


async def _nothing(request: Request, _: Exception) -> Response:
    return _page("lost.html", 404)


async def _static(request: Request) -> Response:
    return _page(request.path_params["path"])


async def _style(request: Request) -> Response:
    parts = (STATIC / "css" / f"{name}.css" for name in STYLES)
    return Response(b"\n".join(part.read_bytes() for part in parts), media_type=TYPES[".css"])


@functools.cache
def _beginning() -> Response:
    """Return all that a page needs before it can draw anything, in one answer."""
    english = words.catalog(FALLBACK)
    return JSONResponse({"languages": ui.languages(), "look": words.look(), "words": english})


async def _words(request: Request) -> Response:
    lang = request.path_params["lang"]
    if lang not in ui.languages():
        return PlainTextResponse("There are no words in this language.\n", 404)
    return JSONResponse(words.catalog(lang))
