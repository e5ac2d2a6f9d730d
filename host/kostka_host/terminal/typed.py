"""What a person types at the table, done by hands on a virtual board or asked over the link."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kostka.errors import KostkaError, NotationError
from kostka.mats.mat import Mat
from kostka.rules import request as rq
from kostka.rules.action import CHANCE, PUBLIC

from kostka_host.boards import base
from kostka_host.cells import find_cells
from kostka_host.layout import NOT_THERE
from kostka_host.panels import panel_of
from kostka_host.simulate.family import GAP_MS, HOLD_MS, OK, after, changes, turns
from kostka_host.simulate.tabletop import Tabletop
from kostka_host.table import Table

KEYS = {"left": 0, "right": 1, "ok": OK, "undo": 3}
AIR_MS = 60  # a hand that does what was typed is quick
LONG_MS = 1200  # how long a key is held for its second meaning


class Quit(Exception):
    """The person leaves the table."""


class Typist:
    """Does what is typed. Errors are KostkaErrors; the table is then as it was.

    `tabletop` moves tokens where the board has hands, else it is None.
    """

    def __init__(self, table: Table, mat: Mat, tabletop: Tabletop | None) -> None:
        self.table = table
        self.help_wanted = False
        self._mat = mat
        self._part = mat.part(table.layout.cell_bits)
        self._tabletop = tabletop
        self._in_hand: list[tuple[int, int]] = []  # what was lifted and not put yet
        self._commands: dict[str, tuple[int, int, Callable[..., None]]] = {
            "lift": (1, 1, self._lift),
            "put": (1, 1, self._put),
            "slide": (2, 2, self._slide),
            "key": (2, 3, self._key),
            "roll": (0, 1, self._roll),
            "undo": (0, 0, self._undo),
            "mask": (1, 1, lambda cell: self._mask(cell, 1)),
            "unmask": (1, 1, lambda cell: self._mask(cell, 0)),
            "setup": (0, 0, self.set_up),
            "help": (0, 0, self._help),
            "quit": (0, 0, self._quit),
        }

    def do(self, text: str) -> None:
        """Do one line of what was typed.

        Raises:
            KostkaError: it is no command, or cannot be done now.
            Quit: the person leaves.
        """
        words = text.lower().split()
        if not words:
            return
        self.help_wanted = False
        command = self._commands.get(words[0])
        if command is None:
            self._play(words)
            return
        least, most, do = command
        if not least <= len(words) - 1 <= most:
            raise NotationError("terminal.usage", words[0])
        do(*words[1:])

    # Hands -----------------------------------------------------------------------------------

    def _hands(self) -> Tabletop:
        if self._tabletop is None:
            raise KostkaError("terminal.no_hands")
        return self._tabletop

    def look(self) -> None:
        """See what really stands on the table: others may move tokens too."""
        tabletop = self._tabletop
        if tabletop is None:
            return
        occupied = set(self.table.board.tokens())
        tokens = self.table.state.tokens() if self.table.game else []
        before = tabletop.standing
        for cell in tabletop.assume(tokens, occupied):
            tabletop.standing[cell] = before.get(cell, (-1, -1))

    def _cells(self, text: str) -> list[int]:
        """Return the cells of a name that the board has."""
        there = self.table.layout.cell_bits
        cells = find_cells(text, self.table.game, self._mat)
        found = [cell for cell in cells if there[cell] != NOT_THERE]
        if not found:
            raise KostkaError("terminal.not_sensed", text)
        return found

    def _free(self, text: str) -> int:
        hands = self._hands()
        cells = self._cells(text)
        free = [cell for cell in cells if cell not in hands.standing]
        if not free:
            raise KostkaError("terminal.taken", text)
        return free[0]

    def _taken(self, text: str) -> int:
        hands = self._hands()
        cells = self._cells(text)
        taken = [cell for cell in cells if cell in hands.standing]
        if not taken:
            raise KostkaError("terminal.empty", text)
        return taken[0]

    def _lift(self, text: str) -> None:
        hands = self._hands()
        cell = self._taken(text)
        self._in_hand.append(hands.standing[cell])
        hands.lift(cell)

    def _put(self, text: str) -> None:
        cell = self._free(text)
        pair = self._in_hand.pop() if self._in_hand else (-1, -1)
        self._hands().put(cell, *pair)

    def _slide(self, source: str, target: str) -> None:
        self._taken(source)
        self._free(target)
        self._lift(source)
        self.table.board.advance(AIR_MS)
        self._put(target)

    def set_up(self) -> None:
        """Put every token where the game wants it."""
        hands = self._hands()
        for cell in [cell for cell, pair in hands.standing.items() if pair == (-1, -1)]:
            hands.lift(cell)
        for trip in hands.trips(self.table.state.tokens()):
            hands.hop(trip, 0)

    # Keys ------------------------------------------------------------------------------------

    def _key(self, seat: str, key: str, how: str = "") -> None:
        names = [name for name in KEYS if name.startswith(key)]
        if not seat.isdecimal() or len(names) != 1 or how not in ("", "long"):
            raise NotationError("terminal.usage", "key")
        if not 1 <= int(seat) <= self.table.state.seats:
            raise NotationError("terminal.no_seat", seat, self.table.state.seats)
        self._press(self._panel(int(seat) - 1), KEYS[names[0]], LONG_MS if how else HOLD_MS)

    def _panel(self, seat: int) -> int:
        """Return the panel that serves a seat."""
        panel = panel_of(self.table.layout, self._mat, seat, self.table.state.seats)
        if panel < 0:
            raise KostkaError("terminal.no_keys")
        return panel

    def _press(self, panel: int, key: int, hold_ms: int = HOLD_MS) -> None:
        if base.HANDS not in self.table.board.capabilities:
            raise KostkaError("terminal.no_hands")
        self.table.board.press(panel, key, hold_ms)
        self.table.board.advance(GAP_MS)

    def _confirm(self, seat: int, index: int, count: int) -> None:
        panel = self._panel(seat)
        key, times = turns(index, count)
        for _ in range(times):
            self._press(panel, key)
        self._press(panel, OK)

    def _roll(self, face: str = "") -> None:
        """Throw: by keys on a virtual board, by the board's generator or the link elsewhere."""
        state = self.table.state
        request = state.request(-1)
        if request.what != rq.THROW:
            raise KostkaError("terminal.no_throw")
        outcomes = [action for action, _ in state.chance_outcomes()]
        if face and not (face.isdecimal() and 1 <= int(face) <= len(outcomes)):
            raise NotationError("terminal.face", face, len(outcomes))
        if self._has_keys():
            if face:
                self._confirm(request.seat, int(face) - 1, len(outcomes))
            else:
                self._press(self._panel(request.seat), OK)
        elif face:
            self._ask("do", a=[outcomes[int(face) - 1]], s="p")
        else:
            self._ask("roll")

    def _has_keys(self) -> bool:
        """Say whether there are seat panels whose keys can be pressed from here."""
        hands = base.HANDS in self.table.board.capabilities
        return hands and self.table.layout.panel_of(0) >= 0

    # Moves -----------------------------------------------------------------------------------

    def _play(self, words: list[str]) -> None:
        """Play an action in notation; ``move`` before it may be left out."""
        words = words[1:] if words[0] == "move" else words
        if len(words) != 1:
            raise NotationError("terminal.unknown", " ".join(words) or "move")
        state = self.table.state
        if state.request(PUBLIC).hidden:
            raise KostkaError("terminal.hidden")  # a refusal would tell what a seat holds
        try:
            action = state.parse_action(words[0])
        except NotationError:
            raise NotationError("terminal.unknown", words[0]) from None
        state.clone().apply(action)  # says by which rule it is refused
        if state.current_player() == CHANCE:
            actions = [one for one, _ in state.chance_outcomes()]
            seat = state.request(-1).seat
        else:
            actions = state.legal_actions()
            seat = state.current_player()
        if self._tabletop is None:
            self._ask("do", a=[action], s="p")
        elif changes(self._part, state, action):
            for trip in self._tabletop.trips(after(state, action)):
                self._tabletop.hop(trip, AIR_MS)
        elif not self._has_keys():
            self._ask("do", a=[action], s="p")
        elif seat >= 0:
            self._confirm(seat, actions.index(action), len(actions))

    def _mask(self, text: str, on: int) -> None:
        """Play without the sensors of a cell or spot, or with them again."""
        for cell in self._cells(text):
            self._ask("mask", cell=cell, on=on)

    def _undo(self) -> None:
        mirror = self.table.mirror
        back_to = self.table.last_gesture()
        if back_to < 0:
            raise KostkaError("play.no_undo")
        self._ask("undo", n=back_to, e=mirror.next_line)

    def _ask(self, kind: str, **fields: Any) -> None:
        if kind in ("do", "roll"):
            fields["n"] = self.table.mirror.next_line
        self.table.ask(kind, **fields)

    def _help(self) -> None:
        self.help_wanted = True

    def _quit(self) -> None:
        raise Quit
