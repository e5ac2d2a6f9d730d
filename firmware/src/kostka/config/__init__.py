"""Settings of a board: what there is, in which unit and range, and what holds if nobody chose."""

import binascii

from kostka.errors import OptionError

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    Setting = tuple[str, int, int, int, str, str, str]

INT = "int"
FLAG = "flag"  # 0 or 1

# name: (type, lowest, highest, default, unit, text id of its help, firmware that brought it)
SCHEMA: "dict[str, Setting]" = {
    "beside": (INT, 0, 2, 1, "", "config.beside", "0.1.0"),  # 0 never, 2 without room, too
    "bot_delay": (INT, 0, 10000, 1500, "ms", "config.bot_delay", "0.1.0"),
    "brightness": (INT, 1, 100, 40, "%", "config.brightness", "0.1.0"),
    "budget": (INT, 500, 3000, 1500, "mA", "config.budget", "0.1.0"),
    "confirm": (FLAG, 0, 1, 0, "", "config.confirm", "0.1.0"),
    "debounce": (INT, 5, 200, 30, "ms", "config.debounce", "0.1.0"),
    "hint_after": (INT, 1000, 60000, 8000, "ms", "config.hint_after", "0.1.0"),
    "hints_1": (INT, 0, 3, 3, "", "config.hints", "0.1.0"),
    "hints_2": (INT, 0, 3, 3, "", "config.hints", "0.1.0"),
    "hints_3": (INT, 0, 3, 3, "", "config.hints", "0.1.0"),
    "hints_4": (INT, 0, 3, 3, "", "config.hints", "0.1.0"),
    "language": (INT, 0, 2, 0, "", "config.language", "0.1.0"),  # see kostka.text.LANGUAGES
    "mute": (FLAG, 0, 1, 0, "", "config.mute", "0.1.0"),
    "night": (FLAG, 0, 1, 0, "", "config.night", "0.1.0"),
    "remove_after": (INT, 500, 10000, 2000, "ms", "config.remove_after", "0.1.0"),
    "rethrow": (FLAG, 0, 1, 0, "", "config.rethrow", "0.1.0"),
    "settle": (INT, 50, 1000, 150, "ms", "config.settle", "0.1.0"),
    "undo": (INT, 0, 2, 1, "", "config.undo", "0.1.0"),  # see kostka.play.takeback
    "volume": (INT, 0, 100, 60, "%", "config.volume", "0.1.0"),
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
        return SCHEMA[name][3] if value is None else value

    def check(self, name: str, value: object) -> int:
        """Return a value that a setting may have.

        Raises:
            OptionError: there is no such setting, or the value is out of its range.
        """
        if name not in SCHEMA:
            raise OptionError("config.unknown", name, ", ".join(sorted(SCHEMA)))
        _, low, high, _, unit, _, _ = SCHEMA[name]
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
            low = SCHEMA[name][1] if name in SCHEMA else 0
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
