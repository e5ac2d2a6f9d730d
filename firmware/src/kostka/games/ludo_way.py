"""The Ludo board as tables: spots, the way of each corner, and where a throw leads on it.

Spots 0..39 are the track, 40 + 4 * corner + n goal field n of a corner, 56 + corner its reserve
(one spot for all its pawns). The corners red, blue, yellow and black start at 0, 10, 20 and 30.
How far a pawn has come on its own way is its progress: 0 reserve, 1..40 track, 41..44 goal.
"""

from kostka.compat import const

TRACK = const(40)  # fields of the track: the progress of the last one
LAST = const(44)  # progress of the last goal field
RESERVE = const(56)  # the first reserve spot
SPOTS = const(60)
OUTSIDE = const(255)  # progress on a spot that is not on the own way
CORNERS = ((), (), (0, 2), (0, 1, 2), (0, 1, 2, 3))  # of each seat, by number of seats

COLORS = ("", "white", "yellow", "green", "blue", "red", "brown")  # by face of the color die
# The color of every field as a face of the color die. All quarters are alike, so that every
# player meets the same colors in the same order.
QUARTER = b"\x01\x02\x03\x04\x05\x06\x02\x01\x03\x06"
LANE = b"\x04\x05\x03\x02"
FIELDS = b"\x00" + QUARTER + QUARTER + QUARTER + QUARTER + LANE  # by progress


def _way(corner: int) -> bytes:
    """Return the spots of a corner's way, by progress."""
    track = [(10 * corner + n) % TRACK for n in range(TRACK)]
    return bytes([RESERVE + corner] + track + [40 + 4 * corner + n for n in range(4)])


def _progress(way: bytes) -> bytes:
    """Return the progress on a way, by spot; OUTSIDE elsewhere."""
    table = bytearray([OUTSIDE] * SPOTS)
    for progress in range(LAST + 1):
        table[way[progress]] = progress
    return bytes(table)


def _number(face: int) -> bytes:
    """Return where a number leads, by progress; 0 where it leads nowhere."""
    return bytes([p + face if 0 < p <= LAST - face else 0 for p in range(LAST + 1)])


def _color(face: int) -> bytes:
    """Return where a color leads, by progress: to the next such field; 0 where there is none."""
    wanted = bytes([face])
    return bytes([0] + [max(FIELDS.find(wanted, p + 1), 0) for p in range(1, LAST + 1)])


WAYS = [_way(corner) for corner in range(4)]
PROGRESS = [_progress(way) for way in WAYS]
NUMBER_STEPS = [b""] + [_number(face) for face in range(1, 7)]  # by face
COLOR_STEPS = [b""] + [_color(face) for face in range(1, 7)]
del _way, _progress, _number, _color  # heap of a board, which needs the tables only
