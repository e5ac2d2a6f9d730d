"""The board of Arena of Warriors as tables: rings, colors, links, and what tokens are worth.

Spots 0..19 are the yellow ring, 20..34 the green, 35..46 the blue, 47..55 the red one, 56 the
center, 57 the start field, 58 the place in front of it, 59..61 the targets of the range. Rings
are numbered from outside; ring 4 is the center.
"""

from kostka.compat import const
from kostka.games import own

RINGS = const(4)
CENTER = const(56)
START = const(57)
OFF = const(58)  # in front of the start field: off the board
TARGET = const(59)  # the first of the range's three
TARGETS = const(3)
SPOTS = const(62)

FIRST = b"\x00\x14\x23\x2f\x38"  # the first spot of each ring, then the center
LENGTHS = b"\x14\x0f\x0c\x09"
LETTERS = "ygbr"

# Faces of the color die, and the face of each ring; brown is the center's.
WHITE, YELLOW, GREEN, BLUE, RED, BROWN = range(1, 7)
COLORS = ("", "white", "yellow", "green", "blue", "red", "brown")
RING_FACES = b"\x02\x03\x04\x05\x06"

# A ring has its own color and those of no neighbor ring: a neighbor's color leads over a link.
_YELLOW = b"\x02\x04\x05\x06" * 5
_GREEN = b"\x03\x05\x06" * 5
_BLUE = b"\x04\x02\x06" * 4
_RED = b"\x05\x02\x03" * 3
FIELDS = _YELLOW + _GREEN + _BLUE + _RED + b"\x06"  # face of the color of each field
SPECIALS = b"\x02\x06\x0a\x0e\x12\x15\x18\x1b\x1e\x21\x23\x27\x2b\x2e\x30\x32\x34\x37"

_TOKENS = const(48)
_OWN = own.numbers("duel", 4 * _TOKENS, 9)
OWN = len(_OWN) > 0  # whether tokens have the numbers of an owner's copy
_BEST = bytes([max(_OWN[i : i + 4]) for i in range(0, len(_OWN), 4)])  # AR-4
WORTHS = bytes(sorted(set(_BEST))) or b"\x04\x05\x06"  # highest numbers of the tokens of Duel
COPIES = bytes([_BEST.count(bytes([n])) for n in WORTHS]) if OWN else b"\x10\x10\x10"  # of each


def ring_of(spot: int) -> int:
    """Return the ring of a field 0..56, counted from outside; the start field is on ring 0."""
    ring = 0
    if spot < START:
        while ring < RINGS and spot >= FIRST[ring + 1]:
            ring += 1
    return ring


def neighbor_of(spot: int, face: int) -> int:
    """Return the ring of a color if it is a neighbor of a spot's ring, else -1."""
    ring = ring_of(spot)
    other = RING_FACES.find(bytes([face]))
    return other if other >= 0 and abs(other - ring) == 1 else -1


def along(spot: int, face: int) -> int:
    """Return the next field of a color in the direction of the start arrow (AR-6), -1 for none.

    From the start field the first one is that at the entrance.
    """
    ring = ring_of(spot)
    first, length = FIRST[ring], LENGTHS[ring]
    at = length - 1 if spot == START else spot - first
    for step in range(1, length + 1):
        ahead = first + (at + step) % length
        if FIELDS[ahead] == face:
            return ahead
    return -1


def links(spot: int, ring: int) -> list[int]:
    """Return the fields of a neighbor ring that a field is linked to, ascending.

    Rings are cut into equal sectors, one a field; those that overlap are linked.
    """
    if ring == RINGS:
        return [CENTER]
    own = ring_of(spot)
    at, length, other = spot - FIRST[own], LENGTHS[own], LENGTHS[ring]
    low = at * other // length
    high = ((at + 1) * other - 1) // length
    return [FIRST[ring] + n for n in range(low, high + 1)]


def spot_name(spot: int) -> str:
    """Return y0..y19, g0..g14, b0..b11, r0..r8, center, start, off, or x1..x3 (targets)."""
    if spot >= TARGET:
        return "x%d" % (spot - TARGET + 1)
    if spot >= CENTER:
        return ("center", "start", "off")[spot - CENTER]
    ring = ring_of(spot)
    return "%s%d" % (LETTERS[ring], spot - FIRST[ring])


def spot_number(name: str) -> int:
    """Return the spot of a name.

    Raises:
        ValueError: there is no such spot.
    """
    for spot in range(SPOTS):
        if spot_name(spot) == name:
            return spot
    raise ValueError("no spot " + name)
