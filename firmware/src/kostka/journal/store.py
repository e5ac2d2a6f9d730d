"""The store of a board's games: one folder a game, appended line by line, safe at every moment.

``<root>/<id>/main`` holds rows 0..m-1 of a game, ``tail0`` and then ``tail1`` the rows that
follow. A new row goes to a tail, which littlefs keeps inside its folder's metadata while it is
short; when both are full all their rows go to main at once. That costs about a quarter of a
sector erase a row; appending to a long file costs a whole one. Rows that stand in two files (the
power went between two writes) count once. ``<root>/current`` names the game in play,
``<root>/next`` what to start next.

Littlefs takes a flush as a whole or not at all. Where another file system leaves half a row
behind, it is cut off when the game is opened.
"""

import json
import os

from kostka.errors import JournalError
from kostka.journal import rows
from kostka.line import dumps, seal, unseal

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

TAILS = 2  # a third one saves nothing: the metadata would be rewritten more often
TAIL_MAX = 490  # bytes; littlefs keeps files up to 512 bytes (an eighth of a sector) inline
_EEXIST = 17  # errno.EEXIST
_NEAR = 1024  # bytes from which rows are counted one by one


class Store:
    """The games below a folder; at most one is open.

    `count` is the number of rows of the open game, `id` its id, `cut` how many half rows were
    cut off since start, `undos` all (line, to) pairs of the game.
    """

    def __init__(self, root: str) -> None:
        """Use a folder, which is made when it is first needed. Nothing is read yet."""
        self.id = ""
        self.count = 0
        self.cut = 0
        self._undos: list[tuple[int, int]] = []
        self._root = root
        self._main = 0  # rows in main
        self._main_size = 0
        self._tail: list[bytes] = []  # the rows after those in main
        self._sizes = [0] * TAILS  # bytes of them in each tail
        self._at = 0  # the tail that takes the next row
        self._file: BinaryIO | None = None  # that tail, open for appending
        self._failed = False  # a write failed and may have left half a row

    # Games -----------------------------------------------------------------------------------

    def ids(self) -> list[str]:
        """Return the ids of all games, sorted."""
        try:
            names = os.listdir(self._root)
        except OSError:
            return []
        return sorted([name for name in names if _exists(self._path(name) + "/main")])

    def current(self) -> str:
        """Return the id of the game in play, "" for none."""
        name = self._read_note("current")
        return name if isinstance(name, str) and name in self.ids() else ""

    def begin(self, game_id: str, pairs: list[tuple[str, object]]) -> str:
        """Make a new game the one in play; return the body of its header.

        Raises:
            OSError: the file system is full or broken, or there is a game of this id; the game
                before is still the one in play.
        """
        row = rows.make(pairs)
        if _exists(self._path(game_id) + "/main"):
            raise OSError(_EEXIST)
        _make_folder(self._root)
        _make_folder(self._path(game_id))
        with open(self._path(game_id) + "/main", "wb") as file:
            file.write(row)
        self._write_note("current", game_id)
        self._remove_note("next")
        self.close()
        self.id = game_id
        self.count = self._main = 1
        self._main_size = len(row)
        return dumps(pairs)

    def open(self, game_id: str) -> None:
        """Open a game and make it the one in play; its rows are checked, half a row is cut off.

        Raises:
            JournalError: a row is damaged, or one is missing.
            OSError: there is no such game.
        """
        self.close()
        self.id = game_id
        try:
            self._load_main()
            for at in range(TAILS):
                if _exists(self._tail_path(at)):
                    self._load_tail(at)
            if not self.count:
                raise JournalError("journal.header", 0)
        except (JournalError, OSError):
            self.close()
            raise
        if self.current() != game_id:
            self._write_note("current", game_id)

    def close(self) -> None:
        """Let go of the open game."""
        self._close_tail()
        self.id = ""
        self.count = self._main = 0
        self._main_size = 0
        self._empty_tails()
        self._undos = []
        self._failed = False

    # Rows ------------------------------------------------------------------------------------

    def append(self, pairs: list[tuple[str, object]]) -> None:
        """Add a line; when this returns it is safe.

        Raises:
            OSError: the file system is full or broken; the line is not added.
        """
        row = rows.make(pairs)
        if self._failed:
            self._mend()
        try:
            while self._at < TAILS and self._sizes[self._at] + len(row) > TAIL_MAX:
                self._close_tail()
                self._at += 1
            if self._at == TAILS:
                self._fold(row)
            else:
                self._append_tail(row)
        except OSError:
            self._failed = True
            raise
        if rows.undo_of(row) >= 0:
            self._undos.append((self.count, rows.undo_of(row)))
        self.count += 1

    def header(self) -> tuple[dict[str, object], str]:
        """Return the header as dict and body."""
        for body in self.bodies(0):
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

    def bodies(self, first: int) -> "Iterator[str]":
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
                        _seek_row(file, number)
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

    def _append_tail(self, row: bytes) -> None:
        at = self._at
        if self._file is None:
            # with nothing to keep, rows that main holds too are written over, all at once
            self._file = open(self._tail_path(at), "ab" if self._sizes[at] else "wb")
        self._file.write(row)
        self._file.flush()
        self._tail.append(row)
        self._sizes[at] += len(row)

    def _fold(self, row: bytes) -> None:
        """Move all rows of the tails to main, and one more."""
        data = b"".join(self._tail) + row
        with open(self._path(self.id) + "/main", "ab") as file:
            file.write(data)
        self._main += len(self._tail) + 1
        self._main_size += len(data)
        self._empty_tails()

    def _mend(self) -> None:
        """Bring the files back to what was safe before a write failed."""
        self._close_tail()
        _cut(self._path(self.id) + "/main", self._main_size)
        for at in range(TAILS):
            if self._sizes[at]:
                _cut(self._tail_path(at), self._sizes[at])
        self._at = min(self._at, TAILS - 1)
        self._failed = False

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

    # Opening ---------------------------------------------------------------------------------

    def _load_main(self) -> None:
        good = 0
        path = self._path(self.id) + "/main"
        with open(path, "rb") as file:
            while True:
                row = file.readline()
                if not row:
                    break
                if rows.body_of(row) is None:
                    if file.readline():
                        raise JournalError("journal.damaged", self.count)
                    break
                self._take(row)
                good += len(row)
        self._main = self.count
        self._main_size = good
        if row:
            self.cut += 1
            _cut(path, good)

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
            _cut(path, good)

    def _take(self, row: bytes) -> None:
        number = rows.number_of(row)
        if number != self.count:
            raise JournalError("journal.number", self.count, number)
        if rows.undo_of(row) >= 0:
            self._undos.append((number, rows.undo_of(row)))
        self.count += 1

    # Notes -----------------------------------------------------------------------------------

    def choose(self, game: str, seats: int, options: list[tuple[str, object]]) -> None:
        """Note which game to start next."""
        self._write_note("next", [("game", game), ("seats", seats), ("opt", options)])

    def choice(self) -> dict[str, object] | None:
        """Return the game to start next (game, seats, opt), None where none is noted."""
        found = self._read_note("next")
        if not isinstance(found, dict):
            return None
        found["opt"] = found.get("opt") or {}  # no options are an empty list in JSON
        return found

    def forget_choice(self) -> None:
        """Forget which game to start next, for example because it cannot be started."""
        self._remove_note("next")

    def _write_note(self, name: str, value: object) -> None:
        """Write a small file so that after a power cut it is the old or the new one."""
        _make_folder(self._root)
        text = dumps([("v", value)])
        path = self._path(name)
        with open(path + ".new", "wb") as file:
            file.write((seal(text) + "\n").encode())
        _replace(path + ".new", path)

    def _read_note(self, name: str) -> object:
        try:
            with open(self._path(name), "rb") as file:
                text = unseal(file.read(2000).decode().rstrip("\n"))
        except (OSError, ValueError):
            return None
        return json.loads(text)["v"] if text is not None else None

    def _remove_note(self, name: str) -> None:
        try:
            os.remove(self._path(name))
        except OSError:
            pass

    def _path(self, name: str) -> str:
        return self._root + "/" + name


