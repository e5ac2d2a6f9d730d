"""Settings of a board: what there is, in which unit and range, and what holds if nobody chose."""

import binascii

from kostka.errors import OptionError

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    Setting = tuple[int, int, int, str]

# name: (lowest, highest, default, unit); kostka_host.settings has what is told of them
SCHEMA: "dict[str, Setting]" = {
    "beside": (0, 2, 1, ""),  # 0 never, 2 without room, too
    "bot_delay": (0, 10000, 1500, "ms"),
    "brightness": (1, 100, 40, "%"),
    "budget": (500, 3000, 1500, "mA"),
    "confirm": (0, 1, 0, ""),
    "debounce": (5, 200, 30, "ms"),
    "hint_after": (1000, 60000, 8000, "ms"),
    "hints_1": (0, 3, 3, ""),
    "hints_2": (0, 3, 3, ""),
    "hints_3": (0, 3, 3, ""),
    "hints_4": (0, 3, 3, ""),
    "language": (0, 2, 0, ""),  # see kostka.text.LANGUAGES
    "mute": (0, 1, 0, ""),
    "night": (0, 1, 0, ""),
    "remove_after": (500, 10000, 2000, "ms"),
    "rethrow": (0, 1, 0, ""),
    "settle": (50, 1000, 150, "ms"),
    "undo": (0, 2, 1, ""),  # see kostka.play.takeback
    "volume": (0, 100, 60, "%"),
}


class Config:
    """The values in force, by name.

    `chosen` has what somebody set, `kept` what a file holds and this firmware cannot use: it
    stays in the file. `problem` is (text id, arguments) to tell people, or None.
    """

    def __init__(self) -> None:
        self.chosen: dict[str, int] = {}
        self.kept: dict[str, object] = {}
        self.problem: tuple[str, tuple[object, ...]] | None = None

    def get(self, name: str) -> int:
        """Return a value. Raises KeyError for a name that SCHEMA does not have."""
        value = self.chosen.get(name)
        return SCHEMA[name][2] if value is None else value

    def check(self, name: str, value: object) -> int:
        """Return a value that a setting may have.

        Raises:
            OptionError: there is no such setting, or the value is out of its range.
        """
        if name not in SCHEMA:
            raise OptionError("config.unknown", name, ", ".join(sorted(SCHEMA)))
        low, high, _, unit = SCHEMA[name]
        whole = isinstance(value, int) and not isinstance(value, bool)
        if not whole or not low <= value <= high:  # type: ignore[operator]
            raise OptionError("config.range", name, value, low, high, unit)
        return value  # type: ignore[return-value]

    def choose(self, values: dict[str, object]) -> None:
        """Set values by name until the next start, all or none; None takes the default.

        Raises:
            OptionError: see check(); nothing has changed.
        """
        for name in sorted(values):
            low = SCHEMA[name][0] if name in SCHEMA else 0
            self.check(name, low if values[name] is None else values[name])
        for name in sorted(values):
            if values[name] is None:
                self.chosen.pop(name, None)
            else:
                self.chosen[name] = values[name]  # type: ignore[assignment]

    def forget(self) -> None:
        """Go back to the defaults."""
        self.chosen = {}
        self.kept = {}

    def pairs(self) -> list[tuple[str, int]]:
        """Return (name, value) of all settings, by name."""
        return [(name, self.get(name)) for name in sorted(SCHEMA)]

    def crc(self) -> int:
        """Return the CRC-32 of all names and values; equal settings give equal numbers."""
        text = ";".join(["%s=%d" % pair for pair in self.pairs()])
        return binascii.crc32(text.encode()) & 0xFFFFFFFF
