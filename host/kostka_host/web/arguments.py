"""Arguments of what browsers wish, checked."""

from __future__ import annotations

from kostka.app.about import checked
from kostka.errors import KostkaError

from kostka_host.web.hub import Wish

TEXT_MAX = 64  # characters


def number(wish: Wish, name: str, low: int, high: int, default: int | None = None) -> int:
    """Return an argument of a wish.

    Raises:
        KostkaError: it is no int of that range.
    """
    value = wish.message.get(name, default)
    if type(value) is not int or not low <= value <= high:
        raise KostkaError("web.argument", name)
    return value


def text(wish: Wish, name: str, default: str | None = None) -> str:
    """Return an argument of a wish.

    Raises:
        KostkaError: it is no text, or too long.
    """
    value = wish.message.get(name, default)
    if not isinstance(value, str) or len(value) > TEXT_MAX:
        raise KostkaError("web.argument", name)
    return value


def kinds(wish: Wish, seats: int) -> str:
    """Return who plays each seat, "" where the wish does not say.

    Raises:
        OptionError: it does not fit.
    """
    value = wish.message.get("kinds")
    return checked(value, seats) if value is not None else ""
