"""Finding rows and snapshots in files, from the back. Needed for a moment only."""

import binascii

from kostka.journal import rows
from kostka.journal.files import cut, near

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from typing import BinaryIO

_PART = 256  # bytes copied or read at once
_BLOCK = 1024  # bytes checked at once


def crc(file: "BinaryIO", size: int) -> int:
    """Return the CRC-32 of the first `size` bytes of a file, which then stands behind them."""
    file.seek(0)
    buf = bytearray(_BLOCK)
    view = memoryview(buf)
    value = 0
    while size > 0:
        part = view[: min(size, _BLOCK)]
        count = file.readinto(part)  # type: ignore[attr-defined]
        if not count:
            return -1
        value = binascii.crc32(part[:count], value)
        size -= count
    return value & 0xFFFFFFFF


def row_to(path: str, number: int) -> bytes:
    """Return the last whole row of a file whose number is not above `number`, b"" for none."""
    found = last_row(path)
    if rows.number_of(found) <= number:
        return found
    found = b""
    with open(path, "rb") as file:
        file.seek(near(file, number))
        while True:
            row = file.readline()
            if row[-1:] != b"\n" or rows.number_of(row) > number:
                return found
            found = row


def snapshot(path: str, number: int) -> tuple[int, dict[str, object]] | None:
    """Return (line, snapshot) of the last whole one in a file whose line is not after `number`."""
    while True:
        row = row_to(path, number)
        at = rows.number_of(row)
        if not 0 < at <= number:
            return None
        body = rows.body_of(row)
        if body is not None:
            return at, rows.line_of(body, at)
        number = at - 1


def trim(path: str) -> None:
    """Cut half a row off the end of a file, if it ends so."""
    with open(path, "rb") as file:
        size = at = file.seek(0, 2)
        while at > 0:
            count = min(at, _PART)
            at -= count
            file.seek(at)
            end = file.read(count).rfind(b"\n") + 1
            if end:
                at += end
                break
    if at < size:
        cut(path, at)


def last_row(path: str) -> bytes:
    """Return the last whole row of a file, b"" where there is none (or no file)."""
    try:
        file = open(path, "rb")
    except OSError:
        return b""
    with file:
        at = file.seek(0, 2)
        end = b""
        while at > 0 and len(end) < 2 * rows.ROW_MAX:
            size = min(at, _PART)
            at -= size
            file.seek(at)
            end = file.read(size) + end
            # from the back: the newline that ends the last whole row, and the one before it
            close = end.rfind(b"\n")
            start = end.rfind(b"\n", 0, close) if close > 0 else -1
            if start >= 0:
                return end[start + 1 : close + 1]
        return end[: end.rfind(b"\n") + 1] if at == 0 else b""
