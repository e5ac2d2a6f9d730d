"""Opening a game: its files are checked, and half a row that a power cut left is cut off.

The rows of main that a snapshot vouches for are checked as a whole, by one CRC, and only the end
of the file of snapshots is read. Dropped from memory once a game is open.
"""

import binascii

from kostka.errors import JournalError
from kostka.journal import files, finding, rows
from kostka.journal.files import TAILS

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from typing import BinaryIO

_TRIES = 2  # snapshots that may vouch for main
_ANY = 0x3FFFFFFF  # above all numbers of lines


class Opening:
    """What the files of a game hold, once read() has come back. For the fields see Reader."""

    def __init__(self, path: str) -> None:
        self.count = self.main = self.main_size = self.main_crc = 0
        self.cut = 0
        self.undos: list[tuple[int, int]] = []
        self.tail: list[bytes] = []
        self.sizes = [0] * TAILS
        self.at = 0
        self._path = path

    def read(self) -> None:
        """Read all files.

        Raises:
            JournalError: a row is damaged, or one is missing.
            OSError: there is no such game.
        """
        if files.exists(self._path + "/snaps"):
            finding.trim(self._path + "/snaps")
        self._load_main()
        for at in range(TAILS):
            if files.exists(self._path + "/tail" + str(at)):
                self._load_tail(at)

    def _skip(self, file: "BinaryIO", size: int) -> None:
        """Go to the first row of main that no snapshot vouches for."""
        number = _ANY
        for _ in range(_TRIES):
            found = finding.snapshot(self._path + "/snaps", number)
            if found is None:
                break
            at, snap = found
            number = at - 1
            end, count = snap.get("b"), snap.get("m")
            if not isinstance(end, int) or not isinstance(count, int) or end > size:
                continue
            if finding.crc(file, end) == snap.get("x"):
                self.count, self.main_size = count, end
                self.main_crc = snap["x"]  # type: ignore[assignment]
                for line, to in snap["u"]:  # type: ignore[attr-defined]
                    if line < count:
                        self.undos.append((line, to))
                return
        file.seek(0)

    def _load_main(self) -> None:
        path = self._path + "/main"
        with open(path, "rb") as file:
            size = file.seek(0, 2)
            self._skip(file, size)
            while True:
                row = file.readline()
                if not row:
                    break
                if rows.body_of(row) is None:
                    if file.readline():
                        raise JournalError("journal.damaged", self.count)
                    break
                self._take(row)
                self.main_size += len(row)
                self.main_crc = binascii.crc32(row, self.main_crc)
        if not self.count:  # a game without a header is damaged, not cut short
            raise JournalError("journal.damaged", 0)
        self.main = self.count
        if row:
            self.cut += 1
            files.cut(path, self.main_size)

    def _load_tail(self, at: int) -> None:
        path = self._path + "/tail" + str(at)
        before = len(self.tail)
        good = 0
        with open(path, "rb") as file:
            while True:
                row = file.readline()
                if not row:
                    break
                if rows.body_of(row) is None:
                    if file.readline():
                        raise JournalError("journal.damaged", self.count)
                    break
                good += len(row)
                if rows.number_of(row) >= self.main:
                    self._take(row)
                    self.tail.append(row)
        if len(self.tail) > before:
            self.at = at
            self.sizes[at] = good
        if row:
            self.cut += 1
            files.cut(path, good)

    def _take(self, row: bytes) -> None:
        number = rows.number_of(row)
        if number != self.count:
            raise JournalError("journal.number", self.count, number)
        if rows.undo_of(row) >= 0:
            self.undos.append((number, rows.undo_of(row)))
        self.count += 1
