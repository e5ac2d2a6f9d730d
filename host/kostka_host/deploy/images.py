"""The kept list of MicroPython images, the shipped one and this user's own, and who fetches one.

An image is checked for its chip and its SHA-256 before anything is written.
"""

from __future__ import annotations

import functools
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from kostka.errors import KostkaError, OptionError

from kostka_host import paths
from kostka_host.deploy.uf2 import Image, read_image
from kostka_host.release import OLDEST

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FETCH_S = 120.0


@dataclass(frozen=True)
class Known:
    """An image that may be written. `sha256` is empty where nobody has compared it yet."""

    chip: str
    board: str
    version: str
    file: str
    sha256: str = ""


@functools.cache
def shipped() -> tuple[Known, ...]:
    """Return the images that this release of Kostka knows, the best of each chip first."""
    text = (Path(__file__).parent / "images.toml").read_text(encoding="utf-8")
    return tuple(Known(**row) for row in tomllib.loads(text)["image"])


def own() -> list[Known]:
    """Return the images that this user has accepted; an unreadable list is an empty one."""
    try:
        rows = json.loads(_own_path().read_text(encoding="utf-8"))
        return [Known(**row) for row in rows]
    except (OSError, ValueError, TypeError):
        return []


def accept(image: Image) -> Known:
    """Note an image as one that may be written, and return it.

    Raises:
        OSError: the list cannot be written.
    """
    version = ".".join(str(part) for part in image.micropython)
    known = Known(image.chip, image.board, version, image.path.name, image.sha256)
    rows = [asdict(one) for one in own() if one.sha256 != known.sha256] + [asdict(known)]
    path = _own_path()
    paths.make_private(path.parent)
    new = path.with_suffix(".new")
    new.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    new.replace(path)
    return known


def _own_path() -> Path:
    return paths.data_dir() / "images.json"


def check(image: Image, chip: str, accepted: bool = False) -> None:
    """See to it that an image may be written to a board with a chip; "" is one not known yet.

    Raises:
        KostkaError: it is for another chip, too old, or no MicroPython.
        OptionError: its SHA-256 is not in the lists and nobody has `accepted` it.
    """
    if chip and image.chip != chip:
        raise KostkaError("deploy.uf2.chip", image.path.name, image.chip, chip)
    if not image.micropython:
        raise KostkaError("deploy.uf2.no_python", image.path.name)
    if image.micropython[:2] < OLDEST:
        found, least = (".".join(map(str, one)) for one in (image.micropython, OLDEST))
        raise KostkaError("deploy.uf2.old", image.path.name, found, least)
    if image.sha256 in {one.sha256 for one in (*shipped(), *own())}:
        return
    pinned = [one for one in (*shipped(), *own()) if one.file == image.path.name and one.sha256]
    if pinned and not accepted:
        raise OptionError("deploy.uf2.other", image.path.name, image.sha256, pinned[0].sha256)
    if not accepted:
        raise OptionError("deploy.uf2.unknown", image.path.name, image.sha256)
    accept(image)


def best(chip: str) -> Known:
    """Return the image to take for a chip; for one that is not known yet that of the RP2040.

    Raises:
        KostkaError: none is known.
    """
    for known in shipped():
        if known.chip == (chip or "RP2040"):
            return known
    raise KostkaError("deploy.no_image", chip)


def find(chip: str, fetch: bool = True, folders: Sequence[Path] = ()) -> Image:
    """Return an image for a chip: one that lies here, else one that mpflash fetches.

    Raises:
        KostkaError: there is none; the sentence names the file to get.
    """
    names = [one.file for one in shipped() if one.chip == (chip or "RP2040")]
    cache = paths.data_dir() / "images"
    for folder in (*folders, Path.cwd(), cache):
        for name in names:
            if (folder / name).is_file():
                return read_image(folder / name)
    known = best(chip)
    if fetch and _fetched(known, cache):
        for path in sorted(cache.rglob("*.uf2")):
            if known.version in path.name and path.name.startswith(known.board + "-"):
                return read_image(path)
    raise KostkaError("deploy.get_image", known.file, known.board)


def _fetched(known: Known, folder: Path) -> bool:
    """Let mpflash fetch an image where it is installed; say whether it did."""
    program = shutil.which("mpflash")
    if program is None:
        return False
    paths.make_private(folder)
    words = [program, "download", "--dir", os.fspath(folder), "--board", known.board]
    try:
        done = subprocess.run(
            [*words, "--version", known.version],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=FETCH_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0
