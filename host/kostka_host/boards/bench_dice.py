"""The bench's question about dice in cups; bench.py lists it."""

from __future__ import annotations

from typing import Any

from kostka.errors import HardwareError

from kostka_host.chips.dice_cups import DiceCups
from kostka_host.chips.dice_hands import TILT_DEG

Values = dict[str, Any]


def dice(cups: DiceCups | None, question: Values) -> Values:
    """Do what a question wants done with a die, and tell what lies in the cups."""
    if cups is None:
        return {"cups": []}
    number = question.get("cup")
    if number is not None:
        values = [number] + [question.get(name, default) for name, default in _REST]
        if not all(isinstance(value, int) for value in (number, *values[2:4])):
            raise HardwareError("bench.argument", "cup", str(number)[:80])
        if not isinstance(values[4], (int, float)):
            raise HardwareError("bench.argument", "deg", str(values[4])[:80])
        cups.hands.do(number, str(values[1]), *values[2:])
    return {"cups": cups.hands.look()}


_REST = (("way", ""), ("kind", 0), ("face", -1), ("deg", TILT_DEG))
