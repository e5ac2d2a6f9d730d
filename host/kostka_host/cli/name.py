"""``kostka name``: what a board is called."""

from __future__ import annotations

import json

import click
from kostka.errors import KostkaError, LinkError

from kostka_host import names
from kostka_host.cli.completion import boards
from kostka_host.link.ports import usb_ports
from kostka_host.places import entry_of, finder
from kostka_host.ui import Ui


@click.command("name")
@click.argument("selector", shell_complete=boards)
@click.argument("name", default="")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of words.")
@click.pass_obj
def command(ui: Ui, selector: str, name: str, as_json: bool) -> None:
    """Give a board a name.

    The board that SELECTOR names is called NAME; without NAME it loses its name. It is known by
    its id, so the name stays when it is plugged in elsewhere; it is written down on this machine
    only. `id:NAME` then names the board.
    """
    board = _id_of(selector)
    names.give(board, name)
    if as_json:
        print(json.dumps({"id": board, "name": name.strip()}))
    elif name:
        ui.note("cli.name.done", board, name.strip())
    else:
        ui.note("cli.name.forgotten", board)


def _id_of(selector: str) -> str:
    """Return the id of a board; its port is not opened.

    Raises:
        LinkError: there is no such board.
        KostkaError: nothing tells the id.
    """
    entry = entry_of(selector)
    if entry is not None:
        return entry.id
    for place in finder(selector)():
        for port in usb_ports():
            if place == f"port:{port.device}" and port.serial:
                return port.serial
        raise KostkaError("cli.name.no_id", place)
    raise LinkError("board.none")
