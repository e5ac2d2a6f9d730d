"""Settings of a board: what there is, in which unit and range, and what holds if nobody chose."""

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


def defaults() -> dict[str, int]:
    """Return what holds where nobody chose, by name."""
    return {name: SCHEMA[name][2] for name in SCHEMA}


def check(name: str, value: object) -> int:
    """Return a value that a setting may have; raises like Config.check()."""
    if name not in SCHEMA:
        raise OptionError("config.unknown", name, ", ".join(sorted(SCHEMA)))
    low, high, _, unit = SCHEMA[name]
    whole = isinstance(value, int) and not isinstance(value, bool)
    if not whole or not low <= value <= high:  # type: ignore[operator]
        raise OptionError("config.range", name, value, low, high, unit)
    return value  # type: ignore[return-value]
