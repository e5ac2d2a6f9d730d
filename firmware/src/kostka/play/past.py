"""Past: what is kept of earlier states of a game; kostka.play.undo rebuilds them from it."""

import binascii

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.play.dice import Kept
    from kostka.rules.state import State

    Events = list[tuple[int, ...]]

EVERY = 32  # lines
_RECENT = 8  # states kept for a quick undo
_APART = 8  # lines between two snapshots, however often undos go over them: each costs an erase


class Past:
    """The states behind a session, kept in memory, in snapshots and in the lines of a journal.

    `journal` offers `header() -> (line, body)`, `lines(first)`, `undos()`, all (line, to) pairs,
    and snapshots, which it may lose: `keep(pairs)` takes one, `snapshot(number)` returns the last
    one whose line is not after `number`, as (line, dict), or None.
    """

    def __init__(self, journal: object) -> None:
        self.journal = journal
        self.recent: list[tuple[int, bytes]] = []
        self._snapped = 0  # the line of the last snapshot that no undo went over
        self._written = 0  # the line of the last snapshot

    def forget(self, snapped: int = 0) -> None:
        """Begin with another game, whose last snapshot is that after line `snapped`."""
        self.recent = []
        self._snapped = self._written = snapped

    def undone(self, back: int) -> None:
        """Note that an undo went back to a line: snapshots after it do not help a resume."""
        if back < self._snapped:
            found = self.journal.snapshot(back)  # type: ignore[attr-defined]
            self._snapped = found[0] if found is not None else 0

    def note(self, number: int, state: "State") -> None:
        """Keep the state after a line in memory; older ones make room."""
        self.recent = [one for one in self.recent if one[0] != number]
        if len(self.recent) >= _RECENT:
            self.recent.pop(0)
        self.recent.append((number, state.encode()))

    def snap(
        self, state: "State", number: int, chain: int, events: "Events", kept: "Kept"
    ) -> None:
        """Keep a snapshot of the game after line `number`, which plays, where one is due."""
        if number >= self._snapped + EVERY and number >= self._written + _APART:
            self._snapped = self._written = number  # also where it fails: the next is due soon
            self.journal.keep(  # type: ignore[attr-defined]
                fields(state, number, chain, events, kept)
            )


def fields(
    state: "State", number: int, chain: int, events: "Events", kept: "Kept"
) -> list[tuple[str, object]]:
    """Return a snapshot of the game after line `number`, as fields of a row."""
    data = state.encode()
    return [
        ("n", number),
        ("c", "%08x" % chain),
        ("d", "%08x" % (binascii.crc32(data) & 0xFFFFFFFF)),
        ("g", binascii.b2a_base64(data).decode().strip()),
        ("k", [list(face) for face in kept.faces()]),
        ("e", [list(event) for event in events]),
    ]
