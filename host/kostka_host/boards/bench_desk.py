"""The bench's questions about tag reader, screen, buzzer and supply; bench.py lists them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kostka.errors import HardwareError

from kostka_host.chips.desk import Desk

DESK = ("tag", "reader", "screen", "sounds", "supply")

Values = dict[str, Any]


def desk_questions(desk: Desk) -> dict[str, Callable[[Values], Values | None]]:
    """Return functions of a question by what it wants done."""
    return {
        "tag": lambda q: _tag(desk, q),
        "reader": lambda q: _reader(desk, q),
        "screen": lambda q: _screen(desk),
        "sounds": lambda q: _sounds(desk, q),
        "supply": lambda q: desk.supply(_whole(q, "mv", 0)),
    }


def _whole(question: Values, name: str, default: int) -> int:
    value = question.get(name, default)
    if not isinstance(value, int):
        raise HardwareError("bench.argument", name, str(value))
    return value


def _tag(desk: Desk, question: Values) -> Values:
    uid = question.get("uid")
    if uid is not None:
        if question.get("there", 1):
            desk.lay(str(uid), str(question.get("text") or ""), _whole(question, "sel", 0))
        else:
            desk.take(str(uid))
    return {"tags": list(desk.tags)}


def _reader(desk: Desk, question: Values) -> Values:
    reader = desk.reader
    reader.slow_us = _whole(question, "slow_us", reader.slow_us)
    reader.shy = bool(question.get("shy", reader.shy))
    reader.mute = bool(question.get("mute", reader.mute))
    return {"field": int(reader.field), "commands": reader.commands}


def _screen(desk: Desk) -> Values:
    screen = desk.screen
    return {
        "on": int(screen.on),
        "contrast": screen.contrast,
        "bytes": screen.bytes,
        "rows": screen.rows(),
        "problems": screen.problems,
    }


def _sounds(desk: Desk, question: Values) -> Values:
    buzzer = desk.buzzer
    new = buzzer.changes - _whole(question, "since", 0)
    heard = list(buzzer.heard)
    return {"changes": buzzer.changes, "sounds": heard[-new:] if new > 0 else []}
