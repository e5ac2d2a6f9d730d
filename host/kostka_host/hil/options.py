"""The options of the plugin, and what a run makes of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kostka_host.hil import locks, manual

DEVICE_S = 10.0  # for one test on the board


def add(parser: pytest.Parser) -> None:
    """Add the options."""
    group = parser.getgroup("hil", "tests on boards (kostka_host.pytest_plugin)")
    option = group.addoption
    option(
        "--board",
        action="append",
        default=[],
        metavar="SELECTOR",
        help="a board: virtual, emulated, id:ID, port:DEVICE, tcp:HOST:PORT; may be repeated",
    )
    option("--flash", action="store_true", help="put this Kostka onto the boards first")
    option("--image", metavar="UF2", help="the MicroPython image of emulated boards")
    option(
        "--jig",
        action="append",
        default=[],
        metavar="SELECTOR",
        help="the jig wired to a board: virtual, port:DEVICE; the first to the first board, …",
    )
    option("--count", type=int, default=1, metavar="N", help="run each test N times")
    option("--record", metavar="DIR", help="write what each test did and saw into a file here")
    option("--min-boards", type=int, metavar="N", help="so many must be healthy (default: all)")
    option(
        "--require",
        action="append",
        default=[],
        metavar="NAME",
        help="a kind of board or a capability whose lack is a failure and no skip",
    )
    option("--destructive", action="store_true", help="also tests that cannot give back a state")
    option("--seed", type=int, metavar="N", help="of chance on boards and faults on cables")
    option(
        "--lock-timeout", type=float, default=locks.WAIT_S, metavar="S", help="for a busy board"
    )
    option(
        "--device-timeout", type=float, default=DEVICE_S, metavar="S", help="for a test on a board"
    )
    option("--manual", action="store_true", help="a person is the hands and eyes of real boards")
    option(
        "--step-timeout", type=float, default=manual.STEP_S, metavar="S", help="for such a person"
    )
    option("--hub-port", metavar="PLACE", help="switch a board's power by uhubctl, as 1-1.2:3")
    option(
        "--device-cov", action="append", default=[], metavar="PATH", help="count lines on boards"
    )
    option("--hil-report", metavar="HTML", help="write a report in one file")
    option("--history", metavar="DIR", help="JUnit files of past runs, for the flakiness in it")
    parser.addini("boards", "boards where no --board is given", type="linelist", default=[])
    parser.addini(
        "device_modules", "files and folders that tests on a board can import", type="paths"
    )


def boards(config: pytest.Config) -> list[str]:
    """Return the selectors of a run."""
    given: list[str] = config.getoption("--board") or config.getini("boards")
    return given


def jig_of(config: pytest.Config, index: int) -> str:
    """Return the selector of the jig of a board, "" for none; a virtual one serves any."""
    jigs: list[str] = config.getoption("--jig")
    if set(jigs) == {"virtual"}:
        return "virtual"
    return jigs[index] if index < len(jigs) else ""


def modules(config: pytest.Config) -> dict[str, Path]:
    """Return the modules for the board: their path there and on this host."""
    found: dict[str, Path] = {}
    paths: Any = config.getini("device_modules") or []
    for one in paths:
        path = Path(one)
        if path.is_file():
            found[path.name] = path
            continue
        if not path.is_dir():
            raise pytest.UsageError(f"device_modules names {path}, which is not there")
        for file in sorted(path.rglob("*.py")):
            if not file.name.startswith(("test_", "conftest")):
                found[file.relative_to(path).as_posix()] = file
    return found
