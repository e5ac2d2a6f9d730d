"""``kostka games``: what can be played, and with which options."""

from __future__ import annotations

import json

import click
from kostka import games
from kostka.rules.game import Game, Option
from rich.table import Table
from rich.text import Text

from kostka_host.ui import Ui


@click.command("games")
@click.argument("game", required=False)
@click.option("--json", "as_json", is_flag=True, help="One JSON list instead of words.")
@click.pass_obj
def command(ui: Ui, game: str | None, as_json: bool) -> None:
    """List the games, their seats and options with the allowed values."""
    chosen = [games.load(name) for name in ([game] if game else games.names())]
    if as_json:
        print(json.dumps([_plain(game, ui) for game in chosen], ensure_ascii=False))
        return
    for one in chosen:
        _show(one, ui)


def _plain(game: Game, ui: Ui) -> dict[str, object]:
    return {
        "name": game.name,
        "title": ui.say(f"{game.name}.title"),
        "version": game.version,
        "seats": list(game.seats),
        "options": [
            {
                "name": option.name,
                "kind": option.kind,
                "default": option.default,
                "choices": list(option.choices),
                "per_seat": option.per_seat,
                "help": ui.say(option.help) if option.help else "",
            }
            for option in game.options
        ],
    }


def default_text(option: Option) -> str:
    """Return the default value of an option as a person would type it."""
    if isinstance(option.default, bool):
        return "on" if option.default else "off"
    return str(option.default)


def _show(game: Game, ui: Ui) -> None:
    low, high = game.seats
    title = ui.say(f"{game.name}.title")
    ui.out.print(Text.assemble((game.name, "bold"), "  ", title, "  "), end="")
    ui.out.print(ui.say("cli.games.seats", low, high), markup=False)
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 2))
    for option in game.options:
        table.add_row(
            f"--{option.name}",
            option.allowed(),
            ui.say("cli.games.default", default_text(option)),
            ui.say(option.help) if option.help else "",
        )
    if game.options:
        ui.out.print(table)
