"""The mat of the game of steps: that of the choice game."""

from kostka.mats.mat import Mat

MAT = Mat(
    "steps",
    [bytes([24 + n]) for n in range(6)],
    b"",
    [b"", b"", bytes([2, 3])],
    [b"", b"", bytes([0, 2])],
)
