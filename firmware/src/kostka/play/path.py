"""Which lines of a journal lead to a state, once some were undone.

Undos are kept as pairs (line, to), ascending: line `line` went back to the state after line `to`.
"""

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    Undos = list[tuple[int, int]]


def landing(undos: "Undos", line: int) -> int:
    """Return the line that made the state after `line`: itself, or where undos lead (0: start)."""
    for i in range(len(undos) - 1, -1, -1):
        if undos[i][0] == line:
            line = undos[i][1]  # lies further back, so earlier undos are still to come
    return line


def segments(undos: "Undos", line: int) -> list[tuple[int, int]]:
    """Return the ranges (first, last) of the lines that lead to the state after `line`."""
    found = []
    for i in range(len(undos) - 1, -1, -1):
        at, to = undos[i]
        if at > line:
            continue
        if at < line:
            found.append((at + 1, line))
        line = to
    if line > 0:
        found.append((1, line))
    found.reverse()
    return found


def contains(ranges: list[tuple[int, int]], line: int) -> bool:
    """Say whether a line lies in one of the ranges."""
    for first, last in ranges:
        if first <= line <= last:
            return True
    return False


def last_of(ranges: list[tuple[int, int]]) -> int:
    """Return the last line of a path, 0 where it is empty."""
    return ranges[-1][1] if ranges else 0


def fork(one: list[tuple[int, int]], other: list[tuple[int, int]]) -> int:
    """Return the last line that two paths share, 0 where they share none."""
    shared = 0
    for i in range(min(len(one), len(other))):
        if one[i][0] != other[i][0]:
            break
        shared = min(one[i][1], other[i][1])
        if one[i][1] != other[i][1]:
            break
    return shared
