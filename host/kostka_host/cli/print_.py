"""``kostka print``: what a game needs to cut out; and how commands write sheets."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

import click
from kostka import games

from kostka_host.sheets import art, files
from kostka_host.ui import Ui

Command = Callable[..., Any]


def output_options(command: Command) -> Command:
    """Add the options of all commands that write sheets."""
    place = "Where to write; - is standard output. The default lies in this folder."
    say = "Say as one JSON object which files were written."
    command = click.option("--json", "as_json", is_flag=True, help=say)(command)
    command = click.option("--force", is_flag=True, help="Replace a file that exists.")(command)
    command = click.option("-o", "--output", default="", metavar="FILE", help=place)(command)
    one = "SVG: one file for each page."
    command = click.option("--svg", "format_", flag_value="svg", help=one)(command)
    return click.option("--pdf", "format_", flag_value="pdf", help="PDF: the default.")(command)


def write_out(ui: Ui, contents: dict[str, bytes], pages: int, force: bool, as_json: bool) -> None:
    """Write sheets to files, or to standard output where the path is "-"; say what was written.

    `as_json` says it as one object for programs.

    Raises:
        KostkaError: a file exists, and `force` is not given.
        OSError: a file cannot be written.
    """
    if "-" in contents:
        sys.stdout.buffer.write(contents["-"])
        return
    files.save(contents, replace=force)
    if as_json:
        print(json.dumps({"files": list(contents), "pages": pages}))
        return
    ui.note("sheet.written", ", ".join(contents), pages)
    ui.note("sheet.print")


@click.command("print")
@click.argument("game")
@output_options
@click.pass_obj
def command(
    ui: Ui, game: str, format_: str | None, output: str, force: bool, as_json: bool
) -> None:
    """Write the pawns and dice of GAME to cut out.

    They are on A4, as PDF or SVG. A file that exists is kept, unless --force is given.
    """
    games.load(game)
    wanted = files.format_of(output, format_)
    pages = art.load_pieces(game).pages(ui.words)
    path = output or f"{game}-pieces.{wanted}"
    title = ui.say("sheet.pieces", ui.say(f"{game}.title"))
    contents = files.contents(pages, wanted, path, title, ui.words.lang)
    write_out(ui, contents, len(pages), force, as_json)
