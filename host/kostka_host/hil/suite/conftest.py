"""What the suite has beside the plugin's fixtures: hosts at the table."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from kostka.errors import KostkaError
from kostka_host.hil.dut import Dut
from kostka_host.hil.faults import Faults
from kostka_host.hil.sitting import Sitting

Sit = Callable[[], Sitting]


@pytest.fixture
def sit(board: Dut, faults: Faults, tmp_path: Path) -> Iterator[Sit]:
    """Sit down at the board with a host; whoever sat there before leaves."""
    sitting: list[Sitting] = []

    def one() -> Sitting:
        for former in sitting:
            former.leave()
        sitting.append(Sitting(board, faults.place, tmp_path))
        return sitting[-1]

    yield one
    for last in sitting:
        with contextlib.suppress(KostkaError):
            last.leave()


@pytest.fixture
def at_table(sit: Sit) -> Sitting:
    """A host at the table."""
    return sit()
