"""What was asked for with ``kostka play``, and where the game was kept."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from kostka_host.table import Table
from kostka_host.ui import Ui


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


def tell_kept(ui: Ui, table: Table) -> None:
    """Tell where the journal of a table is, or why it is not there."""
    unkept = table.mirror.unkept
    if unkept is not None:
        ui.note(unkept.text, *unkept.params)
    else:
        ui.note("play.kept", str(table.mirror.path))
