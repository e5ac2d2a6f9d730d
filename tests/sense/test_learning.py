"""Dice and sensors that are learned, on models of chips and magnets."""

from __future__ import annotations

import math
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import kostka_dice
from kostka.sense import faces, joint
from kostka.sense.enroll import Enrollment, SensorGains, loose
from kostka_dice import GAP, Table, nominal, set_tare
from kostka_host.chips.dice_world import SCENARIOS

TYPICAL = SCENARIOS["typical"]


def lay_all(kind: int, off: bool, seed: int, order=None):
    table = Table(seed, TYPICAL, 1)
    known, body = nominal(kind, off)
    drawn = body.drawn(SCENARIOS["poor"], table.chance)
    table.cups.expect(0, known, loose(known, GAP))
    set_tare(table)
    learning = Enrollment(known, GAP)
    began = table.now_ms
    while (face := learning.next_face()) >= 0:
        table.world.lift(0)
        table.run(500)
        lying = face if order is None else order[face]
        table.world.place(0, drawn, table.world.lying(drawn, lying))
        table.until_read()
        cup = table.cups.cups[0]
        assert cup.known
        learning.lay(face, cup.place, cup.moment)
    assert table.now_ms - began < 120_000
    return learning, drawn


@pytest.mark.parametrize(("kind", "off"), [(6, False), (8, False), (10, False), (12, True)])
def test_a_die_is_learned_by_laying_it_on_each_face(kind: int, off: bool) -> None:
    learning, drawn = lay_all(kind, off, kind)
    learned = learning.result()
    assert learned is not None
    assert learning.residual_deg < 2
    assert learned.enrolled
    wrong = math.degrees(math.acos(min(1.0, faces.dot(learned.direction, drawn.direction))))
    assert wrong < 1.5
    assert abs(learned.moment - drawn.moment) < 0.06  # 2 % of it are the gains of poor sensors
    assert abs(learned.inradius - drawn.inradius) < 0.5
    usual = [faces.usual(kind).direction, kostka_dice.D12_OFF[0]][off]
    assert wrong < math.degrees(math.acos(min(1.0, faces.dot(usual, drawn.direction))))


def test_faces_that_were_mixed_up_are_found() -> None:
    learning, _ = lay_all(6, False, 3, order=[0, 1, 2, 2, 4, 5])
    assert learning.result() is None
    assert learning.residual_deg > 10
    assert learning.worst in (2, 3)


@pytest.mark.parametrize("kind", [4, 6, 8, 12])
def test_one_bad_face_is_found_by_laying_what_is_asked_for(kind: int) -> None:
    die = faces.usual(kind)
    count = len(die.values)

    def lay(learning, face: int, lying: int) -> None:
        angle = die.angles[lying]
        moment = [math.sin(angle), 0.0, math.cos(angle)]
        learning.lay(face, [0.0, 0.0, GAP + die.inradius], moment)

    for bad in range(count):
        learning = Enrollment(die, GAP)
        for face in range(count):
            lay(learning, face, (bad + 1) % count if face == bad else face)
        asked = 0
        while learning.result() is None:
            assert asked < 2 * count, bad
            asked += 1
            lay(learning, learning.worst, learning.worst)
        assert asked >= 1


def spread(values) -> float:
    return math.sqrt(sum((value - 1) ** 2 for value in values) / len(values))


def test_gains_of_sensors_are_learned() -> None:
    table = Table(3, SCENARIOS["exact"], 1)
    known, body = nominal(6)
    true = [1.0 + 0.03 * ((7 * i) % 5 - 2) for i in range(12)]
    for k in range(4):
        x, y, z = true[3 * k : 3 * k + 3]
        table.world.cups[0].gains[k] = (x, y, z)
    table.cups.expect(0, known)
    set_tare(table)
    gains = None
    for _ in range(3):
        learned = SensorGains()
        for face in range(6):
            table.world.place(0, body, table.world.lying(body, face))
            table.cups.calibrate(0, list(table.cups.cups[0].tare), gains)
            table.cups.expect(0, known)
            table.until_read()
            learned.take(joint.measured(table.cups, 0), joint.modeled(table.cups, 0))
        gains = learned.gains()
    mean = sum(1 / value for value in true) / 12
    left = [gain * value * mean for gain, value in zip(gains, true, strict=True)]
    before = [value * mean for value in true]
    assert spread(left) < 0.6 * spread(before)
