"""Learns a die, by laying it on each face once, and the sensors of a cup.

The turn of a die about the vertical is not known, so each face gives the polar angle of the
magnet, its height, and its strength. Cosines of polar angles are linear in the direction of the
magnet, heights in its place; both are solved by least squares over all faces.
"""

from math import atan2, cos, pi, sqrt

from kostka.sense.die import Die
from kostka.sense.dipole import READINGS, Prior
from kostka.sense.faces import dot, make, polar, shape

RESIDUAL_DEG = 2.0  # a die whose faces fit worse is not enrolled
_LOOSE_HEIGHT = 2.5
_LOOSE_MOMENT = 0.3
_KNOWN_OFFSET = 3.0  # mm; how far from the middle a magnet may be, as a weak prior


def loose(die: Die, gap: float) -> Prior:
    """Return what may be assumed of a die that is still to be learned."""
    return Prior(die.inradius + gap, 2.5, _LOOSE_HEIGHT, _LOOSE_MOMENT)


class Enrollment:
    """Learns one die, face by face; `laid` says which faces it has been laid on.

    A face that is laid again replaces what it gave before, so one face alone can be redone.
    """

    def __init__(self, die: Die, gap: float) -> None:
        """Take the die as it was drawn, and the height of the cup's floor over the sensors."""
        count = len(die.values)
        self.die = die
        self.laid = [False] * count
        self.residual_deg = 0.0
        self.worst = -1  # the face to lay again: it fits worst for how often it was laid
        self._gap = gap
        self._times = [0] * count  # that a face was laid
        self._ups = shape(die.faces)
        self._angle = [0.0] * count
        self._height = [0.0] * count
        self._length = [0.0] * count
        self._level = [(0.0, 0.0)] * count  # direction of the moment's level part
        self._place = [(0.0, 0.0)] * count

    def lay(self, face: int, place: "list[float]", moment: "list[float]") -> None:
        """Take the fit of the die while it lies on a face; `moment` is relative to the usual."""
        side = sqrt(moment[0] * moment[0] + moment[1] * moment[1])
        self._angle[face] = atan2(side, moment[2])
        self._height[face] = place[2] - self._gap
        self._length[face] = sqrt(side * side + moment[2] * moment[2])
        self._level[face] = (moment[0] / (side + 1e-9), moment[1] / (side + 1e-9))
        self._place[face] = (place[0], place[1])
        self._times[face] += 1
        self.laid[face] = True

    def next_face(self) -> int:
        """Return the first face that has not been laid, -1 when all have."""
        for face in range(len(self.laid)):
            if not self.laid[face]:
                return face
        return -1

    def result(self) -> "Die | None":
        """Return the enrolled die, None where its faces do not fit; sets residual and worst.

        Call it when every face was laid.
        """
        direction = self._direction()
        inradius, offset = self._offset()
        self._judge(direction)
        if self.residual_deg > RESIDUAL_DEG:
            return None
        moment = sum(self._length) / len(self._length)
        made = make(
            self.die.faces, self.die.values, inradius, direction, offset, moment, enrolled=True
        )
        if self._is_mirrored(made):
            made.mirrored = True
            made.sides = [(along, -across) for along, across in made.sides]
        return made

    def _direction(self) -> "tuple[float, float, float]":
        rows = [[0.0] * 4 for _ in range(3)]
        for face in range(len(self._ups)):
            up = self._ups[face]
            cosine = cos(self._angle[face])
            for i in range(3):
                for j in range(3):
                    rows[i][j] += up[i] * up[j]
                rows[i][3] += up[i] * cosine
        x, y, z = solve(rows)
        length = sqrt(x * x + y * y + z * z)
        return x / length, y / length, z / length

    def _offset(self) -> "tuple[float, tuple[float, float, float]]":
        """Return inradius and the magnet's place; a weak prior keeps a d4 determined."""
        rows = [[0.0] * 5 for _ in range(4)]
        for face in range(len(self._ups)):
            up = self._ups[face] + (1.0,)
            for i in range(4):
                for j in range(4):
                    rows[i][j] += up[i] * up[j]
                rows[i][4] += up[i] * (self._height[face] - self.die.inradius)
        for i in range(3):
            rows[i][i] += (0.3 / _KNOWN_OFFSET) ** 2
        x, y, z, rise = solve(rows)
        return self.die.inradius + rise, (x, y, z)

    def _judge(self, direction: "tuple[float, float, float]") -> None:
        """Find the residual, and the worst face.

        One bad face of a d4, or of a pair of a d6, spoils others as much: so one that is right
        and was laid again must not be asked for again and again.
        """
        total = 0.0
        worst = -1.0
        for face in range(len(self._ups)):
            off = polar(dot(self._ups[face], direction)) - self._angle[face]
            total += off * off
            share = abs(off) / self._times[face]
            if share > worst:
                worst = share
                self.worst = face
        self.residual_deg = sqrt(total / len(self._ups)) * 180 / pi

    def _is_mirrored(self, die: Die) -> bool:
        """Say whether the die's middle stays nearer to the cup's if left and right change."""
        plain = mirrored = 0.0
        for face in range(len(self._ups)):
            along, across = die.sides[face]
            c, s = self._level[face]
            x, y = self._place[face]
            plain += (x - along * c + across * s) ** 2 + (y - along * s - across * c) ** 2
            mirrored += (x - along * c - across * s) ** 2 + (y - along * s + across * c) ** 2
        return mirrored < plain


class SensorGains:
    """Learns the gain of each sensor axis of a cup, from readings and what a fit makes of them.

    A few placements of any die will do; the mean gain stays 1, as a die's moment is not known
    better than the sensors are.
    """

    def __init__(self) -> None:
        self._cross = [0.0] * READINGS
        self._power = [1e-6] * READINGS
        self.count = 0

    def take(self, readings: "list[float]", model: "list[float]") -> None:
        """Take readings without their tare, and the field of the fitted magnet, mT."""
        for i in range(READINGS):
            self._cross[i] += readings[i] * model[i]
            self._power[i] += readings[i] * readings[i]
        self.count += 1

    def gains(self) -> "list[float]":
        """Return the factors that readings are to be multiplied with."""
        found = [self._cross[i] / self._power[i] for i in range(READINGS)]
        mean = sum(found) / READINGS
        return [gain / mean for gain in found]


def solve(rows: "list[list[float]]") -> "list[float]":
    """Solve linear equations, each row with its right side at the end; the rows are used up."""
    n = len(rows)
    for i in range(n):
        best = i
        for k in range(i + 1, n):
            if abs(rows[k][i]) > abs(rows[best][i]):
                best = k
        rows[i], rows[best] = rows[best], rows[i]
        for k in range(n):
            if k != i:
                f = rows[k][i] / rows[i][i]
                for j in range(i, n + 1):
                    rows[k][j] -= f * rows[i][j]
    return [rows[i][n] / rows[i][i] for i in range(n)]
