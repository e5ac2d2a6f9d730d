"""Puts the parts of the app together and runs it."""

import asyncio
import binascii
import gc
import sys

from kostka.app import brief
from kostka.app.guard import Guard
from kostka.clock import Ticks

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.app.lights import Lights
    from kostka.app.sensors import Sensors
    from kostka.app.settings import Settings
    from kostka.app.table import Table
    from kostka.app.tasks import Scanner, Tasks
    from kostka.config import Config
    from kostka.hal import Beacon, Chain, Clock, Keys, Port, Strip, Watchdog
    from kostka.link.server import Server
    from kostka.sense.debounce import Debounce
    from kostka.sense.picture import Picture
    from kostka.sense.unrest import Unrest


class App:
    """The whole table, made of drivers and a layout module (see kostka.hal for their shapes)."""

    # Made by kostka.app.parts.
    config: "Config"
    settings: "Settings"
    lights: "Lights"
    table: "Table"
    scanner: "Scanner"
    link: "Server"
    tasks: "Tasks"
    _picture: "Picture"
    _debounce: "Debounce"
    _sensed: "tuple[str, Picture, Debounce, Unrest]"
    _ident: list[tuple[str, object]]

    def __init__(
        self,
        layout: object,
        chain: "Chain",
        keys: "Keys",
        strip_a: "Strip",
        strip_b: "Strip",
        port: "Port",
        journal_path: str,
        board_id: str,
        random_bytes: object,
        soft_reset: object,
        clock: "Clock | None" = None,
        home: str | None = None,
        watchdog: "Watchdog | None" = None,
        reset: bool = False,
        beacon: "Beacon | None" = None,
    ) -> None:
        """Take the parts. `random_bytes(n)` gives n bytes for seeds and ids.

        Settings and the crash log are kept below the folder `home`, nowhere where it is None;
        `reset` forgets the settings. `beacon` is the light of a board without LED strings.
        """
        from kostka.app.parts import join  # for this moment only

        self._chain = chain
        self._strips = (strip_a, strip_b)
        self._port = port
        self._random = random_bytes
        self._soft_reset = soft_reset
        self._restart = False
        self.clock = clock or Ticks()
        self.guard = Guard(None if home is None else home + "/crashes", self.clock)
        join(self, layout, keys, journal_path, board_id, home, watchdog, reset, beacon)

    def _configure(self) -> None:
        """Let changed settings hold."""
        config = self.config
        self._ident[0] = ("cfg", "%08x" % config.crc())
        self._picture.settle_ms = config.get("settle")
        self._debounce.debounce_ms = config.get("debounce")
        self.table.session.rethrow = config.get("rethrow") == 1
        self.lights.configure()
        if self.table.screen is not None:
            self.table.screen.configure()  # type: ignore[attr-defined]

    def _new_id(self) -> str:
        raw: bytes = self._random(8)  # type: ignore[operator]
        return binascii.hexlify(raw).decode()

    def _find_sensors(self) -> "Sensors":
        from kostka.app.sensors import Sensors  # few boards ever need it

        return Sensors(*self._sensed)

    def leave(self) -> None:
        """Leave the app for the prompt."""
        self.tasks.leave()

    def _leave_to_restart(self) -> None:
        self._restart = True
        self.tasks.leave()

    def run(self) -> None:
        """Run until the app is left; then free the hardware.

        Ctrl-C is caught: it leaves to the prompt. A soft reset follows a change of game, and a
        crash; after too many crashes the app is in safe mode, and a crash in that ends it.
        """
        failed = False
        try:
            self.guard.begin()
            self.table.begin(self.guard.safe)
            brief.drop()
            gc.collect()
            gc.threshold(-1)  # type: ignore[attr-defined]  # from now on only in quiet moments
            asyncio.run(self.tasks.run())
        except KeyboardInterrupt:
            pass
        except Exception as problem:
            failed = True
            self.link.console_open()
            sys.print_exception(problem)  # type: ignore[attr-defined]
            self.guard.crashed(problem, self.table, True)
        finally:
            self.tasks.health.leave()
            self.link.bye()
            self.close(failed)
        if self._restart or (failed and self.guard.path is not None and not self.guard.safe):
            self._soft_reset()  # type: ignore[operator]
        from kostka.text import Catalog

        print(Catalog().say("app.stopped"))

    def close(self, failed: bool = False) -> None:
        """Turn the LEDs off and free the hardware. `failed`: the seat lights stay red."""
        self.link.close()
        if self.tasks.desk is not None:
            self.tasks.desk.close()  # type: ignore[attr-defined]
        self.lights.dark(failed)
        for part in (self._chain, self._strips[0], self._strips[1], self._port):
            part.deinit()
