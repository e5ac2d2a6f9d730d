"""State: one point of one game."""

import binascii
import struct

from kostka.errors import IllegalAction, NotationError
from kostka.rules.action import CHANCE, TERMINAL

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.rules.game import Game
    from kostka.rules.outcome import Outcome
    from kostka.rules.request import Request


class State:
    """One point of a game, changed in place by apply().

    A game declares its fields: `INTS` names attributes that are ints in -32768..32767, `LISTS`
    attributes that are bytearrays or lists of such ints. Everything that a later action can
    depend on is in a field; what can be computed from fields is a cache and is rebuilt by
    `restored()`. `agenda` is the stack of pending steps (frames of three small ints).
    """

    INTS: tuple[str, ...] = ()
    LISTS: tuple[str, ...] = ()

    def __init__(self, game: "Game", seats: int, options: dict[str, object]) -> None:
        self.game = game
        self.seats = seats
        self.options = options  # complete and checked; shared by clones, never changed
        self.agenda: list[int] = []

    # What the game waits for -----------------------------------------------------------------

    def current_player(self) -> int:
        """Return the seat that decides, CHANCE or TERMINAL."""
        raise NotImplementedError

    def may_answer(self) -> tuple[int, ...]:
        """Return the seats that may answer now, ascending; empty for chance and at the end."""
        player = self.current_player()
        return (player,) if player >= 0 else ()

    def request(self, seat: int = -1) -> "Request":
        """Return what the game waits for, as a seat (-1: the public) may know it."""
        raise NotImplementedError

    def legal_actions(self, seat: int | None = None) -> list[int]:
        """Return the actions a seat (None: the current player) may take now, ascending.

        Empty for a seat that may not answer, for chance and at the end. The list belongs to the
        state: do not change it.
        """
        raise NotImplementedError

    def chance_outcomes(self) -> list[tuple[int, int]]:
        """Return (action, integer weight) pairs, ascending by action; empty unless chance is on.

        The list belongs to the state: do not change it.
        """
        raise NotImplementedError

    def apply(self, action: int, events: list[tuple[int, ...]] | None = None) -> None:
        """Play one action and append its events; with `events` None no event is made.

        Raises:
            IllegalAction: with the rule number; the state is untouched.
        """
        raise NotImplementedError

    def is_terminal(self) -> bool:
        """Say whether the game is over."""
        return self.current_player() == TERMINAL

    def returns(self) -> list[int]:
        """Return the result of each seat; all 0 until the game is over."""
        raise NotImplementedError

    def outcome(self) -> "Outcome | None":
        """Return why the game is over and who won, or None while it goes on."""
        raise NotImplementedError

    # What stands on the table ----------------------------------------------------------------

    def tokens(self) -> list[tuple[int, int]]:
        """Return (spot, token) of all public, sensed tokens, sorted; a spot may repeat."""
        raise NotImplementedError

    def footprint(self, action: int) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """Return (spots losing, spots gaining) a token by a legal action, one entry per token.

        None where the action moves no sensed token. Nothing is changed and no state is copied.
        """
        return None

    def why_not(self, source: int, target: int) -> tuple[str, str] | None:
        """Return (text id, rule) that tell why no token may go from spot to spot now.

        The text takes the move as its argument. `target` is -1 where the token was only lifted.
        None where the rules have no words for it.
        """
        return None

    def pointer(self, action: int) -> tuple[int, ...]:
        """Return spots whose pictures stand for a legal action that moves no sensed token.

        They are lit while keys are turned to it, for people who do not read. Nothing secret may
        follow from them; by default there are none.
        """
        return ()

    def open_spots(self) -> tuple[int, ...]:
        """Return where everybody knows that a token may go, though who has one that may is hidden.

        They are lit with a hidden request. By default there are none.
        """
        return ()

    # What may be seen ------------------------------------------------------------------------

    def observation(self, seat: int) -> dict[str, object]:
        """Return what a seat may see, as plain values; -1 is the public."""
        raise NotImplementedError

    def resample(self, seat: int, draw: object) -> "State":
        """Return a random state that looks the same to a seat.

        `draw(n)` returns a number 0..n-1. A game without secrets returns a clone.
        """
        return self.clone()

    # Text ------------------------------------------------------------------------------------

    def action_text(self, action: int) -> str:
        """Return an action in language-free notation; parse_action() is the inverse."""
        raise NotImplementedError

    def parse_action(self, text: str) -> int:
        """Return the action that a text stands for, legal or not.

        Raises:
            NotationError: the text is no action of this game.
        """
        raise NotImplementedError

    def describe(self, action: int, seat: int) -> tuple[str, tuple[object, ...]]:
        """Return (text id, arguments) that tell a person at `seat` what an action does."""
        raise NotImplementedError

    def not_an_action(self, text: str) -> NotationError:
        """Return the error for a text that parse_action() does not understand."""
        return NotationError("notation.unknown", self.game.name, text)

    # Copies and digests ----------------------------------------------------------------------

    def clone(self) -> "State":
        """Return an independent copy."""
        other = self.__class__(self.game, self.seats, self.options)
        for name in self.INTS:
            setattr(other, name, getattr(self, name))
        for name in self.LISTS:
            value = getattr(self, name)
            setattr(other, name, bytearray(value) if isinstance(value, bytearray) else list(value))
        other.agenda = list(self.agenda)
        other.restored()
        return other

    def encode(self) -> bytes:
        """Return the state as bytes: each int, then each list with its length, little-endian."""
        ints = [getattr(self, name) for name in self.INTS]
        parts = [struct.pack("<%dh" % len(ints), *ints)]
        for name in self.LISTS:
            value = getattr(self, name)
            parts.append(struct.pack("<H", len(value)))
            if isinstance(value, bytearray):
                parts.append(bytes(value))
            else:
                parts.append(struct.pack("<%dh" % len(value), *value))
        agenda = self.agenda
        parts.append(struct.pack("<H%dh" % len(agenda), len(agenda), *agenda))
        return b"".join(parts)

    def decode(self, data: bytes) -> None:
        """Take over a state that encode() made, of the same game, seats and options.

        Raises:
            ValueError: the bytes are no such state; this state may be half changed.
        """
        n = len(self.INTS)
        ints = struct.unpack("<%dh" % n, data[: 2 * n])
        at = 2 * n
        for name, number in zip(self.INTS, ints):
            setattr(self, name, number)
        for name in self.LISTS + ("agenda",):
            if at + 2 > len(data):
                raise ValueError("state is cut short")
            size = struct.unpack("<H", data[at : at + 2])[0]
            at += 2
            wide = not isinstance(getattr(self, name), bytearray)
            end = at + (2 * size if wide else size)
            if end > len(data):
                raise ValueError("state is cut short")
            part = data[at:end]
            setattr(
                self, name, list(struct.unpack("<%dh" % size, part)) if wide else bytearray(part)
            )
            at = end
        if at != len(data):
            raise ValueError("state has %d bytes too many" % (len(data) - at))
        self.restored()

    def restored(self) -> None:
        """Rebuild caches after the fields were set from outside."""

    def digest(self) -> int:
        """Return the CRC-32 of encode()."""
        return binascii.crc32(self.encode()) & 0xFFFFFFFF

    # Agenda ----------------------------------------------------------------------------------

    def push(self, kind: int, a: int = 0, b: int = 0) -> None:
        """Put a pending step on top of the agenda."""
        self.agenda.extend((a, b, kind))

    def pop(self) -> tuple[int, int, int]:
        """Take the top step off the agenda and return (kind, a, b)."""
        agenda = self.agenda
        kind = agenda.pop()
        b = agenda.pop()
        return kind, agenda.pop(), b

    def top(self) -> tuple[int, int, int]:
        """Return the top step (kind, a, b) without taking it."""
        agenda = self.agenda
        return agenda[-1], agenda[-3], agenda[-2]

    # For apply() -----------------------------------------------------------------------------

    def refuse(self, action: int, rule: str, text: str = "action.illegal") -> IllegalAction:
        """Return the error for an action that is not legal now."""
        try:
            name = self.action_text(action)
        except (ValueError, IndexError, KeyError):
            name = str(action)
        return IllegalAction(rule, text, name)

    def check_chance(self, action: int, rule: str) -> None:
        """Raise IllegalAction unless the action is an outcome of the pending chance."""
        if self.current_player() == CHANCE:
            for outcome, _ in self.chance_outcomes():
                if outcome == action:
                    return
        raise self.refuse(action, rule)