def _exists(path: str) -> bool:
    try:
        os.stat(path)
    except OSError:
        return False
    return True


def _make_folder(path: str) -> None:
    if not _exists(path):
        os.mkdir(path)


def _replace(source: str, target: str) -> None:
    getattr(os, "replace", os.rename)(source, target)  # MicroPython's rename replaces


def _cut(path: str, size: int) -> None:
    """Shorten a file to its first `size` bytes; after a power cut it is the old or the new one."""
    with open(path, "rb") as source, open(path + ".new", "wb") as target:
        while size:
            part = source.read(min(size, 256))
            target.write(part)
            size -= len(part)
    _replace(path + ".new", path)


def _seek_row(file: "BinaryIO", number: int) -> None:
    """Go to the start of a row of main: halve the file until it is near, then count."""
    low = 0
    high = file.seek(0, 2)
    while high - low > _NEAR:
        middle = (low + high) // 2
        file.seek(middle)
        file.readline()  # the rest of a row
        start = file.tell()
        found = rows.number_of(file.readline())
        if 0 <= found <= number and start < high:
            low = start
            if found == number:
                break
        else:
            high = middle
    file.seek(low)
    while True:
        start = file.tell()
        row = file.readline()
        if not row or rows.number_of(row) >= number:
            file.seek(start)
            return
