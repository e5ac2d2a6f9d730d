"""Hardware-in-the-loop tests for pytest: `pytest -p kostka_host.pytest_plugin --board SELECTOR`.

Fixtures, options and classes of failures are described in kostka_host/hil/README.md.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import Any

import pytest

from kostka_host.hil import capabilities, failures, options
from kostka_host.hil import run as runs
from kostka_host.hil.device import DeviceTests
from kostka_host.hil.dut import SIMULATED, Dut
from kostka_host.hil.failures import HilFailure
from kostka_host.hil.faults import Faults
from kostka_host.hil.hands import Clock, Eyes, Hands
from kostka_host.hil.marks import ON_BOARD, needs, on_board
from kostka_host.hil.reporting import Reporter
from kostka_host.hil.run import RUN, Kit, Run

__all__ = ["needs", "on_board"]

TESTS = pytest.StashKey[DeviceTests]()
REPORTER = pytest.StashKey[Reporter]()
KITS = pytest.StashKey[dict[str, Kit]]()
NO_BOARD = "no-board"
PAIR = ("board_a", "board_b")


# Options and boards ---------------------------------------------------------------------------


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options."""
    options.add(parser)


def pytest_configure(config: pytest.Config) -> None:
    """Make the run, and open its boards before anything is collected."""
    for line in (
        "needs(*names): capabilities that the board has to have",
        "on_board(timeout_s): the test runs on the board",
        "destructive: leaves a state behind that cannot be given back",
        "smoke: belongs to the short set",
        "xdist_group(name): what runs in one process",
    ):
        config.addinivalue_line("markers", line)
    run = config.stash[RUN] = runs.begin(config)
    config.stash[TESTS] = DeviceTests(config, run)
    reporter = config.stash[REPORTER] = Reporter(config, run)
    config.pluginmanager.register(reporter, "kostka-hil-reporter")
    if config.getoption("collectonly") or config.getoption("help", False) or run.is_worker:
        return
    run.check_boards()
    if run.missing and not run.duts:
        run.close()
        pytest.exit(run.why_not(), returncode=failures.EXIT_BOARDS)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell a worker of xdist which run it is of."""
    node.workerinput[runs.INPUT] = runs.handed_on(node.config.stash[RUN])


# Collecting -----------------------------------------------------------------------------------


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Let each test run on every board, as often as was asked for."""
    run = metafunc.config.stash[RUN]
    if "board" in metafunc.fixturenames:
        names = list(run.duts) or [NO_BOARD]
        metafunc.parametrize("board", names, indirect=True, scope="function")
    count = metafunc.config.getoption("--count")
    if count > 1:
        metafunc.fixturenames.append("_time")
        metafunc.parametrize(
            "_time",
            range(1, count + 1),
            indirect=True,
            scope="function",
            ids=[f"run{n}" for n in range(1, count + 1)],
        )


@pytest.fixture
def _time(request: pytest.FixtureRequest) -> int:
    return int(request.param)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Note everything that pytest finds, before anything is left out."""
    report = yield
    tests = collector.config.stash[TESTS]
    for node in report.result:
        tests.note(node)
    return report


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Look at what tests need; let those that share a board run in one process."""
    run = config.stash[RUN]
    pairs = any(set(PAIR) & set(getattr(item, "fixturenames", ())) for item in items)
    for item in items:
        wrong = capabilities.unknown(
            tuple(name for mark in item.iter_markers("needs") for name in mark.args)
        )
        if wrong:
            raise pytest.UsageError(f"{item.nodeid} needs {wrong[0]!r}, which is no capability")
        name = board_of(item)
        if name or set(PAIR) & set(getattr(item, "fixturenames", ())):
            shared = pairs and name in (*list(run.duts)[:2], "")
            item.add_marker(pytest.mark.xdist_group("pair" if shared else name))


def board_of(item: pytest.Item) -> str:
    """Return the name of the board of a test, "" for none."""
    callspec = getattr(item, "callspec", None)
    return str(callspec.params.get("board", "")) if callspec is not None else ""


def pytest_collection_finish(session: pytest.Session) -> None:
    """Note what has to run."""
    session.config.stash[REPORTER].accounts.chosen(item.nodeid for item in session.items)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_node_collection_finished(node: Any, ids: list[str]) -> None:
    """Note what has to run in workers."""
    node.config.stash[REPORTER].accounts.chosen(ids)


