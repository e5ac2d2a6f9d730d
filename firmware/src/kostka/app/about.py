"""What a table knows of its game beside the journal: name, who plays each seat, how the mat lies.

It stands in a note beside the journal: no rule depends on it, and it may change in mid game.
"""

from kostka.errors import OptionError

HUMAN = "h"  # answers by hands, keys and pages
BOT = "b"  # the board itself decides
REMOTE = "r"  # only a host answers, for somebody who is not at the table
KINDS = HUMAN + BOT + REMOTE
NAME_MAX = 24  # characters


class About:
    """`kinds` has a letter per seat, `turn` the quarters by which the mat is turned clockwise."""

    def __init__(self, seats: int = 0) -> None:
        self.name = ""
        self.kinds = HUMAN * seats
        self.turn = 0

    def take(self, note: dict[str, object], seats: int) -> None:
        """Take over a note; what is missing or makes no sense is as in a new game."""
        self.name, self.kinds, self.turn = "", HUMAN * seats, 0
        name, kinds, turn = note.get("name"), note.get("k"), note.get("turn")
        if isinstance(name, str):
            self.name = name[:NAME_MAX]
        if isinstance(kinds, str) and fits(kinds, seats):
            self.kinds = kinds
        if isinstance(turn, int):
            self.turn = turn & 3

    def pairs(self) -> list[tuple[str, object]]:
        """Return the fields of the note and of the message to a host."""
        return [("name", self.name), ("k", self.kinds), ("turn", self.turn)]

    def plays(self, seat: int, kind: str) -> bool:
        """Say whether a seat (negative: chance, nobody) is played by a kind."""
        return 0 <= seat < len(self.kinds) and self.kinds[seat] == kind

    def here(self, seat: int) -> bool:
        """Say whether hands and keys may act for a seat, or for nobody in particular."""
        return not 0 <= seat < len(self.kinds) or self.kinds[seat] == HUMAN

    def bots(self) -> tuple[int, ...]:
        """Return the seats that the board plays."""
        return tuple([seat for seat in range(len(self.kinds)) if self.kinds[seat] == BOT])


def fits(kinds: str, seats: int) -> bool:
    """Say whether a text has one letter of KINDS for each seat."""
    return len(kinds) == seats and all([kind in KINDS for kind in kinds])


def checked(kinds: object, seats: int) -> str:
    """Return who plays each seat.

    Raises:
        OptionError: it is no text with one letter of KINDS for each seat.
    """
    if not isinstance(kinds, str) or not fits(kinds, seats):
        raise OptionError("seats.kinds", str(kinds), seats)
    return kinds
