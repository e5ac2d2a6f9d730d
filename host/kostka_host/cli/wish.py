"""What was asked for with ``kostka play``, and where the game was kept."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kostka_host.table import Table
from kostka_host.ui import Ui

if TYPE_CHECKING:
    from kostka_host.armies import Army


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
    armies: tuple[Army, ...] = ()  # forces of Dragon Dice, of the first seats

    def sit_down(self, table: Table) -> bool:
        """Join the game that is wanted or begin it, then bring the armies; say whether it began.

        Raises:
            KostkaError: see Table.sit_down(); or the board refused an army.
        """
        begun = table.sit_down(self.game, self.seats, self.options, self.fresh)
        if begun and self.armies:
            from kostka_host import armies

            armies.bring(table, self.armies)
        return begun


def speed_of(_ctx: click.Context, param: click.Parameter, value: str | None) -> float | None:
    """Return the speed of a virtual clock, 0 for max, None where none was given.

    Raises:
        BadParameter: neither max nor a number from 0.001 to 1000.
    """
    if value is None:
        return None
    if value == "max":
        return 0.0
    try:
        speed = float(value)
    except ValueError:
        speed = 0.0
    if not 0.001 <= speed <= 1000:
        raise click.BadParameter("a number from 0.001 to 1000, or max", param=param)
    return speed


def tell_kept(ui: Ui, table: Table) -> None:
    """Tell where the journal of a table is, or why it is not there."""
    unkept = table.mirror.unkept
    if unkept is not None:
        ui.note(unkept.text, *unkept.params)
    else:
        ui.note("play.kept", str(table.mirror.path))
