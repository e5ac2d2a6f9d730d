"""``kostka games``: what can be played, and with which options."""

from __future__ import annotations

import json

import click
from kostka import games
from kostka.play.lines import hex8
from kostka.rules.game import Game, Option
from kostka.rules.options import allowed
from kostka.rules.throws import THROWS
from rich.table import Table
from rich.text import Text

from kostka_host import layout
from kostka_host.layout import Layout
from kostka_host.sensed import Sensed, sensed
from kostka_host.ui import Ui


@click.command("games")
@click.argument("game", required=False)
@click.option("--profile", help="Also say what a board with this profile senses of them.")
@click.option("--rules", is_flag=True, help="Also say what of the rules is off, and why.")
@click.option("--json", "as_json", is_flag=True, help="One JSON list instead of words.")
@click.pass_obj
def command(ui: Ui, game: str | None, profile: str | None, rules: bool, as_json: bool) -> None:
    """List the games with their seats, options and values."""
    board = None if profile is None else layout.profile(profile)
    chosen = [games.load(name) for name in ([game] if game else games.names())]
    if as_json:
        rows = [{**_plain(one, ui), **_plain_sensed(one, board, ui)} for one in chosen]
        print(json.dumps(rows, ensure_ascii=False))
        return
    for one in chosen:
        _show(one, ui)
        for line in _words(sensed(one.name, board), ui) if board else ():
            ui.out.print("  " + line, markup=False)
        left_out = getattr(one.text(), "left_out", None) if rules and one.text_module else None
        for name, why in left_out() if left_out else ():
            ui.out.print(f"  {name}: {ui.say(why)}", markup=False)


def _words(found: Sensed, ui: Ui) -> list[str]:
    return [ui.say(text, *args) for text, args in found.words()]


def _plain_sensed(game: Game, board: Layout | None, ui: Ui) -> dict[str, object]:
    if board is None:
        return {}
    found = sensed(game.name, board)
    return {
        "profile": board.profile,
        "spots": {"sensed": found.spots, "all": found.all_spots},
        "cells": {"sensed": found.cells, "all": found.all_cells},
        "keys": list(found.keys),
        "moves": list(found.moves),
        "dice": list(found.dice),
        "words": _words(found, ui),
    }


def _plain(game: Game, ui: Ui) -> dict[str, object]:
    return {
        "name": game.name,
        "title": ui.say(f"{game.name}.title"),
        "version": game.version,
        "reconstructed": ui.say(game.reconstructed) if game.reconstructed else "",
        "own_numbers": game.own_numbers,
        "data": hex8(game.data_digest()),
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
            for option in (*game.options, THROWS)
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
    for option in (*game.options, THROWS):
        table.add_row(
            f"--{option.name}",
            allowed(option),
            ui.say("cli.games.default", default_text(option)),
            ui.say(option.help) if option.help else "",
        )
    ui.out.print(table)
    if game.own_numbers:
        ui.out.print("  " + ui.say("game.own_numbers"), markup=False)
    if game.reconstructed:
        ui.out.print("  " + ui.say("game.reconstructed", [game.reconstructed]), markup=False)
