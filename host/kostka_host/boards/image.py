"""Puts the firmware into the flash of an emulated board and leaves what the board keeps there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kostka.errors import HardwareError

from kostka_host import owner
from kostka_host.chips.flash import ERASED, SECTOR, Flash
from kostka_host.layout import Layout
from kostka_host.release import build_release

GONE = ("/lib/kostka/", "/data/", "/next/", "/prev/", "/swap.")  # where it is no longer wanted
PAGE = 256  # bytes that an RP2040 programs at once
DISK_VERSION, NEWEST = 0x00020000, 0  # every MicroPython reads littlefs 2.0


def put_firmware(flash: Flash, layout: Layout) -> None:
    """Write all files of the release that differ, and remove modules it no longer has.

    A change of release that was under way is over then.

    The numbers of this user's own copies of games are among the files. An erased flash gets a
    file system first. Games, settings and crash reports stay.

    Raises:
        HardwareError: the flash holds no file system.
        SyntaxError: a module of the firmware does not compile.
    """
    wanted = {"/" + path: data for path, data in build_release(layout).whole().items()}
    for path in sorted(owner.numbers_dir().glob("*.bin")):
        wanted["/data/" + path.name] = path.read_bytes()
    before = flash.read(0, flash.size)
    after = _with_files(flash.path, before, wanted)
    for at in range(0, flash.size, SECTOR):
        if after[at : at + SECTOR] != before[at : at + SECTOR]:
            flash.erase(at // SECTOR)
            flash.write(at, after[at : at + SECTOR])
    flash.erases = flash.writes = 0  # what is counted is the board's


def _with_files(path: Path, image: bytes, wanted: dict[str, bytes]) -> bytes:
    fs, context = _mounted(path, image)
    there = {f"{root.rstrip('/')}/{name}" for root, _, names in fs.walk("/") for name in names}
    for name in sorted(there - set(wanted)):
        if name.startswith(GONE):
            fs.remove(name)
    for name, data in wanted.items():
        if name in there:
            with fs.open(name, "rb") as file:
                if file.read() == data:
                    continue
        fs.makedirs(name.rpartition("/")[0] or "/", exist_ok=True)
        with fs.open(name, "wb") as file:
            file.write(data)
    fs.unmount()
    return bytes(context.buffer)


def _mounted(path: Path, image: bytes) -> tuple[Any, Any]:
    """Return a file system and what holds its bytes; an erased image gets a new one."""
    from littlefs import LittleFS, UserContext
    from littlefs.errors import LittleFSError

    blocks = len(image) // SECTOR
    for version in (DISK_VERSION, NEWEST):
        context = UserContext(len(image))
        context.buffer[:] = image
        fs = LittleFS(
            context=context,
            block_size=SECTOR,
            block_count=blocks,
            prog_size=PAGE,
            disk_version=version,
            mount=False,
        )
        if image == ERASED * len(image):
            fs.format()
        try:
            fs.mount()
            return fs, context
        except LittleFSError:
            continue  # the board may have written in a newer way
    raise HardwareError("flash.damaged", str(path))
