"""The mat of the choice game: six cells in a row."""

from kostka.mats.mat import Mat

MAT = Mat(
    "choice",
    [bytes([24 + n]) for n in range(6)],
    b"",
    [b"", b"", bytes([2, 3])],
    [b"", b"", bytes([0, 2])],
)
