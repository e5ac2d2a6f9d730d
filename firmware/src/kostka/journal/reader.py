"""Reading the rows of the open game, piece by piece.

Memory holds the rows of the tails (below 1 kB), one row of main, and the undos.
"""

from kostka.errors import JournalError
from kostka.journal import files, rows

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from collections.abc import Generator, Iterator
    from typing import BinaryIO


class Reader:
    """The games below a folder, at most one of them open.

    `count` is the number of rows of the open game, `id` its id, `cut` how many half rows were
    cut off since start.
    """

    def __init__(self, root: str) -> None:
        """Use a folder, which is made when it is first needed. Nothing is read yet."""
        self.id = ""
        self.count = 0
        self.cut = 0
        self._root = root
        self._undos: list[tuple[int, int]] = []
        self._main_crc = 0
        self._main = 0  # rows in main
        self._main_size = 0
        self._tail: list[bytes] = []  # the rows after those in main
        self._sizes = [0] * files.TAILS  # bytes of them in each tail
        self._at = 0  # the tail that takes the next row
        self._file: BinaryIO | None = None  # that tail, open for appending
        self._failed = False  # a write failed and may have left half a row

    def open(self, game_id: str) -> None:
        """Open a game and make it the one in play; its rows are checked, half a row is cut off.

        Raises:
            JournalError: a row is damaged, or one is missing.
            OSError: there is no such game.
        """
        from kostka.journal import shelf
        from kostka.journal.opening import Opening

        self.close()
        found = Opening(self._path(game_id))
        try:
            found.read()
        finally:
            self.cut += found.cut
        self.id = game_id
        self.count, self._main = found.count, found.main
        self._main_size, self._main_crc = found.main_size, found.main_crc
        self._tail, self._sizes, self._at = found.tail, found.sizes, found.at
        self._undos = found.undos
        shelf.use(self._root, game_id)

    def close(self) -> None:
        """Let go of the open game."""
        self._close_tail()
        self.id = ""
        self.count = self._main = 0
        self._main_size = self._main_crc = 0
        self._empty_tails()
        self._undos = []
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

    def snapshot(self, number: int) -> tuple[int, dict[str, object]] | None:
        """Return (line, snapshot) of the last whole one whose line is not after `number`."""
        from kostka.journal import finding

        return finding.snapshot(self._snaps_path(), number)

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

    def _path(self, name: str) -> str:
        return self._root + "/" + name

    def _empty_tails(self) -> None:
        self._tail = []
        self._sizes = [0] * files.TAILS
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
