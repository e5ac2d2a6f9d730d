"""Tests that run on a board: found in their files, run there, held against what was collected."""

from __future__ import annotations

from types import ModuleType

import pytest
from kostka.errors import KostkaError

from kostka_host.hil import failures, options
from kostka_host.hil.dut import Dut
from kostka_host.hil.extract import Part, parts_of
from kostka_host.hil.failures import HilFailure, kind_of
from kostka_host.hil.marks import ON_BOARD, is_marked
from kostka_host.hil.run import Run
from kostka_host.hil.session import Verdict, plain
from kostka_host.hil.traces import Traces

Collected = dict[str, set[str]]  # path of a file: tests that were collected there


class DeviceTests:
    """All tests on boards of one process."""

    def __init__(self, config: pytest.Config, run: Run) -> None:
        self._config = config
        self._run = run
        self.collected: Collected = {}
        self.verdicts: dict[str, Verdict] = {}  # by node id
        self._parts: dict[str, list[Part]] = {}
        self._last: dict[str, str] = {}  # board: file of its last test
        self.traces = Traces(
            config.rootpath,
            options.modules(config),
            run.counted.tables if run.counted is not None else None,
        )

    # Collecting ------------------------------------------------------------------------------

    def note(self, node: pytest.Item | pytest.Collector) -> None:
        """Note a test that pytest found in a file, whether it is chosen or not."""
        if isinstance(node, pytest.Function) and node.get_closest_marker(ON_BOARD):
            path, name = self.place(node)
            self.collected.setdefault(path, set()).add(name)
            _leave_xunit_to_the_board(node)

    def place(self, item: pytest.Function) -> tuple[str, str]:
        """Return the file of a test and its name there, classes first."""
        file = item.path
        root = self._config.rootpath
        path = file.relative_to(root).as_posix() if file.is_relative_to(root) else file.name
        classes = [node.name for node in item.listchain() if isinstance(node, pytest.Class)]
        return path, ".".join([*classes, item.originalname])

    # Running ---------------------------------------------------------------------------------

    def run(self, item: pytest.Function, dut: Dut) -> None:
        """Run a test on its board.

        Raises:
            HilFailure: it failed, with the class of the failure.
        """
        path, name = self.place(item)
        arguments = plain({one: item.funcargs[one] for one in item._fixtureinfo.argnames})
        mark = item.get_closest_marker(ON_BOARD)
        limit = self._config.getoption("--device-timeout")
        if mark is not None:
            limit = mark.kwargs.get("timeout_s", limit)
        try:
            self._load(item, dut, path)
            verdict = dut.at_prompt().run(path, name, arguments, limit)
        except (HilFailure, KostkaError) as problem:
            self._after(dut, kind_of(problem))
            if isinstance(problem, HilFailure):
                raise HilFailure(problem.kind, self._told(problem.text)) from None
            raise
        if verdict.console:
            item.add_report_section("call", f"board {dut.name}", verdict.console)
        self.verdicts[item.nodeid] = verdict
        if verdict.how != "passed":
            kind = failures.ASSERTION if verdict.how == failures.ASSERTION else failures.DEVICE
            raise HilFailure(kind, self._told(verdict.text))

    def _told(self, text: str) -> str:
        """Return the error of a board: what it is first, then where, with files of this host."""
        mapped = self.traces.mapped(text).strip()
        head, _, rest = mapped.partition("\n")
        if not head.startswith("Traceback"):
            return mapped
        lines = rest.splitlines()
        return "\n".join([lines[-1], *lines[:-1]]) if lines else mapped

    def _load(self, item: pytest.Function, dut: Dut, path: str) -> None:
        session = dut.at_prompt()
        if self._last.get(dut.name) not in (None, path):
            if self._run.counted is not None:
                self._run.counted.read(dut)
            session.renew()  # what one file did to the interpreter is nothing to the next
        self._last[dut.name] = path
        parts = self._parts.get(path)
        if parts is None:
            module = item.getparent(pytest.Module)
            assert module is not None
            parts = parts_of(module.obj, self._names(module), self._config.rootpath)
            if parts[-1].path != path:
                parts[-1].path = path
            self._parts[path] = parts
        found = session.load(parts, self._prefixes("functions"), self._prefixes("classes"))
        self._compare(path, set(found), self._is_whole(item))

    def _prefixes(self, what: str) -> list[str]:
        words: list[str] = self._config.getini(f"python_{what}")
        return [word.partition("*")[0] for word in words]

    def _names(self, module: pytest.Module) -> list[str]:
        """Return what stands at the top of a test file and runs on a board."""
        every = is_marked(module.obj)
        functions, classes = self._prefixes("functions"), self._prefixes("classes")
        found = []
        for name, thing in vars(module.obj).items():
            if isinstance(thing, ModuleType):
                continue
            prefixes = classes if isinstance(thing, type) else functions
            named = name.startswith(tuple(prefixes)) and callable(thing)
            if is_marked(thing) or (every and named):
                found.append(name)
        return found

    def _is_whole(self, item: pytest.Function) -> bool:
        """Say whether pytest looked at all of a file and not at some of its tests only."""
        words = [str(word) for word in self._config.args]
        return not any("::" in word and item.path.name in word for word in words)

    def _compare(self, path: str, found: set[str], whole: bool) -> None:
        """Hold the tests that are on the board against those that were collected.

        Raises:
            HilFailure: they differ, and names the first.
        """
        collected = self.collected.get(path, set())
        if not whole:  # classes that nobody asked for were not looked into
            looked = {name.rpartition(".")[0] for name in collected}
            found = {name for name in found if name.rpartition(".")[0] in looked}
        for name in sorted(found - collected):
            raise HilFailure(failures.ACCOUNT, f"{path}: {name} is on the board, not collected")
        for name in sorted(collected - found):
            raise HilFailure(failures.ACCOUNT, f"{path}: {name} was collected, not on the board")

    def _after(self, dut: Dut, kind: str) -> None:
        """Begin anew on a board of which a test has left nobody knows what."""
        if kind == failures.TIMEOUT and dut.session is not None:
            try:
                dut.session.renew()
                return
            except (KostkaError, HilFailure):
                pass
        if kind not in (failures.ASSERTION, failures.ACCOUNT, failures.DEVICE):
            dut.drop()
            self._last.pop(dut.name, None)

    def missing(self, item: pytest.Item) -> bool:
        """Say whether a test was to run on a board and did not."""
        return item.get_closest_marker(ON_BOARD) is not None and item.nodeid not in self.verdicts


def _leave_xunit_to_the_board(item: pytest.Function) -> None:
    """Keep setup_method and teardown_method, which the board runs, from running here."""
    for name in list(item.fixturenames):
        if "xunit_setup_method" in name:
            item.fixturenames.remove(name)
        elif "xunit_setup_class" in name:
            raise pytest.UsageError(
                f"{item.nodeid}: setup_class is of the host; on a board use setup_method"
            )
