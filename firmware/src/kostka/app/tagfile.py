"""The tags that a table was taught, in a file: one checked row each."""

import json
import os

from kostka.line import dumps, seal, unseal

ROW_MAX = 200  # bytes

_replace = getattr(os, "replace", os.rename)  # MicroPython's rename replaces


class TagFile:
    """Keeps what kostka.tags.registry holds; with `path` None nothing is kept."""

    def __init__(self, path: str | None) -> None:
        self._path = path

    def load(self) -> list[object]:
        """Return (UID in hex, kind, value) of all rows that are whole."""
        found: list[object] = []
        if self._path is None:
            return found
        try:
            file = open(self._path, "rb")
        except OSError:
            return found
        with file:
            while True:
                row = file.readline(ROW_MAX)
                if not row:
                    return found
                try:
                    text = unseal(row.decode().rstrip("\n"))
                    if text is not None:
                        found.append(json.loads(text)["t"])
                except (ValueError, LookupError, TypeError):
                    pass

    def save(self, entries: list[tuple[str, str, str]]) -> None:
        """Write all entries; a power cut leaves the old or the new ones.

        Raises:
            OSError: they could not be written; the file holds what it held.
        """
        if self._path is None:
            return
        with open(self._path + ".new", "wb") as file:
            for entry in entries:
                file.write((seal(dumps([("t", list(entry))])) + "\n").encode())
        _replace(self._path + ".new", self._path)
