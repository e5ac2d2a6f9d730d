"""The process of a virtual jig: firmware/jig in a VM, wired to the process of a virtual board.

The first line on standard input is a JSON object with bench and token of the board and, where
other firmware stands in, its folder `rom`; the first on standard output has the
jig's port. It ends with its standard input.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import kostka
from kostka.errors import KostkaError

from kostka_host import vm
from kostka_host.boards import channel
from kostka_host.boards.bench_client import BenchClient
from kostka_host.boards.child import heap_bytes
from kostka_host.boards.clock import make_clock
from kostka_host.boards.console import Console
from kostka_host.boards.life import Life, board_id
from kostka_host.boards.loop import Loop
from kostka_host.boards.ports import PtyPort
from kostka_host.boards.relay import Relay
from kostka_host.chips.flash import Flash
from kostka_host.hil.jig.world import JigWorld
from kostka_host.layout.jig import PINS_MODULE, JigPins, jig_module, jig_pins

STDIN = 0
STAND_IN = "jig_pio.py"
_CHECKOUT = Path(__file__).resolve().parents[4] / "firmware" / "jig"
_PACKED = Path(__file__).resolve().parents[2] / "_jig"
_ROM = Path(__file__).parent / "rom"


def firmware_folder() -> Path:
    """Return the folder of the jig's firmware: in the checkout or the package."""
    return _CHECKOUT if _CHECKOUT.is_dir() else _PACKED


def fill_rom(rom: Path, wiring: JigPins, folder: Path | None = None) -> None:
    """Link the jig's firmware into a folder, with what stands in for its PIO programs.

    `folder` holds other files that stand in for those of the firmware.
    """
    rom.mkdir()
    (rom / "kostka").symlink_to(Path(os.path.dirname(kostka.__file__ or "")))
    for path in sorted(firmware_folder().glob("*.py")):
        if path.name not in (STAND_IN, PINS_MODULE):
            (rom / path.name).symlink_to(path)
    (rom / STAND_IN).symlink_to(_ROM / STAND_IN)
    (rom / PINS_MODULE).write_text(jig_module(wiring), encoding="utf-8")
    for path in sorted(folder.glob("*.py")) if folder else ():
        (rom / path.name).unlink(missing_ok=True)
        (rom / path.name).symlink_to(path)


def run(bench: int, token: str, ready: Callable[[str], None], folder: Path | None = None) -> None:
    """Run a jig at the board of a bench until standard input ends; `ready` is told its port.

    Raises:
        KostkaError: no VM, no board, or the jig cannot go on.
    """
    undo: list[Callable[[], None]] = []
    try:
        work = Path(tempfile.mkdtemp(prefix="kostka-jig-"))
        undo.append(lambda: shutil.rmtree(work, ignore_errors=True))
        flash = Flash(work / "flash.img")
        undo.append(flash.close)
        loop = Loop()
        undo.append(loop.close)
        client = BenchClient(bench, token)
        undo.append(client.close)
        wiring = jig_pins()
        world = JigWorld(wiring, client)
        fill_rom(work / "rom", wiring, folder)
        relay = Relay(loop, Console())
        port = PtyPort(loop, relay.received, relay.drained)
        relay.ports.append(port)
        undo.append(port.close)
        life = Life(
            loop, relay, world, flash, vm.find_micropython(), heap_bytes(vm.HEAP), work / "rom",
            board_id(""),
        )  # fmt: skip
        undo.append(life.close)
        life.clock = make_clock(loop, life, False, None)
        world.now_us = life.clock.now_us
        life.handle(channel.PIO_OUT, world.show)
        life.handle(channel.PIO_IN, world.sampled)
        life.on_failure = loop.stop
        life.on_stage = lambda stage: ready(port.name) if stage == channel.MAIN else None
        loop.watch(STDIN, lambda: loop.stop() if not os.read(STDIN, 256) else None)
        life.power_on()
        loop.run()
        if life.failed is not None:
            raise life.failed
    finally:
        while undo:
            undo.pop()()


def main() -> int:
    """Run a jig as the first line on standard input says."""
    data = b""
    while not data.endswith(b"\n"):  # unbuffered: what follows is the loop's
        piece = os.read(STDIN, 1)
        if not piece:
            return 1
        data += piece
    given = json.loads(data)
    try:
        run(
            given["bench"],
            given["token"],
            lambda port: print(json.dumps({"port": port}), flush=True),
            Path(given["rom"]) if given.get("rom") else None,
        )
    except KostkaError as problem:
        print(f"{problem.text} {problem.params}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
