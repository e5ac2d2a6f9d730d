"""The store of a board's games: one folder a game, appended line by line, safe at every moment.

``<root>/<id>/main`` holds rows 0..m-1 of a game, ``tail0`` and then ``tail1`` the rows that
follow. A new row goes to a tail, which littlefs keeps inside its folder's metadata while it is
short; when both are full all their rows go to main at once. That costs about a quarter of a
sector erase a row; appending to a long file costs a whole one. Rows that stand in two files (the
power went between two writes) count once.

Littlefs takes a flush as a whole or not at all. Where another file system leaves half a row
behind, it is cut off when the game is opened.

A full file system makes room by the oldest finished games.

``snaps`` holds snapshots, a row each, with what they vouch for: the first `m` rows of main, `b`
bytes with the CRC `x`, and `u`, the undos up to there. A line is safe without any of them.
"""

import binascii

from kostka.errors import JournalError
from kostka.journal import files, rows
from kostka.journal.files import TAILS
from kostka.journal.reader import Reader
from kostka.line import dumps

TAIL_MAX = 490  # bytes; littlefs keeps files up to 512 bytes (an eighth of a sector) inline
ENOSPC = 28  # of OSError: the file system is full; the same number everywhere
_EEXIST = 17  # errno.EEXIST


class Store(Reader):
    """The games below a folder; at most one is open. See shelf for what is not about that one."""

    dropped: object = None  # dropped(name of a game): it made room for another

    # Games -----------------------------------------------------------------------------------

    def begin(self, game_id: str, pairs: list[tuple[str, object]]) -> str:
        """Make a new game the one in play; return the body of its header.

        Raises:
            JournalError: the file system is full; the game before is still the one in play.
            OSError: it is broken, or there is a game of this id; likewise.
        """
        from kostka.journal import shelf

        row = rows.make(pairs)
        if files.exists(self._path(game_id) + "/main"):
            raise OSError(_EEXIST)
        while True:
            try:
                shelf.begin(self._root, game_id, row)
                break
            except OSError as problem:
                if problem.errno == ENOSPC:
                    self._discard(game_id)
                self._make_room(problem, 0)
        self.close()
        self.id = game_id
        self.count = self._main = 1
        self._main_size = len(row)
        self._main_crc = binascii.crc32(row)
        try:
            shelf.tidy(self._root, game_id)
        except OSError:  # next time
            pass
        return dumps(pairs)

    def ids(self) -> list[str]:
        """Return the ids of all games, sorted."""
        from kostka.journal import shelf

        return shelf.ids(self._root)

    def current(self) -> str:
        """Return the id of the game in play, "" for none."""
        from kostka.journal import shelf

        return shelf.current(self._root)

    def games(self) -> list[tuple[str, str, int, bool]]:
        """Return (id, name, lines, finished) of all games; see shelf."""
        from kostka.journal import shelf

        return shelf.games(self._root)

    def about(self, game_id: str) -> dict[str, object]:
        """Return the note about a game, {} where there is none."""
        from kostka.journal import shelf

        return shelf.about(self._root, game_id)

    def set_about(self, game_id: str, pairs: list[tuple[str, object]]) -> None:
        """Write the note about a game; raises like shelf.set_about()."""
        from kostka.journal import shelf

        shelf.set_about(self._root, game_id, pairs)

    def drop(self, game_id: str) -> None:
        """Delete a game that is not open; raises like shelf.drop()."""
        from kostka.journal import shelf

        shelf.drop(self._root, game_id)

    def choose(
        self, game: str, seats: int, options: list[tuple[str, object]], kinds: str = ""
    ) -> None:
        """Note which game to start next, and who plays its seats."""
        from kostka.journal import shelf

        shelf.choose(self._root, game, seats, options, kinds)

    def choice(self) -> dict[str, object] | None:
        """Return the game to start next (game, seats, opt), None where none is noted."""
        from kostka.journal import shelf

        return shelf.choice(self._root)

    def forget_choice(self) -> None:
        """Forget which game to start next."""
        from kostka.journal import shelf

        shelf.forget_choice(self._root)

    # Rows ------------------------------------------------------------------------------------

    def append(self, pairs: list[tuple[str, object]]) -> None:
        """Add a line; when this returns it is safe.

        Raises:
            JournalError: the file system is full; the line is not added.
            OSError: it is broken; likewise.
        """
        row = rows.make(pairs)
        while True:
            try:
                if self._failed:
                    self._mend()
                self._put(row)
                break
            except OSError as problem:
                self._failed = True
                self._make_room(problem, self.count)
        if rows.undo_of(row) >= 0:
            self._undos.append((self.count, rows.undo_of(row)))
        self.count += 1

    def keep(self, pairs: list[tuple[str, object]]) -> None:
        """Add a snapshot of the game after a line, which has to be safe; it may fail silently."""
        try:
            row = rows.make(
                pairs
                + [
                    ("m", self._main),
                    ("b", self._main_size),
                    ("x", self._main_crc & 0xFFFFFFFF),
                    ("u", [list(undo) for undo in self._undos]),
                ]
            )
            with open(self._snaps_path(), "ab") as file:
                file.write(row)
        except (OSError, ValueError):  # full, or hundreds of undos: the next start takes longer
            pass

    def _discard(self, game_id: str) -> None:
        """Remove what there is of a game that could not begin."""
        from kostka.journal import shelf

        try:
            if game_id != shelf.current(self._root):
                shelf.drop(self._root, game_id)
        except OSError:  # the next game tidies it
            pass

    def _make_room(self, problem: OSError, number: int) -> None:
        """Delete a finished game where the file system is full, else raise."""
        if problem.errno != ENOSPC:
            raise problem
        from kostka.journal import shelf

        name = shelf.drop_oldest(self._root, self.id)
        if name is None:
            raise JournalError("journal.full", number)
        if self.dropped is not None:
            self.dropped(name)  # type: ignore[operator]

    def _put(self, row: bytes) -> None:
        while self._at < TAILS and self._sizes[self._at] + len(row) > TAIL_MAX:
            self._close_tail()
            self._at += 1
        if self._at == TAILS:
            self._fold(row)
        else:
            self._append_tail(row)

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
        self._main_crc = binascii.crc32(data, self._main_crc)
        self._empty_tails()

    def _mend(self) -> None:
        """Bring the files back to what was safe before a write failed."""
        self._close_tail()
        files.cut(self._path(self.id) + "/main", self._main_size)
        for at in range(TAILS):
            if self._sizes[at]:
                files.cut(self._tail_path(at), self._sizes[at])
        self._at = min(self._at, TAILS - 1)
        self._failed = False
