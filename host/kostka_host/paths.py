"""Where the host keeps its files, by the customs of each system.

What is kept may hold secrets of a running game, and tells how to reach boards: it is for this
user only. On Windows the user's profile sees to that.
"""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path
from typing import BinaryIO

import platformdirs
from kostka.errors import HardwareError

APP = "kostka"


def data_dir() -> Path:
    """Return the folder for journals and the flash of virtual boards."""
    return Path(platformdirs.user_data_dir(APP, appauthor=False))


def state_dir() -> Path:
    """Return the folder for crash reports and logs."""
    return Path(platformdirs.user_state_dir(APP, appauthor=False))


def journals_dir() -> Path:
    """Return the folder for the host's copies of journals."""
    return data_dir() / "journals"


def boards_dir() -> Path:
    """Return the folder in which running virtual boards are registered."""
    return _runtime_dir() / "boards"


def uses_dir() -> Path:
    """Return the folder in which processes say on which board they play."""
    return _runtime_dir() / "uses"


def _runtime_dir() -> Path:
    base = os.environ.get("XDG_RUNTIME_DIR") or tempfile.gettempdir()
    user = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")
    return Path(base) / f"{APP}-{user}"


def make_private(folder: Path) -> Path:
    """Make a folder and those above it that are missing, for this user only; return it.

    In the data folder the ones that are there already are closed to others too.
    """
    missing = []
    for one in (folder, *folder.parents):
        if one.exists():
            break
        missing.append(one)
    for one in reversed(missing):
        one.mkdir(mode=0o700, exist_ok=True)
    data = data_dir()
    for one in (folder, *folder.parents):
        if one.is_relative_to(data) and one.stat().st_mode & 0o077:
            one.chmod(0o700)
    return folder


def open_private(path: Path, flags: int) -> BinaryIO:
    """Open a file to write bytes; one that is made here only this user can read.

    Raises:
        OSError: it cannot be opened.
    """
    handle = os.open(path, os.O_WRONLY | flags | getattr(os, "O_BINARY", 0), 0o600)
    return os.fdopen(handle, "wb")


def check_own(folder: Path) -> None:
    """See to it that nobody else can have made or filled a folder, where it is there.

    In a folder that all may write to, as /tmp, somebody else may have been quicker.

    Raises:
        HardwareError: it belongs to another user, others may write to it, or it is a link.
    """
    if not hasattr(os, "getuid"):
        return
    for one in (folder.parent, folder):
        try:
            found = one.lstat()
        except FileNotFoundError:
            return
        mode = found.st_mode
        if not stat.S_ISDIR(mode) or found.st_uid != os.getuid() or mode & 0o022:
            raise HardwareError("board.registry", str(one))
