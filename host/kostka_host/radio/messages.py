"""What a die says: the messages of GoDice and Pixels, as their makers publish them.

GoDice sends letters and, when it lies still, its acceleration on three axes, 64 for the gravity
of the earth; its shell says which value that is. Pixels sends the state of a roll and the number
of the face on top. Of both only a roll that has ended counts: a die that is set down, tilted or
turned in the hand gives no value.
"""

from __future__ import annotations

from dataclasses import dataclass

from kostka.rules.request import D6

NORDIC_UART = "6e400001-b5a3-f393-e0a9-e50e24dcca9e"  # of GoDice, and of most Pixels
NORDIC_NOTIFY = "6e400003-b5a3-f393-e0a9-e50e24dcca9e"
NORDIC_WRITE = "6e400002-b5a3-f393-e0a9-e50e24dcca9e"
PIXELS = "a6b90001-7a5a-43f2-a962-350c8edc9b5b"  # of later ones
PIXELS_NOTIFY = "a6b90002-7a5a-43f2-a962-350c8edc9b5b"
PIXELS_WRITE = "a6b90003-7a5a-43f2-a962-350c8edc9b5b"
GODICE_NAME = "GoDice_"
WHO_ARE_YOU = b"\x01"  # what a Pixel is asked

D4, D8, D10, D12, D20 = 4, 8, 10, 12, 20

Xyz = tuple[int, int, int]

# Acceleration of each value of a bare GoDice and of each face of its two shells.
_CUBE: tuple[Xyz, ...] = (
    (-64, 0, 0), (0, 0, 64), (0, 64, 0), (0, -64, 0), (0, 0, -64), (64, 0, 0),
)  # fmt: skip
_SHELL_20: tuple[Xyz, ...] = (
    (-64, 0, -22), (42, -42, 40), (0, 22, -64), (0, 22, 64), (-42, -42, 42), (22, 64, 0),
    (-42, -42, -42), (64, 0, -22), (-22, 64, 0), (42, -42, -42), (-42, 42, 42), (22, -64, 0),
    (-64, 0, 22), (42, 42, 42), (-22, -64, 0), (42, 42, -42), (0, -22, -64), (0, -22, 64),
    (-42, 42, -42), (64, 0, 22),
)  # fmt: skip
_SHELL_24: tuple[Xyz, ...] = (
    (20, -60, -20), (20, 0, 60), (-40, -40, 40), (-60, 0, 20), (40, 20, 40), (-20, -60, -20),
    (20, 60, 20), (-40, 20, -40), (-40, 40, 40), (-20, 0, 60), (-20, -60, 20), (60, 0, 20),
    (-60, 0, -20), (20, 60, -20), (20, 0, -60), (40, -20, -40), (-20, 60, -20), (-40, -40, -40),
    (40, -20, 40), (20, -60, 20), (60, 0, -20), (40, 20, -40), (-20, 0, -60), (-20, 60, 20),
)  # fmt: skip
# Value of each face of a shell; a d10 counts 0 as 10.
_ON_20 = {
    D10: (8, 2, 6, 1, 4, 3, 9, 10, 7, 5, 5, 7, 10, 9, 3, 4, 1, 6, 2, 8),
    D20: tuple(range(1, 21)),
}
_ON_24 = {
    D4: (3, 1, 4, 1, 4, 4, 1, 4, 2, 3, 1, 1, 1, 4, 2, 3, 3, 2, 2, 2, 4, 1, 3, 2),
    D8: (3, 3, 6, 1, 2, 8, 1, 1, 4, 7, 5, 5, 4, 4, 2, 5, 7, 7, 8, 2, 8, 3, 6, 6),
    D12: tuple(n % 12 + 1 for n in range(24)),
}

# Types of Pixels as they name themselves, in bits 4 to 7 of the second byte, and by LEDs.
_PIXEL_TYPES = {1: D4, 2: D6, 3: D8, 4: D10, 6: D12, 7: D20, 8: D6}
_I_AM = 2
_ROLL = 3
_ROLLED = 1  # states of a roll
_HANDLED = (2, 3)
_SET_DOWN = 5


@dataclass(frozen=True)
class Said:
    """What a message tells. `value` is that of a roll that has ended, else 0."""

    rolling: bool = False
    value: int = 0
    kind: int = 0  # of a Pixel that said what it is
    set_down: bool = False  # it lies, without having been rolled


NOTHING = Said()


def godice(data: bytes, kind: int) -> Said:
    """Return what a GoDice in the shell of a kind of die says."""
    if data[:1] == b"R":
        return Said(rolling=True)
    if data[:1] == b"S" and len(data) >= 4:
        x, y, z = (byte - 256 if byte > 127 else byte for byte in data[1:4])
        return Said(value=_godice_value((x, y, z), kind))
    if data[:2] in (b"FS", b"MS"):
        return Said(set_down=True)
    return NOTHING  # battery, color, and TS: it leans


def _godice_value(xyz: Xyz, kind: int) -> int:
    if kind in _ON_20:
        return _ON_20[kind][_nearest(xyz, _SHELL_20)]
    if kind in _ON_24:
        return _ON_24[kind][_nearest(xyz, _SHELL_24)]
    return _nearest(xyz, _CUBE) + 1


def _nearest(xyz: Xyz, table: tuple[Xyz, ...]) -> int:
    far = [sum((a - b) ** 2 for a, b in zip(xyz, one, strict=True)) for one in table]
    return far.index(min(far))


def pixel(data: bytes, kind: int) -> Said:
    """Return what a Pixel says that is of a kind, 0 where it has not said which."""
    if data[:1] == bytes([_I_AM]) and len(data) >= 3:
        return Said(kind=_PIXEL_TYPES.get(data[2] >> 4, data[1]))
    if data[:1] != bytes([_ROLL]) or len(data) < 3:
        return NOTHING
    state, face = data[1], data[2]
    if state in _HANDLED:
        return Said(rolling=True)
    if state == _SET_DOWN:
        return Said(set_down=True)
    if state != _ROLLED:
        return NOTHING
    value = (face or 10) if kind == D10 else face + 1
    return Said(value=value)
