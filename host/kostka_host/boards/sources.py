"""The firmware files that a virtual board has in its ROM."""

from __future__ import annotations

import os
from pathlib import Path

import kostka
from kostka.errors import HardwareError

from kostka_host import owner
from kostka_host.layout import Layout
from kostka_host.layout.emit import BOARD_MODULE, CUPS_MODULE, firmware_modules

GENERATED = (BOARD_MODULE, CUPS_MODULE)  # those of the full board are in the folder
_CHECKOUT = Path(__file__).resolve().parents[3] / "firmware" / "device"
_PACKED = Path(__file__).resolve().parents[1] / "_firmware"


def device_folder() -> Path:
    """Return the folder of boot.py, main.py and the layout: in the checkout or the package."""
    return _CHECKOUT if _CHECKOUT.is_dir() else _PACKED


def fill_rom(rom: Path, layout: Layout, folder: Path | None = None) -> None:
    """Link the firmware into a folder; `folder` holds other files that stand in for it.

    The numbers of this user's own copies of games are there, too. Modules of the layout are
    made for this board, unless `folder` has its own.

    Raises:
        HardwareError: the folder is missing.
    """
    device = device_folder() if folder is None else folder
    if not device.is_dir():
        raise HardwareError("board.rom", str(device))
    rom.mkdir()
    (rom / "data").symlink_to(owner.numbers_dir(), target_is_directory=True)
    package = Path(os.path.dirname(kostka.__file__ or ""))
    (rom / "kostka").symlink_to(package, target_is_directory=True)
    for path in sorted(device.iterdir()):
        target = rom / path.name
        if path.name.startswith((".", "_")) or path.suffix == ".md":
            continue
        if folder is None and path.name in GENERATED:
            continue
        if target.is_symlink():
            target.unlink()  # the folder brings its own package
        target.symlink_to(path.resolve(), target_is_directory=path.is_dir())
    for name, text in firmware_modules(layout).items():
        if not (rom / name).exists():
            (rom / name).write_text(text, encoding="utf-8")
