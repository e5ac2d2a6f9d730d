"""What stands beside the field: made where the board has it and there is room for it.

Without it a board loads none of this: neither this module nor one that it names.
"""

from kostka.compat import forget
from kostka.text import LANGUAGES

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.app.table import Table
    from kostka.app.tasks import Tasks

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


def stand_by(
    tasks: "Tasks", table: "Table", layout: object, part: object, home: str | None
) -> None:
    """Make what runs the cups and the parts beside the field, where the board has any.

    `part(name)` makes a driver; what is learned of dice and tags is kept below `home`.
    """
    if getattr(layout, "CUPS", ()):
        from kostka.app.dice import Dice

        path = None if home is None else home + "/dice"
        tasks.dice = table.dice = Dice(layout, part, table, path)
    if any([hasattr(layout, "PIN_" + name) for name in _DESK_PINS]):
        from kostka.app.desk import Desk

        path = None if home is None else home + "/tags"
        tasks.desk = table.screen = Desk(part, table, table.config, LANGUAGES, path)


def drop() -> None:
    """Drop what is needed for a moment, see kostka.app.brief."""
    forget(*MODULES)
