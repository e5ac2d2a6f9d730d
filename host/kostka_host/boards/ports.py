"""The ports of a board process: a pseudo terminal and, if wanted, a TCP socket.

Both behave like a USB serial port: with nobody attached, what the board says is dropped.
"""

from __future__ import annotations

import ctypes
import os
import pty
import socket
import struct
import sys
import termios
from collections.abc import Callable
from typing import Protocol

from kostka.errors import HardwareError

from kostka_host.boards.child import make_raw
from kostka_host.boards.loop import Loop

ROOM = 4096  # bytes that wait for a slow host before the board has to wait
# How a browser begins to talk, with HTTP, TLS or STUN: to a page from anywhere it is no secret
# which ports there are.
STRANGE = (
    *(f"{word} ".encode() for word in ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS")),
    *(f"{word} ".encode() for word in ("PATCH", "CONNECT", "TRACE", "PRI")),
    b"\x00",
    b"\x16\x03",
)

OnBytes = Callable[[bytes], None]


class Port(Protocol):
    """A way in and out for one host."""

    attached: bool

    def send(self, data: bytes) -> None:
        """Send bytes to the host; without one they are dropped."""

    def full(self) -> bool:
        """Say whether a host has to read before more may be sent."""

    def pause(self, paused: bool) -> None:
        """Stop or go on listening to the host."""

    def close(self) -> None:
        """Close the port."""


class _Buffered:
    """What both kinds of port share: bytes under way to a slow host, and being listened to."""

    def __init__(self, loop: Loop, received: OnBytes, drained: Callable[[], None]) -> None:
        self.attached = False
        self._loop = loop
        self._received = received
        self._drained = drained
        self._out = bytearray()
        self._paused = False
        self._fd = -1

    def full(self) -> bool:
        return len(self._out) >= ROOM

    def pause(self, paused: bool) -> None:
        if paused != self._paused:
            self._paused = paused
            self._watch()

    def _watch(self) -> None:
        if self._fd >= 0:
            read = None if self._paused else self._read
            self._loop.watch(self._fd, read, self._write if self._out else None)

    def send(self, data: bytes) -> None:
        if not self._is_attached():
            return
        if not self._out:
            data = data[self._put(data) :]
        if data:
            first = not self._out
            self._out += data
            if first:
                self._watch()

    def _write(self) -> None:
        del self._out[: self._put(bytes(self._out))]
        if not self._out:
            self._watch()
        self._drained()

    def _detach(self) -> None:
        self.attached = False
        self._out.clear()
        self._drained()

    def _is_attached(self) -> bool:
        return self.attached

    def _put(self, data: bytes) -> int:
        raise NotImplementedError

    def _read(self) -> None:
        raise NotImplementedError


class PtyPort(_Buffered):
    """A pseudo terminal; `name` is what a host opens.

    The system tells when the last host closes it (a hang-up), but only if nobody else holds it
    open; and it forgets the raw mode when nobody does. So this side holds it open while no host
    is there, and lets go when one comes.
    """

    def __init__(self, loop: Loop, received: OnBytes, drained: Callable[[], None]) -> None:
        super().__init__(loop, received, drained)
        self._fd, slave = pty.openpty()
        self.name = os.ttyname(slave)
        make_raw(slave)
        self._slave = slave
        os.set_blocking(self._fd, False)
        self._opened = _OpenWatch(self.name)
        if self._opened.fd >= 0:
            loop.watch(self._opened.fd, self._on_open)
        self._watch()

    def _on_open(self) -> None:
        if self._opened.taken():
            self._attach()

    def _attach(self) -> None:
        if not self.attached:
            self.attached = True
            self._opened.stop()
            os.close(self._slave)
            self._slave = -1

    def _is_attached(self) -> bool:
        if not self.attached and self._opened.fd >= 0:
            self._on_open()
        return self.attached

    def _read(self) -> None:
        try:
            data = os.read(self._fd, 4096)
        except BlockingIOError:
            return
        except OSError:  # hang-up: the last host has closed it
            self._let_go()
            return
        self._attach()
        self._received(data)

    def _let_go(self) -> None:
        self._slave = os.open(self.name, os.O_RDWR | os.O_NOCTTY)
        make_raw(self._slave)
        termios.tcflush(self._slave, termios.TCIOFLUSH)
        self._opened.start()
        self._detach()
        self._watch()

    def _put(self, data: bytes) -> int:
        try:
            return os.write(self._fd, data)
        except BlockingIOError:
            return 0
        except OSError:
            return len(data)

    def close(self) -> None:
        self._loop.forget(self._fd)
        if self._opened.fd >= 0:
            self._loop.forget(self._opened.fd)
        self._opened.close()
        os.close(self._fd)
        if self._slave >= 0:
            os.close(self._slave)


class _OpenWatch:
    """Tells when somebody opens a file (Linux inotify); `fd` is -1 where that is not possible.

    Without it a host is noticed at the first byte it sends.
    """

    _IN_OPEN = 0x20
    _IN_NONBLOCK_CLOEXEC = 0o2004000

    def __init__(self, path: str) -> None:
        self._path = path.encode()
        self._mark = -1
        self.fd = -1
        if sys.platform == "linux":
            self._libc = ctypes.CDLL(None, use_errno=True)
            self.fd = self._libc.inotify_init1(self._IN_NONBLOCK_CLOEXEC)
            self.start()

    def start(self) -> None:
        """Begin to watch; what was opened before is not told."""
        if self.fd >= 0:
            self._mark = self._libc.inotify_add_watch(self.fd, self._path, self._IN_OPEN)

    def stop(self) -> None:
        """Watch no longer."""
        if self.fd >= 0 and self._mark >= 0:
            self._libc.inotify_rm_watch(self.fd, self._mark)
            self._mark = -1
            self.taken()

    def taken(self) -> bool:
        """Say whether the file was opened since the last question."""
        found = False
        try:
            data = os.read(self.fd, 4096)
        except OSError:
            return False
        at = 0
        while at < len(data):
            mask, size = struct.unpack_from("<iIII", data, at)[1::2]
            found = found or bool(mask & self._IN_OPEN)
            at += 16 + size
        return found

    def close(self) -> None:
        """Free the descriptor."""
        if self.fd >= 0:
            os.close(self.fd)
            self.fd = -1


class TcpPort(_Buffered):
    """A listening TCP socket on this machine for one host at a time.

    It is a bare serial line: whatever reaches it has the board. Only browsers are cut off.

    Raises:
        HardwareError: the port is taken.
    """

    def __init__(
        self, loop: Loop, number: int, received: OnBytes, drained: Callable[[], None]
    ) -> None:
        super().__init__(loop, received, drained)
        self._server = listen(number)
        self.number: int = self._server.getsockname()[1]
        self._client: socket.socket | None = None
        self._first: bytes | None = None  # what came, until it is clear who is there
        loop.watch(self._server, self._accept)

    def _accept(self) -> None:
        try:
            client, _ = self._server.accept()
        except OSError:
            return
        if self._client is not None:
            client.close()  # taken, as an open serial port is
            return
        client.setblocking(False)
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        client.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        self._client = client
        self._first = b""
        self._fd = client.fileno()
        self.attached = True
        self._watch()

    def _read(self) -> None:
        client = self._client
        if client is None:
            return
        try:
            data = client.recv(4096)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if self._first is not None and data:
            self._first = data = self._first + data
            if any(word.startswith(data) for word in STRANGE if len(word) > len(data)):
                return  # more has to come
            self._first = None
            if data.startswith(STRANGE):
                data = b""
        if data:
            self._received(data)
        else:
            self._drop()

    def _drop(self) -> None:
        if self._client is not None:
            self._loop.forget(self._fd)
            self._client.close()
            self._client = None
            self._fd = -1
            self._detach()

    def _put(self, data: bytes) -> int:
        if self._client is None:
            return len(data)
        try:
            return self._client.send(data)
        except BlockingIOError:
            return 0
        except OSError:
            return len(data)  # _read() will find out

    def close(self) -> None:
        self._drop()
        self._loop.forget(self._server)
        self._server.close()


def listen(number: int) -> socket.socket:
    """Return a socket that listens on a TCP port of this machine; 0 chooses one.

    Raises:
        HardwareError: the port is taken or not allowed.
    """
    server = socket.socket()
    try:
        server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        server.bind(("127.0.0.1", number))
        server.listen(8)
    except (OSError, OverflowError) as problem:
        server.close()
        reason = getattr(problem, "strerror", None) or str(problem)
        raise HardwareError("board.tcp_taken", number, reason) from None
    server.setblocking(False)
    return server
