"""``kostka calibrate``: sensors of cups, cells and lights, as the board itself can."""

from __future__ import annotations

import json

import click
from kostka.errors import OptionError
from kostka.mats.mat import cell_name

from kostka_host.cli.enroll import KINDS
from kostka_host.cli.progress import follow
from kostka_host.learning import begun
from kostka_host.ui import Ui

COLS = 12
PARTS = ("cups", "sensors", "cells", "leds")


@click.command("calibrate")
@click.argument("part", type=click.Choice(PARTS))
@click.option(
    "--cup", type=click.IntRange(1), default=1, show_default=True, help="sensors: which."
)
@click.option("--kind", type=click.Choice(list(KINDS)), default="d6", help="sensors: the die.")
@click.option("--cell", help="cells, leds: only this one, such as a5.")
@click.option("--board", "selector", default="auto", show_default=True, help="Which board.")
@click.option("--json", "as_json", is_flag=True, help="JSON lines instead of words.")
@click.pass_obj
def command(
    ui: Ui, part: str, cup: int, kind: str, cell: str | None, selector: str, as_json: bool
) -> int:
    """Calibrate a PART of a board.

    cups: what they read when empty. sensors: the gains of one cup, with a die that is laid in six
    times. cells: a walk with a token over all of them, or one. leds: a look at every color.
    Ctrl-C leaves everything as it was.
    """
    fields: dict[str, object] = {"w": {"cups": "tare", "sensors": "gains"}.get(part, part)}
    fields["cell"] = -1 if cell is None else number_of(cell)
    if part == "sensors":
        fields.update(cup=cup - 1, die=KINDS[kind])
    with begun(selector, fields) as learning:
        last = follow(ui, learning, as_json, keys=part in ("cells", "leds"))
    for pair in last.get("odd") or []:
        if not as_json and isinstance(pair, list):
            seen = cell_name(pair[1], COLS) if pair[1] >= 0 else "-"
            ui.note("learn.odd_cell", cell_name(pair[0], COLS), seen)
    if as_json:
        print(json.dumps({"part": part, "state": last.get("st"), "odd": last.get("odd")}))
    return 0 if last.get("st") == "kept" else 1


def number_of(name: str) -> int:
    """Return the number of a cell by its name.

    Raises:
        OptionError: there is no such cell.
    """
    col, row = name[:1].lower(), name[1:]
    if "a" <= col <= "l" and row.isdecimal() and len(row) < 3 and 1 <= int(row) <= COLS:
        return (int(row) - 1) * COLS + ord(col) - ord("a")
    raise OptionError("bench.cell", name)
