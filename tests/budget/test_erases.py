"""Sector erases that one gesture costs, counted on littlefs in the VM."""

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
BUDGET = 0.3


@pytest.mark.vm
def test_a_gesture_costs_less_than_a_third_of_an_erase(vm):
    done = vm.run(
        TESTS / "both" / "run_cases.py",
        str(TESTS / "journal" / "power_on_littlefs.py"),
        path=[TESTS.parent / "firmware" / "src"],
        heap="4M",
        timeout_s=120,
    )
    found = re.search(r"erases per gesture ([0-9.]+)", done.out)
    assert found is not None, done.out + done.err
    assert 0.05 < float(found.group(1)) <= BUDGET
