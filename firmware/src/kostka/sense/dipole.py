"""Finds the magnet in a die from twelve field readings: place, moment, and a uniform background.

Lengths are mm, fields mT, moments relative to the nominal one. The field of a dipole m at the
way r from it is C (3 (m.r) r / r^5 - m / r^3); `coefficient()` gives C. The fit is damped
Gauss-Newton over place and moment with weak priors; the background, the same on all sensors, is
eliminated from the normal equations in closed form, so six unknowns are left.

Everything is right in 32-bit floats. A fit is done in slices, as a float costs microseconds.
"""

from math import sqrt

SENSORS = 4
AXES = 3
READINGS = 12

_DAMPING = 1e-3
_PLACE_STEP = 1.0  # longest step, mm
_MOMENT_STEP = 0.5
_SIDEWAYS = 5.0  # a magnet in a cup is not further from its middle, mm
_BELOW = 4.5
_ABOVE = 8.0
_PLACE_DONE = 2e-3  # a step this small ends the fit
_MOMENT_DONE = 5e-4
ITERATIONS = 10


def coefficient(moment_am2: float) -> float:
    """Return C in mT mm3 of a magnet with this moment."""
    return moment_am2 * 1e5


def field(c: float, rx: float, ry: float, rz: float, m: "list[float]") -> "tuple[float, ...]":
    """Return the field of a dipole `m` at the way r from it."""
    d2 = rx * rx + ry * ry + rz * rz
    k = c / (d2 * sqrt(d2))
    s = 3.0 * (m[0] * rx + m[1] * ry + m[2] * rz) / d2
    return k * (s * rx - m[0]), k * (s * ry - m[1]), k * (s * rz - m[2])


class Prior:
    """What is known of the magnet before it is measured. Standard deviations are given.

    `height` is that of the magnet over the sensors, `side` and `up` its spread, `moment` the
    spread of the moment's length around 1, `background` that of the uniform field, mT.
    """

    def __init__(
        self,
        height: float,
        side: float = 1.0,
        up: float = 0.35,
        moment: float = 0.05,
        background: float = 0.03,
    ) -> None:
        self.height = height
        self.side = side
        self.up = up
        self.moment = moment
        self.background = background


