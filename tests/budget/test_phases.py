"""Dragon Dice holds few modules at a time on a board, and plays on whatever was dropped."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.vm
SCRIPT = Path(__file__).with_name("phases_held.py")
SOURCE = Path(__file__).parents[2] / "firmware" / "src"


@pytest.mark.parametrize("seed", [3, 4])
def test_phases_are_dropped_and_read_again(vm, seed):
    words = (str(seed), "500")
    done = vm.run(SCRIPT, *words, path=[SOURCE], timeout_s=100)
    assert done.code == 0, done.err
    found = dict(line.split() for line in done.out.splitlines())
    assert 3 <= int(found["held"]) <= 5  # one more while a function of another is needed
    assert found["left"] == "0"
    here = subprocess.run(
        [sys.executable, str(SCRIPT), *words],
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert f"digest {found['digest']}" in here.stdout
