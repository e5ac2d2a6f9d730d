"""Where the host keeps its files, by the customs of each system."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import platformdirs

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
