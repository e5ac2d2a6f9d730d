"""How much current, light and sound there may be: the supply's word, settings, night mode.

A USB-C supply says by the level of a CC line what it gives; the table has 5.1 kilohms to ground on
both. 0.41, 0.92 and 1.68 V stand for 0.5, 1.5 and 3 A (USB Type-C 2.0, table 4-36).
"""

from kostka.compat import const

# What a supply gives, in mA.
DEFAULT = const(500)
MEDIUM = const(1500)
HIGH = const(3000)

_LEVELS = (DEFAULT, MEDIUM, HIGH)
_STEPS_MV = (660, 1230)  # between the three; the standard's windows meet there
_HYSTERESIS_MV = const(60)
_FULL_MV = const(3300)  # of the ADC
_STABLE = const(5)  # readings in a row that say the same, before it counts

NIGHT_VOLUME = const(15)  # percent at most
NIGHT_CONTRAST = const(1)


class Supply:
    """The budget in mA that a CC line allows.

    The lowest until the line has been read five times alike, then what it says. A change counts
    only when five readings in a row say it, beyond a hysteresis, so neither noise nor a cable that
    is being turned makes the lights jump.
    """

    def __init__(self) -> None:
        self.budget_ma = DEFAULT
        self._level = 0
        self._next = -1
        self._count = 0

    def read(self, value: int) -> bool:
        """Take a reading of the ADC, 0..65535; say whether the budget changed.

        One reading every 100 ms is plenty. Allocates nothing.
        """
        level = self._level_of(value * _FULL_MV // 65535)
        if level != self._next:
            self._next = level
            self._count = 0
        self._count += 1
        if level == self._level or self._count < _STABLE:
            return False
        self._level = level
        self.budget_ma = _LEVELS[level]
        return True

    def _level_of(self, mv: int) -> int:
        level = 0
        for i in range(len(_STEPS_MV)):
            edge = _STEPS_MV[i] + (_HYSTERESIS_MV if i >= self._level else -_HYSTERESIS_MV)
            if mv >= edge:
                level = i + 1
        return level


def volume(setting: int, muted: bool, night: bool) -> int:
    """Return the volume in percent."""
    if muted:
        return 0
    return min(setting, NIGHT_VOLUME) if night else setting


def contrast(setting: int, night: bool) -> int:
    """Return the contrast 0..255 of the screen for a brightness of 1..100 percent."""
    return NIGHT_CONTRAST if night else setting * 255 // 100
