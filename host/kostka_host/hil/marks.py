"""What test files use: `on_board`, `needs`, and `raises`, which is there on both sides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, overload

import pytest

T = TypeVar("T", bound=Callable[..., Any] | type)
ON_BOARD = "on_board"
raises = pytest.raises


@overload
def on_board(test: T) -> T: ...
@overload
def on_board(*, timeout_s: float) -> Callable[[T], T]: ...
def on_board(test: T | None = None, *, timeout_s: float = 0.0) -> T | Callable[[T], T]:
    """Let a test function, or all tests of a class, run on the board.

    Its arguments are fixtures of the host: plain data goes to the board.
    """

    def mark(one: T) -> T:
        options = {"timeout_s": timeout_s} if timeout_s else {}
        marked: T = pytest.mark.on_board(**options)(pytest.mark.usefixtures("board")(one))
        return marked

    return mark if test is None else mark(test)


def needs(*names: str) -> pytest.MarkDecorator:
    """Name what a test needs a board to be able to do; see kostka_host.hil.capabilities."""
    return pytest.mark.needs(*names)


def is_marked(thing: object) -> bool:
    """Say whether a function, class or module has the mark on_board."""
    marks = getattr(thing, "pytestmark", [])
    return any(mark.name == ON_BOARD for mark in (marks if isinstance(marks, list) else [marks]))
