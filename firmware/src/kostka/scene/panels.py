"""Which seat a seat panel serves: its keys speak for that seat, its light shows it.

Panels stay where they are, clockwise around the table from the west, and so do people: panel n
belongs to the n-th seat clockwise (`Mat.around()`). On most mats that is seat n while they lie as
printed. Turn the mat, and the colors that now lie before a panel are the ones it speaks for.

Where a table has fewer panels than the game has seats, panel 0 also serves the seats without
one: the first of them that is asked, unless its own seat is asked too.
"""

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from collections.abc import Collection


def served(panel: int, panels: int, asked: "Collection[int]", around: bytes = b"") -> int:
    """Return the seat that a panel serves while the seats `asked` have to answer.

    `around` is the seat of each panel, if there were enough of them; without it, panel n is
    that of seat n.
    """
    own = around[panel] if panel < len(around) else panel
    if panel == 0 and own not in asked:
        for seat in asked:
            if place(seat, around) >= panels:
                return seat
    return own


def place(seat: int, around: bytes = b"") -> int:
    """Return the number that the panel of a seat has or would have."""
    return around.find(bytes((seat,))) if seat < len(around) else seat