class DipoleFit:
    """One fit at a time. `place` (over the middle of the sensors), `moment` and `misfit` result.

    `misfit` is the sum of squared weighted residuals of the readings, about 6 for a good model.
    Holds all its memory but for the floats themselves.
    """

    def __init__(
        self,
        c: float,
        xy: "tuple[tuple[float, float], ...]",
        noise: "tuple[float, float, float]" = (0.006, 0.006, 0.003),
        relative: float = 0.015,
    ) -> None:
        """Take C, the sensors' places, the noise of a mean reading per axis, and model errors."""
        self.place = [0.0, 0.0, 0.0]
        self.moment = [0.0, 0.0, 0.0]
        self.misfit = 0.0
        self.iterations = 0
        self.c = c  # of the die that is fitted
        self._xy = xy
        self._noise = noise
        self._relative = relative
        self._prior = Prior(12.0)
        self._b: list[float] = [0.0] * READINGS
        self._w: list[float] = [0.0] * READINGS
        self._h: list[float] = [0.0] * 36  # lower triangle of the normal matrix, row by row
        self._g: list[float] = [0.0] * 6
        self._v: list[float] = [0.0] * 18  # background against unknowns, by axis
        self._u: list[float] = [0.0] * AXES
        self._s: list[float] = [0.0] * AXES
        self._row: list[float] = [0.0] * 6  # of the equation under way, and its right side:
        self._e = 0.0
        self._at = 0
        self._last = 0
        self._linear = False

    def begin(
        self,
        readings: "list[float]",
        prior: Prior,
        place: "list[float] | None" = None,
        moment: "list[float] | None" = None,
        iterations: int = ITERATIONS,
    ) -> None:
        """Begin with x, y, z of each sensor; warm where a place and a moment are given."""
        self._prior = prior
        self._weigh(readings)
        self._linear = place is None or moment is None
        for i in range(AXES):
            self.place[i] = 0.0 if place is None else place[i]
            self.moment[i] = 0.0 if self._linear or moment is None else moment[i]
        if place is None:
            self.place[2] = prior.height
        self.iterations = 0
        self._last = iterations
        self._at = 0

    def step(self) -> bool:
        """Do one slice, at most 3 ms on an RP2040; say whether the fit is done."""
        at = self._at
        self._at += 1
        if at == 0:
            self._clear()
        elif at <= 2 * SENSORS:  # a sensor takes two: together they would be too long
            if at & 1:
                self._take(at >> 1)
            else:
                self._add(2, self._w[3 * (at >> 1) - 1], self._e)
        elif at <= 2 * SENSORS + AXES:
            self._eliminate(at - 2 * SENSORS - 1)
        elif at == 2 * SENSORS + AXES + 1:
            self._add_prior()
        elif at == 2 * SENSORS + AXES + 2:
            self._factor()
        else:
            self._at = 0
            self.iterations += 1
            return self._advance() or self.iterations >= self._last
        return False

    def _weigh(self, readings: "list[float]") -> None:
        b = self._b
        s = self._s
        relative = self._relative * self._relative
        for axis in range(AXES):
            s[axis] = 0.0
        for k in range(0, READINGS, AXES):
            power = 0.0
            for i in range(k, k + AXES):
                b[i] = readings[i]
                power = power + b[i] * b[i]
            for axis in range(AXES):
                n = self._noise[axis]
                w = 1.0 / (n * n + relative * power + 4e-6)
                self._w[k + axis] = w
                s[axis] = s[axis] + w

    def _clear(self) -> None:
        for i in range(36):
            self._h[i] = 0.0
        for i in range(18):
            self._v[i] = 0.0
        for i in range(6):
            self._g[i] = 0.0
        for i in range(AXES):
            self._u[i] = 0.0
        self.misfit = 0.0

    def _take(self, k: int) -> None:
        """Add two of a sensor's three equations, and make ready the third."""
        mx, my, mz = self.moment
        x, y = self._xy[k]
        rx = x - self.place[0]
        ry = y - self.place[1]
        rz = -self.place[2]
        d2 = rx * rx + ry * ry + rz * rz
        q = 1.0 / d2
        c3 = self.c * q / sqrt(d2)
        c5 = 3.0 * c3 * q
        mr = mx * rx + my * ry + mz * rz
        t = c5 * mr
        # by the moment: symmetric
        xx = c5 * rx * rx - c3
        xy = c5 * rx * ry
        xz = c5 * rx * rz
        yy = c5 * ry * ry - c3
        yz = c5 * ry * rz
        zz = c5 * rz * rz - c3
        # by the place: minus the field's gradient, symmetric too
        f = 5.0 * t * q
        gx = f * rx - c5 * mx
        gy = f * ry - c5 * my
        gz = f * rz - c5 * mz
        pxy = gx * ry - c5 * my * rx
        pxz = gx * rz - c5 * mz * rx
        pyz = gy * rz - c5 * mz * ry
        i = 3 * k
        b = self._b
        row = self._row
        row[0] = gx * rx - c5 * mx * rx - t
        row[1], row[2], row[3], row[4], row[5] = pxy, pxz, xx, xy, xz
        self._add(0, self._w[i], b[i] - (xx * mx + xy * my + xz * mz))
        row[0], row[2], row[3], row[4], row[5] = pxy, pyz, xy, yy, yz
        row[1] = gy * ry - c5 * my * ry - t
        self._add(1, self._w[i + 1], b[i + 1] - (xy * mx + yy * my + yz * mz))
        row[0], row[1], row[3], row[4], row[5] = pxz, pyz, xz, yz, zz
        row[2] = gz * rz - c5 * mz * rz - t
        self._e = b[i + 2] - (xz * mx + yz * my + zz * mz)

    def _add(self, axis: int, w: float, e: float) -> None:
        """Add one equation, `row` times the step is `e`, with a weight."""
        h = self._h
        g = self._g
        v = self._v
        row = self._row
        a0, a1, a2, a3, a4, a5 = row
        at = 6 * axis
        n = 0
        for i in range(6):
            a = w * row[i]
            v[at + i] += a
            g[i] += a * e
            h[n] += a * a0
            if i > 0:
                h[n + 1] += a * a1
                if i > 1:
                    h[n + 2] += a * a2
                    if i > 2:
                        h[n + 3] += a * a3
                        if i > 3:
                            h[n + 4] += a * a4
                            if i > 4:
                                h[n + 5] += a * a5
            n += 6
        self._u[axis] += w * e
        self.misfit += w * e * e

    def _eliminate(self, axis: int) -> None:
        """Take the background of an axis out: it explains what all sensors have in common."""
        h = self._h
        sigma = self._prior.background
        weight = 1.0 / (self._s[axis] + 1.0 / (sigma * sigma))
        u = self._u[axis]
        at = 6 * axis
        for i in range(6):
            k = self._v[at + i] * weight
            self._g[i] -= k * u
            for j in range(i + 1):
                h[6 * i + j] -= k * self._v[at + j]
        self.misfit -= u * u * weight

    def _add_prior(self) -> None:
        prior = self._prior
        h = self._h
        side = 1.0 / (prior.side * prior.side)
        up = 1.0 / (prior.up * prior.up)
        h[0] += side
        h[7] += side
        h[14] += up
        self._g[0] -= side * self.place[0]
        self._g[1] -= side * self.place[1]
        self._g[2] += up * (prior.height - self.place[2])
        if self._linear:
            return
        length = sqrt(self.moment[0] ** 2 + self.moment[1] ** 2 + self.moment[2] ** 2)
        weight = 1.0 / (prior.moment * prior.moment)
        for i in range(AXES):
            k = weight * self.moment[i] / length
            self._g[3 + i] += k * (1.0 - length)
            for j in range(i + 1):
                h[21 + 6 * i + j] += k * self.moment[j] / length

    def _advance(self) -> bool:
        """Solve for the step, take it, and say whether it was too small to matter."""
        step = self._g
        self._solve()
        place = self.place
        moment = self.moment
        far = 0.0
        turned = 0.0
        for i in range(AXES):
            d = max(-_PLACE_STEP, min(_PLACE_STEP, step[i]))
            place[i] += d
            far = max(far, abs(d))
            d = step[3 + i]
            if not self._linear:
                d = max(-_MOMENT_STEP, min(_MOMENT_STEP, d))
            moment[i] += d
            turned = max(turned, abs(d))
        height = self._prior.height
        place[0] = max(-_SIDEWAYS, min(_SIDEWAYS, place[0]))
        place[1] = max(-_SIDEWAYS, min(_SIDEWAYS, place[1]))
        place[2] = max(height - _BELOW, min(height + _ABOVE, place[2]))
        if self._linear:  # the best moment at the middle; only its direction is worth keeping
            self._linear = False
            length = sqrt(moment[0] ** 2 + moment[1] ** 2 + moment[2] ** 2) + 1e-9
            for i in range(AXES):
                moment[i] = moment[i] / length
            return False
        return far < _PLACE_DONE and turned < _MOMENT_DONE

    def _factor(self) -> None:
        """Factor the normal matrix by Cholesky's way, in place; the diagonal is inverse."""
        h = self._h
        for i in range(6):
            h[7 * i] += _DAMPING * h[7 * i] + 1e-9
        for i in range(6):
            at = 6 * i
            for j in range(i + 1):
                s = h[at + j]
                for k in range(j):
                    s -= h[at + k] * h[6 * j + k]
                if j < i:
                    h[at + j] = s * h[7 * j]
                else:
                    h[at + j] = 1.0 / sqrt(max(s, 1e-9))

    def _solve(self) -> None:
        """Solve the factored equations; the step is left in `_g`."""
        h = self._h
        g = self._g
        for i in range(6):
            s = g[i]
            for k in range(i):
                s -= h[6 * i + k] * g[k]
            g[i] = s * h[7 * i]
        for i in range(5, -1, -1):
            s = g[i]
            for k in range(i + 1, 6):
                s -= h[6 * k + i] * g[k]
            g[i] = s * h[7 * i]
