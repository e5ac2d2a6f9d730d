"""``kostka ls``: the boards that are here, and what they are doing."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import click
from rich.table import Table

from kostka_host import names, uses
from kostka_host.boards import registry
from kostka_host.boards.emulated import KIND
from kostka_host.boards.registry import Entry
from kostka_host.cli.completion import boards
from kostka_host.deploy import loader
from kostka_host.deploy.found import STANDS_FOR
from kostka_host.deploy.who import holder
from kostka_host.link.ports import usb_ports
from kostka_host.link.probe import ANSWER_S, BUSY, GONE, describe, probe
from kostka_host.places import entry_of, finder
from kostka_host.ui import Ui

UNASKED, LOADER = "unasked", "loader"
SLOW_S = 3.0  # for an answer of an emulated board


@click.command("ls")
@click.argument("selectors", nargs=-1, shell_complete=boards)
@click.option("--ask", is_flag=True, help="Also ask USB ports that look like boards.")
@click.option("--json", "as_json", is_flag=True, help="One JSON list instead of words.")
@click.pass_obj
def command(ui: Ui, selectors: tuple[str, ...], ask: bool, as_json: bool) -> None:
    """List the boards that are here.

    These are virtual ones, serial ports and boards in their boot loaders, or those that SELECTORS
    name. Only virtual boards and named ones are asked what they are doing: a serial port may
    belong to something else. Of the others there is what was known last.
    """
    rows = [_asked(selector) for selector in selectors] if selectors else _all(ask)
    for row in map(_with_use, map(_with_memory, rows)):
        row.pop("problem", None)
    if as_json:
        print(json.dumps(rows))
    elif rows:
        _show(rows, ui)
    else:
        ui.note("cli.ls.none")


def _all(ask: bool) -> list[dict[str, Any]]:
    rows = []
    for entry in registry.running():
        rows.append(_virtual(_row(f"port:{entry.port}", _answer_s(entry)), entry))
    for port in usb_ports():
        place = f"port:{port.device}"
        row = _row(place) if ask and port.likely else _empty(place)
        row.update(id=row["id"] or port.serial, words=port.words, kind="serial")
        rows.append(row)
    for drive in loader.drives():
        row = _empty(f"drive:{drive.path}")
        row.update(state=LOADER, chip=drive.chip, words=drive.model, kind="loader")
        rows.append(row)
    return rows


def _asked(selector: str) -> dict[str, Any]:
    """Return the row of a board that was named.

    Raises:
        LinkError: there is no such board.
    """
    row: dict[str, Any] = {}
    entry = entry_of(selector)
    for place in finder(selector)():
        row = _row(place, _answer_s(entry))
        if row["state"] != GONE:
            break
    if row["state"] == GONE:
        raise row.pop("problem")
    return _virtual(row, entry) if entry else row


def _virtual(row: dict[str, Any], entry: Entry) -> dict[str, Any]:
    """Add what the registry knows of a virtual board."""
    tcp = f"127.0.0.1:{entry.tcp}" if entry.tcp else ""
    row.update(id=entry.id, name=entry.name, kind=entry.kind, clock=entry.clock, tcp=tcp)
    row["chip"] = STANDS_FOR
    return row


def _with_memory(row: dict[str, Any]) -> dict[str, Any]:
    """Add what is known of a board from before, and note what is known now."""
    row["name"] = names.name_of(row["id"]) or row["name"]
    if row["kind"] == "serial" and row["id"]:
        with contextlib.suppress(OSError):
            names.remember(row["id"], row)
        for fact, value in names.known().get(row["id"].lower(), {}).items():
            row[fact] = row.get(fact) or value
    return row


def _empty(place: str) -> dict[str, Any]:
    kind, _, rest = place.partition(":")
    return {
        "id": "",
        "name": "",
        "words": "",  # of the USB device for itself
        "kind": kind,
        "port": rest,
        "tcp": "",
        "state": UNASKED,
        "game": None,
        "seats": None,
        "line": None,
        "firmware": None,
        "micropython": None,
        "chip": None,
        "profile": None,
        "pid": None,  # of the program that has it
        "process": None,  # what that is called
        "page": None,
    }


def _answer_s(entry: Entry | None) -> float:
    """Return how long a board may take for an answer."""
    return SLOW_S if entry is not None and entry.kind == KIND else ANSWER_S


def _row(place: str, answer_s: float = ANSWER_S) -> dict[str, Any]:
    found = probe(place, answer_s=answer_s)
    row = _empty(place)
    row.update(describe(found.hello), state=found.state)
    if found.micropython:
        row.update(micropython=found.micropython)
    if " with " in found.machine:
        row.update(chip=found.machine.rpartition(" with ")[2])
    if found.state == GONE:
        row["problem"] = found.problem
    return row


def _with_use(row: dict[str, Any]) -> dict[str, Any]:
    """Add to a busy board who has it, and what was in play when that was written down."""
    use = uses.find(row["id"], row["port"]) if row["state"] == BUSY else None
    if use is not None:
        row.update(game=use.game or None, seats=use.seats or None, profile=use.profile)
        row.update(pid=use.pid, page=use.address or None)
    elif row["state"] == BUSY:
        who = holder(row["port"])
        if who is not None:
            row.update(pid=who[0], process=who[1])
    return row


def _state(row: dict[str, Any], ui: Ui) -> str:
    if row["page"]:
        return ui.say("cli.ls.state.page", row["page"])
    if row["process"]:
        return ui.say("cli.ls.state.by", row["process"], row["pid"])
    if row["pid"]:
        return ui.say("cli.ls.state.play", row["pid"])
    return ui.say(f"cli.ls.state.{row['state']}")


def _show(rows: list[dict[str, Any]], ui: Ui) -> None:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for name in (
        "port",
        "id",
        "name",
        "chip",
        "micropython",
        "kostka",
        "profile",
        "state",
        "game",
    ):
        table.add_column(ui.say(f"cli.ls.{name}"))
    for row in rows:
        port = row["port"] + (f" tcp:{row['tcp']}" if row["tcp"] else "")
        game = row["game"] or ""
        if game and row["line"] is not None:
            game = ui.say("cli.ls.line", game, row["line"])
        facts = [row[name] or "" for name in ("chip", "micropython", "firmware", "profile")]
        style = {BUSY: "yellow"}.get(row["state"], "")
        name = row["name"] or row["words"]
        table.add_row(port, row["id"], name, *facts, _state(row, ui), game, style=style)
    ui.out.print(table)
