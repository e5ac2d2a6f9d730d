"""Puts the firmware into the flash of an emulated board and leaves what the board keeps there."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from kostka_host.build import build
from kostka_host.chips.flash import ERASED, SECTOR, Flash
from kostka_host.layout import Layout

PAGE = 256  # bytes that an RP2040 programs at once
DISK_VERSION = 0x00020000  # of littlefs 2.0, which MicroPython's own tools make


def put_firmware(flash: Flash, layout: Layout) -> None:
    """Write all files of the firmware that differ, and remove modules it no longer has.

    An erased flash gets a file system first. Games, settings and crash reports stay.

    Raises:
        HardwareError: the flash cannot be written.
        SyntaxError: a module of the firmware does not compile.
    """
    with tempfile.TemporaryDirectory(prefix="kostka-build-") as folder:
        out = Path(folder)
        build(out, layout)
        wanted = {
            "/" + path.relative_to(out).as_posix(): path.read_bytes()
            for path in sorted(out.rglob("*"))
            if path.is_file()
        }
    before = flash.read(0, flash.size)
    after = _with_files(before, wanted)
    for at in range(0, flash.size, SECTOR):
        if after[at : at + SECTOR] != before[at : at + SECTOR]:
            flash.erase(at // SECTOR)
            flash.write(at, after[at : at + SECTOR])
    flash.erases = flash.writes = 0  # what is counted is the board's


def _with_files(image: bytes, wanted: dict[str, bytes]) -> bytes:
    from littlefs import LittleFS, UserContext

    context = UserContext(len(image))
    context.buffer[:] = image
    sizes: dict[str, Any] = {"block_size": SECTOR, "block_count": len(image) // SECTOR}
    fs = LittleFS(context=context, prog_size=PAGE, disk_version=DISK_VERSION, mount=False, **sizes)
    if image == ERASED * len(image):
        fs.format()
    fs.mount()
    there = {f"{root.rstrip('/')}/{name}" for root, _, names in fs.walk("/") for name in names}
    for path in sorted(there - set(wanted)):
        if path.startswith("/lib/kostka/"):
            fs.remove(path)
    for path, data in wanted.items():
        if path in there:
            with fs.open(path, "rb") as file:
                if file.read() == data:
                    continue
        fs.makedirs(path.rpartition("/")[0] or "/", exist_ok=True)
        with fs.open(path, "wb") as file:
            file.write(data)
    fs.unmount()
    return bytes(context.buffer)
