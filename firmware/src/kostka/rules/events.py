"""Events: tuples of ints ``(kind, audience, …)`` that say what an action did.

Values lie in -32768..32767. Audience -1 means everybody, else bit n stands for seat n. The kinds
below are understood by every display; a game's own kinds start at OWN.
"""

from kostka.compat import const

ALL = const(-1)

TURN = const(1)  # (TURN, ALL, seat): this seat's turn begins
THROW = const(2)  # (THROW, ALL, seat, die kind, face)
MOVE = const(3)  # (MOVE, ALL, seat, token, from spot, to spot); spot -1 is off the table
TAKE = const(4)  # (TAKE, ALL, owner, token, from spot, to spot): a rival's token is moved away
PASS = const(5)  # (PASS, ALL, seat): nothing can be done
CHOICE = const(6)  # (CHOICE, audience, seat, choice)
SHOW = const(7)  # (SHOW, audience, seat, what, value): something hidden becomes visible
OVER = const(8)  # (OVER, ALL, winner seat or -1)
LOT = const(9)  # (LOT, ALL, seat): lots chose this seat

OWN = const(32)


def visible(event: tuple[int, ...], seat: int) -> bool:
    """Say whether a seat (-1: the public) may see an event."""
    audience = event[1]
    return audience == ALL or (seat >= 0 and audience >> seat & 1 == 1)
