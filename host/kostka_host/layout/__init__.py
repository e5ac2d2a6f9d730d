"""Board descriptions, read, checked and expanded to cells and LEDs.

Those that come with this release are its profiles: `full` is hardware/board.toml, each file in
hardware/profiles another one, with fewer cells and panels.
"""

from __future__ import annotations

import functools
import importlib.resources
import sys
from pathlib import Path
from typing import Any

from kostka.errors import HardwareError, OptionError

from kostka_host.layout.check import faults
from kostka_host.layout.dice import Cup, DiceStation, KnownDie
from kostka_host.layout.expand import NOT_THERE, Cell, Layout, Station, expand
from kostka_host.layout.schema import filled, shape_faults

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


class LayoutError(HardwareError):
    """A board description is unreadable or wrong; `faults` holds one sentence per fault."""

    def __init__(self, source: str, faults: list[str]) -> None:
        super().__init__("layout.broken", source, "; ".join(faults))
        self.source = source
        self.faults = faults


FULL = "full"


def _folder() -> Path:
    """Return where the descriptions lie: in the checkout, or inside the package."""
    checkout = Path(__file__).resolve().parents[3] / "hardware"
    if (checkout / "board.toml").is_file():
        return checkout
    return Path(str(importlib.resources.files("kostka_host") / "_hardware"))


def default_path() -> Path:
    """Return the file of the full board's description."""
    return _folder() / "board.toml"


def profiles() -> list[str]:
    """Return the names of all profiles, `full` first, the others sorted."""
    return [FULL, *sorted(path.stem for path in (_folder() / "profiles").glob("*.toml"))]


def profile_path(name: str) -> Path:
    """Return the file that describes a profile.

    Raises:
        OptionError: there is no such profile.
    """
    if name == FULL:
        return default_path()
    if name not in profiles():
        raise OptionError("layout.no_profile", name, ", ".join(profiles()))
    return _folder() / "profiles" / f"{name}.toml"


@functools.cache
def profile(name: str) -> Layout:
    """Return the layout of a profile.

    Raises:
        OptionError: there is no such profile.
        LayoutError: its file is wrong.
    """
    return load(profile_path(name), name)


def by_id(layout_id: str) -> Layout | None:
    """Return the layout with an id, as boards tell it, None where no profile has it."""
    for name in profiles():
        layout = profile(name)
        if layout.layout_id == layout_id:
            return layout
    return None


def of_board(lay: str) -> Layout | None:
    """Return the layout that a board's greeting names as ``name:id``, None where it is unknown."""
    return by_id(lay.rpartition(":")[2])


def parse(text: str, source: str = "board.toml") -> dict[str, Any]:
    """Return a board description as plain tables, checked.

    Raises:
        LayoutError: with every fault that was found.
    """
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise LayoutError(source, [f"not valid TOML: {error}"]) from None
    found = shape_faults(tables)
    if not found:
        tables = filled(tables)
        found = faults(tables)
    if found:
        raise LayoutError(source, found)
    return tables


def load(path: str | Path | None = None, name: str = "") -> Layout:
    """Return the layout of a board description; None is that of the full board.

    `name` is that of the profile which the description is.

    Raises:
        LayoutError: the file is missing, unreadable or wrong.
    """
    if path is None:
        path, name = default_path(), FULL
    where = Path(path)
    try:
        text = where.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not UTF-8 text"
        raise LayoutError(str(where), [f"cannot be read: {reason}"]) from None
    return expand(parse(text, str(where)), name)


__all__ = [
    "FULL",
    "NOT_THERE",
    "Cell",
    "Cup",
    "DiceStation",
    "KnownDie",
    "Layout",
    "LayoutError",
    "Station",
    "by_id",
    "default_path",
    "load",
    "of_board",
    "parse",
    "profile",
    "profile_path",
    "profiles",
]
