"""Fixtures that every test may use."""

from __future__ import annotations

import gc
import os
import signal
import sys
from pathlib import Path
from types import ModuleType

import pytest
from kostka.errors import KostkaError
from kostka_host import vm as vm_module

# Modules that several test folders share. The probe is a game of the tests alone.
for folder in ("probe", "diff", "conformance", "journals", "rules", "web", "host"):
    sys.path.insert(0, str(Path(__file__).parent / folder))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Spread the files of each folder over the whole run; leave out what takes long.

    Those that wait for boards and browsers then run beside those that compute. With KOSTKA_LONG
    nothing is left out.
    """
    files: dict[Path, list[Path]] = {}
    for item in items:
        folder = files.setdefault(item.path.parent, [])
        if item.path not in folder:
            folder.append(item.path)
    places = {
        path: (n / len(some), path) for some in files.values() for n, path in enumerate(some)
    }
    items.sort(key=lambda item: places[item.path])
    if not os.environ.get("KOSTKA_LONG"):
        skip = pytest.mark.skip(reason="takes long; KOSTKA_LONG=1 runs it")
        for item in items:
            if item.get_closest_marker("long"):
                item.add_marker(skip)


def pytest_configure() -> None:
    """Let programs under test be interrupted, also where a shell runs the tests in background."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="module", autouse=True)
def calm_memory() -> None:
    """Take what is there for good, some million objects, out of the garbage collections.

    The firmware asks for many of them, and each took a second.
    """
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def vm() -> ModuleType:
    """The module kostka_host.vm on a machine that has a MicroPython.

    Without one the test is skipped with that reason; with KOSTKA_REQUIRE_VM=1 it fails.
    """
    try:
        vm_module.find_micropython()
    except KostkaError as problem:
        if os.environ.get("KOSTKA_REQUIRE_VM") == "1":
            pytest.fail(f"KOSTKA_REQUIRE_VM is set, but: {problem}")
        pytest.skip(f"no MicroPython: {problem}")
    return vm_module
