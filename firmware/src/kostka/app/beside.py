"""What stands beside the field: made where the board has it and there is room for it.

Without it a board loads none of this: neither this module nor one that it names.
"""

import asyncio
import sys

from kostka.compat import const, forget
from kostka.text import LANGUAGES

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from kostka.app.start import App
    from kostka.app.tasks import Tasks
    from kostka.hal import Clock

    Job = Callable[[], Awaitable[None]]

DICE_MS = const(2)
REST_MS = const(20)  # between looks whether dice are waited for
DESK_MS = const(10)
_DICE = const(8)  # bits of the tasks, after those of kostka.app.health
_DESK = const(16)

# Modules that cups and desk need for a moment, as those of kostka.app.brief.
MODULES = (
    "kostka.app.kept",
    "kostka.app.page",
    "kostka.app.tagfile",
    "kostka.drivers.parts",
    "kostka.drivers.tca9548a",
    "kostka.drivers.tmag5273",
    "kostka.screen.font",
    "kostka.screen.font_data",
    "kostka.screen.pages",
    "kostka.screen.paint",
    "kostka.sense.cups",
    "kostka.sense.dipole",
    "kostka.sense.enroll",
    "kostka.sense.faces",
    "kostka.sense.joint",
    "kostka.sense.judge",
    "kostka.sense.verdict",
    "kostka.sense.watch",
    "kostka.tags.ndef",
    "kostka.text.seek",
)
_DESK_PINS = ("I2C1_SDA", "BUZZER", "ADC_CC")


def stand_by(app: "App", layout: object, part: object, home: str | None) -> None:
    """Make what runs the cups and the parts beside the field, where the board has any.

    `part(name)` makes a driver; what is learned of dice and tags is kept below `home`.
    """
    tasks, table = app.tasks, app.table
    tasks.beside = sys.modules[__name__]
    cups = part("cups")  # type: ignore[operator]
    if cups is not None:
        from kostka.app.dice import Dice

        path = None if home is None else home + "/dice"
        tasks.dice = table.dice = Dice(cups, part, table, path)
    if any([hasattr(layout, "PIN_" + name) for name in _DESK_PINS]):
        from kostka.app.desk import Desk

        path = None if home is None else home + "/tags"
        tasks.desk = table.screen = Desk(part, table, table.config, LANGUAGES, path)


def jobs(tasks: "Tasks", clock: "Clock") -> "list[tuple[str, Job]]":
    """Return names and functions of the tasks that run them; health watches over these, too."""
    health = tasks.health

    async def read_dice() -> None:
        dice = tasks.dice
        while True:
            dice.round(clock.ms())  # type: ignore[attr-defined]
            health.round(_DICE)
            await _sleep(DICE_MS if dice.busy else REST_MS)  # type: ignore[attr-defined]

    async def run_desk() -> None:
        desk = tasks.desk
        while True:
            desk.round(clock.ms())  # type: ignore[attr-defined]
            health.round(_DESK)
            await _sleep(DESK_MS)

    found: list[tuple[str, Job]] = []
    if tasks.dice is not None:
        found.append(("dice", read_dice))
        health.tasks |= _DICE
    if tasks.desk is not None:
        found.append(("desk", run_desk))
        health.tasks |= _DESK
    return found


def free(tasks: "Tasks") -> bool:
    """Let go of what is not needed now and can be read from flash again, see kostka.app.brief.

    Return whether there was any.
    """
    if tasks.dice is not None:
        tasks.dice.release()  # type: ignore[attr-defined]
    return forget(*MODULES)


def _sleep(ms: int) -> "Awaitable[None]":
    return asyncio.sleep_ms(ms)  # type: ignore[attr-defined,no-any-return]
