"""Links of seats: a secret for each seat of a game, kept so that links outlive the program."""

from __future__ import annotations

import contextlib
import hmac
import json
import os
import secrets
from pathlib import Path

from kostka_host import paths

BITS = 128
KEPT = 32  # games whose links are remembered


class SeatLinks:
    """The secrets of all seats, by game, in one file that only its user can read."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known = self._read()

    def _read(self) -> dict[str, list[str]]:
        try:
            found = json.loads(self._path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        if not isinstance(found, dict):
            return {}
        return {
            game: list(links)
            for game, links in found.items()
            if isinstance(links, list) and all(isinstance(link, str) for link in links)
        }

    def of(self, game_id: str, seats: int) -> list[str]:
        """Return the secret of each seat of a game; they are made when first asked for."""
        links = self._known.get(game_id, [])
        if len(links) == seats and all(len(link) * 4 == BITS for link in links):
            return links
        links = [secrets.token_hex(BITS // 8) for _ in range(seats)]
        self._known.pop(game_id, None)
        self._known[game_id] = links
        for old in list(self._known)[:-KEPT]:
            del self._known[old]
        with contextlib.suppress(OSError):  # on a full disk they last as long as this program
            self._write()
        return links

    def _write(self) -> None:
        paths.make_private(self._path.parent)
        new = self._path.with_name(f".{self._path.name}.{os.getpid()}")
        new.unlink(missing_ok=True)
        with paths.open_private(new, os.O_CREAT | os.O_EXCL) as file:
            file.write(json.dumps(self._known).encode())
        new.replace(self._path)


def seat_of(links: list[str], secret: str) -> int:
    """Return the seat of a secret, -1 where it is none; takes as long for any secret."""
    found = -1
    for seat, link in enumerate(links):
        if hmac.compare_digest(link.encode(), secret.encode("utf-8", "replace")):
            found = seat
    return found
