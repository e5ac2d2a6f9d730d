"""Reads tags through a PN532 on I2C (NXP UM0701-02), one short step at a time.

A round asks for up to two tags at 106 kbit/s, reads what a new one holds, and turns the field
off, which rests the tags and saves 60 mA. A step is at most one frame out, or one look and one
frame in: 45 bytes, 1.1 ms at 400 kHz. The bus has to be made with TIMEOUT_US, so that a chip
that stretches the clock, or a line held low, takes no longer than that either.
"""

from kostka.compat import const
from kostka.tags import ndef
from kostka.tags.stand import BACK, GONE, LOST, NONE, PRESENT, TWO

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.hal import I2cBus, InPin, OutPin

ADDRESS = const(0x24)
TIMEOUT_US = const(2500)  # of the bus
MEMORY = const(64)  # bytes of a tag that are read at most, from page 3 on

# What is being done.
_REST = const(0)
_RESET = const(1)
_WAKE = const(2)
_ABORT = const(3)
_SEND = const(4)
_ACK = const(5)
_ANSWER = const(6)

# Commands, in the order of a start; a round begins at _LIST.
_VERSION = const(0)
_LIST = const(4)
_READ = const(5)
_FIELD_OFF = const(6)
_COMMANDS = (
    b"\x02",  # GetFirmwareVersion
    b"\x12\x00",  # SetParameters: no RATS by itself, phones and bank cards are not talked to
    b"\x14\x01\x00\x01",  # SAMConfiguration: normal mode, IRQ pin in use
    b"\x32\x05\xff\x01\x01",  # RFConfiguration, MaxRetries: look twice for a tag, then answer
    b"\x4a\x02\x00",  # InListPassiveTarget: up to two, ISO 14443 A at 106 kbit/s
    b"\x40\x01\x30\x03",  # InDataExchange with target 1: READ four pages
    b"\x32\x01\x00",  # RFConfiguration, RF field: off
)
_DATA = b"\x04\x00\x00\x00\x1f\x11\x00"  # most bytes of data in each answer
_WITHIN_MS = (50, 50, 50, 50, 200, 100, 50)  # until each answer is there

_ACK_MS = const(40)
_WAKE_MS = const(10)  # after the reset pin, 2 ms are needed
_ABORT_MS = const(5)
_AGAIN_MS = const(1000)  # between attempts to find a lost reader
_FAILURES = const(3)  # in a row, and the reader is lost
_MISSES = const(2)  # rounds without a tag, and it is gone
_ATTEMPTS = const(3)  # to read a tag
_OVERHEAD = const(10)  # of an answer: ready byte, 00 00 FF LEN LCS, D5 and code, DCS 00
_TICKS = const(0x3FFFFFFF)
_HALF = const(0x20000000)
_COUNT_MAX = const(0x3FFFFFFF)
_ABORT_FRAME = b"\x00\x00\xff\x00\xff\x00"  # an ACK: the chip drops what it is doing

_NOBODY = const(0)  # what was told last
_ONE = const(1)
_CROWD = const(2)


