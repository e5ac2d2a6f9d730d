"""The USB serial port without waiting: sys.stdin and sys.stdout read and written by poll.

On an RP2 `stdin.buffer.read(n)` and `readinto` wait until all bytes are there, so bytes are
taken one by one, each after a poll (113 us a byte on an RP2040, emulated). Writing waits while
the 256 bytes of the transmit buffer are full, and poll only promises room for one byte: a caller
that keeps at most 256 - PIECE bytes unacknowledged never waits.
"""

from kostka.compat import const

PIECE = const(64)  # bytes written after one poll

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.hal import Stream


class Port:
    """A byte stream to the host, made of an input and an output stream of bytes."""

    def __init__(self, source: "Stream", sink: "Stream") -> None:
        """Take streams such as sys.stdin.buffer and sys.stdout.buffer."""
        import select

        self._source = source
        self._sink = sink
        self._one = bytearray(1)
        self._in = select.poll()
        self._in.register(source, select.POLLIN)
        self._out = select.poll()
        self._out.register(sink, select.POLLOUT)
        self._readable = select.POLLIN
        self._writable = select.POLLOUT

    def any(self) -> bool:
        """Say whether a byte can be read. Allocates nothing."""
        for item in self._in.ipoll(0):
            if item[1] & self._readable:
                return True
        return False

    def read(self, buf: bytearray) -> int:
        """Read what is there, at most len(buf) bytes; return how many. Allocates nothing."""
        one = self._one
        source = self._source
        poll = self._in
        readable = self._readable
        size = len(buf)
        count = 0
        while count < size:
            ready = False
            for item in poll.ipoll(0):
                ready = item[1] & readable
            if not ready or not source.readinto(one):
                break
            buf[count] = one[0]
            count += 1
        return count

    def write(self, data: bytes, count: int) -> int:
        """Write the first `count` bytes in pieces, while there is room; return how many went.

        Allocates nothing.
        """
        sent = 0
        while sent < count and self._room():
            piece = min(count - sent, PIECE)
            taken = self._sink.write(data, sent, piece)
            if not taken:
                break
            sent += taken
            if taken < piece:
                break
        return sent

    def _room(self) -> bool:
        for item in self._out.ipoll(0):
            if item[1] & self._writable:
                return True
        return False

    def deinit(self) -> None:
        """Stop polling; the streams stay open."""
        self._in.unregister(self._source)
        self._out.unregister(self._sink)