# Fixtures -------------------------------------------------------------------------------------


@pytest.fixture
def board(request: pytest.FixtureRequest) -> Iterator[Dut]:
    """The board under test: a Dut, with link(), run(code), reset(), facts()."""
    run = request.config.stash[RUN]
    if request.param == NO_BOARD:
        raise HilFailure(failures.BOOT, f"no board: {run.why_not()}")
    yield from _in_use(request, run, run.dut(request.param))


@pytest.fixture
def board_a(request: pytest.FixtureRequest) -> Iterator[Dut]:
    """The first board of two."""
    run = request.config.stash[RUN]
    yield from _in_use(request, run, run.nth(0))


@pytest.fixture
def board_b(request: pytest.FixtureRequest) -> Iterator[Dut]:
    """The second board of two."""
    run = request.config.stash[RUN]
    yield from _in_use(request, run, run.nth(1))


def _in_use(request: pytest.FixtureRequest, run: Run, dut: Dut) -> Iterator[Dut]:
    item = request.node
    missing = run.missing_of(item, dut)
    if missing:
        said = f"{dut.name} lacks {', '.join(missing)}"
        required = set(missing) & set(request.config.getoption("--require"))
        if (dut.fresh and not dut.through_jig) or required:  # one of our own can do everything
            raise HilFailure(failures.CAPABILITY, said)
        pytest.skip(said)
    destructive = item.get_closest_marker("destructive") is not None
    if destructive and not dut.fresh and not request.config.getoption("--destructive"):
        pytest.skip(f"{dut.name} is somebody's; --destructive runs it")
    if item.get_closest_marker(ON_BOARD) is None and dut.has_kostka:
        dut.to_app()
        dut.calm()
    kit = run.kit(dut)
    kits = item.stash.setdefault(KITS, {})
    kits[dut.name] = kit
    yield dut
    kit.rest()


@pytest.fixture
def kit(request: pytest.FixtureRequest) -> Callable[[Dut], Kit]:
    """Return hands, eyes, faults and clock of a board: `kit(board_b).hands`."""
    return lambda dut: request.node.stash[KITS][dut.name]


@pytest.fixture
def hands(board: Dut, kit: Callable[[Dut], Kit]) -> Hands:
    """Tokens, dice, keys, tags and power of the board."""
    return kit(board).hands


@pytest.fixture
def eyes(board: Dut, kit: Callable[[Dut], Kit]) -> Eyes:
    """Lights, screen, sound and console of the board."""
    return kit(board).eyes


@pytest.fixture
def faults(board: Dut, kit: Callable[[Dut], Kit]) -> Faults:
    """What can be made to go wrong at the board; undone at the end."""
    return kit(board).faults


@pytest.fixture
def clock(board: Dut, kit: Callable[[Dut], Kit]) -> Clock:
    """The time of the board."""
    return kit(board).clock


# Running --------------------------------------------------------------------------------------


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test on its board where it is for it."""
    if pyfuncitem.get_closest_marker(ON_BOARD) is None:
        return None
    run, tests = pyfuncitem.config.stash[RUN], pyfuncitem.config.stash[TESTS]
    tests.run(pyfuncitem, run.dut(board_of(pyfuncitem)))
    return True


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Give a failure its class; let nothing pass that did not run, nor be skipped in silence."""
    report = yield
    run, reporter = item.config.stash[RUN], item.config.stash[REPORTER]
    problem = call.excinfo.value if call.excinfo is not None else None
    if report.when == "call" and report.passed and item.config.stash[TESTS].missing(item):
        problem = HilFailure(failures.ACCOUNT, f"{item.nodeid} was collected and did not run")
        report.outcome = "failed"
    if report.skipped and not hasattr(report, "wasxfail") and _may_not_skip(run, item):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        problem = HilFailure(failures.CAPABILITY, f"skipped where nothing may be: {reason}")
        report.outcome = "failed"
    if report.failed and problem is not None:
        reporter.classify(item, report, problem)
    kits = item.stash[KITS] if KITS in item.stash else {}
    if report.when == "call" or report.failed:
        reporter.enclose(item, report, kits)
    return report


def _may_not_skip(run: Run, item: pytest.Item) -> bool:
    """Say whether a skip of a test hides something: its board can do all that the test needs."""
    dut = run.duts.get(board_of(item))
    if dut is None or dut.selector not in SIMULATED:
        return False
    return not (dut.through_jig and run.missing_of(item, dut))
