"""The checked line: how board and host talk, and how a journal is kept.

A line on the port is ``$<`` (from the board) or ``$>`` (from the host), compact JSON in ASCII,
``*``, the CRC-32 of the JSON as 8 lower-case hex digits, and a newline. A journal holds the same
body, ``JSON*crc``, without the mark. No byte below 0x20 but the newline is sent, so Ctrl-C keeps
its meaning on a shared port.
"""

import binascii
import json

FROM_BOARD = "<"
FROM_HOST = ">"
HOST_LINE_MAX = 240  # bytes of a line to the board, mark and newline included
BOARD_LINE_MAX = 4096  # bytes of a line from the board


def crc_hex(text: str) -> str:
    """Return the CRC-32 of an ASCII text as 8 hex digits."""
    return "%08x" % (binascii.crc32(text.encode()) & 0xFFFFFFFF)


def dumps(pairs: list[tuple[str, object]]) -> str:
    """Return a JSON object with its keys in the order given, without spaces.

    Both Pythons give the same text for ints, ASCII strings, None, booleans and lists of these.
    A nested list of (name, value) tuples becomes a nested object.
    """
    return "{" + ",".join(['"%s":%s' % (name, _value(value)) for name, value in pairs]) + "}"


def _value(value: object) -> str:
    if isinstance(value, str):
        return json.dumps(value)
    if value is None:
        return "null"
    if value is True or value is False:
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Raw):
        return value.text
    if isinstance(value, (list, tuple)):
        if value and isinstance(value[0], tuple) and isinstance(value[0][0], str):
            return dumps(value)  # type: ignore[arg-type]
        return "[" + ",".join([_value(v) for v in value]) + "]"
    raise TypeError("a checked line cannot hold %r" % (value,))


class Raw:
    """A piece of JSON that is already text."""

    def __init__(self, text: str) -> None:
        self.text = text


def seal(body: str) -> str:
    """Return the body with its check: ``body*crc``."""
    return body + "*" + crc_hex(body)


def unseal(text: str) -> str | None:
    """Return the body of a sealed text, or None where the check fails."""
    at = len(text) - 9
    if at < 2 or text[at] != "*" or crc_hex(text[:at]) != text[at + 1 :]:
        return None
    return text[:at]


def frame(mark: str, body: str) -> bytes:
    """Return the line as it goes over the port, newline included."""
    return ("$" + mark + seal(body) + "\n").encode()


class Decoder:
    """Finds checked lines in a stream of bytes that also carries console text.

    `mark` is the direction to accept. Memory is bounded by `limit` bytes; a longer line is
    console text. Counters: `good`, `bad` (check failed), `echo` (own direction).
    """

    def __init__(self, mark: str, limit: int, console: object = None) -> None:
        self.good = 0
        self.bad = 0
        self.echo = 0
        self._mark = mark
        self._limit = limit
        self._console = console
        self._line = bytearray()

    def feed(self, data: bytes) -> list[str]:
        """Take bytes, return the bodies of the complete, correct lines in them."""
        found: list[str] = []
        start = 0
        while True:
            end = data.find(b"\n", start)
            if end < 0:
                self._keep(data[start:])
                return found
            self._keep(data[start:end])
            body = self._finish()
            if body is not None:
                found.append(body)
            start = end + 1

    def _keep(self, part: bytes) -> None:
        room = self._limit - len(self._line)
        if len(part) > room:
            part = part[:room]
        self._line.extend(part)

    def _finish(self) -> str | None:
        raw = bytes(self._line)
        self._line = bytearray()
        return self._parse(raw)

    def _parse(self, raw: bytes) -> str | None:
        raw = raw.replace(b"\r", b"")
        at = raw.find(b"$")
        while at >= 0:
            mark = raw[at + 1 : at + 2]
            if mark in (b"<", b">") and raw[at + 2 : at + 3] == b"{":
                if mark != self._mark.encode():
                    self.echo += 1
                    return None
                try:
                    body = unseal(raw[at + 2 :].decode())
                except ValueError:  # UnicodeError on both Pythons
                    body = None
                if body is None:
                    self.bad += 1
                    at = raw.find(b"$", at + 1)
                    continue
                self.good += 1
                if at:
                    self._text(raw[:at])
                return body
            at = raw.find(b"$", at + 1)
        self._text(raw)
        return None

    def _text(self, raw: bytes) -> None:
        if self._console is not None:
            self._console(raw)  # type: ignore[operator]
