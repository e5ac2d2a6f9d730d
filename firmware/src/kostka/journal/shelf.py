"""The shelf of games below a folder: which there are, which is in play, which has to go.

``<root>/<id>`` is the folder of a game; ``about`` in it is a note of people's: its name, who
sits where. ``<root>/current`` names the games by last use, the one
in play first: a board has no calendar. ``<root>/next`` says what to start next.
"""

import json
import os

from kostka.journal import files, rows
from kostka.line import dumps, seal, unseal

KEEP = 8  # finished games that stay, and as many unfinished ones that were left
TAILS = 2  # files behind main that take new rows; a third one saves nothing
ENOSPC = 28  # of OSError: the file system is full; the same number everywhere


class Shelf:
    """All games below a folder, and notes about them. `id` is the one that may not go."""

    def __init__(self, root: str) -> None:
        """Use a folder, which is made when it is first needed. Nothing is read yet."""
        self.id = ""
        self.dropped: object = None  # dropped(name of a game): it made room for another
        self._root = root

    def ids(self) -> list[str]:
        """Return the ids of all games, sorted."""
        return sorted([name for name in self._names() if files.exists(self._path(name) + "/main")])

    def current(self) -> str:
        """Return the id of the game in play, "" for none."""
        order = self._order()
        return order[0] if order and files.exists(self._path(order[0]) + "/main") else ""

    def games(self) -> list[tuple[str, str, int, bool]]:
        """Return (id, name, lines, finished) of all games, the one used last first.

        Nothing is checked: the name of a damaged game may be "", its lines may be too few.
        """
        return [self._about(game_id) for game_id in self._by_use()]

    def about(self, game_id: str) -> dict[str, object]:
        """Return the note about a game, {} where there is none."""
        found = self._read_note(game_id + "/about")
        return found if isinstance(found, dict) else {}

    def set_about(self, game_id: str, pairs: list[tuple[str, object]]) -> None:
        """Write the note about a game that is there.

        Raises:
            OSError: it could not be written; the old one is still there.
        """
        self._write_note(game_id + "/about", pairs)

    def drop(self, game_id: str) -> None:
        """Delete a game that is not open.

        Raises:
            OSError: it could not be deleted, see tidy().
        """
        self._drop(game_id)

    def drop_oldest(self) -> bool:
        """Delete the finished game that was not used for longest; say whether there was one.

        The game in play is never deleted.
        """
        for game_id in reversed(self._by_use()):
            if game_id in (self.id, self.current()):
                continue
            _, name, _, finished = self._about(game_id)
            if finished:
                try:
                    self._drop(game_id)
                except OSError:
                    return False
                if self.dropped is not None:
                    self.dropped(name)  # type: ignore[operator]
                return True
        return False

    def tidy(self) -> None:
        """Delete games beyond KEEP finished and KEEP unfinished ones, and what power cuts left.

        Unfinished games that have a name stay.

        Raises:
            OSError: something could not be deleted. Nothing more was tried: littlefs may hang
                when a folder is removed again, without a new mount, after that failed.
        """
        kept = [0, 0]
        for game_id in self._by_use():
            if game_id in (self.id, self.current()):
                continue
            finished = int(self._about(game_id)[3])
            if not finished and self.about(game_id).get("name"):
                continue
            kept[finished] += 1
            if kept[finished] > KEEP:
                self._drop(game_id)
        for name in self._names():
            path = self._path(name)
            if files.is_folder(path) and not files.exists(path + "/main"):
                self._drop(name)

    # What to start next ----------------------------------------------------------------------

    def choose(
        self, game: str, seats: int, options: list[tuple[str, object]], kinds: str = ""
    ) -> None:
        """Note which game to start next, and who plays its seats."""
        fields = [("game", game), ("seats", seats), ("opt", options)]
        self._write_note("next", fields + [("k", kinds)] if kinds else fields)

    def choice(self) -> dict[str, object] | None:
        """Return the game to start next (game, seats, opt, maybe k), None where none is noted."""
        found = self._read_note("next")
        if not isinstance(found, dict):
            return None
        found["opt"] = found.get("opt") or {}  # no options are an empty list in JSON
        return found

    def forget_choice(self) -> None:
        """Forget which game to start next, for example because it cannot be started."""
        files.remove(self._path("next"))

    # -----------------------------------------------------------------------------------------

    def _path(self, name: str) -> str:
        return self._root + "/" + name

    def _names(self) -> list[str]:
        try:
            return os.listdir(self._root)
        except OSError:
            return []

    def _about(self, game_id: str) -> tuple[str, str, int, bool]:
        path = self._path(game_id)
        last = b""
        for name in ["main"] + ["tail" + str(at) for at in range(TAILS)]:
            row = files.last_row(path + "/" + name)
            if rows.number_of(row) >= rows.number_of(last):
                last = row
        with open(path + "/main", "rb") as file:
            body = rows.body_of(file.readline())
        game = rows.line_of(body, 0).get("game") if body is not None else ""
        return (game_id, str(game), rows.number_of(last) + 1, rows.is_end(last))

    def _drop(self, name: str) -> None:
        files.remove_folder(self._path(name), "main")

    def _order(self) -> list[str]:
        found = self._read_note("current")
        return [one for one in found if isinstance(one, str)] if isinstance(found, list) else []

    def _by_use(self) -> list[str]:
        """Return the ids of all games, the one used last first."""
        ids = self.ids()
        order = [one for one in self._order() if one in ids]
        return order + [one for one in ids if one not in order]

    def _use(self, game_id: str) -> None:
        """Make a game the one in play."""
        if self.current() != game_id:
            order = [game_id]
            order.extend([one for one in self._by_use() if one != game_id])
            self._write_note("current", order)

    def _write_note(self, name: str, value: object) -> None:
        """Write a small file so that after a power cut it is the old or the new one."""
        files.make_folder(self._root)
        path = self._path(name)
        with open(path + ".new", "wb") as file:
            file.write((seal(dumps([("v", value)])) + "\n").encode())
        files.replace(path + ".new", path)

    def _read_note(self, name: str) -> object:
        try:
            with open(self._path(name), "rb") as file:
                text = unseal(file.readline().decode().rstrip("\n"))
        except (OSError, ValueError):
            return None
        return json.loads(text)["v"] if text is not None else None
