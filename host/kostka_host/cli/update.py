"""``kostka update``: puts a new release onto a board."""

from __future__ import annotations

import json
from pathlib import Path

import click

from kostka_host import layout
from kostka_host.cli.bars import Bars
from kostka_host.cli.completion import boards, profiles
from kostka_host.deploy.update import BACK, PLANNED, RUNS, SAME, Result, Updater
from kostka_host.layout import FULL
from kostka_host.release import Release, build_release, read_release
from kostka_host.ui import Ui


@click.command("update")
@click.argument("file", required=False, type=click.Path(path_type=Path, dir_okay=False))
@click.option(
    "--board",
    "selector",
    shell_complete=boards,
    default="auto",
    show_default=True,
    help="Which board.",
)
@click.option(
    "--profile",
    shell_complete=profiles,
    help="Build for this layout.  [default: that of the board]",
)
@click.option("--dry-run", is_flag=True, help="Only say what would be done.")
@click.option("--rollback", is_flag=True, help="Go back to the release before.")
@click.option(
    "--to-file", type=click.Path(path_type=Path), help="Write the release to a file, ask no board."
)
@click.option("--leave-game", is_flag=True, help="Also where the game in play cannot go on.")
@click.option("--other-layout", is_flag=True, help="Also where the board has another layout.")
@click.option("--check-all", is_flag=True, help="Read all files on the board, not only sizes.")
@click.option("--no-wait", is_flag=True, help="Do not wait until the board has proved itself.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of words.")
@click.pass_obj
def command(
    ui: Ui,
    file: Path | None,
    selector: str,
    profile: str | None,
    dry_run: bool,
    rollback: bool,
    to_file: Path | None,
    leave_game: bool,
    other_layout: bool,
    check_all: bool,
    no_wait: bool,
    as_json: bool,
) -> None:
    """Put a new release onto a board.

    It is built from this Kostka, or read from FILE. Only what differs is sent and checked on the
    board. The new release starts on trial; where it does not report that it is well, the board
    goes back by itself. The game in play goes on.
    """
    if file is not None and profile is not None:
        raise click.UsageError("FILE and --profile both say what to put onto the board")
    if rollback and (file or profile or dry_run or to_file):
        raise click.UsageError("--rollback takes the release that is on the board")
    if to_file is not None:
        _write(ui, to_file, read_release(file) if file else _build(profile), as_json)
        return
    with Bars(ui, quiet=as_json) as bars:
        updater = Updater(selector, bars.step, bars.sent)
        try:
            if rollback:
                result = updater.rollback(not no_wait)
            else:
                result = updater.update(
                    read_release(file) if file else profile,
                    dry_run=dry_run,
                    leave_game=leave_game,
                    other_layout=other_layout,
                    check_all=check_all,
                    wait=not no_wait,
                )
        except KeyboardInterrupt:
            ui.note("deploy.interrupted")
            raise
    if as_json:
        print(json.dumps(result.plain()))
    else:
        say_result(ui, result)


def _build(profile: str | None) -> Release:
    return build_release(layout.profile(profile or FULL))


def _write(ui: Ui, path: Path, release: Release, as_json: bool) -> None:
    release.write(path)
    if as_json:
        print(json.dumps({"file": str(path), "version": release.version, **release.facts}))
    else:
        ui.note("deploy.said.file", release.version, str(path))


def say_result(ui: Ui, result: Result) -> None:
    """Tell what became of an update."""
    state, plan = result.state, result.plan
    if state == PLANNED and plan is not None:
        size = round(plan.size / 1024, 1)
        ui.note("deploy.said.planned", plan.version, len(plan.changed), len(plan.gone), size)
        for mark, paths in (("*", plan.changed), ("-", plan.gone)):
            for path in paths:
                ui.out.print(f"{mark} {path}", markup=False)
    elif state == RUNS:
        size = round(result.sent / 1024, 1)
        ui.note("deploy.said.runs", result.version, size, round(result.seconds, 1))
    else:
        text = state if state in (SAME, BACK) else "sent"
        ui.note(f"deploy.said.{text}", result.version)
