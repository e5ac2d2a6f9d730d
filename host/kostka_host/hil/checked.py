"""The checked lines in which a board says what came of tests, among whatever else it prints."""

from __future__ import annotations

import binascii
import json
import re
from typing import Any

Line = dict[str, Any]
LOG = 65536  # bytes of the console that are kept
_FOREIGN = re.compile(rb'"r": ?"([0-9a-f]{16})"')


class Lines:
    """Finds the lines of one run in what a board prints; all else is console text.

    Only lines with the run's id, its key in the check, and the next number count. `leftovers`
    counts lines of other runs, `bad` those of this one that are damaged.
    """

    def __init__(self, run: str, key: str) -> None:
        self.run = run
        self.leftovers = 0
        self.bad = 0
        self.good = 0
        self.lost = 0  # numbers that were skipped
        self.console = bytearray()
        self.key = key
        self._last = 0
        self._rest = b""
        self._found: list[Line] = []

    def begin(self) -> None:
        """Expect a board that counts from one."""
        self._last = 0
        self._rest = b""
        self._found.clear()

    def feed(self, data: bytes) -> None:
        """Take what came."""
        self._rest += data.replace(b"\x04", b"")  # ends of the raw prompt
        *whole, self._rest = self._rest.split(b"\n")
        for row in whole:
            self._row(row.rstrip(b"\r"))

    def take(self) -> list[Line]:
        """Return the lines that have come since."""
        found, self._found = self._found, []
        return found

    def _row(self, row: bytes) -> None:
        at = row.find(b"$<{")
        line = self._parse(row[at + 2 :]) if at >= 0 else None
        if line is not None:
            self.good += 1
            self.lost += max(0, line["n"] - self._last - 1)
            if line["n"] > self._last:  # one that came twice is taken once
                self._last = line["n"]
                self._found.append(line)
            row = row[:at]
        if row:
            self.console += row + b"\n"
            del self.console[:-LOG]

    def _parse(self, text: bytes) -> Line | None:
        body, star, check = text.rpartition(b"*")
        named = _FOREIGN.search(body)
        if not star or named is None:
            return None
        if named[1] != self.run.encode():
            self.leftovers += 1
            return None
        if f"{binascii.crc32(self.key.encode() + body):08x}".encode() != check:
            self.bad += 1
            return None
        found: Line = json.loads(body)
        return found if isinstance(found.get("n"), int) else None