class TagReader:
    """A tag reader. `step` returns an event of kostka.tags.stand.

    With PRESENT, `uid` and `uid_size` are those of the tag, and the first `memory_size` bytes of
    `memory`, from page 3 on, are what was read for kostka.tags.ndef; 0 for a tag that cannot be
    read. All stay until the next event. `present` says that the reader answers, `faults` counts
    what went wrong. `poll_ms` is the rest between two rounds.
    """

    def __init__(
        self, i2c: "I2cBus", reset: "OutPin | None" = None, irq: "InPin | None" = None
    ) -> None:
        """Take a bus and, where they are wired, the RSTPD_N pin and the IRQ pin with a pull-up.

        Allocates everything that is ever needed but for errors of the bus.
        """
        self.present = False
        self.faults = 0
        self.poll_ms = 150
        self.uid = bytearray(10)
        self.uid_size = 0
        self.memory = bytearray(MEMORY)
        self.memory_size = 0
        self._i2c = i2c
        self._reset = reset
        self._irq = irq
        self._frames = [_frame(command) for command in _COMMANDS]
        self._ready = bytearray(1)
        self._acked = bytearray(7)
        self._answers = [bytearray(_OVERHEAD + size) for size in _DATA]
        self._data = 0  # where the data of the last answer begins
        self._phase = _RESET
        self._command = _VERSION
        self._due = -1  # when the phase may go on, or must have ended; -1: now
        self._failures = 0
        self._lost = False
        self._who = _NOBODY
        self._misses = 0
        self._attempts = 0

    def step(self, now_ms: int) -> int:
        """Do the next piece of work; return an event, mostly NONE. Call it every 5 to 20 ms.

        Takes at most 3 ms. Allocates nothing while no tag comes and the bus makes no error.
        """
        phase = self._phase
        if phase >= _ACK:
            return self._wait(now_ms)
        if self._due >= 0 and _left(self._due, now_ms) > 0:
            return NONE
        if phase == _SEND:
            return self._send(now_ms)
        if phase == _REST:
            self._begin(_LIST)
            return self._send(now_ms)
        if phase == _RESET:
            if self._reset is not None:
                self._reset.value(0)
            self._go(_WAKE, now_ms, 1)
        elif phase == _WAKE:
            if self._reset is not None:
                self._reset.value(1)
            self._go(_ABORT, now_ms, _WAKE_MS)
        else:
            self._abort()
            self._begin(_VERSION)
            self._due = (now_ms + _ABORT_MS) & _TICKS
        return NONE

    def _go(self, phase: int, now_ms: int, wait_ms: int) -> None:
        self._phase = phase
        self._due = (now_ms + wait_ms) & _TICKS

    def _begin(self, command: int) -> None:
        self._command = command
        self._phase = _SEND
        self._due = -1

    def _abort(self) -> None:
        try:
            self._i2c.writeto(ADDRESS, _ABORT_FRAME)
        except OSError:
            pass  # the command that follows will tell

    # Frames ----------------------------------------------------------------------------------

    def _send(self, now_ms: int) -> int:
        try:
            self._i2c.writeto(ADDRESS, self._frames[self._command])
        except OSError:
            return self._fail(now_ms)
        self._go(_ACK, now_ms, _ACK_MS)
        return NONE

    def _wait(self, now_ms: int) -> int:
        """Look whether the chip has something to say, and hear it."""
        heard = False
        try:
            if self._is_ready():
                if self._phase == _ACK:
                    self._i2c.readfrom_into(ADDRESS, self._acked)
                    heard = True
                else:
                    self._i2c.readfrom_into(ADDRESS, self._answers[self._command])
                    heard = True
        except OSError:
            pass  # some chips do not acknowledge while they are busy
        if not heard:
            return self._fail(now_ms) if _left(self._due, now_ms) <= 0 else NONE
        if self._phase == _ACK:
            if not _is_ack(self._acked):
                return self._fail(now_ms)
            self._go(_ANSWER, now_ms, _WITHIN_MS[self._command])
            return NONE
        size = self._check()
        if size < 0:
            return self._fail(now_ms)
        return self._take(self._answers[self._command], size, now_ms)

    def _is_ready(self) -> bool:
        if self._irq is not None:
            return not self._irq.value()
        self._i2c.readfrom_into(ADDRESS, self._ready)
        return self._ready[0] & 1 == 1

    def _check(self) -> int:
        """Check the frame of an answer; return the size of its data, -1 if it is damaged."""
        buf = self._answers[self._command]
        if not buf[0] & 1 or buf[1] or buf[2] or buf[3] != 0xFF:
            return -1
        size = buf[4]
        if (size + buf[5]) & 0xFF or not 2 <= size <= len(buf) - 8:
            return -1
        total = 0
        for i in range(6, 7 + size):
            total += buf[i]
        if total & 0xFF or buf[6] != 0xD5 or buf[7] != _COMMANDS[self._command][0] + 1:
            return -1
        return size - 2

    # Answers ---------------------------------------------------------------------------------

    def _take(self, buf: bytearray, size: int, now_ms: int) -> int:
        command = self._command
        if command < _LIST:
            self._begin(command + 1)
            return NONE
        if command == _FIELD_OFF:
            self._failures = 0
            self._go(_REST, now_ms, self.poll_ms)
            return NONE
        if self._lost:  # tags wait for the next round, so that BACK comes before them
            self._lost = False
            self._failures = 0
            self.present = True
            self._begin(_FIELD_OFF)
            return BACK
        self.present = True
        event = self._listed(buf, size) if command == _LIST else self._read(buf, size)
        if event < 0:
            return self._fail(now_ms)
        if self._phase == _ANSWER:
            self._begin(_FIELD_OFF)
        return event

    def _listed(self, buf: bytearray, size: int) -> int:
        """Take the tags that were found; return an event, -1 for nonsense."""
        count = buf[8] if size else 255
        if count > 2:
            return -1
        if count == 0:
            return self._nobody()
        self._misses = 0
        if count == 2:
            before = self._who
            self._who = _CROWD
            self._attempts = 0
            return NONE if before == _CROWD else TWO
        uid_size = buf[13] if size >= 6 else 0  # 1, number, SENS_RES 2, SEL_RES, size, UID
        if uid_size not in (4, 7, 10) or size < 6 + uid_size:
            return -1
        same = self._is_known(buf, uid_size)
        if self._who == _ONE:
            if same:
                return NONE
            self._forget()  # the other one is taken in the next round
            return GONE
        if not same:
            self._attempts = 0
        self.uid_size = uid_size
        for i in range(uid_size):
            self.uid[i] = buf[14 + i]
        self.memory_size = 0
        if buf[12]:  # SEL_RES: no NTAG or Ultralight
            return self._known()
        self._ask(3)
        return NONE

    def _nobody(self) -> int:
        self._misses += 1
        if self._who == _NOBODY or self._misses < _MISSES:
            return NONE
        self._forget()
        return GONE

    def _is_known(self, buf: bytearray, uid_size: int) -> bool:
        if uid_size != self.uid_size:
            return False
        for i in range(uid_size):
            if self.uid[i] != buf[14 + i]:
                return False
        return True

    def _known(self) -> int:
        self._who = _ONE
        self._attempts = 0
        return PRESENT

    def _ask(self, page: int) -> None:
        """Read four pages of the tag."""
        frame = self._frames[_READ]
        frame[9] = page
        frame[10] = (0x100 - (0xD4 + 0x40 + 0x01 + 0x30 + page)) & 0xFF
        self._begin(_READ)

    def _read(self, buf: bytearray, size: int) -> int:
        if not size:
            return -1
        if buf[8] & 0x3F or size < 17:  # the tag was moved, or is of another kind
            self.memory_size = 0
            self._attempts += 1
            return NONE if self._attempts < _ATTEMPTS else self._known()
        have = self.memory_size
        for i in range(16):
            self.memory[have + i] = buf[9 + i]
        have += 16
        self.memory_size = have
        if ndef.find(self.memory, have) != ndef.MORE:
            return self._known()
        self._ask(3 + have // 4)
        return NONE

    # Failures --------------------------------------------------------------------------------

    def _fail(self, now_ms: int) -> int:
        """Begin anew after something went wrong; say so when it goes on going wrong."""
        if self.faults < _COUNT_MAX:
            self.faults += 1
        if self._failures < _FAILURES:
            self._failures += 1
        if self._failures < _FAILURES:
            self._go(_ABORT, now_ms, _ABORT_MS)
            return NONE
        self._go(_RESET, now_ms, _AGAIN_MS if self._lost else 0)
        if self._lost:
            return NONE
        self._lost = True
        self.present = False
        self._forget()
        return LOST

    def _forget(self) -> None:
        self._who = _NOBODY
        self._misses = 0
        self._attempts = 0
        self.uid_size = 0
        self.memory_size = 0


def _left(due: int, now_ms: int) -> int:
    """Return due - now across a wrap."""
    return ((due - now_ms + _HALF) & _TICKS) - _HALF


def _frame(command: bytes) -> bytearray:
    """Return the frame of a command."""
    size = len(command) + 1
    total = 0xD4 + sum(command)
    return bytearray(
        b"\x00\x00\xff" + bytes([size, (0x100 - size) & 0xFF, 0xD4])
        + command + bytes([(0x100 - total) & 0xFF, 0])
    )  # fmt: skip


def _is_ack(buf: bytearray) -> bool:
    """Say whether a ready byte and an ACK frame were read."""
    return (
        buf[0] & 1 == 1
        and not buf[1]
        and not buf[2]
        and buf[3] == 0xFF
        and not buf[4]
        and buf[5] == 0xFF
    )
