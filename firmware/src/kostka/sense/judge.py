"""What a fitted magnet says about the die in a cup.

A face counts only if the magnet is near to where that face has it, in angle and in height, and
at least twice as near as to any face of another value. Everything else has no value: a die that
leans is higher than one that lies, however its angle looks; what no single magnet explains, or
one of another strength, is no die of ours.
"""

from math import atan2, sqrt

from kostka.rules.request import D6
from kostka.sense.die import Die
from kostka.sense.dipole import Prior
from kostka.sense.verdict import COCKED, FACE, FOREIGN, Verdict

_RATIO = 0.5
_ANGLE = 0.0314  # what one step of the measure is: radians
_HEIGHT = 0.45  # and mm
_OFF_CENTER = 0.5  # mm from which on the height tells faces apart
_MISFIT = 90.0  # of twelve readings; a die has some 6, with poor sensors 40
_STRENGTH = 0.25  # of the moment, either way
# How far from its face a die may lie: radians, mm; enrolled; as drawn; and with few faces, which
# rise by 2 mm before they lean by 20 degrees.
_NEAR = (0.052, 0.5)
_FAR = (0.105, 1.0)
_FEW = (0.16, 1.2)
_PLAY = 2.8  # mm that the middle of a die may be off the middle of its cup


def prior_of(die: Die, gap: float) -> Prior:
    """Return what is known of a die's magnet in a cup whose floor is `gap` mm over the sensors."""
    up = 0.6 * die.away
    return Prior(
        die.inradius + gap,
        0.9 + 0.6 * die.away,
        sqrt(0.8 * 0.8 + up * up),
        0.03 if die.enrolled else 0.04,
    )


def judge(
    die: Die, gap: float, place: "list[float]", moment: "list[float]", misfit: float
) -> Verdict:
    """Return the verdict on a fit; `moment` is relative to this die's."""
    side = sqrt(moment[0] * moment[0] + moment[1] * moment[1])
    length = sqrt(side * side + moment[2] * moment[2])
    if misfit > _MISFIT or abs(length - 1.0) > _STRENGTH:
        return Verdict(FOREIGN)
    angle = atan2(side, moment[2])
    height = place[2] - gap
    best, other, first, second = _nearest(die, angle, height)
    near = _NEAR if die.enrolled else _FEW if die.faces <= D6 else _FAR
    a = (angle - die.angles[best]) / near[0]
    h = (height - die.heights[best]) / near[1]
    within = a * a + h * h <= 1.0 and _is_inside(die, best, place, moment, side)
    if within and first <= _RATIO * second:
        verdict = Verdict(FACE)
        verdict.value = die.values[best]
        verdict.face = best
        verdict.confidence = int(100.0 * (1.0 - first / (_RATIO * second)))
        return verdict
    verdict = Verdict(COCKED)
    verdict.candidates = (die.values[best], die.values[other])
    return verdict


def _is_inside(
    die: Die, face: int, place: "list[float]", moment: "list[float]", side: float
) -> bool:
    """Say whether the die's middle, were it on this face, is where a cup leaves it room."""
    x, y = place[0], place[1]
    if die.away >= _OFF_CENTER:
        along, across = die.sides[face]
        c = moment[0] / (side + 1e-9)
        s = moment[1] / (side + 1e-9)
        x -= along * c - across * s
        y -= along * s + across * c
    return x * x + y * y <= _PLAY * _PLAY


def _nearest(die: Die, angle: float, height: float) -> "tuple[int, int, float, float]":
    """Return the nearest face, the nearest one of another value, and how far they are."""
    tells = die.away >= _OFF_CENTER
    best = other = 0
    first = second = 1e9
    for face in range(len(die.angles)):
        far = _distance(die, face, angle, height, tells)
        if far < first:
            best, first = face, far
    for face in range(len(die.angles)):
        if die.values[face] != die.values[best]:
            far = _distance(die, face, angle, height, tells)
            if far < second:
                other, second = face, far
    return best, other, first, second


def _distance(die: Die, face: int, angle: float, height: float, tells: bool) -> float:
    a = (angle - die.angles[face]) / _ANGLE
    if not tells:
        return abs(a)
    h = (height - die.heights[face]) / _HEIGHT
    return sqrt(a * a + h * h)
