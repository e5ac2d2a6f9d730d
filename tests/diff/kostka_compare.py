"""Runs kostka_engine.py on CPython and on MicroPython at once and compares what they say."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from kostka_host.vm import HEAP, find_micropython

ROOT = Path(__file__).resolve().parents[2]
ENGINE = ROOT / "tests" / "diff" / "kostka_engine.py"
PATHS = (
    ROOT / "firmware" / "src",
    *(ROOT / "tests" / part for part in ("probe", "diff", "rules")),
)
NAMES = ("CPython", "MicroPython")
FIELDS = ("game", "action", "chain", "state digest", "view", "text")


@dataclass
class Result:
    """What came out of one comparison; `difference` is empty where both Pythons agree."""

    game: str
    seats: int
    seed: int
    actions: int = 0
    games: int = 0
    seconds: float = 0.0
    difference: str = ""


class Side:
    """One Python that runs the engine."""

    def __init__(self, name: str, command: Sequence[str], paths: Sequence[Path]) -> None:
        self.name = name
        self._errors: IO[str] = tempfile.TemporaryFile("w+")
        joined = os.pathsep.join(str(path) for path in paths)
        self._process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
            env={**os.environ, "PYTHONPATH": joined, "MICROPYPATH": joined + ":.frozen"},
        )

    def lines(self) -> Iterator[str]:
        """Yield the lines said; at the end one empty line."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            yield line.rstrip("\n")
        yield ""

    def rest(self) -> str:
        """Stop, and return the last words said, of both streams."""
        out = ""
        if self._process.poll() is None:
            time.sleep(0.05)  # a traceback may be on its way
        self._process.kill()
        if self._process.stdout is not None and not self._process.stdout.closed:
            out = self._process.stdout.read()
        self._errors.seek(0)
        return "\n".join((out + self._errors.read()).splitlines()[-6:])

    def close(self) -> int:
        """Stop and return the exit code."""
        if self._process.poll() is None:
            self._process.kill()
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._errors.close()
        return self._process.wait()


def pair(arguments: Sequence[str], paths: Sequence[Path] = PATHS) -> tuple[Side, Side]:
    """Start the engine on both Pythons with the same arguments."""
    vm = [*find_micropython(), "-X", f"heapsize={HEAP}"]
    script = [str(ENGINE), *arguments]
    return (
        Side(NAMES[0], [sys.executable, *script], paths),
        Side(NAMES[1], [*vm, *script], paths),
    )


def first_difference(sides: tuple[Side, Side]) -> tuple[str, str, str, int]:
    """Read both sides in step. Return (last equal line, line, other line, lines read).

    Both lines are empty where the sides agree to the end.
    """
    last = ""
    count = 0
    for ours, theirs in zip(sides[0].lines(), sides[1].lines(), strict=False):
        if ours != theirs:
            return last, ours, theirs, count
        if ours:
            last = ours
            count += 1
    return last, "", "", count


def compare(
    game: str,
    seed: int,
    actions: int,
    seats: int = 0,
    every: int = 500,
    paths: Sequence[Path] = PATHS,
) -> Result:
    """Play random games on both Pythons and compare chains, digests and views.

    Args:
        game: name in the registry.
        seed: of the run.
        actions: how many at least.
        seats: 0 = all seat counts.
        every: actions between two comparisons; a difference is then found to the action.
        paths: folders with modules.
    """
    result = Result(game, seats, seed)
    what = ["play", game, str(seed), str(seats)]
    started = time.monotonic()
    sides = pair([*what, str(actions), str(every), "0", "-1"], paths)
    try:
        for line in _ends(sides, result):
            index, at = (int(word) for word in line.split()[:2])
            result.games = index + 1
            result.actions += at
    finally:
        for side in sides:
            side.close()
    result.seconds = time.monotonic() - started
    if result.difference:
        result.difference = _refine(what, result, paths)
    return result


def _ends(sides: tuple[Side, Side], result: Result) -> Iterator[str]:
    """Yield the line of each game's end while both sides agree; else note the difference."""
    last = ""
    for ours, theirs in zip(sides[0].lines(), sides[1].lines(), strict=False):
        if ours != theirs:
            result.difference = f"{last}\n{ours}\n{theirs}"
            return
        if " end " in ours:
            yield ours
        last = ours or last
    if not last.startswith("done "):
        result.difference = f"{last}\n\n"  # both ended early


def _refine(what: Sequence[str], result: Result, paths: Sequence[Path]) -> str:
    """Play the one game that differs again, action by action, and tell the first difference."""
    index = str(result.games)
    sides = pair([*what, "1", "1", index, index], paths)
    try:
        last, ours, theirs, count = first_difference(sides)
        tails = [side.rest() for side in sides]
    finally:
        codes = [side.close() for side in sides]
    where = f"{result.game}, seed {result.seed}, game {index}, action {count}"
    if ours == theirs:
        return f"{where}: both stop after: {last}\n{tails[0]}\n{tails[1]}"
    told = [f"{where}: " + _which(ours, theirs), f"  before:       {last}"]
    for name, line, tail, code in zip(NAMES, (ours, theirs), tails, codes, strict=True):
        shown = line if _is_report(line) else f"{line}\n{tail}\n(exit code {code})"
        told.append(f"  {name + ':':<13} {shown}")
    return "\n".join(told)


def _is_report(line: str) -> bool:
    return len(line.split()) >= len(FIELDS)


def _which(ours: str, theirs: str) -> str:
    if not (_is_report(ours) and _is_report(theirs)):
        return "one side stops"
    split = len(FIELDS) - 1
    pairs = zip(FIELDS, ours.split(" ", split), theirs.split(" ", split), strict=True)
    return ", ".join(name for name, a, b in pairs if a != b) + " differs"


def tell_both(arguments: Sequence[str]) -> int:
    """Print what the engine says on both Pythons; return 1 where they differ."""
    sides = pair(arguments)
    try:
        told = [list(side.lines())[:-1] for side in sides]
        tails = [side.rest() for side in sides]
    finally:
        codes = [side.close() for side in sides]
    print("\n".join(told[0]))
    if told[0] == told[1] and not any(codes):
        print("equal on both")
        return 0
    for name, lines, tail in zip(NAMES, told, tails, strict=True):
        print("\n".join([f"{name} says:", *lines, tail]))
    return 1
