"""Which seat a seat panel serves: its keys speak for that seat, its light shows it.

Panel n belongs to seat n. Where a table has fewer panels than the game has seats, panel 0 also
serves the seats without one: the first of them that is asked, unless its own seat is asked too.
"""

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from collections.abc import Collection


def served(panel: int, panels: int, asked: "Collection[int]") -> int:
    """Return the seat that a panel serves while the seats `asked` have to answer."""
    if panel == 0 and 0 not in asked:
        for seat in asked:
            if seat >= panels:
                return seat
    return panel
