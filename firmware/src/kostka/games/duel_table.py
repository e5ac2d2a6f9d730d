"""The numbers of the Duel tokens, and the names of spots.

A token is 0..47; `STRENGTH[4 * token + line]` is its number in a line (0 red, 1 blue, 2 green,
3 violet), as an owner has entered it. Without that, twelve patterns are turned through the four
lines, so that no line is favored; the first pattern is Goblin's. Spots 0..23 are the fields of
the boards, 12 * seat + 3 * line + number, 24 and 25 the homes of the swords of both
seats.
"""

from kostka.compat import const
from kostka.games import own

TOKENS = const(48)
FIELDS = const(12)  # of one board
HOME = const(24)  # the first spot that is no field
SPOTS = const(26)
HIGH = const(9)  # the highest number that a token may have
LINES = ("red", "blue", "green", "violet")
LETTERS = "rbgv"  # of the lines

_PATTERNS = b"643365226342622454425334524354234333423343224431"

_OWN = own.numbers("duel", 4 * TOKENS, HIGH)
OWN = len(_OWN) > 0  # whether they are those of an owner's copy
STRENGTH = _OWN or bytes(
    [
        _PATTERNS[(token & ~3) + (line - token & 3)] - 48
        for token in range(TOKENS)
        for line in range(4)
    ]
)


def strength(token: int, line: int) -> int:
    """Return the number of a token in a line."""
    return STRENGTH[4 * token + line]


def highest(token: int) -> int:
    """Return the highest number of a token."""
    return max(STRENGTH[4 * token : 4 * token + 4])


def field_name(field: int) -> str:
    """Return r1..v3 of a field 0..11 of a board."""
    return LETTERS[field // 3] + str(field % 3 + 1)


def field_number(name: str) -> int:
    """Return the field of a name.

    Raises:
        ValueError: there is no such field.
    """
    if len(name) == 2 and name[0] in LETTERS and name[1] in "123":
        return 3 * LETTERS.index(name[0]) + int(name[1]) - 1
    raise ValueError("no field " + name)


def spot_name(spot: int) -> str:
    """Return 1r1..2v3 (player and field), or 1sword and 2sword."""
    if spot < HOME:
        return str(spot // FIELDS + 1) + field_name(spot % FIELDS)
    return "%dsword" % (spot - HOME + 1)


def spot_number(name: str) -> int:
    """Return the spot of the name of a field of a board.

    Raises:
        ValueError: there is no such field.
    """
    if name[:1] not in ("1", "2"):
        raise ValueError("no spot " + name)
    return FIELDS * (int(name[0]) - 1) + field_number(name[1:])
