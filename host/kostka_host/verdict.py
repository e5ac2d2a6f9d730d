"""What the referee of a board says of the picture on its table, as a message has it."""

from __future__ import annotations

from dataclasses import dataclass, field

from kostka_host.link.stream import Message


@dataclass
class Verdict:
    """What the board's referee last said of the picture on the table."""

    outcome: str = ""  # same, one, several, way, wrong, setup
    missing: list[int] = field(default_factory=list)  # cells
    extra: list[int] = field(default_factory=list)
    kind: str = ""  # of a wrong picture: plain, setup, illegal, foreign, capture
    moves: list[tuple[int, int, int]] = field(default_factory=list)  # from, to, token; -1: hand
    text: str = ""  # id of a sentence, with its arguments and the rule behind it
    args: list[object] = field(default_factory=list)
    rule: str = ""
    odd: list[tuple[int, int]] = field(default_factory=list)  # cell, why its sensor is odd
    off: list[int] = field(default_factory=list)  # cells whose sensors are not used


def verdict_of(look: Message) -> Verdict:
    """Return what a look says; what makes no sense in it is left out."""
    return Verdict(
        str(look.get("o", "")),
        _ints(look.get("missing")),
        _ints(look.get("extra")),
        str(look.get("k", "")),
        [(move[0], move[1], move[2]) for move in _rows(look.get("mv"), 3)],
        str(look.get("t", "")),
        list(look.get("x") or []),
        str(look.get("rule", "")),
        [(odd[0], odd[1]) for odd in _rows(look.get("odd"), 2)],
        _ints(look.get("off")),
    )


def _ints(value: object) -> list[int]:
    return [one for one in value if isinstance(one, int)] if isinstance(value, list) else []


def _rows(value: object, size: int) -> list[list[int]]:
    rows = value if isinstance(value, list) else []
    return [_ints(row) for row in rows if len(_ints(row)) == size]
