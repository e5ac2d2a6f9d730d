"""``kostka mat``: the mat of a game, to print and lay on the table."""

from __future__ import annotations

import click

from kostka_host.cli.print_ import output_options, write_out
from kostka_host.sheets import files, mat
from kostka_host.ui import Ui


@click.command("mat")
@click.argument("game")
@output_options
@click.option(
    "--paper",
    type=click.Choice(mat.PAPERS),
    help="Paper: A4 in tiles (the default of PDF), or one sheet of A3+, 329 x 483 mm.",
)
@click.option("--legend/--no-legend", default=True, help="With what the lights mean, or without.")
@click.pass_obj
def command(
    ui: Ui,
    game: str,
    format_: str | None,
    output: str,
    force: bool,
    as_json: bool,
    paper: str | None,
    legend: bool,
) -> None:
    """Write the printed mat of GAME, as PDF or SVG.

    A PDF has the mat on A4 in tiles, or on one sheet of A3+. An SVG is one sheet of A3+;
    with --paper a4 there is a file for each page. A file that exists is kept, unless --force
    is given.
    """
    wanted = files.format_of(output, format_)
    paper = paper or ("a4" if wanted == "pdf" else "a3plus")
    pages = mat.pages(game, ui.words, paper, legend)
    path = output or f"{game}-mat.{wanted}"
    title = ui.say("sheet.mat", ui.say(f"{game}.title"))
    contents = files.contents(pages, wanted, path, title, ui.words.lang)
    write_out(ui, contents, len(pages), force, as_json)
