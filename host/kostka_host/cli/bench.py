"""``kostka bench``: how fast things are, with everything needed to measure them again."""

from __future__ import annotations

import json
import shlex
import sys

import click
from rich.table import Table

from kostka_host.ui import Ui


@click.group("bench")
def command() -> None:
    """Measure how fast things are.

    Machine, versions and command are told with every number.
    """


def _options(pairs: tuple[str, ...]) -> dict[str, object]:
    options: dict[str, object] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise click.BadParameter(f"{pair!r} is not NAME=VALUE", param_hint="--option")
        options[name] = value
    return options


@command.command("rules")
@click.argument("game", default="ludo")
@click.option("--seconds", type=click.FloatRange(0.1, 3600), default=5.0, help="Of each side.")
@click.option("--seed", type=click.IntRange(0, 2**32 - 1), default=1, help="Of the random play.")
@click.option("--seats", type=int, default=0, help="Default: as many as the game takes.")
@click.option("--option", "pairs", multiple=True, metavar="NAME=VALUE", help="Of the game.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of a table.")
@click.pass_obj
def rules(
    ui: Ui,
    game: str,
    seconds: float,
    seed: int,
    seats: int,
    pairs: tuple[str, ...],
    as_json: bool,
) -> None:
    """Play GAME at random: throws with their moves per second, beside ludopy for Ludo."""
    from kostka_host.bench import measure_rules

    result = measure_rules(game, seats, _options(pairs), seconds, seed)
    result["command"] = shlex.join(["kostka", *sys.argv[1:]])
    reason = result["reason"]
    words = ui.say(*reason) if isinstance(reason, list) else None
    result["reason"] = words
    if as_json:
        print(json.dumps(result))
        if words:
            ui.err.print(words, markup=False)
        return
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for name, value in result.items():
        if value is not None:
            table.add_row(name, _plain(value))
    ui.out.print(table)


def _plain(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key}={inner}" for key, inner in value.items())
    return f"{value:,}" if isinstance(value, int) else str(value)


@command.command("deploy")
@click.option("--board", "kind", type=click.Choice(["virtual", "emulated"]), default="virtual")
@click.option("--files", type=click.IntRange(1, 500), default=60, show_default=True)
@click.option("--rounds", type=click.IntRange(0, 100), default=0, help="The best of so many.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of a table.")
@click.pass_obj
def deploy(ui: Ui, kind: str, files: int, rounds: int, as_json: bool) -> None:
    """Copy files to a board, beside stock mpremote: cold, and with one file changed."""
    from kostka_host.deploy.measure import measure_deploy

    result = measure_deploy(kind, files, rounds, lambda text: ui.err.print(text, markup=False))
    result["command"] = shlex.join(["kostka", *sys.argv[1:]])
    if as_json:
        print(json.dumps(result))
        return
    table = Table(box=None, padding=(0, 2, 0, 0))
    for title in ("", "s", "s (board)", "sent", "heard"):
        table.add_column(title, justify="right" if title else "left")
    for tool in ("mpremote", "kostka"):
        for case, row in result.pop(tool).items():
            numbers = [row[name] for name in ("seconds", "board_seconds", "sent", "heard")]
            table.add_row(f"{tool} {case}", *map(_plain, numbers))
    ui.out.print(table)
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for name, value in result.items():
        table.add_row(name, _plain(value))
    ui.out.print(table)
