"""Snapshots: the state after a line, so that resuming and undoing need no replay of a whole game.

A snapshot is never needed: who finds none, or a damaged one, replays more lines. It is trusted
only where its chain is that of its line in the journal and its digest that of its state.
"""

import binascii

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.rules.state import State

    Line = dict[str, object]


def line(journal: object, number: int) -> "Line":
    """Return a line of a journal (see Past), an empty one where it holds no such line."""
    lines = journal.lines(number)  # type: ignore[attr-defined]
    for found in lines:
        lines.close()  # it holds a file open
        return found  # type: ignore[no-any-return]
    return {}


def load(snap: dict[str, object], line: dict[str, object], state: "State") -> bool:
    """Set a state to that of a snapshot; say whether it could be trusted.

    `line` is the line of the journal that it was made after. Where this returns False the state
    may be half changed.
    """
    try:
        data = binascii.a2b_base64(str(snap["g"]))
        if snap["n"] != line.get("n") or snap["c"] != line["c"]:
            return False
        digest = "%08x" % (binascii.crc32(data) & 0xFFFFFFFF)
        if snap["d"] != digest or line.get("d", digest) != digest:
            return False
        state.decode(data)
    except (ValueError, LookupError):
        return False
    return True


def holds(undos: list[tuple[int, int]], number: int) -> bool:
    """Say whether no undo after line `number` goes back over it."""
    for at, to in undos:
        if at > number > to:
            return False
    return True
