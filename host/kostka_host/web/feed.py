"""What can be shown of a game whose rules are others here: what its board tells everybody."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kostka import games, mats
from kostka.errors import OptionError
from kostka.mats.mat import Mat
from kostka.play.lines import hex8
from kostka.rules.game import Game

from kostka_host.web import view
from kostka_host.web.pieces import Pair


class Feed:
    """The public feed of one game. `game` and `mat` are those of its name that are known here."""

    def __init__(self, greeted: Mapping[str, Any]) -> None:
        """Take what the board's greeting says of its game."""
        self.id = str(greeted.get("id", ""))
        self._title = str(greeted.get("game", ""))
        self._version = greeted.get("v")
        self._data = str(greeted.get("data", ""))
        self.game: Game | None = None
        self.mat: Mat | None = None
        self.seats = 0
        try:
            self.game, self.mat = games.load(self._title), mats.load(self._title)
        except OptionError:
            return
        seats, (low, high) = greeted.get("seats"), self.game.seats
        if type(seats) is int and low <= seats <= high:
            self.seats = seats

    def tokens(self, message: Mapping[str, Any]) -> list[Pair]:
        """Return the tokens of the feed's last message that this mat has a place for."""
        spots = self.mat.spots if self.mat is not None else 0
        found = []
        for pair in message.get("tok") or []:
            if isinstance(pair, list) and len(pair) == 2 and all(type(n) is int for n in pair):
                spot, token = pair
                if 0 <= spot < spots and 0 <= token >> 6 < self.seats:
                    found.append((spot, token))
        return found

    def notice(self) -> list[object]:
        """Return why no more is shown, as words."""
        if self.game is None:
            return ["web.other_game", self._title[:40]]
        if self._version == self.game.version and self._data != hex8(self.game.data_digest()):
            return ["web.other_data", [f"{self.game.name}.title"]]
        return ["web.other_version", [f"{self.game.name}.title"], str(self._version)[:10],
                str(self.game.version)]  # fmt: skip

    def sections(self, message: Mapping[str, Any]) -> view.Sections:
        """Return the sections that other tables have from the state of their game."""
        shown = None
        if self.game is not None and self.mat is not None and self.seats:
            shown = {
                **view.sitting(self.game, self.mat, self.seats),
                "options": [],
                "over": None,
                "rule": "",
                "winners": [],
                "can_undo": False,
            }
        return {"game": shown, "request": request(message), "choices": []}


def request(message: Mapping[str, Any]) -> view.Section:
    """Return the request of the feed's last message, None where there is none."""
    asked = message.get("req")
    if not isinstance(asked, list) or len(asked) != 4:
        return None
    seat, what, text, args = asked
    return {
        "text": view.words(str(text), args if isinstance(args, list) else ()),
        "seat": seat if type(seat) is int else -1,
        "what": view.WHAT.get(what, "nothing") if type(what) is int else "nothing",
        "answering": [seat] if type(seat) is int and seat >= 0 else [],
        "dice": [],
        "faces": 0,
        "sources": [],
        "hidden": False,
    }
