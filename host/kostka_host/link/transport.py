"""Ways to a board's port: a serial device or pseudo terminal, and a TCP server.

A transport is opened by making it. Every failure is a LinkError that names the port.
"""

from __future__ import annotations

import contextlib
import errno
import select
import socket
from typing import Any, Protocol

import serial
from kostka.errors import LinkError

BAUD = 115200  # a USB port ignores it
WRITE_TIMEOUT_S = 2.0
CONNECT_TIMEOUT_S = 3.0
CHUNK = 4096


class Transport(Protocol):
    """Bytes to and from a board."""

    name: str  # as a person writes it: "/dev/ttyACM0", "tcp:127.0.0.1:4000"

    def read(self, timeout_s: float) -> bytes:
        """Return what has come, at least a byte, or b"" when nothing came in time.

        Raises:
            LinkError: the port is gone.
        """

    def write(self, data: bytes) -> None:
        """Send all bytes.

        Raises:
            LinkError: the port is gone or takes nothing.
        """

    def close(self) -> None:
        """Let the port go. Never raises."""


def _is_busy(problem: Exception) -> bool:
    number = getattr(problem, "errno", None)
    return number in (errno.EBUSY, errno.EAGAIN, errno.EACCES) or "lock port" in str(problem)


class SerialTransport:
    """A serial device, a pseudo terminal, or any URL that pyserial understands.

    The port is locked, so that two programs never share one board.
    """

    def __init__(self, port: str, write_s: float = WRITE_TIMEOUT_S) -> None:
        self.name = port
        # only a device of this machine can be locked
        options: dict[str, Any] = {} if "://" in port else {"exclusive": True}
        try:
            self._port = serial.serial_for_url(
                port,
                baudrate=BAUD,
                timeout=0,
                write_timeout=write_s,
                **options,
            )
        except (serial.SerialException, OSError, ValueError) as problem:
            if getattr(problem, "errno", None) == errno.EACCES:
                raise LinkError("link.denied", port) from problem
            text = "link.busy" if _is_busy(problem) else "link.no_port"
            raise LinkError(text, port) from problem

    def read(self, timeout_s: float) -> bytes:
        """Return what has come within the time."""
        try:
            self._port.timeout = timeout_s
            first: bytes = self._port.read(1)
            if not first:
                return first
            more: bytes = self._port.read(min(self._port.in_waiting, CHUNK))
            return first + more
        except (serial.SerialException, OSError, TypeError, ValueError) as problem:
            # pyserial raises TypeError or ValueError when another thread has closed the port
            raise LinkError("link.gone", self.name) from problem

    def write(self, data: bytes) -> None:
        """Send all bytes."""
        try:
            self._port.write(data)
        except serial.SerialTimeoutException as problem:
            raise LinkError("link.stuck", self.name) from problem
        except (serial.SerialException, OSError, TypeError, ValueError) as problem:
            raise LinkError("link.gone", self.name) from problem

    def close(self) -> None:
        """Let the port go.

        RTS falls before DTR, as it rises behind it: the other way round resets boards on which
        the two pull reset and boot pins. A pseudo terminal has neither.
        """
        for line in ("rts", "dtr"):
            with contextlib.suppress(serial.SerialException, OSError, TypeError, ValueError):
                setattr(self._port, line, False)
        with contextlib.suppress(serial.SerialException, OSError):
            self._port.close()


class SocketTransport:
    """A TCP connection to a virtual board or to a serial server."""

    def __init__(self, host: str, port: int, write_s: float = WRITE_TIMEOUT_S) -> None:
        self.name = f"tcp:{host}:{port}"
        try:
            self._socket = socket.create_connection((host, port), CONNECT_TIMEOUT_S)
        except (OSError, OverflowError) as problem:
            raise LinkError("link.no_port", self.name) from problem
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket.settimeout(write_s)

    def read(self, timeout_s: float) -> bytes:
        """Return what has come within the time."""
        try:
            ready, _, _ = select.select([self._socket], [], [], timeout_s)
            if not ready:
                return b""
            data = self._socket.recv(CHUNK)
        except (OSError, ValueError) as problem:
            raise LinkError("link.gone", self.name) from problem
        if not data:
            raise LinkError("link.gone", self.name)
        return data

    def write(self, data: bytes) -> None:
        """Send all bytes."""
        try:
            self._socket.sendall(data)
        except TimeoutError as problem:
            raise LinkError("link.stuck", self.name) from problem
        except OSError as problem:
            raise LinkError("link.gone", self.name) from problem

    def close(self) -> None:
        """Let the connection go."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()


def open_transport(selector: str, write_s: float = WRITE_TIMEOUT_S) -> Transport:
    """Open the port that a selector names: ``port:<device or URL>`` or ``tcp:<host>:<port>``.

    `write_s` is how long the board may take nothing of what is sent.

    Raises:
        LinkError: no such port, busy, or no such kind of selector.
    """
    kind, _, rest = selector.partition(":")
    if kind == "port" and rest:
        return SerialTransport(rest, write_s)
    if kind == "tcp":
        host, _, number = rest.rpartition(":")
        if number.isdigit():
            return SocketTransport(host.strip("[]") or "127.0.0.1", int(number), write_s)
    raise LinkError("link.selector", selector)
