"""Boards in their boot loader: drives with INFO_UF2.TXT, or USB devices that picotool can load."""

from __future__ import annotations

import contextlib
import os
import shutil
import string
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from kostka.errors import HardwareError, KostkaError

from kostka_host.deploy.uf2 import Image

INFO = "INFO_UF2.TXT"
CHIPS = {"RPI-RP2": "RP2040", "RP2350": "RP2350"}  # by the Board-ID of the drive
DEVICES = {"0003": "RP2040", "000f": "RP2350"}  # USB product ids of the boot ROM
VENDOR = "2e8a"
PIECE = 64 * 1024
PICOTOOL_S = 120.0
LOOK_S = 0.2


@dataclass(frozen=True)
class Drive:
    """The drive of a board in its boot loader."""

    path: Path
    chip: str
    model: str


def mounts() -> list[Path]:
    """Return the folders at which drives may be found on this system."""
    if sys.platform == "win32":
        return [Path(f"{letter}:\\") for letter in string.ascii_uppercase[3:]]
    if sys.platform == "darwin":
        return [path for path in Path("/Volumes").glob("*") if path.is_dir()]
    found = []
    with contextlib.suppress(OSError):
        for line in Path("/proc/mounts").read_text(encoding="utf-8").splitlines():
            words = line.split(" ")
            if len(words) > 2 and words[2] in ("vfat", "msdos", "fuseblk"):
                found.append(Path(words[1].encode().decode("unicode_escape")))
    return found


def drive_at(path: Path) -> Drive | None:
    """Return the boot loader whose drive a folder is, None where it is none."""
    try:
        text = (path / INFO).read_text(encoding="ascii", errors="replace")
    except OSError:
        return None
    pairs = dict(line.split(":", 1) for line in text.splitlines() if ":" in line)
    board = pairs.get("Board-ID", "").strip()
    return Drive(path, CHIPS.get(board, board or "?"), pairs.get("Model", "").strip())


def drives(folders: Iterable[Path] | None = None) -> list[Drive]:
    """Return the drives of boards in their boot loaders."""
    found = [drive_at(path) for path in (mounts() if folders is None else folders)]
    return [drive for drive in found if drive is not None]


def unmounted(root: Path = Path("/sys/bus/usb/devices")) -> list[str]:
    """Return the chips of boards in their boot loaders, as Linux lists USB devices."""
    found = []
    for folder in sorted(root.glob("*")):
        try:
            vendor = (folder / "idVendor").read_text(encoding="ascii").strip()
            product = (folder / "idProduct").read_text(encoding="ascii").strip()
        except OSError:
            continue
        if vendor == VENDOR and product in DEVICES:
            found.append(DEVICES[product])
    return found


def wait_for_drive(
    timeout_s: float, before: Iterable[Path] = (), look: Callable[[], list[Drive]] = drives
) -> Drive | None:
    """Return the drive that appears, None where none does in time."""
    old = set(before)
    end = time.monotonic() + timeout_s
    while True:
        new = [drive for drive in look() if drive.path not in old]
        if new:
            return new[0]
        if time.monotonic() > end:
            return None
        time.sleep(LOOK_S)


def copy(image: Image, drive: Drive, sent: Callable[[int, int], object] | None = None) -> None:
    """Copy an image onto a drive; the board starts with it when its last block has come.

    Raises:
        HardwareError: the drive went away before that, or cannot be written.
    """
    total, done = len(image.data), 0
    target = drive.path / "firmware.uf2"
    try:
        with target.open("wb", buffering=0) as file:
            while done < total:
                done += file.write(image.data[done : done + PIECE]) or 0
                if sent is not None:
                    sent(done, total)
            # the board restarts in the middle of this, and the system may then report an error
            with contextlib.suppress(OSError):
                os.fsync(file.fileno())
    except OSError as problem:
        if done < total:
            reason = problem.strerror or str(problem)
            raise HardwareError("deploy.drive", str(drive.path), reason) from problem


def load_by_picotool(image: Image) -> None:
    """Let picotool write an image and start it.

    Raises:
        KostkaError: picotool is not installed, or refuses.
    """
    program = shutil.which("picotool")
    if program is None:
        raise KostkaError("deploy.no_picotool")
    words = [program, "load", "-v", "-x", os.fspath(image.path)]
    try:
        done = subprocess.run(
            words, capture_output=True, text=True, timeout=PICOTOOL_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as problem:
        raise KostkaError("deploy.picotool", str(problem)) from problem
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines() or ["?"]
        raise KostkaError("deploy.picotool", said[-1])
