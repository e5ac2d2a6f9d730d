"""What stands beside the field, as pages show it: dice in cups, screen, tag stand.

Where there is a bench it is what hands put there; else what the board says of it. What lies
under a hood is nobody's to see here.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from kostka.errors import KostkaError
from kostka.rules.action import PUBLIC
from kostka.screen import pages, paint
from kostka.sense import faces
from kostka.sense.verdict import COCKED, NAMES
from kostka.text import Catalog

from kostka_host.boards.virtual import VirtualBoard
from kostka_host.layout import Layout
from kostka_host.table import Table

if TYPE_CHECKING:  # the hub has a desk, which has this
    from kostka_host.web.hub import Steps, Wish

Section = Any

SCREEN_S = 0.2  # between two looks at the screen
WAYS = ("throw", "lay", "hold", "tilt", "take")
TILT_DEG = 30.0
# Tags that lie beside the stand for hands to put there: UID, and what is written on each.
TAGS = (
    ("04a1b2c3d4e501", "k:player:one"),
    ("04a1b2c3d4e502", "k:player:two"),
    ("04a1b2c3d4e503", "k:card:ace"),
    ("04a1b2c3d4e504", "k:die:red"),
    ("04a1b2c3d4e505", ""),
)


class Beside:
    """Looks at the parts beside the field of one table, and lets hands at them."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._dice: list[dict[str, Any] | None] = []
        self._rows: list[str] = []
        self._on = False
        self._tags: list[str] = []
        self._screen_at = 0.0
        self._pages: dict[object, list[str]] = {}

    # Looking ---------------------------------------------------------------------------------

    def look(self) -> None:
        """See what lies in cups and on the stand; raises HardwareError like a bench."""
        board = self._table.board
        if not isinstance(board, VirtualBoard):
            return
        layout = self._table.layout
        if layout.dice is not None:
            self._dice = board.dice()
        now = time.monotonic()
        if "i2c1_sda" in layout.pins and now >= self._screen_at:
            self._screen_at = now + SCREEN_S
            screen = board.screen()
            self._rows, self._on = list(screen["rows"]), bool(screen["on"])
            self._tags = board.tags()

    def section(self, up: bool, dice: list[dict[str, object]]) -> Section:
        """Return what pages show; `up` says that hands reach the table, `dice` the last throw."""
        layout = self._table.layout
        desk = "i2c1_sda" in layout.pins
        return {
            "hands": up,
            "cups": self._cups(layout, up),
            "screen": self._screen(up, dice) if desk else None,
            "stand": self._stand(up) if desk else None,
        }

    def _cups(self, layout: Layout, up: bool) -> Section:
        if layout.dice is None:
            return []
        told = self._table.cups
        found = []
        for number, cup in enumerate(layout.dice.cups):
            if cup.station >= 0:
                continue
            said = _at(told.get("k"), number)
            waits, value = _at(told.get("w"), number), _at(told.get("v"), number)
            die = _at(self._dice, number) if up else None
            if not up and value:
                die = {"kind": waits, "value": value, "flat": True, "moves": False, "look": None}
            doubts = [pair[1:] for pair in told.get("c") or [] if pair[0] == number]
            found.append(
                {
                    "n": number,
                    "die": die or None,
                    "says": NAMES[said] if 0 <= said < len(NAMES) else NAMES[0],
                    "value": value,
                    "waits": waits,
                    "doubts": doubts[0] if doubts and said == COCKED else [],
                }
            )
        return found

    def _screen(self, up: bool, dice: list[dict[str, object]]) -> Section:
        if up:
            return {"rows": self._rows if self._on else [], "mirrored": False}
        state = self._table.state if self._table.game is not None else None
        asked = state.request(PUBLIC) if state is not None else None
        key = (asked.key() if asked is not None else None, str(dice))
        if key not in self._pages:
            words = Catalog("en", keep=True)
            text = words.say(asked.text, *asked.args) if asked else words.say("screen.idle")
            labels = [pages.die(_int(one["kind"]), _int(one["face"])) for one in dice]
            self._pages = {key: painted(pages.request(text, labels))}
        return {"rows": self._pages[key], "mirrored": True}

    def _stand(self, up: bool) -> Section:
        told = self._table.stand
        return {
            "says": str(told.get("o", "empty")),
            "thing": list(told.get("t") or []),
            "uid": str(told.get("u", "")),
            "tags": [
                {"uid": uid, "text": text[2:], "there": uid in self._tags} for uid, text in TAGS
            ]
            if up
            else [],
        }

    # Hands -----------------------------------------------------------------------------------

    def wishes(self) -> dict[str, Any]:
        """Return what browsers may want of these parts, by name."""
        return {"die": self._die, "tag": self._tag, "teach": self._teach}

    def _board(self) -> VirtualBoard:
        board = self._table.board
        if not isinstance(board, VirtualBoard):
            raise KostkaError("terminal.no_hands")
        return board

    def _die(self, wish: Wish) -> None:
        """Throw, lay, hold, tilt or take the die of an open cup."""
        said = wish.message
        number, way, kind = said.get("cup"), said.get("way"), said.get("kind", 0)
        dice = self._table.layout.dice
        if dice is None or type(number) is not int or not 0 <= number < len(dice.cups):
            raise KostkaError("web.argument", "cup")
        if dice.cups[number].station >= 0 or way not in WAYS:
            raise KostkaError("web.argument", "way")
        if type(kind) is not int or (kind and kind not in faces.TABLES):
            raise KostkaError("web.argument", "kind")
        self._board().hand_die(number, str(way), kind, -1, TILT_DEG)

    def _tag(self, wish: Wish) -> None:
        """Lay one of the tags on the stand, or take it away."""
        known = dict(TAGS)
        uid = wish.message.get("uid")
        if not isinstance(uid, str) or uid not in known:
            raise KostkaError("web.argument", "uid")
        if wish.message.get("there"):
            self._board().tag(uid, known[uid])
        else:
            self._board().untag(uid)

    def _teach(self, wish: Wish) -> Steps:
        """Let the single tag on the stand belong to a thing."""
        kind, value = str(wish.message.get("kind"))[:20], str(wish.message.get("value"))[:40]

        def steps() -> Steps:
            yield lambda: self._table.ask("teach", t=[kind, value])

        return steps()


def painted(items: pages.Items) -> list[str]:
    """Return a page as the rows of the screen: 64 of 32 hex digits."""
    painter = paint.Painter(bytearray(paint.WIDTH * paint.HEIGHT // 8))
    painter.start(items)
    while not painter.step():
        pass
    rows = []
    for y in range(paint.HEIGHT):
        bits = 0
        for x in range(paint.WIDTH):
            bits = bits << 1 | painter.buffer[(y >> 3) * paint.WIDTH + x] >> (y & 7) & 1
        rows.append(f"{bits:032x}")
    return rows


def _at(values: Any, number: int) -> Any:
    return values[number] if isinstance(values, list) and number < len(values) else 0


def _int(value: object) -> int:
    return value if isinstance(value, int) else 0
