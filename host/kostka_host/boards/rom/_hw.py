"""The hardware channel of a virtual board: file descriptor 3, a stream of small messages.

A message is four bytes (kind, sequence number, length of what follows, little-endian) and its
content. Messages without an answer wait in a buffer until the next question, frame, sleep or
poll, so that a scan costs one system call each way. Nothing here allocates once warmed up.
A message is filled in without a jump, because Ctrl-C can only strike at jumps.
The other end is kostka_host.boards.channel, which explains the kinds.
"""

import io
import sys

HELLO = 1
SPI_READ = 2
SPI_WRITE = 3
SPI_XFER = 4
PIN_SET = 5
PIN_GET = 6
PIN_MODE = 7
LEDS = 8
FLASH_ERASE = 9
FLASH_WRITE = 10
IDLE = 11
RESET = 12
WATCHDOG = 13
TIMERS = 14
STAGE = 15
RANDOM = 16
DAMAGED = 17
I2C = 18
PWM = 19
ADC = 20
NOW = 21
PIO_OUT = 22  # of a jig
PIO_IN = 23
ANSWER = 128
GRANT = 129

SOFT = 0  # kinds of reset
HARD = 1
WATCHDOG_RESET = 2

BOOT = 0  # stages of a start
MAIN = 1
PROMPT = 2

_ROOM = 1024
stream = io.open(3, "r+b")
_out = bytearray(_ROOM)
_n = 0
_seq = 0
_have = 0  # bytes of a message head that was read, its content not yet
_head = bytearray(4)
_grant = bytearray(8)
granted = 0  # virtual clock: microseconds of life granted to this VM


def begin(kind, size):
    """Start a message of `size` content bytes (below 1000) and return where they go."""
    global _n, _seq
    if _n + 4 + size > _ROOM:
        flush()
    at = _n
    _seq = (_seq + 1) & 255
    _out[at] = kind
    _out[at + 1] = _seq
    _out[at + 2] = size & 255
    _out[at + 3] = size >> 8
    _n = at + 4 + size
    return at + 4


def put(at, value):
    """Set one content byte."""
    _out[at] = value & 255


def put32(at, value):
    """Set four content bytes to a number, little-endian."""
    _out[at] = value & 255
    _out[at + 1] = value >> 8 & 255
    _out[at + 2] = value >> 16 & 255
    _out[at + 3] = value >> 24 & 255


def put64(at, value):
    """Set eight content bytes to a number, little-endian."""
    put32(at, value & 0xFFFFFFFF)
    put32(at + 4, value >> 32)


def flush():
    """Send what waits."""
    global _n
    if _n:
        stream.write(_out, _n)
        _n = 0


def begin_long(kind, fixed, size):
    """Start a message of `fixed` content bytes, followed by `size` bytes that send() brings."""
    at = begin(kind, fixed)
    total = fixed + size
    _out[at - 2] = total & 255
    _out[at - 1] = total >> 8
    return at


def send(data):
    """Send the message that begin_long() started, with the buffer that ends it."""
    flush()
    stream.write(data)


def answer(into=None):
    """Wait for the answer to the message just begun and return it, or fill `into` with it.

    A question that Ctrl-C interrupted may have left its answer behind: that is passed over.
    """
    global _have
    flush()
    seq = _seq
    while True:
        size = _read_head()
        if _head[0] == ANSWER and _head[1] == seq:
            if into is not None and len(into) == size:
                stream.readinto(into)
                _have = 0
                return into
            data = stream.read(size)
            _have = 0
            return data
        _pass_over(size)


def take_grant():
    """Read one message that is known to be there; only grants come without a question."""
    _pass_over(_read_head())


def _read_head():
    # Ctrl-C may strike at any jump: what was read is remembered in the same straight line
    global _have
    if not _have:
        _have = stream.readinto(_head)
        if not _have:
            sys.exit(1)  # the board process is gone
    return _head[2] | _head[3] << 8


def _pass_over(size):
    global _have, granted
    if _head[0] == GRANT:
        stream.readinto(_grant)
        _have = 0
        granted = int.from_bytes(_grant, "little")
    else:
        stream.read(size)
        _have = 0


def reset(kind, age_us):
    """Ask for a reset at an age of the board and wait for it; never returns."""
    _tell(RESET, kind, age_us)
    while True:
        try:
            answer()
        except KeyboardInterrupt:
            pass


def stage(number, age_us):
    """Tell how far the start has come at an age of the board."""
    _tell(STAGE, number, age_us)
    flush()


def _tell(kind, number, age_us):
    at = begin(kind, 9)
    put(at, number)
    put64(at + 1, age_us)
