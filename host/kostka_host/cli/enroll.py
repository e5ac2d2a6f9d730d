"""``kostka enroll``: teach a board a die, each face once, as the board itself can."""

from __future__ import annotations

import json

import click
from kostka.rules.request import COLOR
from kostka.sense import faces

from kostka_host.cli.progress import follow
from kostka_host.learning import begun
from kostka_host.ui import Ui

KINDS = {**{f"d{n}": n for n in faces.TABLES if n != COLOR}, "color": COLOR}


@click.command("enroll")
@click.argument("name")
@click.option("--kind", type=click.Choice(list(KINDS)), default="d6", show_default=True)
@click.option("--cup", type=click.IntRange(1), default=1, show_default=True, help="Which cup.")
@click.option("--board", "selector", default="auto", show_default=True, help="Which board.")
@click.option("--json", "as_json", is_flag=True, help="JSON lines instead of words.")
@click.pass_obj
def command(ui: Ui, name: str, kind: str, cup: int, selector: str, as_json: bool) -> int:
    """Teach a board the die NAME by its faces.

    The die is laid into a cup on each face once. One that was learned before is learned anew,
    all others stay. Ctrl-C leaves everything as it was.
    """
    fields = {"w": "enroll", "name": name, "die": KINDS[kind], "cup": cup - 1}
    with begun(selector, fields) as learning:
        last = follow(ui, learning, as_json)
    if as_json:
        print(json.dumps({"name": name, "kind": kind, "state": last.get("st")}))
    return 0 if last.get("st") == "kept" else 1
