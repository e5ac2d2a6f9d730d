"""Boards for tests of the plugin: Kostka's virtual ones, and somebody else's."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import kostka_host.pytest_plugin  # noqa: F401  # once: runs inside of tests share its classes
from kostka_plain import plain_board

collect_ignore = ["thermostat"]  # a project of its own, which tests run
Run = Callable[..., pytest.RunResult]


@pytest.fixture(autouse=True)
def own_folders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("RUNTIME_DIR", "DATA_HOME", "STATE_HOME", "CONFIG_HOME", "CACHE_HOME"):
        (tmp_path / name).mkdir()
        monkeypatch.setenv(f"XDG_{name}", str(tmp_path / name))
    monkeypatch.setenv("KOSTKA_LANG", "en")


@pytest.fixture
def plain(vm: ModuleType) -> Iterator[str]:
    """The selector of a board with plain MicroPython."""
    with plain_board() as port:
        yield f"port:{port}"


@pytest.fixture
def hil(pytester: pytest.Pytester, vm: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run pytest with the plugin on the files of `pytester`; --seed 1 unless there is another."""

    # those of this environment take longer to load than the tests
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")

    def run(*words: str, board: str = "virtual") -> pytest.RunResult:
        chosen = (f"--board={board}",) if board else ()
        if "-n2" in words:
            chosen = ("-p", "xdist.plugin", *chosen)
        return pytester.runpytest_inprocess(
            "-p", "kostka_host.pytest_plugin", "-p", "no:cacheprovider", "-p", "no:randomly",
            "-W", "default", "--seed=1", *chosen, *words,
        )  # fmt: skip

    return run
