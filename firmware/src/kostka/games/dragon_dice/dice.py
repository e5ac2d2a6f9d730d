"""The rows of the dice in play: read out of the table of all dice when they are needed first.

A row has class or type << 3 | health or points, elements, the number of sides, and then icon and
number of results of each face.
"""

from kostka.compat import forget

rows = bytearray()
_begins: dict[int, int] = {}  # place of each kind in `rows`
_TABLE = "kostka.games.dragon_dice.tables_dice"


def row(kind: int) -> int:
    """Return where the row of a kind begins in `rows`."""
    at = _begins.get(kind)
    return _read(kind) if at is None else at


def hold(kinds: list[int]) -> None:
    """Read the rows of all dice of a game that was taken up, then drop the table."""
    for kind in kinds:
        row(kind)
    forget(_TABLE)


def _read(kind: int) -> int:
    from kostka.games.dragon_dice import tables_dice as td

    at = len(rows)
    rows.extend(td.KIND[4 * kind : 4 * kind + 2])
    begin = td.KIND[4 * kind + 2] | td.KIND[4 * kind + 3] << 8
    rows.append(td.FACES[begin])
    for face in td.FACES[begin + 1 : begin + 1 + td.FACES[begin]]:
        rows.append(td.ICON[face])
        rows.append(td.COUNT[face])
    _begins[kind] = at
    return at
