"""Past runs, read from their JUnit files: which tests sometimes fail, and what differs in two."""

from __future__ import annotations

import itertools
import re
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from pathlib import Path

PASSED, FAILED, SKIPPED = "passed", "failed", "skipped"


@dataclass(frozen=True)
class Case:
    """What a test came to in one run: outcome, seconds, class of its failure."""

    outcome: str
    seconds: float
    kind: str = ""


@dataclass(frozen=True)
class Flaky:
    """How a test fared over runs. `turns` counts how often it went from one result to another."""

    passed: int
    failed: int
    turns: int

    @property
    def is_flaky(self) -> bool:
        """Whether it did both."""
        return self.passed > 0 and self.failed > 0


def without_time(name: str) -> str:
    """Return a name without the number of the repetition that --count gives it."""
    return re.sub(r"(?<=[-\[])run\d+-|-?run\d+(?=\])", "", name).replace("[]", "")


def read_one(path: Path) -> dict[str, Case]:
    """Return the tests of a JUnit file; of one that ran several times the worst counts.

    Raises:
        OSError: it cannot be read.
        ValueError: it is none.
    """
    try:
        tree = ET.parse(path)
    except ET.ParseError as problem:
        raise ValueError(f"{path} is no JUnit file: {problem}") from None
    found: dict[str, Case] = {}
    for case in tree.iter("testcase"):
        name = f"{case.get('classname', '')}::{case.get('name', '')}".partition("@")[0]
        name = without_time(name)
        outcome, kind = PASSED, ""
        for tag in ("failure", "error"):
            one = case.find(tag)
            if one is not None:
                outcome, kind = FAILED, one.get("type", "")
        if case.find("skipped") is not None:
            outcome = SKIPPED
        if found.get(name, Case(PASSED, 0)).outcome == FAILED:
            continue
        found[name] = Case(outcome, float(case.get("time") or 0), kind)
    return found


def read(folder: Path) -> dict[str, Flaky]:
    """Return how tests fared over all JUnit files of a folder, the oldest first.

    Raises:
        ValueError: a file is none.
    """
    runs = sorted(folder.glob("*.xml"), key=lambda path: (path.stat().st_mtime, path.name))
    rows: dict[str, list[str]] = {}
    for path in runs:
        for name, case in read_one(path).items():
            if case.outcome != SKIPPED:
                rows.setdefault(name, []).append(case.outcome)
    return {name: _flaky(outcomes) for name, outcomes in sorted(rows.items())}


def _flaky(outcomes: list[str]) -> Flaky:
    turns = sum(a != b for a, b in itertools.pairwise(outcomes))
    return Flaky(outcomes.count(PASSED), outcomes.count(FAILED), turns)


def compare(old: dict[str, Case], new: dict[str, Case]) -> list[str]:
    """Return a line for everything that differs between two runs; slower by half counts."""
    lines = []
    for name in sorted(old.keys() | new.keys()):
        before, after = old.get(name), new.get(name)
        if before is None or after is None:
            lines.append(f"{'only in A' if after is None else 'only in B'}: {name}")
        elif before.outcome != after.outcome:
            kind = f" [{after.kind}]" if after.kind else ""
            lines.append(f"{before.outcome} -> {after.outcome}{kind}: {name}")
        elif after.seconds > 1.5 * before.seconds + SLOWER_S:
            lines.append(f"slower, {before.seconds:.2f} s -> {after.seconds:.2f} s: {name}")
    return lines


SLOWER_S = 0.5  # what does not count as slower
