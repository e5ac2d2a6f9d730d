"""Makes the parts of the app and ties them together. Needed for a moment only."""

import struct
import sys

from kostka.app.health import Health
from kostka.app.lights import Lights
from kostka.app.settings import Settings
from kostka.app.table import Table
from kostka.app.tasks import Scanner, Tasks
from kostka.config import Config
from kostka.journal import files
from kostka.journal.store import Store
from kostka.link.server import Server
from kostka.rules.rng import XorShift
from kostka.sense.debounce import Debounce
from kostka.sense.picture import Picture
from kostka.sense.unrest import Unrest
from kostka.version import PROTOCOL, VERSION

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.app.start import App
    from kostka.hal import Beacon, Keys, Watchdog


def join(
    app: "App",
    layout: object,
    keys: "Keys",
    journal_path: str,
    board_id: str,
    home: str | None,
    watchdog: "Watchdog | None",
    reset: bool,
    beacon: "Beacon | None",
) -> None:
    """Make what an app consists of besides its drivers; for the arguments see App."""
    app.config = config = Config()
    app.settings = Settings(config, None if home is None else home + "/config")
    if reset:
        app.settings.reset()
    else:
        app.settings.load()
    app.settings.apply = app._configure
    seed = struct.unpack("<I", app._random(4))[0]  # type: ignore[operator]
    app.lights = Lights(layout, app._strips[0], app._strips[1], config, beacon)
    cells = layout.CELL_BIT  # type: ignore[attr-defined]
    app._picture = picture = Picture(cells, config.get("settle"))
    chain_bytes = layout.CHAIN_BYTES  # type: ignore[attr-defined]
    app._debounce = debounce = Debounce(
        chain_bytes,
        config.get("debounce"),
        layout.KEY_BIT,  # type: ignore[attr-defined]
    )
    unrest = Unrest(chain_bytes, cells)
    app.table = Table(
        Store(journal_path),
        XorShift(seed),
        app.clock,
        config,
        picture,
        app.lights,
        app._new_id,
        app._leave_to_restart,
    )
    app.table.leave = app.leave
    app._sensed = (journal_path + ".mask", picture, debounce, unrest)
    app.table.find_sensors = app._find_sensors
    if files.exists(app._sensed[0]):
        app.table.sensors = app._find_sensors()
    app.table.settings = app.settings
    app.scanner = Scanner(app._chain, debounce, unrest, keys, picture, app.table)
    app.table.scanner = app.scanner
    app._ident = [
        ("cfg", ""),
        ("p", list(PROTOCOL)),
        ("fw", VERSION),
        ("mpy", ".".join([str(n) for n in sys.implementation.version[:3]])),
        ("id", board_id),
        ("lay", layout.NAME + ":" + layout.LAYOUT_ID),  # type: ignore[attr-defined]
    ]
    app._configure()
    app.link = Server(app._port, app.table, app._ident, app._new_id()[:4])
    app.table.link = app.link
    app.tasks = Tasks(
        app.scanner,
        app.lights,
        app.link,
        app.table,
        app.clock,
        Health(watchdog),
        app.guard,
    )
    app.table.tasks = app.tasks
