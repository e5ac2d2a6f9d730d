"""Journal files: one sealed body a line, written line by line, read with a torn end in mind."""

from __future__ import annotations

import contextlib
import errno
import os
from pathlib import Path
from types import TracebackType

from kostka.errors import JournalError
from kostka.line import seal, unseal

from kostka_host import paths


def read(path: Path) -> tuple[list[str], bool]:
    """Return the bodies of a journal file, and whether its last line is torn.

    A torn line is the last one, without a newline: what a power cut leaves. It is left out.

    Raises:
        JournalError: another line is damaged; its arguments are the line's number in the file,
            from 1, and the path.
        OSError: the file cannot be read.
    """
    data = path.read_bytes()
    bodies = []
    rows = data.split(b"\n")
    rest = rows.pop()
    for at, row in enumerate(rows):
        body = _unseal(row)
        if body is None:
            raise JournalError("journal.row", at + 1, str(path))
        bodies.append(body)
    return bodies, bool(rest)


def read_until_damage(path: Path) -> list[str]:
    """Return the bodies of a journal file before its first damaged line."""
    bodies = []
    for row in path.read_bytes().split(b"\n"):
        body = _unseal(row)
        if body is None:
            break
        bodies.append(body)
    return bodies


def _unseal(row: bytes) -> str | None:
    try:
        return unseal(row.decode("ascii"))
    except UnicodeDecodeError:
        return None


class JournalFile:
    """A journal that is being written: what is there is kept, each line is flushed.

    It tells what seats hold in secret, so only this user can read one that is made here.

    Raises:
        JournalError: a line of what is there is damaged.
        OSError: it cannot be read or written.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.bodies: list[str] = []  # what was there already
        paths.make_private(path.parent)
        if path.exists():
            if not path.is_file():
                raise OSError(errno.EINVAL, "it is no file", str(path))
            self.bodies, torn = read(path)
            if torn:
                self._cut()
        self._left = bytearray()  # what could not be written yet
        self._file = paths.open_private(path, os.O_CREAT | os.O_APPEND)

    def _cut(self) -> None:
        """Cut off a torn last line; the board has it, or never had it."""
        size = sum(len(seal(body)) + 1 for body in self.bodies)
        with self.path.open("r+b") as file:
            file.truncate(size)

    def write(self, body: str) -> None:
        """Add a line; it is with the system when this returns.

        Raises:
            OSError: the disk is full or gone. The line is kept, and written with the next one.
        """
        self._left += (seal(body) + "\n").encode("ascii")
        self._write()

    def _write(self) -> None:
        while self._left:  # a disk that is nearly full takes a part of it
            del self._left[: os.write(self._file.fileno(), self._left)]

    def close(self) -> None:
        """Make the file durable and close it; where that fails, the board has what is missing."""
        if not self._file.closed:
            with contextlib.suppress(OSError):
                self._write()
                os.fsync(self._file.fileno())
            self._file.close()

    def __enter__(self) -> JournalFile:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
