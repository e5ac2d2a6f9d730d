"""What a run says: header, classes of failures, summary, JUnit, report, exit code."""

from __future__ import annotations

import json
import shlex
import time
from collections import Counter, defaultdict
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from kostka.version import VERSION

from kostka_host.hil import failures, history, junit
from kostka_host.hil.accounts import Accounts
from kostka_host.hil.failures import HilFailure, kind_of
from kostka_host.hil.report import write_report
from kostka_host.hil.run import Kit, Run

CLASS = "failure_class"  # of a failed test, as a property in JUnit
Facts = dict[str, Any]


class Reporter:
    """Collects what tests came to in this process, and says it."""

    def __init__(self, config: pytest.Config, run: Run) -> None:
        self._config = config
        self._run = run
        self._began = time.time()
        self.accounts = Accounts()
        self.results: dict[str, Facts] = {}  # by node id
        self.workers: list[Facts] = []  # what boards of workers were
        self.coverage: Path | None = None

    # One test --------------------------------------------------------------------------------

    def classify(
        self, item: pytest.Item, report: pytest.TestReport, problem: BaseException
    ) -> None:
        """Give a failed test the class of its failure, and say how to run it again."""
        kind = kind_of(problem)
        item.user_properties.append((CLASS, kind))
        report.user_properties = list(item.user_properties)
        if isinstance(problem, HilFailure):
            report.longrepr = f"[{kind}] {problem.text}"
        report.sections.append(("run it again", self.again(item.nodeid)))

    def again(self, node_id: str) -> str:
        """Return the command that runs a test again with the same chance."""
        option = self._config.getoption
        words = ["pytest", "-p", "kostka_host.pytest_plugin", f"--seed={self._run.seed}"]
        words += [f"--jig={one}" for one in self._run.config.getoption("--jig")]
        words += [f"--board={selector}" for selector in option("--board")]
        for name in ("--destructive", "--manual"):
            words += [name] if option(name) else []
        if option("--hub-port"):
            words.append(f"--hub-port={option('--hub-port')}")
        node_id = history.without_time(node_id.partition("@")[0])
        file, colons, rest = node_id.partition("::")
        path = self._config.rootpath / file
        shown = path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
        return shlex.join([*words, f"{shown}{colons}{rest}"])

    def enclose(self, item: pytest.Item, report: pytest.TestReport, kits: dict[str, Kit]) -> None:
        """Put what a report shows of a test into its result, which workers send home."""
        steps = [step for kit in kits.values() for step in kit.record.steps]
        facts: Facts = {
            "boards": list(kits),
            "steps": len(steps),
            "frames": [frame for kit in kits.values() for frame in kit.record.frames()],
            "class": dict(item.user_properties).get(CLASS, ""),
            "again": self.again(item.nodeid),
        }
        report.hil = facts  # type: ignore[attr-defined]  # reports carry whatever is plain
        folder = self._config.getoption("--record")
        if folder:
            for name, kit in kits.items():
                where = Path(folder) / name.replace(":", "_").replace("/", "_")
                kit.record.write(where, item.nodeid.partition("@")[0])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note what a test came to."""
        if report.when == "setup":
            self.accounts.reported(report.nodeid)
        node_id = report.nodeid.partition("@")[0]
        known = self.results.setdefault(
            node_id, {"id": node_id, "outcome": "passed", "s": 0.0, "text": "", "class": ""}
        )
        known["s"] += report.duration
        if report.outcome != "passed" and known["outcome"] != "failed":
            known["outcome"] = report.outcome
            known["text"] = report.longreprtext
            if isinstance(report.longrepr, tuple):
                known["text"] = str(report.longrepr[2])
        facts = getattr(report, "hil", None)
        if facts:
            known.update({k: v for k, v in facts.items() if v or k not in known})

    # The run ---------------------------------------------------------------------------------

    def pytest_report_header(self) -> list[str]:
        """Say what is tested, and on what."""
        run = self._run
        lines = [f"hil: Kostka {VERSION}, run {run.id}, --seed={run.seed}"]
        for dut in run.duts.values():
            known = " ".join(f"{k} {v}" for k, v in dut.identity.items() if v)
            lines.append(f"hil: board {dut.name}: {known or 'made where it is used'}")
            if dut.restored:
                lines.append(
                    f"hil: {dut.name} got back what a killed run had left: "
                    + ", ".join(dut.restored)
                )
        lines += [f"hil: {name} is left out: {why}" for name, why in run.skipped.items()]
        for name, (kind, text) in run.quarantined.items():
            lines.append(f"hil: {name} is quarantined [{kind}]: {text}")
        return lines

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any, error: object) -> None:
        """Take what a worker says at its end."""
        facts = getattr(node, "workeroutput", {}).get("kostka_hil")
        if facts:
            self.workers.append(json.loads(facts))

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> Generator[None, None, None]:
        """Close the boards, add up, let the exit code say what kind of failure it was."""
        run = self._run
        boards = [dut.facts() for dut in run.duts.values() if dut.board is not None]
        run.close()
        counted = run.counted
        if counted is not None and not run.is_controller:
            self.coverage = counted.write(self._config.invocation_params.dir)
        if run.is_worker:
            for facts in boards:
                facts["link"] = dict(run.duts[facts["name"]].statistics)
            output: dict[str, Any] = self._config.workeroutput  # type: ignore[attr-defined]
            output["kostka_hil"] = json.dumps({"boards": boards, "problems": run.problems})
            yield
            return
        for facts in boards:
            facts["link"] = dict(run.duts[facts["name"]].statistics)
        for worker in self.workers:
            boards += worker["boards"]
            run.problems += worker["problems"]
        self._settle(session)
        yield
        self._write(session, boards)

    def _settle(self, session: pytest.Session) -> None:
        status = int(session.exitstatus)
        if status == pytest.ExitCode.OK and not session.shouldstop:
            self._run.problems += self.accounts.problems()
        failed = [one for one in self.results.values() if one["outcome"] == "failed"]
        kinds = {one["class"] or failures.ERROR for one in failed}
        if status == pytest.ExitCode.TESTS_FAILED and kinds <= failures.INFRASTRUCTURE and kinds:
            session.exitstatus = failures.EXIT_INFRASTRUCTURE
        if status == pytest.ExitCode.OK and self._run.problems:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
        ok = session.exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
        if self._run.missing and ok:
            session.exitstatus = failures.EXIT_BOARDS

    def _write(self, session: pytest.Session, boards: list[Facts]) -> None:
        option = self._config.getoption
        path = option("xmlpath", None)
        if path:
            junit.finish(Path(path), {"seed": str(self._run.seed), "run": self._run.id}, boards)
        if option("--hil-report"):
            past = history.read(Path(option("--history"))) if option("--history") else {}
            counted = self._run.counted
            write_report(
                Path(option("--hil-report")),
                {
                    "version": VERSION,
                    "run": self._run.id,
                    "seed": self._run.seed,
                    "began": self._began,
                    "seconds": time.time() - self._began,
                    "exit": int(session.exitstatus),
                    "boards": boards,
                    "skipped": self._run.skipped,
                    "quarantined": self._run.quarantined,
                    "problems": [*self._run.missing, *self._run.problems],
                    "tests": list(self.results.values()),
                    "counts": self.times(),
                    "history": past,
                    "coverage": counted.shares() if counted is not None else {},
                },
            )

    def times(self) -> dict[str, tuple[int, int]]:
        """Return for each test that ran several times how often it passed, and of how many."""
        count = self._config.getoption("--count")
        table: dict[str, list[bool]] = defaultdict(list)
        for one in self.results.values() if count > 1 else ():
            name = history.without_time(one["id"])
            table[name].append(one["outcome"] == "passed")
        return {name: (sum(runs), len(runs)) for name, runs in sorted(table.items())}

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Say what became of boards and tests."""
        say = terminalreporter.write_line
        run = self._run
        failed = [one for one in self.results.values() if one["outcome"] == "failed"]
        if failed:
            kinds = Counter(one["class"] or failures.ERROR for one in failed)
            terminalreporter.section("hil: failures by class")
            say(", ".join(f"{kind} {n}" for kind, n in sorted(kinds.items())))
            say(f"seed {run.seed}; to run them again:")
            for one in failed:
                say(f"  {one.get('again') or one['id']}")
        counts = self.times()
        if counts:
            terminalreporter.section("hil: passed of so many")
            for name, (good, every) in counts.items():
                say(f"  {good}/{every}  {name}" + ("  FLAKY" if 0 < good < every else ""))
        for text in [*run.missing, *run.problems]:
            terminalreporter.write_line(f"hil: {text}", red=True)
        for name, (kind, text) in run.quarantined.items():
            terminalreporter.write_line(f"hil: {name} was quarantined [{kind}]: {text}", red=True)
        if self.coverage is not None:
            say(f"hil: lines that ran on boards are in {self.coverage}; coverage combine takes it")
