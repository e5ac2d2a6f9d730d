"""Settings of a board: what there is, in which unit and range, and what holds if nobody chose."""

import binascii

from kostka.errors import OptionError

# name: (lowest, highest, default, unit, text id of its help)
SCHEMA: dict[str, tuple[int, int, int, str, str]] = {
    "beside": (0, 2, 1, "", "config.beside"),
    "brightness": (1, 100, 40, "%", "config.brightness"),
    "budget": (500, 3000, 1500, "mA", "config.budget"),
    "debounce": (5, 200, 30, "ms", "config.debounce"),
    "hint_after": (1000, 60000, 8000, "ms", "config.hint_after"),
    "language": (0, 2, 0, "", "config.language"),
    "mute": (0, 1, 0, "", "config.mute"),
    "night": (0, 1, 0, "", "config.night"),
    "remove_after": (500, 10000, 2000, "ms", "config.remove_after"),
    "settle": (50, 1000, 150, "ms", "config.settle"),
    "volume": (0, 100, 60, "%", "config.volume"),
}


class Config:
    """The values in force, by name."""

    def __init__(self) -> None:
        self._values = {name: SCHEMA[name][2] for name in sorted(SCHEMA)}

    def get(self, name: str) -> int:
        """Return a value. Raises KeyError for a name that SCHEMA does not have."""
        return self._values[name]

    def set(self, name: str, value: int) -> None:
        """Set a value until the next start.

        Raises:
            OptionError: there is no such setting, or the value is out of its range.
        """
        if name not in SCHEMA:
            raise OptionError("config.unknown", name, ", ".join(sorted(SCHEMA)))
        low, high, _, unit, _ = SCHEMA[name]
        if not low <= value <= high:
            raise OptionError("config.range", name, value, low, high, unit)
        self._values[name] = value

    def crc(self) -> int:
        """Return the CRC-32 of all names and values; equal settings give equal numbers."""
        text = ";".join(["%s=%d" % (name, self._values[name]) for name in sorted(self._values)])
        return binascii.crc32(text.encode()) & 0xFFFFFFFF
