"""What was done and seen in a test, for its report and, with --record, for a file of its own."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path
from typing import Any

from kostka_host.boards.base import Color

FRAMES = 24  # of the lights that a report draws, the last ones
Frame = tuple[float, list[str], list[str]]


class Record:
    """One test's steps, each with the seconds since it began."""

    def __init__(self) -> None:
        self.steps: list[dict[str, Any]] = []
        self._began = time.monotonic()
        self._last: tuple[list[Color], list[Color]] | None = None

    def note(self, what: str, **facts: Any) -> None:
        """Write a step down."""
        self.steps.append({"s": round(time.monotonic() - self._began, 3), "do": what, **facts})

    def leds(self, cells: list[Color], seats: list[Color]) -> tuple[list[Color], list[Color]]:
        """Write down how the lights are, where that is new, and return them."""
        if self._last != (cells, seats):
            self._last = (cells, seats)
            self.note("leds", cells=_digits(cells), seats=_digits(seats))
        return cells, seats

    def frames(self) -> list[dict[str, Any]]:
        """Return the last pictures of the lights."""
        return [step for step in self.steps if step["do"] == "leds"][-FRAMES:]

    def write(self, folder: Path, name: str) -> Path:
        """Write all steps into a file named after the test, one JSON object a line."""
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / (re.sub(r"[^\w.-]+", "_", name).strip("_") + ".jsonl")
        rows = [json.dumps(step, separators=(",", ":")) for step in self.steps]
        path.write_text("\n".join(rows) + "\n", encoding="utf-8")
        return path


def _digits(colors: list[Color]) -> str:
    """Return colors as hex digits, six each."""
    return "".join("%02x%02x%02x" % tuple(color) for color in colors)
