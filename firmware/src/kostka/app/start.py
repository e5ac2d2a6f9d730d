"""Puts the parts of the app together and runs it."""

import asyncio
import binascii
import gc
import struct
import sys

from kostka import games, mats
from kostka.app.lights import Lights
from kostka.app.table import Table
from kostka.app.tasks import Scanner, Tasks
from kostka.clock import Ticks
from kostka.compat import MICROPYTHON, const
from kostka.config import Config
from kostka.journal.store import Store
from kostka.link.server import Server
from kostka.rules.rng import XorShift
from kostka.sense.debounce import Debounce
from kostka.sense.picture import Picture
from kostka.text import LANGUAGES, Catalog
from kostka.version import PROTOCOL, VERSION

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.hal import Chain, Clock, Keys, Port, Strip

ROOM = const(300_000)  # bytes of heap; what runs beside the field takes 70,000 of them
_DESK_PINS = ("I2C1_SDA", "BUZZER", "ADC_CC")


def _has_room() -> bool:
    """Say whether there is room for cups and desk beside a game: a RP2040 has none, RP2350 has."""
    if not MICROPYTHON:
        return True
    heap: int = gc.mem_alloc() + gc.mem_free()  # type: ignore[attr-defined]
    return heap >= ROOM


def register_games(path: str) -> None:
    """Register the games that a file names, a line each: name, game module, mat module.

    A missing file is no games; lines of another form are passed over.
    """
    try:
        with open(path) as file:
            for line in file:
                words = line.split()
                if len(words) == 3 and not words[0].startswith("#"):
                    games.register(words[0], words[1])
                    mats.register(words[0], words[2])
    except OSError:
        pass


class App:
    """The whole table, made of drivers and a layout module (see kostka.hal for their shapes)."""

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
        part: object = None,
        folder: str | None = None,
    ) -> None:
        """Take the parts. `random_bytes(n)` gives n bytes for seeds and ids.

        `part(name)` makes the driver of what may stand beside the field, see kostka.app.desk and
        kostka.app.dice; without it there is nothing. What is learned of dice and tags is kept
        below `folder`, nowhere where that is None.
        """
        self._chain = chain
        self._strips = (strip_a, strip_b)
        self._port = port
        self._random = random_bytes
        self._soft_reset = soft_reset
        self._restart = False
        self.clock = clock or Ticks()
        self.config = Config()
        config = self.config
        seed = struct.unpack("<I", random_bytes(4))[0]  # type: ignore[operator]
        self.lights = Lights(layout, strip_a, strip_b, config)
        cells = layout.CELL_BIT  # type: ignore[attr-defined]
        picture = Picture(cells, config.get("settle"))
        self.table = Table(
            Store(journal_path),
            XorShift(seed),
            self.clock,
            config,
            picture,
            self.lights,
            self._new_id,
            self._leave_to_restart,
        )
        self.table.leave = self.leave
        chain_bytes = layout.CHAIN_BYTES  # type: ignore[attr-defined]
        debounce = Debounce(
            chain_bytes,
            config.get("debounce"),
            layout.KEY_BIT,  # type: ignore[attr-defined]
        )
        self.scanner = Scanner(chain, debounce, keys, picture, self.table)
        self.table.scanner = self.scanner
        ident = [
            ("p", list(PROTOCOL)),
            ("fw", VERSION),
            ("mpy", ".".join([str(n) for n in sys.implementation.version[:3]])),
            ("id", board_id),
            ("lay", layout.NAME + ":" + layout.LAYOUT_ID),  # type: ignore[attr-defined]
            ("cfg", "%08x" % config.crc()),
        ]
        self.link = Server(port, self.table, ident, self._new_id()[:4])
        self.table.link = self.link
        self.tasks = Tasks(self.scanner, self.lights, self.link, self.table, self.clock)
        self.table.tasks = self.tasks
        if part is not None and config.get("beside") > (0 if _has_room() else 1):
            self._stand_by(layout, part, folder)

    def _stand_by(self, layout: object, part: object, folder: str | None) -> None:
        """Make what runs the cups and the parts beside the field, where the board has any."""
        if getattr(layout, "CUPS", ()):
            from kostka.app.dice import Dice

            path = None if folder is None else folder + "/dice"
            self.tasks.dice = self.table.dice = Dice(layout, part, self.table, path)
        if any([hasattr(layout, "PIN_" + name) for name in _DESK_PINS]):
            from kostka.app.desk import Desk

            path = None if folder is None else folder + "/tags"
            desk = Desk(part, self.table, self.config, LANGUAGES, path)
            self.tasks.desk = self.table.screen = desk

    def _new_id(self) -> str:
        raw: bytes = self._random(8)  # type: ignore[operator]
        return binascii.hexlify(raw).decode()

    def leave(self) -> None:
        """Leave the app for the prompt."""
        self.tasks.leave()

    def _leave_to_restart(self) -> None:
        self._restart = True
        self.tasks.leave()

    def run(self) -> None:
        """Run until the app is left; then free the hardware.

        Ctrl-C is caught: it leaves to the prompt. A soft reset follows a change of game.
        """
        failed = False
        try:
            self.table.begin()
            gc.collect()
            asyncio.run(self.tasks.run())
        except KeyboardInterrupt:
            pass
        except Exception as problem:
            failed = True
            self.link.console_open()
            sys.print_exception(problem)  # type: ignore[attr-defined]
        finally:
            self.link.bye()
            self.close(failed)
        if self._restart:
            self._soft_reset()  # type: ignore[operator]
        print(Catalog().say("app.stopped"))

    def close(self, failed: bool = False) -> None:
        """Turn the LEDs off and free the hardware. `failed`: the seat lights stay red."""
        self.link.close()
        if self.tasks.desk is not None:
            self.tasks.desk.close()  # type: ignore[attr-defined]
        self.lights.dark(failed)
        for part in (self._chain, self._strips[0], self._strips[1], self._port):
            part.deinit()
