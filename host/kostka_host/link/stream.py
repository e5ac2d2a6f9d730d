"""From the bytes of one connection to messages, with the count that gives the board credit."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from kostka import line

Message = dict[str, Any]

ACK_BYTES = 64  # report bytes taken in steps of about this; the board allows 192 on the way
MARK = b"$<"
GREETING = b'"m":"hello"'
FRAME_BYTES = 12  # "$<", "*", check and newline around a body

_LINES = re.compile(rb"[^\n]*\n|[^\n]+")


class Stream:
    """The bytes from a board since its port was opened.

    `at_prompt` says that the last console text was the friendly prompt of MicroPython.
    `gaps` counts jumps of the sequence number, `bad` lines whose check failed.
    """

    def __init__(self, console: Callable[[bytes], None] | None = None) -> None:
        self.at_prompt = False
        self.greeted = False
        self.session = ""
        self.gaps = 0
        self._console = console
        self._decoder = line.Decoder(line.FROM_BOARD, line.BOARD_LINE_MAX, self._on_console)
        self._tail = b""  # the unfinished line, as far as it matters
        self._counting = False
        self._taken = 0
        self._acked = 0
        self._seq = -1

    @property
    def bad(self) -> int:
        """Return how many lines had a wrong check."""
        return self._decoder.bad

    def feed(self, data: bytes) -> list[Message]:
        """Take bytes, return the messages that they complete."""
        found = []
        for part in _LINES.findall(data):
            self._taken += len(part)
            for body in self._decoder.feed(part):
                message = _parse(body)
                if message is None:
                    continue
                if message.get("m") == "hello":
                    self._count_from(len(body) + FRAME_BYTES)
                found.append(message)
            self._look_at_tail(part)
        return found

    def _count_from(self, taken: int) -> None:
        """Count credit from the first byte of a greeting, of which so much has come."""
        if not (self._counting and GREETING in self._tail):
            self._acked = 0
        self._counting = True
        self._taken = taken

    def greet(self, hello: Message) -> None:
        """Begin to count with the board's greeting."""
        self.greeted = True
        self.at_prompt = False
        self.session = str(hello.get("s", ""))
        self._seq = _number(hello.get("q"))

    def in_order(self, message: Message) -> bool:
        """Note the sequence number of a message; say whether it is the next one."""
        seq = _number(message.get("q"))
        expected = self._seq + 1
        self._seq = seq
        if seq == expected:
            return True
        self.gaps += 1
        return False

    def credit(self, idle: bool) -> int:
        """Return the count of bytes to report now, or -1. `idle`: nothing more is coming."""
        fresh = self._taken - self._acked
        if not self._counting or fresh < (1 if idle else ACK_BYTES):
            return -1
        self._acked = self._taken
        return self._taken

    def _on_console(self, text: bytes) -> None:
        if self._console is not None:
            self._console(text)

    def _look_at_tail(self, part: bytes) -> None:
        """Find what is to be known before a line has ended: a prompt, and a long greeting."""
        if part.endswith(b"\n"):
            self._tail = b""
            return
        tail = self._tail + part
        # a prompt ends in no newline, so it never becomes a console line by itself
        if tail.endswith(b">>> "):
            self.at_prompt = True
        at = tail.rfind(MARK)
        if at >= 0 and GREETING in tail:
            # the greeting is longer than the credit: the rest comes when this is reported
            self._count_from(len(tail) - at)
        self._tail = tail[-line.BOARD_LINE_MAX :]


def _parse(body: str) -> Message | None:
    try:
        message = json.loads(body)
    except ValueError:
        return None
    return message if isinstance(message, dict) else None


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0
