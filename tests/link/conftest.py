"""Lets the tests of this folder import the helpers beside them, and knows the probe."""

import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))
sys.path.insert(0, str(HERE.parents[1] / "firmware" / "device"))


@pytest.fixture
def board(tmp_path):
    """Make boards, each with a journal of its own."""
    from kostka_server import Board

    made = []

    def make(*args, **kwargs):
        made.append(Board(tmp_path / f"flash{len(made)}", *args, **kwargs))
        return made[-1]

    yield make
    for one in made:
        one.server.close()
        one.store.close()
