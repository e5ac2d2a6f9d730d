"""Somebody else's project, which is not about games, tests its own board in about ten lines."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from coverage import CoverageData

pytestmark = pytest.mark.vm

PROJECT = Path(__file__).parent / "thermostat"


@pytest.fixture
def project(pytester) -> Path:
    for path in PROJECT.iterdir():
        if path.is_file():
            shutil.copy(path, pytester.path)
    return pytester.path


def test_ten_lines_are_enough(project, hil, plain) -> None:
    lines = (project / "test_thermostat.py").read_text() + (project / "pytest.ini").read_text()
    assert len([line for line in lines.splitlines() if line.strip()]) <= 10
    hil(board=plain).assert_outcomes(passed=1)


def test_a_failure_names_the_line_here(project, hil, plain) -> None:
    source = project / "thermostat.py"
    source.write_text(source.read_text().replace("return self.heating\n", "return 1 // 0\n", 1))
    done = hil(board=plain)
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines(
        [
            "*[[]device] ZeroDivisionError: divide by zero",
            "*test_thermostat.py:9: in <listcomp>",
            "*thermostat.py:15: in step",
            "*return 1 // 0",
        ]
    )


def test_lines_that_ran_on_the_board_reach_coverage(project, hil, plain) -> None:
    done = hil("--device-cov=thermostat.py", "--hil-report=r.html", board=plain)
    done.assert_outcomes(passed=1)
    (path,) = project.glob(".coverage.board-*")
    data = CoverageData(basename=str(path))
    data.read()
    assert data.lines(str(project / "thermostat.py")) == [
        4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15, 17
    ]  # fmt: skip
    assert "thermostat.py" in (project / "r.html").read_text()


def test_a_traceback_through_counted_lines_names_the_right_one(project, hil, plain) -> None:
    source = project / "thermostat.py"
    source.write_text(source.read_text().replace("return self.heating\n", "return 1 // 0\n", 1))
    done = hil("--device-cov=thermostat.py", board=plain)
    done.stdout.fnmatch_lines(["*thermostat.py:15: in step"])


def test_what_is_on_the_board_is_there_afterwards(project, hil, plain) -> None:
    (project / "test_thermostat.py").write_text(
        "from kostka_host.hil import on_board\n@on_board\ndef test_it():\n"
        "    with open('/left', 'w') as file:\n        file.write('x')\n"
    )
    hil(board=plain).assert_outcomes(passed=1)
    look = "board.run('import os;print(os.listdir())')"
    (project / "test_thermostat.py").write_text(
        f"def test_it(board):\n    assert 'left' not in {look}\n"
    )
    hil(board=plain).assert_outcomes(passed=1)
