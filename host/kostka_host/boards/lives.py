"""What the bench and the board process know of the life of a board, whatever runs its firmware."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from kostka.errors import KostkaError

from kostka_host.chips.flash import Flash
from kostka_host.chips.world import World


class Time(Protocol):
    """The clock of a board as hands meet it."""

    def now_us(self) -> int:
        """Return the time since the board process began."""

    def advance(self, us: int, done: Callable[[], None]) -> None:
        """Call `done` once the board has lived that much longer."""

    def settled(self) -> bool:
        """Say whether hands may act."""


class AnyLife(Protocol):
    """One board from the first power on to the end of its process."""

    world: World
    flash: Flash
    on_stage: Callable[[int], None]
    failed: KostkaError | None
    powered: bool
    stage: int
    starts: int
    resets: dict[str, int]

    @property
    def clock(self) -> Time:
        """The clock of the board."""

    @property
    def vm_pid(self) -> int:
        """The process that runs the firmware, 0 without one."""

    def power_on(self) -> None:
        """Begin a new life."""

    def power_off(self) -> None:
        """Cut the power, wherever the board is."""

    def reset(self) -> None:
        """Reset the controller."""

    def busy(self) -> bool:
        """Say whether Python code may be running."""

    def carry_log(self) -> bytes:
        """Return the end of what the board has printed up to now."""

    def lost(self) -> int:
        """Return how many bytes the board said while no host was attached."""

    def close(self) -> None:
        """End the firmware for good."""
