"""What was learned of cups and dice, in a file: one checked row for each tare, gains and die.

Numbers are whole: tares in units of the sensors, everything else times 10,000.
"""

import json
import os

from kostka.line import dumps, seal, unseal

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kostka.sense.cups import Cups
    from kostka.sense.die import Die

SCALE = 10_000
ROW_MAX = 400  # bytes
_COUNT = 12  # numbers of a tare, and of gains
_DIE = 9  # inradius, direction, offset, moment, and 1 where it is mirrored

_replace = getattr(os, "replace", os.rename)  # MicroPython's rename replaces


def rows(path: str) -> "Iterator[dict[str, object]]":
    """Yield the rows of a file that are whole: what ("tare", "gains", "die"), n, v, kind."""
    try:
        file = open(path, "rb")
    except OSError:
        return
    with file:
        while True:
            row = file.readline(ROW_MAX)
            if not row:
                return
            try:
                text = unseal(row.decode().rstrip("\n"))
                found = json.loads(text) if text is not None else None
            except (ValueError, RuntimeError):
                found = None
            if isinstance(found, dict) and _is_sound(found):
                yield found


def _is_sound(row: dict[str, object]) -> bool:
    values = row.get("v")
    count = _DIE if row.get("what") == "die" else _COUNT
    if not isinstance(values, list) or len(values) != count or "n" not in row:
        return False
    return all([isinstance(value, int) for value in values])


def keep(path: str, what: str, name: object, values: list[int], kind: int = 0) -> None:
    """Write a row in the place of the one of the same thing; a power cut leaves old or new.

    Raises:
        OSError: it could not be written; the file holds what it held.
    """
    with open(path + ".new", "wb") as file:
        for row in rows(path):
            if row["what"] != what or row["n"] != name:
                file.write(_row(row["what"], row["n"], row.get("kind"), row["v"]))
        file.write(_row(what, name, kind, values))
    _replace(path + ".new", path)


def _row(what: object, name: object, kind: object, values: object) -> bytes:
    body = dumps([("what", what), ("n", name), ("kind", kind), ("v", values)])
    return (seal(body) + "\n").encode()


def calibrate(path: str, cups: "Cups", numbers: list[int]) -> None:
    """Give cups their tares and gains; `numbers` are those of the layout."""
    for row in rows(path):
        name = row["n"]
        if row["what"] == "die" or name not in numbers:
            continue
        i = numbers.index(name)
        values: list[int] = row["v"]  # type: ignore[assignment]
        if row["what"] == "gains":
            cups.cups[i].gains = [value / SCALE for value in values]
        elif not cups.cups[i].tared:
            cups.calibrate(i, values, cups.cups[i].gains)


def die(path: "str | None", layout: object, kind: int) -> "Die | None":
    """Return the die of a kind as it was learned, else as it is described or drawn.

    None for a kind that cannot be read.
    """
    from kostka.sense import faces

    if kind not in faces.TABLES:
        return None
    learned = None
    for row in rows(path) if path is not None else ():
        if row["what"] == "die" and row.get("kind") == kind:
            learned = row  # of several the last one that was learned
    if learned is not None:
        return of_row(learned)
    count, values = faces.TABLES[kind]
    for known in getattr(layout, "DICE", ()):
        if known[1] == "d%d" % kind:
            return faces.make(count, values, known[2], known[3], known[4], known[5])
    return faces.usual(kind)


def of_row(row: dict[str, object]) -> "Die":
    """Return the die that a row holds."""
    from kostka.sense import faces

    count, values = faces.TABLES[row["kind"]]  # type: ignore[index]
    found = [value / SCALE for value in row["v"]]  # type: ignore[attr-defined]
    return faces.make(
        count, values, found[0], tuple(found[1:4]), tuple(found[4:7]), found[7], True, found[8] > 0
    )


def keep_die(path: str, name: str, kind: int, die: "Die") -> None:
    """Keep a die that was learned; raises like keep()."""
    values = [die.inradius] + list(die.direction) + list(die.offset)
    values += [die.moment, float(die.mirrored)]
    keep(path, "die", name, [round(value * SCALE) for value in values], kind)
