"""``kostka play``: a game at a table, on a web page, in the terminal or by a simulated family."""

from __future__ import annotations

import contextlib
import random
from pathlib import Path
from typing import TYPE_CHECKING

import click
from kostka import games, mats
from kostka.errors import LinkError, OptionError

from kostka_host import seating
from kostka_host.cli.wish import Wish, speed_of, tell_kept
from kostka_host.table import DEFAULT
from kostka_host.ui import Ui

if TYPE_CHECKING:
    from kostka_host.armies import Army

SHELLS = {f"d{n}": n for n in (4, 6, 8, 10, 12, 20)}
SETTINGS = {"ignore_unknown_options": True, "allow_extra_args": True}


@click.command("play", context_settings=SETTINGS)
@click.option("--board", "selector", default="virtual", show_default=True, help="Which board.")
@click.option("--profile", help="Cells and panels of a virtual board.  [default: full]")
@click.option("--seats", type=int, help="Number of players.  [default: as many as can]")
@click.option("--auto", is_flag=True, help="Let a simulated family play to the end.")
@click.option("--terminal", is_flag=True, help="Play in this terminal instead of on the page.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8765,
    show_default=True,
    help="Of the page; 0 takes a free one.",
)
@click.option("--no-open", is_flag=True, help="Do not open the page in a browser.")
@click.option("--seed", type=click.IntRange(0), help="Makes the family's choices repeatable.")
@click.option(
    "--speed",
    callback=speed_of,
    help="Run a fresh virtual board N times as fast; or max.  [default: 1; max with --auto]",
)
@click.option("--new", "fresh", is_flag=True, help="Begin a new game even in the middle of one.")
@click.option(
    "--journal",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Keep the journal in this file.",
)
@click.option(
    "--bluetooth",
    type=click.Choice(list(SHELLS)),
    help="Let dice by Bluetooth throw: Pixels, and GoDice that wear this shell.",
)
@click.option(
    "--army",
    "files",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A force of Dragon Dice, see kostka army; once for each seat, in their order.",
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
    terminal: bool,
    port: int,
    no_open: bool,
    seed: int | None,
    speed: float | None,
    fresh: bool,
    journal: Path | None,
    pairs: tuple[str, ...],
    as_json: bool,
    words: tuple[str, ...],
    bluetooth: str | None,
    files: tuple[Path, ...],
) -> int:
    """Play GAME on a web page, which this command serves.

    Without GAME and its options the game that is in play goes on; where there is none, it is
    Ludo. The page is for this machine only. With --terminal one plays in the terminal, with
    --auto a simulated family plays.

    Options of the game are written as they are, --pawns 2 --die color, or as -o pawns=2.
    """
    game, options = game_options(pairs, words)
    if seed is None:
        seed = random.SystemRandom().randrange(1 << 31)
    if auto and terminal:
        raise click.UsageError("--auto and --terminal are two ways to play; give one of them.")
    if options or seats is not None:
        game = game or DEFAULT  # they are wanted of some game
    armies: tuple[Army, ...] = ()
    if files:
        armies, seats = _armies(game, options, seats, files)
    if speed is None and not auto:
        speed = 1.0
    wish = Wish(
        game, options, seats, seed, speed or None, fresh, journal, as_json, profile, armies
    )
    found = games.load(game or DEFAULT)
    found.complete(found.seats[1] if seats is None else seats, dict(options))
    mats.load(found.name)
    if selector == "emulated":
        if speed not in (None, 0.0, 1.0):
            raise click.UsageError("--speed is for virtual boards; an emulated one has its own.")
    seating.check(selector, profile)  # a wrong call is one, whatever else is in the way
    if selector == "emulated":
        ui.note("play.emulated")
    if auto:
        from kostka_host.cli import auto as family

        return family.play(ui, selector, wish)
    if wish.speed is None:
        raise click.UsageError("--speed max needs --auto.")
    if terminal:
        return _play_here(ui, selector, wish)
    from kostka_host.cli import page

    return page.play(ui, selector, wish, port, not no_open, SHELLS.get(bluetooth or "", 0))


def _armies(
    game: str, options: dict[str, str], seats: int | None, files: tuple[Path, ...]
) -> tuple[tuple[Army, ...], int]:
    """Return the armies of files, checked, and the number of seats; `options` gets their size.

    Raises:
        UsageError: another game, or more armies than seats.
        OptionError: an army breaks a rule, or another one has another size.
    """
    from kostka_host import armies

    if game != "dragon_dice":
        raise click.UsageError("--army is for Dragon Dice: kostka play dragon_dice --army FILE.")
    seats = max(len(files), 2) if seats is None else seats
    if len(files) > seats:
        raise click.UsageError(f"--army is given {len(files)} times, for {seats} players.")
    usual = games.load(game).complete(seats, dict(options))
    found = tuple(armies.load(file, usual) for file in files)
    total = int(options.setdefault("force", str(found[0].total)))
    for army in found:
        if army.total != total:
            raise OptionError("army.total", army.total, total, rule="DD-10")
    return found, seats


def game_options(pairs: tuple[str, ...], words: tuple[str, ...]) -> tuple[str, dict[str, str]]:
    """Return the game and its options from ``-o name=value`` and ``GAME --name value``.

    The game is "" where none is named. A name without a value is a flag that is set.

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
    return game, found


def _play_here(ui: Ui, selector: str, wish: Wish) -> int:
    """Let the person at this terminal play; return the exit code."""
    assert wish.speed is not None
    from kostka_host.terminal.sitting import Sitting

    with seating.for_person(selector, wish.speed, wish.journal, wish.profile) as table:
        table.connect()
        begun = wish.sit_down(table)
        table.say_use()
        sitting = Sitting(table, table.mat(table.game_name), ui)
        sitting.typist.look()
        if begun and sitting.has_hands:
            sitting.typist.set_up()
            with contextlib.suppress(LinkError):
                table.wait(lambda: table.verdict.outcome == "same", 3.0)
        sitting.stay()
        tell_kept(ui, table)
    return 0
