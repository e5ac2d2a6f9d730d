"""``kostka flash``: takes a board from any state to a playing table."""

from __future__ import annotations

import json
from pathlib import Path

import click

from kostka_host.cli.bars import Bars
from kostka_host.cli.completion import boards, profiles
from kostka_host.cli.update import say_result
from kostka_host.deploy.flash import Flasher
from kostka_host.release import read_release
from kostka_host.ui import Ui


@click.command("flash")
@click.argument("file", required=False, type=click.Path(path_type=Path, dir_okay=False))
@click.option(
    "--board",
    "selector",
    shell_complete=boards,
    help="Which board; by default one in its boot loader first.",
)
@click.option("--drive", type=click.Path(path_type=Path), help="The drive of the boot loader.")
@click.option("--image", type=click.Path(path_type=Path, dir_okay=False), help="MicroPython, UF2.")
@click.option(
    "--accept", is_flag=True, help="Take an image that is not in the list of known ones."
)
@click.option(
    "--profile",
    shell_complete=profiles,
    help="What the board has.  [default: what it had, or full]",
)
@click.option("--clear", is_flag=True, help="Remove all programs; games and settings stay.")
@click.option("--no-wait", is_flag=True, help="Do not wait until the board has proved itself.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of words.")
@click.pass_obj
def command(
    ui: Ui,
    file: Path | None,
    selector: str | None,
    drive: Path | None,
    image: Path | None,
    accept: bool,
    profile: str | None,
    clear: bool,
    no_wait: bool,
    as_json: bool,
) -> None:
    """Put MicroPython and Kostka onto a board.

    It may be in any state; MicroPython is written where it is missing or old, or where --image
    is given. FILE is a release made by `kostka update --to-file`. A board in its boot loader
    (BOOTSEL held while it is plugged in) is found by its drive. Without a net the sentence names
    the image that is to be fetched.
    """
    if file is not None and profile is not None:
        raise click.UsageError("FILE and --profile both say what to put onto the board")
    if drive is not None and selector is not None:
        raise click.UsageError("--drive and --board both name a board")
    with Bars(ui, quiet=as_json) as bars:
        flasher = Flasher(selector, image, drive, accept, bars.step, bars.sent)
        done = flasher.flash(read_release(file) if file else profile, clear, not no_wait)
    if as_json:
        print(json.dumps(done.plain()))
        return
    if done.image:
        ui.note("deploy.said.image", done.image)
    say_result(ui, done.app)
