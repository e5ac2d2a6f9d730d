"""Opening a game of the shelf and reading its rows, piece by piece.

Memory holds the rows of the tails (below 1 kB), one row of main, the undos, and which lines have
a snapshot. The rows of main that a snapshot vouches for are checked as a whole, by one CRC.
"""

import binascii

from kostka.errors import JournalError
from kostka.journal import files, rows
from kostka.journal.shelf import TAILS, Shelf

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from collections.abc import Generator, Iterator
    from typing import BinaryIO

_TRIES = 2  # snapshots that may vouch for main


class Reader(Shelf):
    """A shelf with at most one game open.

    `count` is the number of rows of the open game, `id` its id, `cut` how many half rows were
    cut off since start.
    """

    def __init__(self, root: str) -> None:
        """Use a folder, which is made when it is first needed. Nothing is read yet."""
        super().__init__(root)
        self.count = 0
        self.cut = 0
        self._undos: list[tuple[int, int]] = []
        self._snaps: list[int] = []  # the lines that have a snapshot, ascending
        self._main_crc = 0
        self._main = 0  # rows in main
        self._main_size = 0
        self._tail: list[bytes] = []  # the rows after those in main
        self._sizes = [0] * TAILS  # bytes of them in each tail
        self._at = 0  # the tail that takes the next row
        self._file: BinaryIO | None = None  # that tail, open for appending
        self._failed = False  # a write failed and may have left half a row

    def open(self, game_id: str) -> None:
        """Open a game and make it the one in play; its rows are checked, half a row is cut off.

        Raises:
            JournalError: a row is damaged, or one is missing.
            OSError: there is no such game.
        """
        self.close()
        self.id = game_id
        try:
            self._load_snaps()
            self._load_main()
            for at in range(TAILS):
                if files.exists(self._tail_path(at)):
                    self._load_tail(at)
        except (JournalError, OSError):
            self.close()
            raise
        self._use(game_id)

    def close(self) -> None:
        """Let go of the open game."""
        self._close_tail()
        self.id = ""
        self.count = self._main = 0
        self._main_size = self._main_crc = 0
        self._empty_tails()
        self._undos = []
        self._snaps = []
        self._failed = False

    def header(self) -> tuple[dict[str, object], str]:
        """Return the header as dict and body."""
        reader = self.bodies(0)
        for body in reader:
            reader.close()  # MicroPython would keep the file open until it collects garbage
            return rows.line_of(body, 0), body
        raise JournalError("journal.header", 0)

    def lines(self, first: int) -> "Iterator[dict[str, object]]":
        """Yield the lines from number `first` on, as dicts."""
        number = first
        for body in self.bodies(first):
            yield rows.line_of(body, number)
            number += 1

    def undos(self) -> list[tuple[int, int]]:
        """Return (line, line gone back to) of all undos."""
        return list(self._undos)

    def snapshots(self) -> list[int]:
        """Return the lines that have a snapshot, ascending."""
        return self._snaps

    def snapshot(self, number: int) -> dict[str, object] | None:
        """Return the snapshot after a line, None where it is damaged."""
        try:
            with open(self._snaps_path(), "rb") as file:
                files.seek_row(file, number)
                row = file.readline()
        except OSError:
            return None
        body = rows.body_of(row)
        if body is None or rows.number_of(row) != number:
            return None
        return rows.line_of(body, number)

    def bodies(self, first: int) -> "Generator[str, None, None]":
        """Yield the bodies from number `first` on, one row in memory at a time.

        Lines added meanwhile are yielded too. Close the iterator if it is not used up.

        Raises:
            JournalError: a row is damaged.
        """
        file = None
        at = -1  # the row that the file stands at
        number = first
        try:
            while number < self.count:
                if number >= self._main:
                    row = self._tail[number - self._main]
                else:
                    row = file.readline() if file is not None and at == number else b""
                    if not row:  # not open, or open since before main grew
                        if file is not None:
                            file.close()
                        file = open(self._path(self.id) + "/main", "rb")
                        files.seek_row(file, number)
                        row = file.readline()
                    at = number + 1
                body = rows.body_of(row)
                if body is None:
                    raise JournalError("journal.damaged", number)
                yield body
                number += 1
        finally:
            if file is not None:
                file.close()

    # -----------------------------------------------------------------------------------------

    def _empty_tails(self) -> None:
        self._tail = []
        self._sizes = [0] * TAILS
        self._at = 0

    def _tail_path(self, at: int) -> str:
        return self._path(self.id) + "/tail" + str(at)

    def _close_tail(self) -> None:
        file, self._file = self._file, None
        if file is not None:
            try:
                file.close()
            except OSError:  # what could not be flushed was never promised
                pass

    def _snaps_path(self) -> str:
        return self._path(self.id) + "/snaps"

    def _load_snaps(self) -> None:
        """Note which lines have a snapshot; half a row is cut off."""
        good = 0
        row = b""
        try:
            with open(self._snaps_path(), "rb") as file:
                while True:
                    row = file.readline()
                    if row[-1:] != b"\n":
                        break
                    good += len(row)
                    number = rows.number_of(row)
                    if number > (self._snaps[-1] if self._snaps else 0):
                        self._snaps.append(number)
        except OSError:  # there are none
            return
        if row:
            files.cut(self._snaps_path(), good)

    def _skip(self, file: "BinaryIO", size: int) -> None:
        """Go to the first row of main that no snapshot vouches for."""
        for number in reversed(self._snaps[-_TRIES:]):
            snap = self.snapshot(number) or {}
            end, count = snap.get("b"), snap.get("m")
            if not isinstance(end, int) or not isinstance(count, int) or end > size:
                continue
            if files.crc(file, end) == snap.get("x"):
                self.count, self._main_size = count, end
                self._main_crc = snap["x"]  # type: ignore[assignment]
                for at, to in snap["u"]:  # type: ignore[attr-defined]
                    if at < count:
                        self._undos.append((at, to))
                return
        file.seek(0)

    def _load_main(self) -> None:
        path = self._path(self.id) + "/main"
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
                self._main_size += len(row)
                self._main_crc = binascii.crc32(row, self._main_crc)
        if not self.count:  # a game without a header is damaged, not cut short
            raise JournalError("journal.damaged", 0)
        self._main = self.count
        if row:
            self.cut += 1
            files.cut(path, self._main_size)

    def _load_tail(self, at: int) -> None:
        path = self._tail_path(at)
        before = len(self._tail)
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
                if rows.number_of(row) >= self._main:
                    self._take(row)
                    self._tail.append(row)
        if len(self._tail) > before:
            self._at = at
            self._sizes[at] = good
        if row:
            self.cut += 1
            files.cut(path, good)

    def _take(self, row: bytes) -> None:
        number = rows.number_of(row)
        if number != self.count:
            raise JournalError("journal.number", self.count, number)
        if rows.undo_of(row) >= 0:
            self._undos.append((number, rows.undo_of(row)))
        self.count += 1
