"""``kostka army``: forces of Dragon Dice as files."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click
from kostka import games

from kostka_host.ui import Ui

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.group("army")
def command() -> None:
    """Write and check forces of Dragon Dice."""


@command.command("check")
@click.argument("file", type=FILE)
@click.option("-o", "pairs", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of words.")
@click.pass_obj
def check(ui: Ui, file: Path, pairs: tuple[str, ...], as_json: bool) -> None:
    """Say whether FILE holds a force that keeps the rules."""
    from kostka_host import armies

    given: dict[str, object] = {pair.partition("=")[0]: pair.partition("=")[2] for pair in pairs}
    army = armies.load(file, games.load("dragon_dice").complete(2, given))
    if as_json:
        found = {"total": army.total, "magic": army.magic, "actions": army.texts()}
        print(json.dumps(found))
        return
    ui.note("army.right", army.total, army.magic, len(army.lists["dragons"]))


@command.command("starter")
@click.argument("race")
@click.option("--total", type=click.IntRange(18, 72), default=24, show_default=True)
@click.pass_obj
def starter(ui: Ui, race: str, total: int) -> None:
    """Write the force of RACE that comes along to standard output."""
    from kostka_host import armies

    options = games.load("dragon_dice").complete(2, {})
    sys.stdout.write(armies.starter(race, total, options))
