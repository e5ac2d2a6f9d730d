"""Files of cases that must hold on CPython and on MicroPython alike.

`cases_*.py` run on both, `vmcases_*.py` only on MicroPython. They lie beside the other tests of
their package and use nothing but assert.
"""

import gc
import importlib.util
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
ROOT = TESTS.parent
RUNNER = TESTS / "both" / "run_cases.py"
PATHS = [ROOT / "firmware" / folder for folder in ("src", "device", "jig")] + [ROOT / "host"]
BOTH = sorted(TESTS.glob("*/cases_*.py"))
VM_ONLY = sorted(TESTS.glob("*/vmcases_*.py"))


def name(path):
    return str(path.relative_to(TESTS))


def load(path):
    for folder in PATHS:
        if str(folder) not in sys.path:
            sys.path.insert(0, str(folder))
    spec = importlib.util.spec_from_file_location("kostka_cases_" + path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def all_cases():
    for path in BOTH:
        module = load(path)
        for case in sorted(vars(module)):
            if case.startswith("case_"):
                yield pytest.param(getattr(module, case), id=f"{name(path)}:{case}")


@pytest.mark.parametrize("case", list(all_cases()))
def test_on_cpython(case):
    case()
    gc.collect()  # a file that was left open is this case's fault, not that of the next to collect


@pytest.mark.vm
@pytest.mark.parametrize("path", BOTH + VM_ONLY, ids=name)
def test_on_micropython(path, vm):
    done = vm.run(
        RUNNER, str(path), path=PATHS, heap="960k", timeout_s=120
    )  # sources: compiled here
    assert done.code == 0, done.out + done.err
    ran = [line[3:] for line in done.out.splitlines() if line.startswith("ok ")]
    expected = [
        line.split("(")[0][4:] for line in path.read_text().splitlines() if "def case_" in line
    ]
    assert sorted(expected) == ran, done.out + done.err


@pytest.mark.vm
def test_a_planted_failure_is_seen(vm, tmp_path):
    planted = tmp_path / "cases_planted.py"
    planted.write_text("def case_good():\n    pass\n\n\ndef case_bad():\n    assert 1 == 2\n")
    done = vm.run(RUNNER, str(planted), path=PATHS)
    assert done.code == 1
    assert "FAILED case_bad" in done.out
    assert "ok case_good" in done.out


def test_a_file_left_open_is_the_fault_of_its_own_case(tmp_path):
    def case_careless():
        ring = [open(tmp_path / "left", "w")]
        ring.append(ring)  # nothing but a collection finds it

    with pytest.warns(ResourceWarning, match="left"):
        test_on_cpython(case_careless)
