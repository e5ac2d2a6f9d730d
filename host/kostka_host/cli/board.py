"""``kostka board``: a virtual board in a process of its own."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click
from kostka.errors import KostkaError

from kostka_host.boards.registry import Entry
from kostka_host.cli.wish import speed_of
from kostka_host.layout import FULL
from kostka_host.ui import Ui
from kostka_host.vm import HEAP


@click.command("board")
@click.option("--kind", type=click.Choice(["virtual", "emulated"]), default="virtual")
@click.option("--tcp", type=click.IntRange(0, 65535), help="Also listen on a TCP port; 0: any.")
@click.option("--flash", type=click.Path(path_type=Path), help="Keep the flash in this file.")
@click.option("--clock", type=click.Choice(["real", "virtual"]), help="Which time to live in.")
@click.option("--speed", callback=speed_of, help="Run the virtual clock N times as fast; or max.")
@click.option("--id", "board_id", default="", help="The board's id, 16 hex digits.")
@click.option("--name", default="", help="A name to find the board by.")
@click.option("--heap", default=HEAP, show_default=True, help="Heap of the firmware.")
@click.option("--rom", type=click.Path(path_type=Path), help="Folder with other firmware files.")
@click.option("--profile", help="Which cells and seat panels there are.  [default: full]")
@click.option("--layout", type=click.Path(path_type=Path), help="Another board.toml.")
@click.option("--seed", type=int, help="Make chance on the board repeatable.")
@click.option("--tied", is_flag=True, help="Stop when the standard input ends.")
@click.option("--json", "as_json", is_flag=True, help="Say what is where as one JSON object.")
@click.pass_obj
def command(
    ui: Ui,
    kind: str,
    tcp: int | None,
    flash: Path | None,
    clock: str | None,
    speed: float | None,
    board_id: str,
    name: str,
    heap: str,
    rom: Path | None,
    profile: str | None,
    layout: Path | None,
    seed: int | None,
    tied: bool,
    as_json: bool,
) -> None:
    """Run a virtual board until it is stopped.

    It is the firmware on models of its chips. The virtual clock stands still unless --speed
    lets it run or a test moves it. An emulated board is an RP2040 with the MicroPython image that
    KOSTKA_UF2 names.
    """
    if clock == "real" and speed is not None:
        raise click.UsageError("--speed needs the virtual clock")
    if kind == "emulated" and (rom is not None or seed is not None or heap != HEAP):
        raise click.UsageError("--rom, --seed and --heap are for virtual boards")
    if profile is not None and layout is not None:
        raise click.UsageError("--profile and --layout both say what the board has")
    if os.name != "posix":
        raise KostkaError("board.posix")
    from kostka_host.boards.process import BoardProcess, Options

    options = Options(
        tcp=tcp,
        flash=flash,
        virtual=clock == "virtual" or speed is not None,
        speed=speed or None,
        id=board_id,
        name=name,
        heap=heap,
        rom=rom,
        board=layout,
        profile=FULL if profile is None else profile,
        seed=seed,
        tied=tied,
        emulated=kind == "emulated",
    )
    board = BoardProcess(options)
    try:
        board.run(lambda entry: _announce(ui, entry, as_json))
    finally:
        board.close()


def _announce(ui: Ui, entry: Entry, as_json: bool) -> None:
    if as_json:
        print(entry.to_json())
    else:
        for name, value in (
            ("id", entry.id),
            ("port", entry.port),
            ("tcp", f"socket://127.0.0.1:{entry.tcp}" if entry.tcp else ""),
            ("bench", f"127.0.0.1:{entry.bench}"),
        ):
            if value:
                ui.out.print(f"{ui.say(f'board.label.{name}'):8} {value}", markup=False)
        ui.note("board.running")
    sys.stdout.flush()
