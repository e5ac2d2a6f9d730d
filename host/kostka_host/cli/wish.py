"""What was asked for with ``kostka play``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Wish:
    """What was asked for on the command line."""

    game: str  # "": the one that is in play, whatever it is, else the usual one
    options: dict[str, str]
    seats: int | None
    seed: int
    speed: float | None  # None: as fast as it goes
    fresh: bool
    journal: Path | None
    as_json: bool
    profile: str | None = None  # of a virtual board that is made for this
