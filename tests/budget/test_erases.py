"""Sector erases that one line of the journal costs, counted on littlefs in the VM."""

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
BUDGET = 0.3


@pytest.mark.vm
def test_a_line_costs_less_than_a_third_of_an_erase(vm):
    done = vm.run(
        TESTS / "both" / "run_cases.py",
        str(Path(__file__).with_name("erases_on_littlefs.py")),
        path=[TESTS.parent / "firmware" / "src", TESTS / "journal"],
        heap="4M",  # the flash itself lies in it
        timeout_s=120,
    )
    assert done.code == 0, done.out + done.err
    print(done.out)
    found = re.search(r"erases per line ([0-9.]+)", done.out)
    assert found is not None, done.out + done.err
    assert 0.05 < float(found.group(1)) <= BUDGET
