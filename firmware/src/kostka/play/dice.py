"""Dice that were thrown and then undone: they stay as they fell.

Whoever takes back a throw and throws again gets the same faces, die by die in the order in which
this seat threw this kind of die. Faces that people entered by hand may be entered anew, because
a face read wrongly is what undo is for; those of a cup or of the board's generator may not.
"""

from kostka.rules import request as rq

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.rules.state import State

FIRM = "bur"  # sources that cannot misread: board, cup, dice by radio


class Kept:
    """The faces that are still to come again, oldest first."""

    def __init__(self) -> None:
        self._faces: list[tuple[int, int, int, str]] = []  # seat, kind of die, action, source

    def __len__(self) -> int:
        return len(self._faces)

    def faces(self) -> list[tuple[int, int, int, str]]:
        """Return (seat, kind of die, action, source) of all, oldest first; do not change them."""
        return self._faces

    def clear(self) -> None:
        """Forget all: every die is thrown anew."""
        self._faces = []

    def find(self, seat: int, die: int, skip: int = 0) -> tuple[int, str]:
        """Return (action, source) of the next face of a seat's die, or (-1, "").

        `skip` passes over as many faces of the same seat and die.
        """
        for one in self._faces:
            if one[0] == seat and one[1] == die:
                if not skip:
                    return one[2], one[3]
                skip -= 1
        return -1, ""

    def used(self, thrown: list[tuple[int, int, int, str]]) -> None:
        """Note dice that were thrown: their places are taken."""
        for face in thrown:
            for i in range(len(self._faces)):
                if self._faces[i][:2] == face[:2]:
                    self._faces.pop(i)
                    break

    def give_back(self, thrown: list[tuple[int, int, int, str]]) -> None:
        """Note dice that were undone; they come before those undone earlier."""
        self._faces = thrown + self._faces


def note(
    state: "State", action: int, source: str, thrown: list[tuple[int, int, int, str]]
) -> None:
    """Append the die that an action is, if it is one; `state` is the one before the action."""
    request = state.request(-1)
    if request.what == rq.THROW:
        thrown.append((request.seat, request.dice[0], action, source))
