"""A port as mpremote's transport wants one, on a transport of the link: no sleeps, a buffer.

Every failure of the port is the LinkError of that transport.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from kostka_host.link.transport import Transport

READ_S = 10.0  # how long a read may wait that names no time


class Wire:
    """Bytes to and from a board, counted in `sent` and `heard`."""

    def __init__(self, transport: Transport, read_s: float = READ_S) -> None:
        self.name = transport.name
        self.sent = 0
        self.heard = 0
        self._transport = transport
        self._read_s = read_s
        self._buffer = bytearray()

    def _more(self, timeout_s: float) -> bool:
        data = self._transport.read(max(timeout_s, 0.0))
        self.heard += len(data)
        self._buffer += data
        return bool(data)

    def read(self, size: int = 1) -> bytes:
        """Return so many bytes, fewer where they do not come in time."""
        end = time.monotonic() + self._read_s
        while len(self._buffer) < size:
            left = end - time.monotonic()
            if left <= 0:
                break
            self._more(left)
        return self._cut(size)

    def read_until(
        self,
        ending: bytes,
        timeout_s: float,
        overall_s: float | None = None,
        consumer: Callable[[bytes], object] | None = None,
    ) -> bytes:
        """Return what comes up to `ending`, or all there is where that does not come.

        `timeout_s` bounds the time between two bytes, `overall_s` the whole. With a `consumer`
        bytes go there as they come, and only the last one of `ending`, a single byte, is returned.
        """
        began = last = time.monotonic()
        looked = 0
        while True:
            at = self._buffer.find(ending, max(0, looked - len(ending) + 1))
            if at >= 0:
                found = self._cut(at + len(ending))
                if consumer is not None:
                    consumer(found)
                    return ending
                return found
            if consumer is not None and self._buffer:
                consumer(self._cut(len(self._buffer)))
            looked = len(self._buffer)
            now = time.monotonic()
            left = last + timeout_s - now
            if overall_s is not None:
                left = min(left, began + overall_s - now)
            if left <= 0:
                return self._cut(len(self._buffer))
            if self._more(left):
                last = time.monotonic()

    def drain(self, quiet_s: float, most_s: float, until: bytes = b"") -> bytes:
        """Drop what comes until it is quiet, `until` has come, or time is up; return its end."""
        end = time.monotonic() + most_s
        tail = b""
        while (left := end - time.monotonic()) > 0:
            if not self._buffer and not self._more(min(quiet_s, left)):
                break
            tail = (tail + self._cut(len(self._buffer)))[-200:]
            if until and until in tail:
                break
        return tail

    def write(self, data: bytes) -> int:
        """Send bytes."""
        self._transport.write(bytes(data))
        self.sent += len(data)
        return len(data)

    def inWaiting(self) -> int:  # mpremote's name
        """Return how many bytes have come."""
        if not self._buffer:
            self._more(0.0)
        return len(self._buffer)

    def close(self) -> None:
        """Let the port go."""
        self._transport.close()

    def _cut(self, size: int) -> bytes:
        data = bytes(self._buffer[:size])
        del self._buffer[:size]
        return data
