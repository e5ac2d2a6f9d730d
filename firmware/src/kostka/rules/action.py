"""Actions: one int below 2**30 each, ``kind << 18 | a << 9 | b``."""

from kostka.compat import const

CHANCE = const(-1)  # current_player() when dice or a draw decide
TERMINAL = const(-4)  # current_player() when the game is over
PUBLIC = const(-1)  # the seat number that stands for everybody

OPERAND_MAX = const(511)
KIND_MAX = const(4095)


def pack(kind: int, a: int = 0, b: int = 0) -> int:
    """Return an action. `kind` is 0..4095, `a` and `b` are 0..511.

    Raises:
        ValueError: an operand is out of range.
    """
    if not (0 <= kind <= KIND_MAX and 0 <= a <= OPERAND_MAX and 0 <= b <= OPERAND_MAX):
        raise ValueError("action operand out of range: %d, %d, %d" % (kind, a, b))
    return kind << 18 | a << 9 | b


def kind_of(action: int) -> int:
    """Return the kind of an action."""
    return action >> 18


def a_of(action: int) -> int:
    """Return the first operand of an action."""
    return action >> 9 & OPERAND_MAX


def b_of(action: int) -> int:
    """Return the second operand of an action."""
    return action & OPERAND_MAX
