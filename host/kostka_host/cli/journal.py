"""``kostka journal``: read, check and replay the journal of a game."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from kostka.errors import JournalError

from kostka_host import journals
from kostka_host.follow import END, HEADER, UNDO, Follower, Step
from kostka_host.ui import Ui

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
SOURCES = "cukpbth"  # letters of a line's source that have a name


@click.group("journal")
def command() -> None:
    """Read, check and replay the journal of a game."""


@command.command("verify")
@click.argument("file", type=FILE)
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of words.")
@click.pass_obj
def verify(ui: Ui, file: Path, as_json: bool) -> None:
    """Say whether every line is whole and follows from the lines before it."""
    follower = Follower()
    for _ in steps(file, follower):
        pass
    if as_json:
        print(json.dumps(summary(follower)))
    else:
        text = "journal.verified" if follower.end else "journal.verified_open"
        ui.out.print(ui.say(text, str(file), follower.next, f"{follower.chain:08x}"), markup=False)


@command.command("show")
@click.argument("file", type=FILE)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line instead of words.")
@click.pass_obj
def show(ui: Ui, file: Path, as_json: bool) -> None:
    """List the lines in words and notation."""
    follower = Follower()
    for step in steps(file, follower):
        if as_json:
            print(json.dumps(values(step, follower)))
            continue
        ui.out.print(describe(step, follower, ui), markup=False)


@command.command("replay")
@click.argument("file", type=FILE)
@click.option("--to", "last", type=click.IntRange(0), help="Stop after this line.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of words.")
@click.pass_obj
def replay(ui: Ui, file: Path, last: int | None, as_json: bool) -> None:
    """Play the journal and tell where the game stands."""
    follower = Follower()
    for step in steps(file, follower):
        if step.number == last:
            break
    found = summary(follower)
    if as_json:
        print(json.dumps(found))
        return
    labels = {name: ui.say(f"journal.state.{name}") for name in found}
    width = max(len(label) for label in labels.values())
    for name, value in found.items():
        if value is not None:
            ui.out.print(f"{labels[name]:{width}} {_in_words(name, value, ui)}", markup=False)


def steps(file: Path, follower: Follower) -> Iterator[Step]:
    """Yield what each line of a file does.

    Raises:
        JournalError: naming the first wrong line; a torn last line comes after all others.
    """
    problem: JournalError | None = None
    try:
        bodies, torn = journals.read(file)
    except JournalError as damaged:
        # the lines before it may be wrong in themselves; the first error counts
        problem = damaged
        bodies, torn = journals.read_until_damage(file), False
    for number, body in enumerate(bodies):
        try:
            yield follower.take(body)
        except JournalError as wrong:
            inner = [wrong.text, *wrong.params]
            raise JournalError("journal.at", str(file), number + 1, inner) from wrong
    if problem is not None:
        raise problem
    if torn:
        raise JournalError("journal.torn", str(file), len(bodies) + 1, len(bodies))
    if not bodies:
        raise JournalError("journal.empty", str(file))


def summary(follower: Follower) -> dict[str, Any]:
    """Return where a followed game stands, as plain values."""
    state = follower.state
    outcome = state.outcome()
    return {
        "game": follower.header["game"],
        "version": follower.header["v"],
        "id": follower.game_id,
        "seats": follower.header["seats"],
        "options": follower.header["opt"],
        "lines": follower.next,
        "chain": f"{follower.chain:08x}",
        "digest": f"{state.digest():08x}",
        "tokens": [[state.game.spot_name(spot), token >> 6] for spot, token in state.tokens()],
        "outcome": outcome.why if outcome else None,
        "winners": list(outcome.winners) if outcome else None,
        "returns": state.returns(),
    }


def values(step: Step, follower: Follower) -> dict[str, Any]:
    """Return what a line did, as plain values."""
    found: dict[str, Any] = {"line": step.number, "kind": step.kind}
    if step.kind == HEADER:
        found.update(
            (name, follower.header[key])
            for name, key in (("game", "game"), ("seats", "seats"), ("options", "opt"))
        )
    elif step.kind == UNDO:
        found["to"] = step.back_to
    elif step.kind == END:
        found["outcome"] = follower.end["end"]
    else:
        found.update(actions=step.actions, notation=step.texts, source=step.source)
    return found


def _in_words(name: str, value: Any, ui: Ui) -> str:
    """Return a value of a summary as people read it; seats count from 1."""
    if name == "options":
        return _options(value)
    if name == "tokens":
        return ", ".join(f"{spot} ({seat + 1})" for spot, seat in value)
    if name == "winners":
        return ", ".join(str(seat + 1) for seat in value)
    if name == "returns":
        return ", ".join(str(points) for points in value)
    return ui.say(value) if name == "outcome" else str(value)


def _options(options: dict[str, object]) -> str:
    return ", ".join(f"{name} {value}" for name, value in options.items())


def describe(step: Step, follower: Follower, ui: Ui) -> str:
    """Return a line for people: number, notation, and where it came from."""
    if step.kind == HEADER:
        head = follower.header
        words = ui.say("journal.show.header", ui.say(f"{head['game']}.title"), head["seats"])
        return f"{step.number:5}  {words} ({_options(head['opt'])})"
    if step.kind == UNDO:
        return f"{step.number:5}  " + ui.say("journal.show.undo", step.back_to)
    if step.kind == END:
        return f"{step.number:5}  " + ui.say("journal.show.end", ui.say(follower.end["end"]))
    source = step.source if step.source in SOURCES else "other"
    return f"{step.number:5}  {' '.join(step.texts):10}  " + ui.say(f"journal.source.{source}")
