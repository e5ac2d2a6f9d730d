"""Tokens: what stands on a spot, as one int ``seat << 6 | shape``.

Two tokens with the same int look alike. Shapes are numbered by each game; seat 15 is nobody's.
"""

from kostka.compat import const

NOBODY = const(15)


def token(seat: int, shape: int = 0) -> int:
    """Return the token of a seat. `seat` is 0..15, `shape` 0..63."""
    return seat << 6 | shape


def token_seat(value: int) -> int:
    """Return the owner's seat of a token."""
    return value >> 6


def token_shape(value: int) -> int:
    """Return the shape of a token."""
    return value & 63
