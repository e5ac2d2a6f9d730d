"""The board description, hardware/board.toml: read, checked, expanded to cells and LEDs."""

from __future__ import annotations

import importlib.resources
import sys
from pathlib import Path
from typing import Any

from kostka.errors import HardwareError

from kostka_host.layout.check import faults
from kostka_host.layout.dice import Cup, DiceStation, KnownDie
from kostka_host.layout.expand import Cell, Layout, Station, expand
from kostka_host.layout.schema import shape_faults

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


def default_path() -> Path:
    """Return where the board description lies: in the checkout, or inside the package."""
    checkout = Path(__file__).resolve().parents[3] / "hardware" / "board.toml"
    if checkout.is_file():
        return checkout
    packed = importlib.resources.files("kostka_host") / "_hardware" / "board.toml"
    return Path(str(packed))


def parse(text: str, source: str = "board.toml") -> dict[str, Any]:
    """Return a board description as plain tables, checked.

    Raises:
        LayoutError: with every fault that was found.
    """
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise LayoutError(source, [f"not valid TOML: {error}"]) from None
    found = shape_faults(tables) or faults(tables)
    if found:
        raise LayoutError(source, found)
    return tables


def load(path: str | Path | None = None) -> Layout:
    """Return the layout of a board description; None is the one that belongs to this release.

    Raises:
        LayoutError: the file is missing, unreadable or wrong.
    """
    where = default_path() if path is None else Path(path)
    try:
        text = where.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not UTF-8 text"
        raise LayoutError(str(where), [f"cannot be read: {reason}"]) from None
    return expand(parse(text, str(where)))


__all__ = [
    "Cell",
    "Cup",
    "DiceStation",
    "KnownDie",
    "Layout",
    "LayoutError",
    "Station",
    "default_path",
    "load",
    "parse",
]
