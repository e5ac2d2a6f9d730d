"""A cable with faults: a TCP port that leads to a board and loses, doubles or spoils lines."""

from __future__ import annotations

import contextlib
import random
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from kostka.errors import LinkError

from kostka_host.link.transport import Transport

READ_S = 0.02
LINE = b'"m":"line"'
DROP, DUP, CORRUPT = "drop", "dup", "corrupt"


@dataclass(frozen=True)
class Weather:
    """How bad the cable is: shares of lines from 0 to 1, a delay of all of them in ms."""

    drop: float = 0.0
    dup: float = 0.0
    corrupt: float = 0.0
    delay_ms: float = 0.0


class Cable:
    """Carries bytes between hosts and a board, line by line, in the weather it is given.

    `on_line` hears how many journal lines have come from the board. Equal seeds spoil equally.
    """

    def __init__(self, open_port: Callable[[], Transport], seed: int) -> None:
        self.weather = Weather()
        self.on_line: Callable[[int], None] = lambda count: None
        self.count = dict.fromkeys(("carried", "drop", "dup", "corrupt", "cut"), 0)
        self.lines = 0
        self._random = random.Random(seed)
        self._open_port = open_port
        self._cut = threading.Event()
        self._end = threading.Event()
        self._server = socket.create_server(("127.0.0.1", 0))
        self._server.settimeout(READ_S)
        self.place = f"tcp:127.0.0.1:{self._server.getsockname()[1]}"
        self._thread = threading.Thread(target=self._serve, name="hil-cable", daemon=True)
        self._thread.start()

    def pull(self) -> None:
        """Pull the plug: the connection ends, and none is taken."""
        self._cut.set()

    def plug(self) -> None:
        """Plug it in again."""
        self._cut.clear()

    def close(self) -> None:
        """End for good."""
        self._end.set()
        self._thread.join()
        self._server.close()

    def fate(self, piece: bytes) -> str:
        """Return what becomes of a line that begins so; what is no checked line passes."""
        if not piece.startswith(b"$"):
            return ""
        weather = self.weather
        self.count["carried"] += 1
        if weather.delay_ms:
            time.sleep(weather.delay_ms / 1000)
        chance = self._random.random()
        for name in (DROP, DUP, CORRUPT):
            share: float = getattr(weather, name)
            if chance < share:
                self.count[name] += 1
                return name
            chance -= share
        return ""

    def spoil(self, piece: bytes) -> bytes:
        """Return a piece of a line with one bit turned."""
        sent = bytearray(piece)
        sent[self._random.randrange(len(piece.rstrip()))] ^= 1 << self._random.randrange(7)
        return bytes(sent)

    def _serve(self) -> None:
        while not self._end.is_set():
            try:
                host = self._server.accept()[0]
            except TimeoutError:
                continue
            except OSError:
                return
            with host:
                if not self._cut.is_set():
                    self._join(host)

    def _join(self, host: socket.socket) -> None:
        try:
            port = self._open_port()
        except LinkError:
            return
        host.settimeout(0.001)
        up, down = Way(self), Way(self)
        try:
            while not self._end.is_set():
                if self._cut.is_set():
                    self.count["cut"] += 1
                    return
                with contextlib.suppress(TimeoutError):
                    data = host.recv(4096)
                    if not data:
                        return
                    port.write(up.carry(data))
                data = port.read(0.002)
                if data:
                    lines = data.count(LINE)
                    host.settimeout(2.0)
                    host.sendall(down.carry(data))
                    host.settimeout(0.001)
                    if lines:
                        self.lines += lines
                        self.on_line(self.lines)
        except (OSError, LinkError):
            return
        finally:
            port.close()


class Way:
    """One direction of a cable. Bytes go on as they come: a board waits for what it has sent."""

    def __init__(self, cable: Cable) -> None:
        self._cable = cable
        self._line = bytearray()  # what has come of the line under way
        self._fate = ""

    def carry(self, data: bytes) -> bytes:
        """Return what arrives of these bytes."""
        out = bytearray()
        for piece in data.splitlines(keepends=True):
            if not self._line:
                self._fate = self._cable.fate(piece)
            self._line += piece
            sent = piece
            if self._fate == CORRUPT and piece.strip():
                sent = self._cable.spoil(piece)
                self._fate = ""
            if self._fate != DROP:
                out += sent
            if piece.endswith(b"\n"):
                if self._fate == DUP:
                    out += self._line
                self._line.clear()
        return bytes(out)
