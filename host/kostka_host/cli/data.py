"""``kostka data``: play with the numbers that are printed on one's own copy of a game."""

from __future__ import annotations

import binascii
import json
import sys
from pathlib import Path

import click

from kostka_host import owner
from kostka_host.ui import Ui

FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
JSON = click.option("--json", "as_json", is_flag=True, help="One JSON object instead of words.")


@click.group("data")
def command() -> None:
    """Play with the numbers printed on your own copy."""


@command.command("check")
@click.argument("folder", type=FOLDER, metavar="DIR", required=False)
@click.option("--template", is_flag=True, help="Write a duel.toml to fill in to standard output.")
@JSON
@click.pass_obj
def check(ui: Ui, folder: Path | None, template: bool, as_json: bool) -> None:
    """Say whether DIR/duel.toml or DIR/duel.json holds what a copy has printed on its tokens."""
    if (folder is None) is not template:
        raise click.UsageError("name a folder, or give --template")
    if folder is None:
        sys.stdout.write(owner.template())
        return
    path = owner.find(folder)
    numbers = owner.check(path)
    _tell(ui, "owner.right", path, numbers, as_json)


@command.command("use")
@click.argument("folder", type=FOLDER, metavar="DIR", required=False)
@click.option("--built-in", is_flag=True, help="Go back to the numbers that Kostka brings along.")
@JSON
@click.pass_obj
def use(ui: Ui, folder: Path | None, built_in: bool, as_json: bool) -> None:
    """Check DIR, then let programs and virtual boards play with its numbers when they start."""
    if (folder is None) is not built_in:
        raise click.UsageError("name a folder, or give --built-in")
    if folder is None:
        owner.forget()
        ui.note("owner.forgotten")
        return
    path = owner.find(folder)
    numbers = owner.check(path)
    kept = owner.use(numbers)
    _tell(ui, "owner.used", path, numbers, as_json)
    ui.note("owner.copy", str(kept))


def _tell(ui: Ui, text: str, path: Path, numbers: bytes, as_json: bool) -> None:
    if as_json:
        digest = f"{binascii.crc32(numbers):08x}"
        print(json.dumps({"file": str(path), "games": list(owner.GAMES), "duel": digest}))
    else:
        ui.out.print(ui.say(text, str(path)), markup=False)
    if not owner.has_goblin(numbers):
        ui.note("owner.goblin", str(path))
