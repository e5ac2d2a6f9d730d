"""One run of pytest: its boards, who is healthy, what was collected and what ran."""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from kostka.errors import KostkaError

from kostka_host.boards.emulated import IMAGE, find_image
from kostka_host.hil import capabilities, options
from kostka_host.hil.counting import Counted
from kostka_host.hil.dut import EMULATED, SIMULATED, VIRTUAL, Dut, Wishes
from kostka_host.hil.failures import HilFailure, kind_of, said
from kostka_host.hil.faults import Faults
from kostka_host.hil.flashing import flash
from kostka_host.hil.hands import Clock, Eyes, Hands
from kostka_host.hil.manual import Person
from kostka_host.hil.record import Record

RUN = pytest.StashKey["Run"]()
INPUT = "kostka_hil"  # what a controller hands to its workers


@dataclass
class Kit:
    """All that a test has of one board."""

    dut: Dut
    record: Record
    hands: Hands
    eyes: Eyes
    faults: Faults
    clock: Clock

    def rest(self) -> None:
        """Take faults back and leave the table, whatever the test did."""
        self.faults.undo()
        if self.dut.board is not None:
            self.hands.rest()


@dataclass
class Run:
    """The boards of one process of a run. `id` stands in every line of a board."""

    config: pytest.Config
    id: str
    seed: int
    duts: dict[str, Dut] = field(default_factory=dict)
    skipped: dict[str, str] = field(default_factory=dict)
    quarantined: dict[str, tuple[str, str]] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)  # that fail the run, whatever tests say
    missing: list[str] = field(default_factory=list)  # why there are too few boards
    counted: Counted | None = None
    _opened: dict[str, Dut] = field(default_factory=dict)
    _broken: dict[str, HilFailure] = field(default_factory=dict)

    @property
    def is_worker(self) -> bool:
        """Whether a controller of xdist has started this process."""
        return hasattr(self.config, "workerinput")

    @property
    def is_controller(self) -> bool:
        """Whether workers of xdist run the tests."""
        return not self.is_worker and bool(self.config.getoption("numprocesses", None))

    def wishes(self, index: int = 0) -> Wishes:
        """Return how the board of a number is opened."""
        option = self.config.getoption
        sources = options.modules(self.config)
        if self.counted is not None:
            pairs = self.counted.modules(sources)
        else:
            pairs = [(name, path.read_text(encoding="utf-8")) for name, path in sources.items()]
        return Wishes(
            run=self.id,
            seed=self.seed,
            modules=pairs,
            rom=self.counted.rom if self.counted is not None else None,
            person=option("--manual"),
            jig=options.jig_of(self.config, index),
            hub=option("--hub-port") or "",
            lock_s=option("--lock-timeout"),
        )

    # Boards ----------------------------------------------------------------------------------

    def name_boards(self) -> None:
        """Give each selector a name of its own."""
        for index, selector in enumerate(options.boards(self.config)):
            count = sum(dut.selector == selector for dut in self.duts.values())
            name = selector if not count else f"{selector}-{count + 1}"
            self.duts[name] = Dut(selector, name, self.wishes(index))

    def check_boards(self) -> None:
        """Open and look at every board; leave out those that are not healthy, and say so.

        A controller opens boards of an owner only, to lock and keep them; those that are made
        for the run are made where they are used.
        """
        image = self.config.getoption("--image")
        if image:
            os.environ[IMAGE] = os.path.abspath(image)
        named = len(self.duts)
        for name, dut in list(self.duts.items()):
            reason = _not_here(dut)
            if reason:
                self.skipped[name] = reason
                del self.duts[name]
                continue
            if self.is_controller and dut.selector in SIMULATED:
                continue
            try:
                dut.open()
                if self.config.getoption("--flash") and not dut.fresh:
                    flash(dut)
                self._opened[name] = dut
                self._count_on(dut)
            except HilFailure as problem:
                self.quarantine(dut, problem)
        wanted = self.config.getoption("--min-boards")
        self._judge(named - len(self.skipped) if wanted is None else wanted)

    def quarantine(self, dut: Dut, problem: HilFailure) -> None:
        """Leave a board out from now on."""
        self.quarantined[dut.name] = (problem.kind, problem.text)
        self.duts.pop(dut.name, None)

    def why_not(self) -> str:
        """Return why there are not the boards that were asked for."""
        said = [f"{name} is left out: {reason}" for name, reason in self.skipped.items()]
        for name, (kind, text) in self.quarantined.items():
            said.append(f"{name} is quarantined [{kind}]: {text}")
        return "; ".join([*self.missing, *said]) or "give --board SELECTOR"

    def _judge(self, wanted: int) -> None:
        required = self.config.getoption("--require")
        for name, reason in self.skipped.items():
            if name.partition("-")[0] in required:
                self.missing.append(f"{name} is required: {reason}")
        for name in required:
            if name in (*SIMULATED, "real") and not any(
                d.kind == name for d in self.duts.values()
            ):
                if not any(one.startswith(f"{name} is required") for one in self.missing):
                    self.missing.append(f"{name} is required and no healthy --board")
            elif name not in SIMULATED and name != "real" and name not in capabilities.ALL:
                raise pytest.UsageError(f"--require {name}: no kind of board and no capability")
        if len(self.duts) < wanted:
            self.missing.append(f"{len(self.duts)} healthy boards of {wanted}")

    def dut(self, name: str) -> Dut:
        """Return an open board.

        Raises:
            HilFailure: it cannot be opened, or could not before.
        """
        if name in self._broken:
            raise self._broken[name]
        dut = self._opened.get(name)
        if dut is not None and dut.board is not None:
            return dut
        dut = self.duts[name]
        try:
            dut.open() if not self.is_worker else dut.open_as_worker()
        except HilFailure as problem:
            self._broken[name] = problem
            raise
        self._opened[name] = dut
        self._count_on(dut)
        return dut

    def _count_on(self, dut: Dut) -> None:
        counted = self.counted
        if counted is not None:
            dut.before_reset = lambda: counted.read(dut)

    def nth(self, index: int) -> Dut:
        """Return the first board, or the second; of virtual ones there are always enough.

        Raises:
            HilFailure: it cannot be opened.
            Skipped: there are not so many.
        """
        names = list(self.duts)
        if index >= len(names):
            if set(names) == {VIRTUAL}:
                name = f"{VIRTUAL}-{index + 1}"
                self.duts[name] = Dut(VIRTUAL, name, self.wishes(index))
                return self.dut(name)
            pytest.skip(f"needs {index + 1} boards and there are {len(names)}: give --board twice")
        return self.dut(names[index])

    def kit(self, dut: Dut) -> Kit:
        """Return what a test has of a board."""
        record = Record()
        person = None
        if self.config.getoption("--manual") and not dut.simulated:
            person = Person(self.config.getoption("--step-timeout"))
        return Kit(
            dut,
            record,
            Hands(dut, record, person),
            Eyes(dut, record, person),
            Faults(dut, record, person, self.seed),
            Clock(dut, record, person),
        )

    def missing_of(self, item: pytest.Item, dut: Dut) -> list[str]:
        """Return what a test needs and a board cannot do."""
        needed = [name for mark in item.iter_markers("needs") for name in mark.args]
        return sorted(set(needed) - dut.capabilities)

    def close(self) -> None:
        """Close all boards; what cannot be given back to an owner fails the run."""
        for dut in self._opened.values():
            try:
                if self.counted is not None and dut.board is not None:
                    self.counted.read(dut)
                dut.close()
            except (HilFailure, KostkaError) as problem:
                self.problems.append(f"{dut.name} [{kind_of(problem)}]: {said(problem)}")


def _not_here(dut: Dut) -> str:
    """Return why a kind of board cannot be on this machine, "" where it can."""
    if dut.selector == EMULATED:
        try:
            find_image()
        except KostkaError as problem:
            return said(problem)
    return ""


def begin(config: pytest.Config) -> Run:
    """Return the run of this process, made from its options or by its controller."""
    given: dict[str, Any] = getattr(config, "workerinput", {}).get(INPUT, {})
    seed = config.getoption("--seed")
    run = Run(
        config,
        given.get("run") or secrets.token_hex(8),
        given.get("seed", secrets.randbelow(1 << 31) if seed is None else seed),
    )
    if config.getoption("--device-cov"):
        run.counted = Counted([Path(path) for path in config.getoption("--device-cov")], run.id)
    run.name_boards()
    if given:
        run.duts = {name: run.duts[name] for name in given["boards"]}
    return run


def handed_on(run: Run) -> dict[str, Any]:
    """Return what workers have to know of a run."""
    return {"run": run.id, "seed": run.seed, "boards": list(run.duts)}
