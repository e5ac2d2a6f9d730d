"""Watches the four sensors of a cup: whether anything moves there, and the mean reading.

Readings come in blocks of eight. Sensor noise is known, so the spread of a block shows far
smaller movements than its extremes would: a hand cannot hold a die as still as a table does.
"""

from array import array

from kostka.compat import const

BLOCK = const(8)
READINGS = const(12)

_CLIP = const(3000)  # one reading against the first of its block; squares stay small integers
_FREEDOM = 84.0  # of a block's spread: 12 readings, 7 differences each
_RESTLESS = 1.65  # spread against noise; 4 standard deviations of a quiet block
_RESTLESS_LONG = 1.3  # over three blocks
_JUMP = 34.0  # chi-square of 12 differences between means; one quiet block in 1500
_JUMP_LONG = 27.0  # the same between two blocks and two; one in 130
_LEVEL = (0.5, 2.5)  # how far the noise may be from the data sheet's


class Watch:
    """Takes readings in turn and, with each block, updates what can be said.

    `quiet` counts quiet blocks in a row, each agreeing with the one before, and each two with
    the two before. `sums` holds the sums of the last block, `before` those of the one before.
    `level` is the noise found where nothing moves, relative to the one given.
    """

    def __init__(self, noise_xy: int = 20, noise_z: int = 9) -> None:
        """Take the noise of one reading, in sensor units."""
        self.quiet = 0
        self.spread = 0.0
        self.level = 1.0
        self.sums = array("i", [0] * READINGS)
        self.before = array("i", [0] * READINGS)
        self._third = array("i", [0] * READINGS)  # sums of blocks further back
        self._fourth = array("i", [0] * READINGS)
        self._base = array("i", [0] * READINGS)
        self._sum = array("i", [0] * READINGS)
        self._square = array("i", [0] * READINGS)
        self._xy = float(noise_xy * noise_xy)
        self._z = float(noise_z * noise_z)
        self._n = 0
        self._spreads = [9.0, 9.0]

    def restart(self) -> None:
        """Forget the block that has begun and that anything was quiet."""
        self._n = 0
        self.quiet = 0

    def feed(self, sensor: int, x: int, y: int, z: int) -> bool:
        """Take one sensor's reading, sensors in order; say whether a block is complete."""
        at = 3 * sensor
        self._take(at, x)
        self._take(at + 1, y)
        self._take(at + 2, z)
        if at + 3 < READINGS:
            return False
        self._n += 1
        if self._n < BLOCK:
            return False
        self._n = 0
        self._close()
        return True

    def _take(self, at: int, value: int) -> None:
        if self._n == 0:
            self._base[at] = value
            self._sum[at] = 0
            self._square[at] = 0
            return
        d = value - self._base[at]
        if d > _CLIP:
            d = _CLIP
        elif d < -_CLIP:
            d = -_CLIP
        self._sum[at] += d
        self._square[at] += d * d

    def _close(self) -> None:
        side = up = 0
        spare = self._fourth
        self._fourth = self._third
        self._third = self.before
        self.before = self.sums
        self.sums = spare
        for at in range(READINGS):
            d = self._sum[at]
            spread = self._square[at] - (d * d >> 3)
            if at % 3 == 2:
                up += spread
            else:
                side += spread
            self.sums[at] = BLOCK * self._base[at] + d
        self.spread = (side / self._xy + up / self._z) / _FREEDOM
        relative = self.spread / self.level
        whole = (relative + self._spreads[0] + self._spreads[1]) / 3
        still = relative < _RESTLESS
        if still and (self.quiet == 0 or self._agrees(False)):
            self.quiet += 1
            if self.quiet >= 4 and (whole >= _RESTLESS_LONG or not self._agrees(True)):
                self.quiet = 0
        else:
            self.quiet = 0
        self._spreads[0] = self._spreads[1]
        self._spreads[1] = relative

    def _agrees(self, two: bool) -> bool:
        """Say whether the last block has the mean of the one before, or the last two of two."""
        side = up = 0
        for at in range(READINGS):
            d = self.sums[at] - self.before[at]
            if two:
                d = self.sums[at] + self.before[at] - self._third[at] - self._fourth[at]
            d = max(-8000, min(8000, d))
            if at % 3 == 2:
                up += d * d >> 4
            else:
                side += d * d >> 4
        chi = (side / self._xy + up / self._z) / self.level
        return chi < (2 * _JUMP_LONG if two else _JUMP)

    def learn(self) -> None:
        """Take the last block's spread for noise; call it where nothing can move."""
        level = self.level + 0.05 * (self.spread - self.level)
        self.level = max(_LEVEL[0], min(_LEVEL[1], level))
