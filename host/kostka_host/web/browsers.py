"""The browsers that are here: each gets what is new to it, as fast as it takes it."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kostka.errors import KostkaError
from kostka.rules.action import PUBLIC
from starlette.websockets import WebSocket

from kostka_host.web.hub import Snapshot, Wish, refusal

if TYPE_CHECKING:
    from kostka_host.web.hub import Hub

MESSAGE = 4096  # bytes of a message that is read at all
SOCKETS = 64  # that are open at the same time; a table has a few pages, each with one
TRY_LATER = 1013
OTHER_GAME = 4404  # the code with which a seat's socket ends when its game is over and another on
NOTHING = "null"


class Browsers:
    """All connections. `hub` and `loop` are set before the first one."""

    hub: Hub
    loop: asyncio.AbstractEventLoop

    def __init__(self) -> None:
        self._here: set[Browser] = set()
        self._snapshot: Snapshot = {}
        self._names = itertools.count(1)

    # Called in the hub's thread --------------------------------------------------------------

    def tell(self, snapshot: Snapshot) -> None:
        """Take what is new; browsers get it when they can take it."""
        self._later(self._tell, snapshot)

    def new_game(self) -> None:
        """End the sockets of seats: their links are of another game."""
        self._later(self._end_seats)

    def _later(self, call: Any, *arguments: Any) -> None:
        try:
            self.loop.call_soon_threadsafe(call, *arguments)
        except (AttributeError, RuntimeError):
            return  # no loop yet, or none any more: there is no browser

    # Called in the loop's thread -------------------------------------------------------------

    def _tell(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        for browser in self._here:
            browser.wake.set()

    def _end_seats(self) -> None:
        for browser in self._here:
            if browser.seat != PUBLIC:
                browser.over = True
                browser.wake.set()

    def sections(self, seat: int) -> dict[str, str]:
        """Return the latest sections for a page, as JSON texts."""
        return self._snapshot.get(seat, {})

    async def serve(self, websocket: WebSocket, seat: int, valid: Callable[[], bool]) -> None:
        """Serve one browser until it leaves.

        `valid` says whether its link is still one of the game: another one may begin while the
        socket opens.
        """
        await websocket.accept()
        if len(self._here) >= SOCKETS:
            await websocket.close(TRY_LATER, "Too many pages of this table are open.")
            return
        if not valid():
            await websocket.close(OTHER_GAME)
            return
        browser = Browser(self, websocket, f"b{next(self._names)}", seat)
        self._here.add(browser)
        try:
            await browser.run()
        finally:
            self._here.discard(browser)
            self.hub.leave(browser.who)


class Browser:
    """One connection. Only what the browser does not have yet is sent, and only the latest."""

    def __init__(self, all_: Browsers, websocket: WebSocket, who: str, seat: int) -> None:
        self.who = who
        self.seat = seat
        self.wake = asyncio.Event()
        self.over = False
        self._all = all_
        self._socket = websocket
        self._sent: dict[str, str] = {}
        self._writing = asyncio.Lock()

    async def run(self) -> None:
        """Send and receive until either ends."""
        self.wake.set()
        tasks = [asyncio.create_task(self._send_views()), asyncio.create_task(self._receive())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _send_views(self) -> None:
        while True:
            await self.wake.wait()
            self.wake.clear()
            if self.over:
                await self._socket.close(OTHER_GAME)
                return
            now = self._all.sections(self.seat)
            new = {name: text for name, text in now.items() if self._sent.get(name) != text}
            new |= {name: NOTHING for name in self._sent.keys() - now.keys()}
            if new:
                self._sent = dict(now)
                body = ",".join(f'"{name}":{text}' for name, text in new.items())
                await self._write(f'{{"t":"view",{body}}}')

    async def _write(self, text: str) -> None:
        async with self._writing:
            await self._socket.send_text(text)

    async def _receive(self) -> None:
        while True:
            event = await self._socket.receive()
            if event["type"] == "websocket.disconnect":
                return
            text = event.get("text")
            number, reply = None, refusal(KostkaError("web.message"))
            message = _parse(text) if isinstance(text, str) else None
            if message is not None:
                number = message["i"]
                reply = await self._wish(message)
            await self._write(json.dumps({"t": "re", "i": number, **reply}))

    async def _wish(self, message: dict[str, Any]) -> dict[str, Any]:
        """Hand a wish to the hub and wait for its answer; the next one is read after that."""
        loop = asyncio.get_running_loop()
        answered: asyncio.Future[dict[str, Any]] = loop.create_future()

        def answer(reply: dict[str, Any]) -> None:
            loop.call_soon_threadsafe(_resolve, answered, reply)

        self._all.hub.wish(Wish(self.who, self.seat, message, answer))
        return await answered


def _resolve(answered: asyncio.Future[dict[str, Any]], reply: dict[str, Any]) -> None:
    if not answered.done():
        answered.set_result(reply)


def _parse(text: str) -> dict[str, Any] | None:
    """Return a message of a browser, None where it is none or too long."""
    if len(text.encode("utf-8", "replace")) > MESSAGE:
        return None
    try:
        message = json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError):
        return None
    fits = isinstance(message, dict) and type(message.get("i")) is int
    return message if fits else None


def _no_number(text: str) -> float:
    raise ValueError(text)
