"""What hands have to do on a board after a move that its sensors have not seen being made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from kostka.mats.mat import Mat, cell_name

from kostka_host.verdict import Verdict
from kostka_host.web.pieces import Pair


@dataclass(frozen=True)
class Way:
    """A token's way from a spot to a spot, -1 where it comes from or goes off the table."""

    token: int
    source: int
    target: int


def ways(before: Iterable[Pair], now: Iterable[Pair]) -> list[Way]:
    """Return which tokens are elsewhere now; who makes room for another one goes first."""
    left, come = Counter(before), Counter(now)
    left, come = left - come, come - left
    found = []
    for token in sorted({token for _, token in [*left, *come]}):
        sources = sorted(spot for spot, one in left.elements() if one == token)
        targets = sorted(spot for spot, one in come.elements() if one == token)
        count = max(len(sources), len(targets))
        sources += [-1] * (count - len(sources))
        targets += [-1] * (count - len(targets))
        found += [Way(token, *pair) for pair in zip(sources, targets, strict=True)]
    entered = {way.target for way in found}
    return sorted(found, key=lambda way: way.source not in entered)


def to_do(moved: list[Way], verdict: Verdict, mat: Mat) -> list[Way]:
    """Return the ways that a verdict says are still to be gone, [] where they are not all of it.

    A verdict names cells, and not which token stands there: where one token takes another one's
    place, only the ends of their ways show.
    """
    missing = {mat.spot_of[cell] for cell in verdict.missing}
    extra = {mat.spot_of[cell] for cell in verdict.extra}
    if not missing <= {way.target for way in moved} or not extra <= {way.source for way in moved}:
        return []
    if len(moved) > 1:  # of ways that meet, the second one goes to its end with the first
        return moved if missing or extra else []
    return [way for way in moved if way.target in missing or way.source in extra]


def untouched(moved: list[Way], verdict: Verdict, mat: Mat, sensed: frozenset[int]) -> bool:
    """Say whether the table still stands as it did before tokens should have moved."""
    change = Counter(way.target for way in moved)
    change.subtract(way.source for way in moved)
    seen = {
        spot: count
        for spot, count in change.items()
        if count and spot >= 0 and sensed.issuperset(mat.cells(spot))
    }
    found = Counter(mat.spot_of[cell] for cell in verdict.missing)
    found.subtract(mat.spot_of[cell] for cell in verdict.extra)
    return bool(seen) and seen == {spot: count for spot, count in found.items() if count}


def words(
    todo: list[Way], verdict: Verdict, mat: Mat, color: Callable[[int], str]
) -> list[list[object]]:
    """Return what to do in words; `color(token)` is the message id of a token's color."""
    return [
        _words(way, color(way.token), _place(way.source, verdict.extra, mat),
               _place(way.target, verdict.missing, mat))
        for way in todo
    ]  # fmt: skip


def _words(way: Way, color: str, source: str, target: str) -> list[object]:
    if not source:
        return ["web.guide.put", [color], target]
    if not target:
        return ["web.guide.off", [color], source]
    return ["web.guide.move", [color], source, target]


def _place(spot: int, named: list[int], mat: Mat) -> str:
    """Return the name of a spot's cell, of the one that a verdict names if it does."""
    cells = mat.cells(spot) if spot >= 0 else b""
    for cell in [*(cell for cell in named if cell in cells), *cells]:
        return cell_name(cell, mat.cols)
    return ""
