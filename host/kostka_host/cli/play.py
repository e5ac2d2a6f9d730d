"""``kostka play``: a game at a table, by a person at the terminal or by a simulated family."""

from __future__ import annotations

import contextlib
import json
import random
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from kostka import games, mats
from kostka.errors import KostkaError, LinkError

from kostka_host import seating
from kostka_host.simulate.family import Family
from kostka_host.table import Table
from kostka_host.terminal.sitting import Sitting
from kostka_host.ui import Ui

DEFAULT = "ludo"
SETTINGS = {"ignore_unknown_options": True, "allow_extra_args": True}


@dataclass(frozen=True)
class Wish:
    """What was asked for on the command line."""

    game: str
    options: dict[str, str]
    seats: int | None
    seed: int
    speed: float | None  # None: as fast as it goes
    fresh: bool
    journal: Path | None
    as_json: bool
    profile: str | None = None  # of a virtual board that is made for this


def _speed(_ctx: click.Context, param: click.Parameter, value: str) -> float | None:
    if value == "max":
        return None
    try:
        speed = float(value)
    except ValueError:
        speed = 0.0
    if not 0.001 <= speed <= 1000:
        raise click.BadParameter("a number from 0.001 to 1000, or max", param=param)
    return speed


@click.command("play", context_settings=SETTINGS)
@click.option("--board", "selector", default="virtual", show_default=True, help="Which board.")
@click.option("--profile", help="Cells and panels of a virtual board.  [default: full]")
@click.option("--seats", type=int, help="Number of players.  [default: as many as can]")
@click.option("--auto", is_flag=True, help="Let a simulated family play to the end.")
@click.option("--seed", type=click.IntRange(0), help="Makes the family's choices repeatable.")
@click.option(
    "--speed",
    callback=_speed,
    default="1",
    show_default=True,
    help="Run a fresh virtual board N times as fast; or max.",
)
@click.option("--new", "fresh", is_flag=True, help="Begin a new game even in the middle of one.")
@click.option(
    "--journal",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Keep the journal in this file.",
)
@click.option("-o", "pairs", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@click.option("--json", "as_json", is_flag=True, help="End with one JSON object.")
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="[GAME] [OPTIONS OF THE GAME]")
@click.pass_obj
def command(
    ui: Ui,
    selector: str,
    profile: str | None,
    seats: int | None,
    auto: bool,
    seed: int | None,
    speed: float | None,
    fresh: bool,
    journal: Path | None,
    pairs: tuple[str, ...],
    as_json: bool,
    words: tuple[str, ...],
) -> int:
    """Play GAME (ludo): here in the terminal, or with --auto by a simulated family.

    Options of the game are written as they are, ``--pawns 2 --die color``, or as ``-o pawns=2``.
    """
    game, options = game_options(pairs, words)
    if seed is None:
        seed = random.SystemRandom().randrange(1 << 31)
    wish = Wish(game, options, seats, seed, speed, fresh, journal, as_json, profile)
    found = games.load(game)
    found.complete(found.seats[1] if seats is None else seats, dict(options))
    mats.load(game)
    if auto:
        return _play_auto(ui, selector, wish)
    return _play_here(ui, selector, wish)


def game_options(pairs: tuple[str, ...], words: tuple[str, ...]) -> tuple[str, dict[str, str]]:
    """Return the game and its options from ``-o name=value`` and ``GAME --name value``.

    A name without a value is a flag that is set.

    Raises:
        UsageError: words that are neither.
    """
    game = ""
    found: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise click.UsageError(f"-o takes NAME=VALUE, not '{pair}'.")
        found[name] = value
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word.startswith("-") and not word.startswith("--"):
            raise click.NoSuchOption(word)
        if word.startswith("--"):
            name, equals, value = word[2:].partition("=")
            if not equals:
                value = rest.pop(0) if rest and not rest[0].startswith("--") else "on"
            found[name.replace("-", "_")] = value
        elif game:
            raise click.UsageError(f"Got unexpected extra argument ({word}).")
        else:
            game = word
    return game or DEFAULT, found


def _play_auto(ui: Ui, selector: str, wish: Wish) -> int:
    """Let the family play; return the exit code."""
    began = time.monotonic()
    with seating.for_family(selector, wish.speed, wish.seed, wish.journal, wish.profile) as table:
        table.connect()
        begun = table.sit_down(wish.game, wish.seats, wish.options, wish.fresh)
        if not begun:
            ui.note("play.resumed", table.mirror.next_line)
        start_us = seating.time_us(table)
        family = seating.make_family(table, wish.game, wish.seed)
        if not begun or table.board.tokens():
            family.take_over(table.board.tokens)
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
    return 0


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


def _play_here(ui: Ui, selector: str, wish: Wish) -> int:
    """Let the person at this terminal play; return the exit code."""
    if wish.speed is None:
        raise click.UsageError("--speed max needs --auto.")
    with seating.for_person(selector, wish.speed, wish.journal, wish.profile) as table:
        table.connect()
        begun = table.sit_down(wish.game, wish.seats, wish.options, wish.fresh)
        sitting = Sitting(table, mats.load(wish.game), ui)
        sitting.typist.look()
        if begun and sitting.has_hands:
            sitting.typist.set_up()
            with contextlib.suppress(LinkError):
                table.wait(lambda: table.verdict.outcome == "same", 3.0)
        sitting.stay()
        ui.note("play.kept", str(table.mirror.path))
    return 0
