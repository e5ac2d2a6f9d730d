"""``kostka saves``: the games on a board, to list, open, name and drop them."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator

import click
from rich.table import Table as Grid

from kostka_host import saves, seating
from kostka_host.saves import Save
from kostka_host.table import Table
from kostka_host.ui import Ui


class Default(click.Group):
    """A group that lists where no command is named."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put the command before options that are its own; ``list`` where none is named."""
        if not args or args[0] not in ("--help", "-h"):
            values = {at + 1 for at, arg in enumerate(args) if arg == "--board"}
            named = [at for at, arg in enumerate(args) if arg in self.commands]
            first = next((at for at in named if at not in values), -1)
            command = args.pop(first) if first >= 0 else "list"
            args = [command, *args]
        return super().parse_args(ctx, args)


_board = click.option(
    "--board", "selector", default="virtual", show_default=True, help="Which board."
)
_json = click.option("--json", "as_json", is_flag=True, help="One JSON value instead of words.")


@contextlib.contextmanager
def _at(selector: str) -> Iterator[Table]:
    """Yield the table of a board; this user's own virtual one is started where it sleeps."""
    with seating.for_person(selector, 1.0, None) as table:
        table.connect()
        yield table


@click.command("saves", cls=Default)
def command() -> None:
    """List the games on a board, open, name or drop one.

    A game is meant by its name or by the beginning of its id.
    """


@command.command("list")
@_board
@_json
@click.pass_obj
def list_(ui: Ui, selector: str, as_json: bool) -> None:
    """List the games on a board, the one used last first."""
    with _at(selector) as table:
        found = saves.listed(table)
    if as_json:
        print(json.dumps([save.plain() for save in found]))
    elif found:
        _show(found, ui)
    else:
        ui.note("cli.saves.none")


def _show(found: list[Save], ui: Ui) -> None:
    grid = Grid(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for name in ("name", "game", "lines", "state", "id"):
        grid.add_column(ui.say(f"cli.saves.{name}"))
    for save in found:
        state = "in_play" if save.current else "finished" if save.finished else "left"
        title = ui.say(f"{save.game}.title") if save.game else "?"
        lines = str(save.lines)
        grid.add_row(save.name or "-", title, lines, ui.say(f"cli.saves.{state}"), save.id)
    ui.out.print(grid)


@command.command("open")
@click.argument("game")
@_board
@_json
@click.pass_obj
def open_(ui: Ui, game: str, selector: str, as_json: bool) -> None:
    """Put GAME into play; the one before stays on the board."""
    with _at(selector) as table:
        save = saves.find(table, game)
        saves.open_game(table, save.id)
        line = table.mirror.next_line
    _done(ui, as_json, "cli.saves.opened", save, line=line)


@command.command("drop")
@click.argument("game")
@_board
@_json
@click.pass_obj
def drop(ui: Ui, game: str, selector: str, as_json: bool) -> None:
    """Delete GAME for good."""
    with _at(selector) as table:
        save = saves.find(table, game)
        table.ask("drop", id=save.id)
    _done(ui, as_json, "cli.saves.dropped", save)


@command.command("name")
@click.argument("name")
@click.argument("game", required=False)
@_board
@_json
@click.pass_obj
def name_(ui: Ui, name: str, game: str | None, selector: str, as_json: bool) -> None:
    """Give GAME, by default the one in play, a NAME; games with a name stay on the board."""
    with _at(selector) as table:
        found = saves.find(table, game) if game else None
        saves.give_name(table, name, found.id if found else "")
        save = next(one for one in saves.listed(table) if _same(one, found))
    _done(ui, as_json, "cli.saves.named" if save.name else "cli.saves.nameless", save)


def _same(save: Save, found: Save | None) -> bool:
    return save.current if found is None else save.id == found.id


def _done(ui: Ui, as_json: bool, text: str, save: Save, **more: object) -> None:
    if as_json:
        print(json.dumps({**save.plain(), **more}))
    else:
        ui.note(text, save.name or save.id, save.lines)
