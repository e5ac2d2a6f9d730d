"""``kostka status``: how a board is, and why it fell if it did."""

from __future__ import annotations

import json
from typing import Any

import click
from kostka.app.health import LATE_MS
from rich.table import Table

from kostka_host.link.client import Client
from kostka_host.places import finder
from kostka_host.ui import Ui

ANSWER_S = 3.0
CRASHES = 3  # that a board keeps
COUNTS = ("crashes", "missed", "keys", "unread", "dropped", "bad", "refused", "gone")


@click.command("status")
@click.option("--board", "selector", default="auto", show_default=True, help="Which board.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of words.")
@click.pass_obj
def command(ui: Ui, selector: str, as_json: bool) -> None:
    """Tell memory, delays, errors and crashes of a board."""
    found = ask(selector)
    if as_json:
        print(json.dumps(found))
        return
    _show(found, ui)


def ask(selector: str) -> dict[str, Any]:
    """Return the health of a board as plain values.

    Raises:
        LinkError: it is not there, in use, or does not answer.
    """
    client = Client(finder(selector))
    try:
        hello = client.start()
        status = client.request("status", ANSWER_S, full=1)
        crashes = []
        count = 0
        for number in range(CRASHES):
            answer = client.request("log", ANSWER_S, k=number)
            count = int(answer.get("count") or 0)
            if "what" not in answer:
                break
            crashes.append(
                {name: answer.get(name) for name in ("game", "line", "free", "up", "what")}
            )
    finally:
        client.close()
    late = status.get("late") or []
    return {
        "id": hello.get("id"),
        "firmware": hello.get("fw"),
        "micropython": hello.get("mpy"),
        "game": (hello.get("g") or {}).get("game"),
        "safe": bool(status.get("safe")),
        "free": status.get("free"),
        "block": status.get("block"),
        "late": {f"<{bound}": count for bound, count in zip(LATE_MS, late, strict=False)}
        | ({f">={LATE_MS[-1]}": late[-1]} if late else {}),
        "bus": status.get("bus") or [],
        **{name: status.get(name, 0) for name in COUNTS},
        "in_a_row": count,
        "log": crashes,
    }


def _show(found: dict[str, Any], ui: Ui) -> None:
    if found["safe"]:
        ui.out.print(ui.say("app.safe"), markup=False, style="bold red")
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for name in ("id", "firmware", "micropython"):
        table.add_row(ui.say(f"cli.status.{name}"), str(found[name]))
    table.add_row(ui.say("cli.status.free"), ui.say("cli.status.bytes", found["free"]))
    if found["block"] is not None:
        table.add_row(ui.say("cli.status.block"), ui.say("cli.status.bytes", found["block"]))
    late = ", ".join(f"{bound} ms: {count}" for bound, count in found["late"].items() if count)
    table.add_row(ui.say("cli.status.late"), late)
    for name in COUNTS:
        style = "bold" if found[name] else ""
        table.add_row(ui.say(f"cli.status.{name}"), str(found[name]), style=style)
    wrong = [f"{chip}: {count}" for chip, count in enumerate(found["bus"], 1) if count]
    table.add_row(ui.say("cli.status.bus"), ", ".join(wrong) or "0", style="bold" if wrong else "")
    ui.out.print(table)
    for crash in found["log"]:
        words = ui.say("cli.status.crash", crash["game"] or "-", crash["line"], crash["up"])
        ui.out.print("\n" + words, markup=False, style="bold")
        ui.out.print(ui.say("cli.status.crash_free", crash["free"]), markup=False)
        ui.out.print(str(crash["what"]), markup=False)
