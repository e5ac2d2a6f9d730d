"""Hands that throw, lay, hold, tilt and take dice in cups, and eyes that see their faces."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kostka.errors import HardwareError
from kostka.sense import faces

from kostka_host.chips.dice_look import figures
from kostka_host.chips.dice_world import SCENARIOS, DiceWorld, ModelDie, Pose
from kostka_host.layout import DiceStation

WAYS = ("throw", "lay", "hold", "tilt", "take")
THROW_MS = 800
TILT_DEG = 30.0
HELD_MM = 3.0  # over the floor
FLAT_COSINE = 0.985  # of the face on top against the vertical: within 10 degrees


@dataclass
class Thrown:
    """The die in a cup: its kind as requests name it, and what is being done with it."""

    kind: int
    body: ModelDie
    way: str


class DiceHands:
    """Dice in the cups of a world. Each kind of die has one body for each cup, drawn once."""

    def __init__(self, world: DiceWorld, station: DiceStation) -> None:
        self._world = world
        self._station = station
        self._bodies: dict[tuple[int, int], ModelDie] = {}
        self.cups: dict[int, Thrown] = {}

    def do(
        self, number: int, way: str, kind: int = 0, face: int = -1, deg: float = TILT_DEG
    ) -> None:
        """Do something with the die of a cup, or with another one of a kind.

        `face` counts from 0, -1 is any: of a throw, or on which to lay. A die that is held stays
        on that face, trembling above the floor.

        Raises:
            HardwareError: there is no such cup, way, kind of die or face, or the cup is empty.
        """
        if not 0 <= number < len(self._world.cups) or way not in WAYS:
            raise HardwareError("bench.cup", number)
        if way == "take":
            self._world.lift(number)
            self.cups.pop(number, None)
            return
        body = self._body(number, kind)
        kind = kind or self.cups[number].kind
        if not -1 <= face < len(body.ups):
            raise HardwareError("bench.cup", number)
        chance = self._world.chance
        if face < 0:
            face = chance.randrange(len(body.ups)) if way == "throw" else self._top(number, body)
        self.cups[number] = Thrown(kind, body, way)
        if way == "throw":
            self._world.throw(number, body, face, THROW_MS)
        elif way == "lay":
            self._world.place(number, body, self._world.lying(body, face))
        elif way == "tilt":
            self._world.place(number, body, self._world.leaning(body, face, deg))
        else:
            lying = self._world.lying(body, face)
            x, y, z = lying.middle
            self._world.hold(number, body, Pose(lying.attitude, (x, y, z + HELD_MM)))

    def _body(self, number: int, kind: int) -> ModelDie:
        if not kind and number in self.cups:
            return self.cups[number].body
        if kind not in faces.TABLES:
            raise HardwareError("bench.cup", number)
        key = (number, kind)
        if key not in self._bodies:
            self._bodies[key] = self._drawn(kind)
        return self._bodies[key]

    def _drawn(self, kind: int) -> ModelDie:
        nominal = faces.usual(kind)
        inradius, direction, offset = nominal.inradius, nominal.direction, nominal.offset
        for known in self._station.dice:
            if known.kind == f"d{kind}":
                inradius, direction, offset = known.inradius_mm, known.direction, known.offset_mm
        d, o = tuple(direction), tuple(offset)
        body = ModelDie(nominal.faces, inradius, (d[0], d[1], d[2]), (o[0], o[1], o[2]))
        return body.drawn(SCENARIOS["good"], self._world.chance)

    def _top(self, number: int, body: ModelDie) -> int:
        """Return the face of the die that is on top, the first one where it is not there yet."""
        pose = self._world.cups[number].pose
        if pose is None or self._world.cups[number].die is not body:
            return 0
        up = pose.attitude[2]
        cosines = [sum(up[i] * face[i] for i in range(3)) for face in body.ups]
        return cosines.index(max(cosines))

    def look(self) -> list[dict[str, Any] | None]:
        """Return, for each cup, None or its die: kind, faces, face on top (from 1), flat, way.

        `at` is its place over the middle of the cup in mm, `look` see dice_look.figures().
        """
        return [self._seen(number) for number in range(len(self._world.cups))]

    def _seen(self, number: int) -> dict[str, Any] | None:
        thrown, cup = self.cups.get(number), self._world.cups[number]
        if thrown is None or cup.die is None:
            return None
        if cup.moving is not None:
            cup.pose = cup.moving(self._world.now_us())
        pose = cup.pose
        if pose is None:
            return None
        up = pose.attitude[2]
        top = self._top(number, thrown.body)
        cosine = sum(up[i] * thrown.body.ups[top][i] for i in range(3))
        moves = cup.moving is not None
        return {
            "kind": thrown.kind,
            "faces": thrown.body.faces,
            "value": faces.TABLES[thrown.kind][1][top],
            "flat": cosine > FLAT_COSINE and not moves,
            "moves": moves,
            "way": thrown.way,
            "at": [round(pose.middle[0], 2), round(pose.middle[1], 2)],
            "look": figures(thrown.body, thrown.kind, pose.attitude),
        }
