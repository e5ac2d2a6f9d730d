"""Settings on littlefs in the VM, with the power cut at every operation of the flash."""

from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
CASES = Path(__file__).with_name("power_on_littlefs.py")


@pytest.mark.vm
def test_power_cuts(vm):
    done = vm.run(
        TESTS / "both" / "run_cases.py",
        str(CASES),
        path=[TESTS.parent / "firmware" / "src", TESTS / "journal"],
        heap="4M",  # the flash itself lies in it
        timeout_s=120,
    )
    assert done.code == 0, done.out + done.err
    print(done.out)
    assert done.out.count("ok case_") == CASES.read_text().count("def case_")
