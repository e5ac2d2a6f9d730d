"""The hardware channel: what the firmware's VM and the chips say to each other.

Messages are four bytes (kind, sequence number, length, little-endian) and content. The VM's end
is boards/rom/_hw.py, which has the same numbers. Kinds from the VM:

========== ================================================================ =========
HELLO      version                                                          answered
SPI_READ   bus + 16 * mode, byte to send, count (2 bytes)                   answered
SPI_WRITE  bus + 16 * mode, data
SPI_XFER   bus + 16 * mode, data                                            answered
PIN_SET    pin, level
PIN_GET    pin                                                              answered
PIN_MODE   pin, mode, pull, level
LEDS       pin, unit (0, 1, 2: 1, 2, 4 bytes), bits used of a word, flags
           (1 shift right, 2 swap bytes, 4 no gap since the last), data
FLASH_ERASE  sector (4 bytes)                                               answered
FLASH_WRITE  place (4 bytes), data                                          answered
IDLE       age now, age wanted (8 bytes each, us): waits for a GRANT
RESET      0 soft, 1 hard, 2 watchdog; age (8 bytes, us): the VM is stopped
WATCHDOG   timeout (4 bytes, us): must be heard again before it is over
TIMERS     how many timers run
STAGE      0 file system is there, 1 main.py begins, 2 the prompt comes;
           age (8 bytes, us)
RANDOM     count (2 bytes)                                                  answered
DAMAGED    error number: the file system cannot be mounted
I2C        bus + 128 if a stop follows, address, count (2 bytes), data: sends  answered
           the data, then reads so many; an error answers with its number and
           `count` bytes more
PWM        pin, Hz (4 bytes), duty (2 bytes, 0..65535)
NOW        age (8 bytes, us): chips see what follows at this time
ADC        pin, 30 for the controller's own sensor                          answered
PIO_OUT    pin, data that a state machine of a jig sends on it from now on  answered
PIO_IN     pin; the answer is what a state machine of a jig found there     answered
========== ================================================================ =========

To the VM: ANSWER with the number of its question, and GRANT with the age (8 bytes, us) up to
which it may live.
"""

from __future__ import annotations

import socket
import struct
from collections.abc import Callable

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
PIO_OUT = 22
PIO_IN = 23
ANSWER = 128
GRANT = 129

SOFT, HARD, WATCHDOG_RESET = 0, 1, 2  # kinds of reset
BOOT, MAIN, PROMPT = 0, 1, 2  # stages of a start

_HEAD = struct.Struct("<BBH")
_GRANT = struct.Struct("<BBHQ")

Handler = Callable[[bytes], "bytes | None"]


class Channel:
    """The board process's end of the channel.

    `handlers` maps kinds to functions of the content; one that returns bytes answers with them.
    """

    def __init__(self, end: socket.socket, handlers: dict[int, Handler]) -> None:
        self._socket = end
        self._handlers = handlers
        self._buffer = b""
        self.closed = False
        self.messages = 0
        end.setblocking(False)

    def fileno(self) -> int:
        """Return the file descriptor, for a selector."""
        return self._socket.fileno()

    def receive(self) -> None:
        """Handle what has come."""
        try:
            data = self._socket.recv(65536)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self.closed = True
            return
        buffer = self._buffer + data if self._buffer else data
        at = 0
        end = len(buffer)
        handlers = self._handlers
        while end - at >= 4 and not self.closed:
            kind, number, size = _HEAD.unpack_from(buffer, at)
            if end - at - 4 < size:
                break
            at += 4
            self.messages += 1
            answer = handlers[kind](buffer[at : at + size])
            at += size
            if answer is not None:
                self._send(_HEAD.pack(ANSWER, number, len(answer)) + answer)
        self._buffer = buffer[at:]

    def grant(self, age_us: int) -> None:
        """Let the VM live until it has an age."""
        self._send(_GRANT.pack(GRANT, 0, 8, age_us))

    def _send(self, data: bytes) -> None:
        try:
            # the VM reads every answer before its next question, so this never fills up
            if self._socket.send(data) != len(data):
                self.closed = True
        except OSError:
            self.closed = True

    def close(self) -> None:
        """Close this end; the VM ends at its next question."""
        self.closed = True
        self._socket.close()
