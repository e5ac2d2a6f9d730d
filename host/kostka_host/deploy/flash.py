"""Takes a board from any state to a playing table: MicroPython, then the app."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import serial
from kostka.errors import KostkaError, LinkError

from kostka_host.deploy import images, loader
from kostka_host.deploy.found import chip_of
from kostka_host.deploy.loader import Drive
from kostka_host.deploy.prompt import Prompt
from kostka_host.deploy.transfer import Sent
from kostka_host.deploy.uf2 import Image, read_image
from kostka_host.deploy.update import Result, Step, Updater
from kostka_host.link.ports import usb_ports
from kostka_host.release import CHIPS, OLDEST, Release

DRIVE_S = 10.0  # from the boot loader's start to its drive
PORT_S = 20.0  # from the copied image to MicroPython's port
TOUCH_BAUD = 1200  # opened and closed so, a port asks its board for the boot loader
LOOK_S = 0.2


@dataclass(frozen=True)
class Flashed:
    """What was done: the image that was written, "" for none, and what became of the app."""

    image: str
    sha256: str
    app: Result

    def plain(self) -> dict[str, Any]:
        """Return it as plain values."""
        return {"image": self.image, "sha256": self.sha256, **self.app.plain()}


class Flasher:
    """One board and what is to be put onto it.

    `selector` names it, None looks for a board in its boot loader first; `drive` is the folder
    of a drive; `image` a file, else one is looked for.
    """

    def __init__(
        self,
        selector: str | None = None,
        image: Path | None = None,
        drive: Path | None = None,
        accept: bool = False,
        step: Step | None = None,
        sent: Sent | None = None,
        look: Callable[[], list[Drive]] = loader.drives,
    ) -> None:
        self._selector = selector
        self._image = image
        self._drive = drive
        self._accept = accept
        self._step = step or (lambda text: None)
        self._sent = sent
        self._look = look

    def flash(
        self, make: Release | str | None = None, clear: bool = False, wait: bool = True
    ) -> Flashed:
        """Put MicroPython onto the board, where it lacks a fitting one or an image is given.

        Then the app: `make` is a release or the name of a profile. `clear` removes all other
        programs first, games and settings stay.

        Raises:
            KostkaError: no board, no image, one that does not fit, or what an update raises.
        """
        image: Image | None = None
        drive = self._given_drive()
        place = self._selector or ""
        if drive is None and (place or not loader.unmounted()):
            place = place or "auto"
            if self._image is not None or not self._has_python(place):
                image = self._checked("")
                drive = self._into_loader(place)
        if drive is not None or not place:
            image = self._checked(drive.chip if drive else loader.unmounted()[0])
            place = self._write(image, drive)
        updater = Updater(place, self._step, self._sent)
        app = updater.update(
            make, install=True, leave_game=True, other_layout=True, clear=clear, wait=wait
        )
        name, check = (image.path.name, image.sha256) if image else ("", "")
        return Flashed(name, check, app)

    # Where the board is ----------------------------------------------------------------------

    def _given_drive(self) -> Drive | None:
        """Return the drive that was named, or the only one there where no port was named.

        Raises:
            KostkaError: the folder is no boot loader's drive, or there are several drives.
        """
        if self._drive is not None:
            drive = loader.drive_at(self._drive)
            if drive is None:
                raise KostkaError("deploy.no_drive", str(self._drive), loader.INFO)
            return drive
        found = self._look() if self._selector is None else []
        if len(found) > 1:
            raise KostkaError("deploy.drives", ", ".join(str(one.path) for one in found))
        return found[0] if found else None

    def _has_python(self, place: str) -> bool:
        """Say whether a board has a MicroPython on which the app runs."""
        try:
            with Updater(place, self._step).prompt() as prompt:
                version, chip = _about(prompt)
                prompt.leave()
        except LinkError as problem:
            if problem.text in ("deploy.silent", "deploy.no_prompt", "deploy.garbled"):
                return False
            raise
        return version >= OLDEST and chip in CHIPS

    def _into_loader(self, place: str) -> Drive:
        """Bring a board into its boot loader.

        Raises:
            KostkaError: it does not come up; the sentence says how a hand does it.
        """
        self._step("deploy.step.loader")
        before = [drive.path for drive in self._look()]
        updater = Updater(place)
        try:
            with updater.prompt() as prompt:
                prompt.start_loader()
        except LinkError as problem:
            if problem.text not in ("deploy.silent", "deploy.no_prompt", "deploy.garbled"):
                raise
            touch(updater.place())
        drive = loader.wait_for_drive(DRIVE_S, before, self._look)
        if drive is None:
            raise KostkaError("deploy.hold_bootsel")
        return drive

    # The image -------------------------------------------------------------------------------

    def _checked(self, chip: str) -> Image:
        image = read_image(self._image) if self._image else images.find(chip)
        images.check(image, chip, self._accept)
        return image

    def _write(self, image: Image, drive: Drive | None) -> str:
        """Write an image; return where the board's port is then.

        Raises:
            KostkaError: it cannot be written, or the port does not come.
        """
        self._step("deploy.step.image")
        before = {port.device for port in usb_ports()}
        if drive is not None:
            loader.copy(image, drive, self._sent)
        else:
            loader.load_by_picotool(image)
        self._step("deploy.step.port")
        return wait_for_port(before)


def wait_for_port(before: set[str], timeout_s: float = PORT_S) -> str:
    """Return the selector of the port that appears.

    Raises:
        KostkaError: none does in time.
    """
    end = time.monotonic() + timeout_s
    while time.monotonic() < end:
        new = [port for port in usb_ports() if port.likely and port.device not in before]
        if new:
            return f"port:{new[0].device}"
        time.sleep(LOOK_S)
    raise KostkaError("deploy.no_port")


def touch(place: str) -> None:
    """Ask whatever is at a port for its boot loader: opened at 1200 baud and closed again."""
    kind, _, device = place.partition(":")
    if kind != "port":
        return
    try:
        with serial.Serial(device, TOUCH_BAUD) as port:
            port.dtr = False
    except (serial.SerialException, OSError, ValueError):
        pass  # it went at once, or is no real port: the drive tells


def _about(prompt: Prompt) -> tuple[tuple[int, ...], str]:
    """Return the version of MicroPython and the chip."""
    words = prompt.run(
        "import sys\ni=sys.implementation\n"
        "print(i.version[0],i.version[1],sys.platform,getattr(i,'_machine',''))"
    ).split(" ", 3)
    try:
        return (int(words[0]), int(words[1])), chip_of(words[2], words[3].strip())
    except (ValueError, IndexError):
        return (0, 0), ""
