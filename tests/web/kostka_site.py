"""Runs the page's server in this process, and browsers without a window that record all."""

from __future__ import annotations

import asyncio
import contextlib
import json
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import kostka_probe
import kostka_probe_mat
import pytest
from kostka_host.boards import sources
from kostka_host.boards.virtual import VirtualBoard
from kostka_host.places import finder
from kostka_host.table import Table
from kostka_host.web.server import Site, bind
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

WAIT_S = 10.0
NUMBERED = ("roll", "faces", "play", "undo")  # wishes that have to say for which line they are
BOOT = """\
with open("/games.txt", "w") as file:
    file.write("probe kostka_probe kostka_probe_mat")
"""


def probe_rom(folder: Path) -> Path:
    """Return a folder with the firmware and the probe's modules beside it."""
    shutil.copytree(sources.device_folder(), folder)
    for module in (kostka_probe, kostka_probe_mat):
        shutil.copy(str(module.__file__), folder)
    (folder / "boot.py").write_text(BOOT)
    return folder


class Served:
    """A site that is being served. `links` are the addresses of the seats' pages."""

    def __init__(self, table: Table, data: Path, set_up: bool = False) -> None:
        self.table = table
        self.links: list[str] = []
        self._listening = bind(0)
        self.port = self._listening.getsockname()[1]
        self.site = Site(table, data, self.port, self._begun)
        self.site.set_up = set_up
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()
        assert self._ready.wait(WAIT_S)

    def _begun(self, links: list[str]) -> None:
        self.links = links

    def _run(self) -> None:
        asyncio.run(self.site.run(self._listening, self._ready.set))

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def hub_view(self, viewer: int) -> dict[str, str]:
        """Return the sections that a viewer's pages are told now, as JSON."""
        return self.site.hub.snapshot[viewer]

    def seat_path(self, seat: int) -> str:
        """Return the path of a seat's socket."""
        wait_for(lambda: bool(self.links))
        return "/ws/seat/" + self.links[seat].rpartition("/")[2]

    @contextlib.contextmanager
    def page(self, path: str = "/ws") -> Iterator[Page]:
        """Yield a browser on a socket."""
        address = f"ws://127.0.0.1:{self.port}{path}"
        with connect(address, origin=self.origin, compression=None) as socket:
            yield Page(socket)

    def stop(self) -> None:
        """End the server."""
        self.site.stop()
        self._thread.join(WAIT_S)
        assert not self._thread.is_alive()
        self._listening.close()
        assert self.site.hub.failed is None


class Page:
    """A browser that keeps what it is told: `view` by section, `heard` word for word."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.view: dict[str, Any] = {}
        self.heard: list[str] = []
        self._replies: dict[int, dict[str, Any]] = {}
        self._number = 0

    def take(self, timeout_s: float) -> dict[str, Any]:
        """Take one message."""
        text = self.socket.recv(timeout=timeout_s)
        assert isinstance(text, str)
        self.heard.append(text)
        message: dict[str, Any] = json.loads(text)
        if message.pop("t") == "view":
            self.view.update(message)
        else:
            self._replies[message["i"]] = message
        return message

    def until(self, done: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """Take messages until the view is as it should be; return it."""
        end = time.monotonic() + WAIT_S
        while not (self.view and done(self.view)):
            left = end - time.monotonic()
            assert left > 0, self.view
            with contextlib.suppress(TimeoutError):
                self.take(left)
        return self.view

    def do(self, word: str, **fields: Any) -> dict[str, Any]:
        """Ask for something and return the answer; it is for the next line where none is said."""
        self._number += 1
        if word in NUMBERED:
            fields.setdefault("n", self.view["mirror"]["lines"])
        self.socket.send(json.dumps({"i": self._number, "do": word, **fields}))
        return self.reply(self._number)

    def reply(self, number: int | None) -> dict[str, Any]:
        """Wait for the answer to a message."""
        end = time.monotonic() + WAIT_S
        while number not in self._replies:
            left = end - time.monotonic()
            assert left > 0, "no answer"
            self.take(left)
        return self._replies.pop(number)

    def did(self, word: str, **fields: Any) -> None:
        """Ask for something that has to be done."""
        reply = self.do(word, **fields)
        assert reply["ok"] == 1, reply

    def refused(self, word: str, **fields: Any) -> str:
        """Ask for something that has to be refused; return the id of the reason."""
        reply = self.do(word, **fields)
        assert reply["ok"] == 0, reply
        return str(reply["err"][0])

    def end(self) -> int:
        """Wait until the server ends the connection; return the code it gives."""
        with pytest.raises(ConnectionClosed) as closed:
            self._take_all()
        received = closed.value.rcvd
        return received.code if received is not None else 0

    def _take_all(self) -> None:
        while True:
            self.take(WAIT_S)

    def token(self, seat: int, where: str = "table") -> dict[str, Any]:
        """Return a token of a seat."""
        return next(
            one for one in self.view["tokens"] if one["seat"] == seat and one["where"] == where
        )

    def standing(self) -> dict[int, str]:
        """Return the ids of the tokens on the table, by cell."""
        return {t["cell"]: t["id"] for t in self.view["tokens"] if t["where"] == "table"}


@contextlib.contextmanager
def served(board: VirtualBoard, data: Path, game: str = "", **how: Any) -> Iterator[Served]:
    """Yield a served table on a virtual board; a game, if given, is begun and set up."""
    table = Table(board, finder(f"id:{board.id}"), watch=True)
    table.connect()
    begun = False
    if game:
        begun = table.sit_down(game, how.pop("seats", 2), how, False)
    site = Served(table, data, begun)
    try:
        yield site
    finally:
        site.stop()
        table.close()
        table.board.close()


def wait_for(done: Callable[[], bool]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + WAIT_S
    while not done():
        assert time.monotonic() < end
        time.sleep(0.005)
