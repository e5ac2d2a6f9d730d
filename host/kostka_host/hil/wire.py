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
MARKS = (b"$>{", b"$<{")
LINE = b'"m":"line"'


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
        rest = {"up": b"", "down": b""}
        try:
            while not self._end.is_set():
                if self._cut.is_set():
                    self.count["cut"] += 1
                    return
                with contextlib.suppress(TimeoutError):
                    data = host.recv(4096)
                    if not data:
                        return
                    out, rest["up"] = self._spoil(rest["up"] + data)
                    port.write(out)
                data = port.read(0.002)
                if data:
                    lines = data.count(LINE)
                    out, rest["down"] = self._spoil(rest["down"] + data)
                    host.settimeout(2.0)
                    host.sendall(out)
                    host.settimeout(0.001)
                    if lines:
                        self.lines += lines
                        self.on_line(self.lines)
        except (OSError, LinkError):
            return
        finally:
            port.close()

    def _spoil(self, data: bytes) -> tuple[bytes, bytes]:
        """Return what arrives of the whole lines, and the rest that is none yet."""
        whole, mark, rest = data.rpartition(b"\n")
        if not any(sign in data for sign in MARKS):
            return data, b""  # no lines: the prompt, a console
        weather, out = self.weather, bytearray()
        for row in (whole + mark).splitlines(keepends=True):
            self.count["carried"] += 1
            fate = self._random.random()
            if weather.delay_ms:
                time.sleep(weather.delay_ms / 1000)
            if fate < weather.drop:
                self.count["drop"] += 1
                continue
            fate -= weather.drop
            if fate < weather.dup:
                self.count["dup"] += 1
                out += row
            fate -= weather.dup
            sent = bytearray(row)
            if 0 <= fate < weather.corrupt:
                self.count["corrupt"] += 1
                sent[self._random.randrange(len(row))] ^= 1 << self._random.randrange(7)
            out += sent
        return bytes(out), rest
