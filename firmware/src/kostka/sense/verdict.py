"""What a cup says of what lies in it."""

from kostka.compat import const

# Kinds of verdicts.
EMPTY = const(0)
MOVING = const(1)
FACE = const(2)
COCKED = const(3)
FOREIGN = const(4)
FAULT = const(5)  # a sensor does not answer
NAMES = ("empty", "moving", "face", "cocked", "foreign", "fault")


class Verdict:
    """What a cup says: `kind`, and with a FACE its `value`, with COCKED the two nearest values.

    `face` is the index of the face in the die's shape, -1 without one. `confidence` is 0..100:
    how much nearer the value is than any other, 0 at the limit of acceptance.
    """

    def __init__(self, kind: int) -> None:
        self.kind = kind
        self.value = -1
        self.face = -1
        self.confidence = 0
        self.candidates: tuple[int, ...] = ()
