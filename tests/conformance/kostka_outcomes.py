"""Golden outcomes: how a random game of each case ends, one line per case.

A line reads ``seats variant seed version: actions digest returns rule``.
"""

from __future__ import annotations

from pathlib import Path

from kostka.rules.game import Game
from kostka_walk import Case, cases, walk


def played(case: Case) -> str:
    """Return the second half of a line: what comes out of a case."""
    for step in walk(case):
        last = step
    state = last.state
    outcome = state.outcome()
    returns = ",".join(str(value) for value in state.returns())
    return f"{last.number} {state.digest():08x} {returns} {outcome.rule if outcome else '-'}"


def key(case: Case) -> str:
    """Return what a line begins with, but for the version."""
    return f"{case.seats} {case.variant} {case.seed}"


def read(path: Path) -> dict[str, tuple[int, str]]:
    """Return {key: (version, what came out)} of a file."""
    found = {}
    for line in path.read_text().splitlines() if path.exists() else []:
        head, _, tail = line.partition(": ")
        name, _, version = head.rpartition(" ")
        found[name] = (int(version), tail)
    return found


def all_cases(game: Game) -> list[Case]:
    """Return the cases of all seat counts."""
    low, high = game.seats
    return [case for seats in range(low, high + 1) for case in cases(game, seats)]


def settle(game: Game, folder: Path, make: bool, replace: bool) -> int:
    """Check the outcomes of a game, add missing ones; return how many are missing or wrong.

    Args:
        game: the game.
        folder: has a file for each game.
        make: add lines that are missing.
        replace: play cases of older versions of the rules anew.
    """
    path = folder / f"{game.name}.txt"
    known = read(path)
    lines: list[str] = []
    bad = added = 0
    for case in all_cases(game):
        name, got = key(case), played(case)
        version, right = known.get(name, (0, ""))
        if version == 0 or (replace and version < game.version):
            added += make
            bad += not make
            version, right = game.version, got
        elif got != right:
            print(f"{game.name}: {name} (version {version}) comes out as {got}, not {right}")
            bad += 1
        lines.append(f"{name} {version}: {right}\n")
    gone = set(known) - {key(case) for case in all_cases(game)}
    for name in sorted(gone):
        print(f"{game.name}: {name} is no case of the game")
    if added:
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(lines))
        print(f"{game.name}: {added} outcomes added")
    elif bad:
        print(f"{game.name}: {bad} outcomes missing or wrong")
    return bad + len(gone)
