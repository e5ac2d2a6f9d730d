"""Rows of a journal: a body, its check and a newline."""

import binascii
import json

from kostka.errors import JournalError
from kostka.line import dumps, seal

ROW_MAX = 3900  # bytes; a row fits into one line of the link

_NUMBER = b'{"n":'
_STAR = 42


def make(pairs: list[tuple[str, object]]) -> bytes:
    """Return the row of a line's fields, newline included.

    Raises:
        ValueError: the row is longer than ROW_MAX.
    """
    row = (seal(dumps(pairs)) + "\n").encode()
    if len(row) > ROW_MAX:
        raise ValueError("a row is too long: " + str(len(row)))
    return row


def body_of(row: bytes) -> str | None:
    """Return the body of a row, None where its check fails or its newline is missing.

    The same as line.unseal(), without making a text of the row and bytes of that again.
    """
    star = len(row) - 10
    if star < 2 or row[star] != _STAR or row[-1:] != b"\n":
        return None
    body = row[:star]
    check = "%08x" % (binascii.crc32(body) & 0xFFFFFFFF)
    if row[star + 1 : -1] != check.encode():
        return None
    try:
        return body.decode()
    except ValueError:  # UnicodeError on both Pythons
        return None


def number_of(row: bytes) -> int:
    """Return the number that a row begins with; 0 for a header, -1 where there is none."""
    if row[:5] != _NUMBER:
        return 0 if row[:5] == b'{"j":' else -1
    end = row.find(b",")
    digits = row[5:end]
    return int(digits) if end > 5 and digits.isdigit() else -1


def undo_of(row: bytes) -> int:
    """Return the line that a row goes back to, -1 if it is no undo."""
    at = row.find(b',"u":')
    if at < 0 or row[:5] != _NUMBER:
        return -1
    digits = row[at + 5 : row.find(b",", at + 5)]
    return int(digits) if digits.isdigit() else -1


def is_end(row: bytes) -> bool:
    """Say whether a row closes its game."""
    return row[:5] == _NUMBER and row[row.find(b",") :][:7] == b',"end":'


def line_of(body: str, number: int) -> dict[str, object]:
    """Return a body as a dict.

    Raises:
        JournalError: it is no JSON object.
    """
    try:
        line = json.loads(body)
    except ValueError:
        line = None
    if not isinstance(line, dict):
        raise JournalError("journal.damaged", number)
    return line
