"""Drivers without hardware, for tests on either Python."""

_TICKS = 0x3FFFFFFF


class FakeChain:
    """Inputs set by hand. `fail` makes scans go wrong as a broken chain does."""

    def __init__(self, n_bytes: int, cell_bit: bytes = b"", key_bit: bytes = b"") -> None:
        self.raw = bytearray(n_bytes)
        self.ok = True
        self.faults = 0
        self.wrong = 0
        self.errors = [0] * (n_bytes + 1)
        self.fail = False
        self.scans = 0
        self._next = bytearray(n_bytes)
        self._cell_bit = cell_bit
        self._key_bit = key_bit

    def scan(self) -> bool:
        """Take over what was set by hand."""
        self.scans += 1
        self.ok = not self.fail
        if self.fail:
            self.faults += 1
            self.errors[self.wrong] += 1
            return False
        for i in range(len(self.raw)):
            self.raw[i] = self._next[i]
        return True

    def put(self, cell: int) -> None:
        """Put a token on a cell."""
        self._set(self._cell_bit[cell], True)

    def lift(self, cell: int) -> None:
        """Take the token off a cell."""
        self._set(self._cell_bit[cell], False)

    def tokens(self, cells: list[int]) -> None:
        """Let tokens stand on these cells and no others."""
        for bit in self._cell_bit:
            if bit != 255:  # there is no such cell
                self._set(bit, False)
        for cell in cells:
            self.put(cell)

    def key(self, seat: int, key: int, down: bool) -> None:
        """Press or release a key."""
        self._set(self._key_bit[seat * 4 + key], down)

    def _set(self, bit: int, on: bool) -> None:
        if on:
            self._next[bit >> 3] |= 1 << (bit & 7)
        else:
            self._next[bit >> 3] &= ~(1 << (bit & 7)) & 0xFF

    def deinit(self) -> None:
        """Do nothing."""


class FakeStrip:
    """Keeps the last frame shown in `shown`, as green, red, blue of each LED."""

    def __init__(self, n: int) -> None:
        self.n = n
        self.buf = bytearray(3 * n)
        self.shown = bytearray(3 * n)
        self.frames = 0
        self.stuck = False

    def show(self) -> bool:
        """Take the frame; False while `stuck`."""
        if self.stuck:
            return False
        for i in range(len(self.buf)):
            self.shown[i] = self.buf[i]
        self.frames += 1
        return True

    def busy(self) -> bool:
        """Say whether `stuck` is set."""
        return self.stuck

    def rgb(self, led: int) -> tuple[int, int, int]:
        """Return what an LED shows."""
        at = 3 * led
        return self.shown[at + 1], self.shown[at], self.shown[at + 2]

    def deinit(self) -> None:
        """Go dark."""
        for i in range(len(self.shown)):
            self.shown[i] = 0


class FakePort:
    """A port whose host is the test: feed() what it sends, `sent` is what it gets.

    `room` bytes are taken by write() before it refuses more; -1 means any number.
    """

    def __init__(self) -> None:
        self.sent = bytearray()
        self.room = -1
        self._waiting = bytearray()

    def feed(self, data: bytes) -> None:
        """Send bytes to the board."""
        self._waiting.extend(data)

    def any(self) -> bool:
        """Say whether a byte can be read."""
        return len(self._waiting) > 0

    def read(self, buf: bytearray) -> int:
        """Read at most len(buf) bytes; return how many."""
        count = min(len(buf), len(self._waiting))
        if not count:
            return 0  # allocates nothing, as the driver
        for i in range(count):
            buf[i] = self._waiting[i]
        self._waiting = self._waiting[count:]
        return count

    def write(self, data: bytes, count: int) -> int:
        """Write at most the first `count` bytes; return how many went."""
        if 0 <= self.room < count:
            count = self.room
        if self.room > 0:
            self.room -= count
        self.sent.extend(memoryview(data)[:count])
        return count

    def deinit(self) -> None:
        """Do nothing."""


class FakeClock:
    """A clock that only the test moves; starts shortly before it wraps."""

    def __init__(self, now: int = _TICKS - 500) -> None:
        self.now = now

    def ms(self) -> int:
        """Return the time."""
        return self.now

    def diff(self, later: int, earlier: int) -> int:
        """Return later - earlier, across a wrap."""
        return ((later - earlier + 0x20000000) & _TICKS) - 0x20000000

    def advance(self, ms: int) -> None:
        """Let time pass."""
        self.now = (self.now + ms) & _TICKS
