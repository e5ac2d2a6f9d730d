"""Tells what happened from public events: in words, and in short signs. Secrets have no events."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kostka.mats.colors import DIE_FACES, NAMES
from kostka.rules import events as ev
from kostka.rules import request as rq
from kostka.rules.action import PUBLIC
from kostka.rules.game import Game
from kostka.scene.picture import COLORS

Event = tuple[int, ...]
Words = list[object]  # a message id and its arguments


@dataclass(frozen=True)
class Told:
    """One thing that everybody saw: who did it (-1: nobody), in words and in a short sign."""

    seat: int
    text: Words
    sign: str


def tell(game: Game, events: Iterable[Event]) -> list[Told]:
    """Return what the public events of one line tell; dice of one throw are told together."""
    found: list[Told] = []
    thrown: list[Event] = []
    for event in events:
        if not ev.visible(event, PUBLIC):
            continue
        if thrown and (event[0] != ev.THROW or event[2:4] != thrown[0][2:4]):
            found.append(_throw(thrown))
            thrown = []
        if event[0] == ev.THROW:
            thrown.append(event)
            continue
        own = game.tell(event)
        teller = _TELLERS.get(event[0])
        if own is not None:
            if own[1]:
                found.append(Told(event[2], list(own[1]), own[0]))
        elif teller is not None:
            found.append(teller(game, event))
    if thrown:
        found.append(_throw(thrown))
    return found


def thrown_dice(events: Iterable[Event]) -> list[tuple[int, int, int]]:
    """Return (kind, face, seat) of each die that was thrown in public, in order."""
    return [
        (event[3], event[4], event[2])
        for event in events
        if event[0] == ev.THROW and ev.visible(event, PUBLIC)
    ]


def _throw(thrown: list[Event]) -> Told:
    seat, kind = thrown[0][2], thrown[0][3]
    faces = [event[4] for event in thrown]
    if kind != rq.COLOR:
        shown = ", ".join(str(face) for face in faces)
        return Told(seat, ["story.throw", seat + 1, shown], " ".join(f"d{face}" for face in faces))
    colors = [DIE_FACES[face] for face in faces]
    words: object = [f"story.color.{NAMES[colors[0]]}"]
    if len(colors) > 1:  # a message has no lists: the letters stand for the colors
        words = " ".join(COLORS[color].upper() for color in colors)
    sign = " ".join(f"c{COLORS[color]}" for color in colors)
    return Told(seat, ["story.throw", seat + 1, words], sign)


def _move(game: Game, event: Event) -> Told:
    _, _, seat, _, source, target = event
    if source < 0:
        name = game.spot_name(target)
        return Told(seat, ["story.enter", seat + 1, game.place(target)], f"-{name}")
    start = game.spot_name(source)
    if target < 0:
        return Told(seat, ["story.leave", seat + 1, game.place(source)], f"{start}-")
    sign = f"{start}-{game.spot_name(target)}"
    if game.is_reserve(source):
        return Told(seat, ["story.enter", seat + 1, game.place(target)], sign)
    if game.is_reserve(target):
        return Told(seat, ["story.aside", seat + 1, game.place(source)], sign)
    text = ["story.move", seat + 1, game.place(source), game.place(target)]
    return Told(seat, text, sign)


def _take(game: Game, event: Event) -> Told:
    _, _, owner, _, source, target = event
    start, place = game.spot_name(source), game.place(source)
    if target < 0:
        return Told(owner, ["story.taken_off", owner + 1, place], f"x{start}")
    sign = f"x{start}-{game.spot_name(target)}"
    if game.is_reserve(target):
        return Told(owner, ["story.taken_home", owner + 1, place], sign)
    return Told(owner, ["story.taken", owner + 1, place, game.place(target)], sign)


def _pass(_: Game, event: Event) -> Told:
    return Told(event[2], ["story.pass", event[2] + 1], "pass")


def _choice(_: Game, event: Event) -> Told:
    return Told(event[2], ["story.choice", event[2] + 1, event[3]], f"={event[3]}")


def _show(_: Game, event: Event) -> Told:
    return Told(event[2], ["story.show", event[2] + 1, event[4]], f"!{event[4]}")


def _lot(_: Game, event: Event) -> Told:
    return Told(event[2], ["story.lot", event[2] + 1], f"lot{event[2] + 1}")


def _over(_: Game, event: Event) -> Told:
    winner = event[2]
    if winner < 0:
        return Told(-1, ["story.shared"], "#")
    return Told(winner, ["story.won", winner + 1], f"#{winner + 1}")


_TELLERS = {
    ev.MOVE: _move,
    ev.TAKE: _take,
    ev.PASS: _pass,
    ev.CHOICE: _choice,
    ev.SHOW: _show,
    ev.LOT: _lot,
    ev.OVER: _over,
}
