"""Keys of a terminal while a procedure is followed."""

from __future__ import annotations

import os
import queue
import signal
import termios
from collections.abc import Iterator
from typing import Any

import pytest
from kostka.errors import KostkaError
from kostka_host.cli.progress import follow
from kostka_host.ui import Ui

NEWS = {"w": "leds", "n": 0, "of": 4, "at": 0, "odd": []}


class Looking:
    """A procedure that has ended once OK, or RIGHT, was pressed; UNDO is refused."""

    def __init__(self, then: Any) -> None:
        self.last: dict[str, Any] = {}
        self.pressed: queue.Queue[int] = queue.Queue()
        self._then = then

    def __iter__(self) -> Iterator[dict[str, Any]]:
        self.last = {**NEWS, "st": "look"}
        yield self.last
        self._then()
        while self.pressed.get(timeout=10) == 3:
            pass
        self.last = {**NEWS, "st": "kept"}
        yield self.last

    def press(self, key: int) -> None:
        self.pressed.put(key)
        if key == 3:
            raise KostkaError("learn.busy")


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[int, int]]:
    master, slave = os.openpty()
    with os.fdopen(slave, "r") as stream:
        monkeypatch.setattr("sys.stdin", stream)
        yield master, slave
    os.close(master)


def test_keys_of_the_terminal_are_keys_of_the_board(terminal: tuple[int, int]) -> None:
    master, slave = terminal
    before = termios.tcgetattr(slave)
    learning: Any = Looking(lambda: os.write(master, b"xu\r"))
    assert follow(Ui("en"), learning, False, keys=True)["st"] == "kept"
    assert termios.tcgetattr(slave) == before


def test_ctrl_c_interrupts_and_the_terminal_is_as_before(terminal: tuple[int, int]) -> None:
    _, slave = terminal
    before = termios.tcgetattr(slave)

    def interrupted() -> None:
        flags = termios.tcgetattr(slave)
        assert flags[3] & termios.ISIG  # the terminal itself makes a signal of Ctrl-C
        assert flags[1] & termios.OPOST  # and lines begin at the left
        assert not flags[3] & termios.ICANON
        signal.raise_signal(signal.SIGINT)

    learning: Any = Looking(interrupted)
    with pytest.raises(KeyboardInterrupt):
        follow(Ui("en"), learning, False, keys=True)
    assert termios.tcgetattr(slave) == before
