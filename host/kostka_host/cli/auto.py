"""``kostka play --auto``: a simulated family plays to the end, and what came of it."""

from __future__ import annotations

import contextlib
import json
import sys
import time
from typing import Any

from kostka.errors import KostkaError
from rich.text import Text

from kostka_host import seating
from kostka_host.cli.wish import Wish
from kostka_host.simulate.family import Family
from kostka_host.table import Table
from kostka_host.ui import Ui


def play(ui: Ui, selector: str, wish: Wish) -> int:
    """Let the family play; return the exit code."""
    began = time.monotonic()
    with seating.for_family(selector, wish.speed, wish.seed, wish.journal, wish.profile) as table:
        table.connect()
        begun = wish.sit_down(table)
        table.say_use()
        if not begun:
            ui.note("play.resumed", table.mirror.next_line)
        start_us = seating.time_us(table)
        family = seating.make_family(table, table.game_name, wish.seed)
        if not begun or table.board.tokens():
            family.take_over(table.board.tokens)
        with _progress(ui, table, began):
            family.set_up()
            family.play()
        table.wait(lambda: table.over, 10.0)
        report = _report(table, wish, family)
        report["virtual_s"] = round((seating.time_us(table) - start_us) / 1e6, 3)
        report["wall_s"] = round(time.monotonic() - began, 3)
    if wish.as_json:
        print(json.dumps(report))
    else:
        winners = ", ".join(str(seat + 1) for seat in report["winners"])
        ui.out.print(ui.say(report["outcome"]), markup=False)
        ui.out.print(ui.say("play.done", winners, report["actions"]), markup=False)
        ui.out.print(ui.say("play.kept", report["journal"]), markup=False)
    sys.stdout.flush()
    if report["digest_board"] != report["digest_mirror"]:
        raise KostkaError("table.digests", report["digest_board"], report["digest_mirror"])
    if table.mirror.unkept is not None:
        raise table.mirror.unkept
    return 0


def _progress(ui: Ui, table: Table, began: float) -> contextlib.AbstractContextManager[object]:
    """Return a line about how far the game is, shown where a person looks on."""
    if not ui.err.is_terminal or ui.err.is_dumb_terminal:
        return contextlib.nullcontext()
    return ui.err.status(_Progress(ui, table, began))


class _Progress:
    """How far a game is, at each moment that it is drawn."""

    def __init__(self, ui: Ui, table: Table, began: float) -> None:
        self._ui = ui
        self._table = table
        self._began = began

    def __rich__(self) -> Text:
        """Return the line."""
        seconds = int(time.monotonic() - self._began)
        return Text(self._ui.say("play.progress", self._table.mirror.next_line, seconds))


def _report(table: Table, wish: Wish, family: Family) -> dict[str, Any]:
    """Return how a game ended, as plain values."""
    follower = table.mirror.follower
    header = follower.header
    return {
        "game": header["game"],
        "seats": header["seats"],
        "options": header["opt"],
        "seed": wish.seed,
        "actions": follower.actions,
        "gestures": family.gestures,
        "lines": follower.next,
        "outcome": follower.end["end"],
        "rule": follower.end["rule"],
        "winners": follower.end["win"],
        "returns": follower.state.returns(),
        "chain": f"{follower.chain:08x}",
        "digest_board": table.mirror.digest_board,
        "digest_mirror": f"{follower.state.digest():08x}",
        "journal": str(table.mirror.path),
        "board": table.client.board_id,
    }
