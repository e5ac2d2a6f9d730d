"""What is told of the settings of a board; the board itself only knows their ranges."""

from __future__ import annotations

from kostka.config.schema import SCHEMA

INT = "int"
FLAG = "flag"  # 0 or 1
FIRST = "0.1.0"

# name: text id of its help
HELP = {
    "beside": "config.beside",
    "bot_delay": "config.bot_delay",
    "brightness": "config.brightness",
    "budget": "config.budget",
    "confirm": "config.confirm",
    "debounce": "config.debounce",
    "hint_after": "config.hint_after",
    "hints_1": "config.hints",
    "hints_2": "config.hints",
    "hints_3": "config.hints",
    "hints_4": "config.hints",
    "language": "config.language",
    "mute": "config.mute",
    "night": "config.night",
    "remove_after": "config.remove_after",
    "rethrow": "config.rethrow",
    "settle": "config.settle",
    "undo": "config.undo",
    "volume": "config.volume",
}
SINCE: dict[str, str] = {}  # the firmware that brought a setting, where that is not FIRST


def kind(name: str) -> str:
    """Return the kind of a setting, INT or FLAG. Raises KeyError where there is none."""
    return FLAG if SCHEMA[name][:2] == (0, 1) else INT


def since(name: str) -> str:
    """Return the firmware that brought a setting."""
    return SINCE.get(name, FIRST)
