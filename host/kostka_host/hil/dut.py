"""A board under test: opened by its selector, led from its app to its prompt and back."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kostka.errors import HardwareError, KostkaError, LinkError

from kostka_host.boards import base, open_board
from kostka_host.boards.emulated import EmulatedBoard
from kostka_host.boards.virtual import VirtualBoard
from kostka_host.deploy.prompt import Prompt
from kostka_host.deploy.who import explain
from kostka_host.hil import capabilities, failures, keeping
from kostka_host.hil.failures import HilFailure, said
from kostka_host.hil.jig.board import ThroughJig, WiredPort, WiredVirtual
from kostka_host.hil.jig.hookup import check_pair, hook_up_port, hooked_up
from kostka_host.hil.living import Living
from kostka_host.hil.locks import BoardLock
from kostka_host.hil.power import Hub
from kostka_host.hil.session import DeviceSession
from kostka_host.link.transport import Transport, open_transport
from kostka_host.vm import ROOMY_HEAP

VIRTUAL, EMULATED, REAL = "virtual", "emulated", "real"
SIMULATED = (VIRTUAL, EMULATED)
SLOW = 20.0  # how much longer an emulated board may take for everything
STEP_MS = 5  # a stepped board lives while its host waits
LIVE_S = 0.05  # real time in which it should have done that
CHECK_S = 15.0
_ABOUT = """
import sys, json
i = sys.implementation
d = {'machine': getattr(i, '_machine', sys.platform)}
d['micropython'] = '.'.join([str(x) for x in i.version[:3]])
try:
    import machine, binascii
    d['id'] = binascii.hexlify(machine.unique_id()).decode()
except Exception:  # no pins, no id: a MicroPython of a computer
    d['id'] = ''
try:
    from kostka.version import VERSION
    d['kostka'] = VERSION
    import board_layout
    d['layout'] = board_layout.NAME + ':' + board_layout.LAYOUT_ID
except Exception:  # a board without Kostka, or with half of it: what was found is told
    pass
print(json.dumps(d))
"""


@dataclass(frozen=True)
class Wishes:
    """How boards of a run are opened. `rom` is other firmware for virtual ones."""

    run: str
    seed: int = 0
    modules: Sequence[tuple[str, str]] = ()
    rom: Path | None = None
    person: bool = False
    jig: str = ""  # the jig that is wired to the board
    hub: str = ""  # location and port of a USB hub, as uhubctl names them
    lock_s: float = 60.0
    clock: str = "virtual"


@dataclass(repr=False)
class Dut:
    """One board of a run. Open it in a `with` statement or close() it.

    `identity` is what it said of itself: id, machine, micropython, and kostka, layout where it
    has our firmware. `fresh` boards were made for this run and keep nothing of an owner.
    """

    selector: str
    name: str
    wishes: Wishes
    identity: dict[str, str] = field(default_factory=dict)
    board: base.Board | None = None
    fresh: bool = False
    restored: list[str] = field(default_factory=list)
    session: DeviceSession | None = None
    ran: list[str] = field(default_factory=list)
    statistics: dict[str, int] = field(default_factory=dict)
    flashed: bool = False  # a new release is on it, and the one before has to come back
    before_reset: Callable[[], None] = lambda: None  # reads what a reset would lose
    _lock: BoardLock | None = None
    _kept: keeping.Kept | None = None

    def __repr__(self) -> str:
        return f"<board {self.name}>"

    # Opening ---------------------------------------------------------------------------------

    @property
    def kind(self) -> str:
        """What the board is made of."""
        if isinstance(self.board, EmulatedBoard) or self.selector == EMULATED:
            return EMULATED
        return VIRTUAL if isinstance(self.board, VirtualBoard) else REAL

    @property
    def simulated(self) -> bool:
        """Whether there is nothing that the board cannot do."""
        return self.kind in SIMULATED

    @property
    def through_jig(self) -> bool:
        """Whether its hands and eyes are a jig."""
        return isinstance(self.board, ThroughJig)

    @property
    def patience(self) -> float:
        """How much longer than a real board it may take."""
        return SLOW if self.kind == EMULATED else 1.0

    @property
    def stepped(self) -> bool:
        """Whether its time moves only when it is advanced."""
        return isinstance(self.board, VirtualBoard) and self.board.entry.clock == "stepped"

    def open(self) -> None:
        """Open the board, take its lock, give back what a killed run left, and ask who it is.

        Raises:
            HilFailure: it is not healthy, with the class of what is wrong.
        """
        try:
            self.board = self._open()
            if not self.fresh:
                self._lock = BoardLock(self.board.link())
                self._lock.take(self.wishes.lock_s)
                hook_up_port(self.board, self.wishes.jig)
            self._ask(keep=not self.fresh)
        except (KostkaError, HilFailure) as problem:
            self.close()
            if isinstance(problem, HilFailure):
                raise
            raise HilFailure(failures.kind_of(problem), said(problem)) from problem

    def open_as_worker(self) -> None:
        """Open the board of a run whose controller has locked and kept it.

        Raises:
            HilFailure: it is not healthy.
        """
        try:
            self.board = self._open()
            hook_up_port(self.board, self.wishes.jig)
            self._ask()
        except (KostkaError, HilFailure) as problem:
            self.close()
            if isinstance(problem, HilFailure):
                raise
            raise HilFailure(failures.kind_of(problem), said(problem)) from problem

    def _open(self) -> base.Board:
        if self.wishes.jig:
            check_pair(self.selector, self.wishes.jig)
            if self.selector != VIRTUAL:
                return WiredPort(self.selector)
        if self.selector == VIRTUAL:
            self.fresh = True
            kind = WiredVirtual if self.wishes.jig else VirtualBoard
            board = kind.spawn(
                tied=True,
                clock=self.wishes.clock,
                seed=self.wishes.seed,
                heap=ROOMY_HEAP,
                rom=self.wishes.rom,
            )
            return hooked_up(board) if isinstance(board, WiredVirtual) else board
        if self.selector == EMULATED:
            self.fresh = True
            return EmulatedBoard.spawn(tied=True, clock=self.wishes.clock)
        return open_board(self.selector)

    def _ask(self, keep: bool = False) -> None:
        with self.prompt() as prompt:
            said = prompt.run(_ABOUT, CHECK_S)
            try:
                self.identity = json.loads(said.strip().splitlines()[-1])
            except (ValueError, IndexError):
                raise HilFailure(failures.LINK, f"{self.name} says {said[:80]!r}") from None
            if not self.identity["id"] and self.board is not None:
                self.identity["id"] = self.board.id
            if keep:
                self._keep(prompt)
            self._end_prompt(prompt)

    @property
    def has_kostka(self) -> bool:
        """Whether the board runs our firmware."""
        return "kostka" in self.identity

    @property
    def capabilities(self) -> frozenset[str]:
        """What the board can do, with what is at hand for it."""
        bench, hub = self.simulated and not self.through_jig, bool(self.wishes.hub)
        able = capabilities.able(bench, self.through_jig, self.wishes.person, hub, self.has_kostka)
        if self.simulated:
            able = able | {"clock"} if self.stepped else able - {"clock"}
        return able

    # An owner's board ------------------------------------------------------------------------

    def _keep(self, prompt: Prompt) -> None:
        """Write down what is on the board, after giving it back what a killed run left."""
        board = self.identity["id"] or self.name.replace("/", "_").replace(":", "_")
        left = keeping.find(board)
        if left is not None:
            self.restored = keeping.give_back(prompt, left)
        self._kept = keeping.read(prompt, board)
        if left is not None:
            self._kept.tokens = left.tokens
        elif isinstance(self.board, VirtualBoard):
            self._kept.tokens = self.board.tokens()
        keeping.write(self._kept)

    def _give_back(self) -> None:
        if self._kept is None:
            return
        if self.flashed:
            from kostka_host.hil.flashing import unflash

            self.to_app()
            unflash(self)
        self.to_app(reset=False)
        with self.prompt() as prompt:
            keeping.give_back(prompt, self._kept)
            if isinstance(self.board, VirtualBoard) and self._kept.tokens is not None:
                self.board.tokens(self._kept.tokens)
            self._end_prompt(prompt)
        keeping.forget(self._kept.board)
        self._kept = None

    def _end_prompt(self, prompt: Prompt) -> None:
        if self.has_kostka:
            prompt.reset()
        else:
            prompt.leave()

    # Prompt and app --------------------------------------------------------------------------

    def link(self) -> str:
        """Return the selector of the board's port."""
        assert self.board is not None, "the board is closed"
        return self.board.link()

    def prompt(self) -> Prompt:
        """Stop what runs on the board and return its prompt."""
        try:
            return Prompt(self.link(), self.patience, self.opener)
        except LinkError as problem:
            raise explain(problem, self.link()) from problem

    def opener(self, selector: str, write_s: float = 2.0) -> Transport:
        """Open a port of the board, whose time goes on while somebody reads there."""
        transport = open_transport(selector, write_s)
        return Living(transport, self.live) if self.stepped else transport

    def live(self) -> None:
        """Let a board whose clock is stepped live for a moment."""
        assert isinstance(self.board, VirtualBoard)
        with contextlib.suppress(HardwareError):  # a program that never waits: it has had its time
            self.board.bench.ask("advance", timeout_s=LIVE_S, ms=STEP_MS)

    def calm(self) -> None:
        """Wait until a stepped board has lived as far as it was let by live()."""
        end = time.monotonic() + CHECK_S
        while self.stepped and time.monotonic() < end:
            assert isinstance(self.board, VirtualBoard)
            try:
                self.board.bench.ask("advance", timeout_s=1.0, ms=0)
                return
            except HardwareError:
                time.sleep(0.01)

    def at_prompt(self) -> DeviceSession:
        """Return the session at the prompt, in which tests run on the board."""
        if self.session is None:
            restarts: Callable[[], int] | None = None
            if isinstance(self.board, VirtualBoard):
                board = self.board
                restarts = lambda: int(board.info()["starts"])  # noqa: E731
            self.session = DeviceSession(
                self.link(),
                self.wishes.run,
                self.wishes.modules,
                self.patience,
                restarts,
                self.opener,
            )
        return self.session

    def to_app(self, reset: bool = True) -> None:
        """Leave the prompt; where the board has an app that starts anew."""
        if self.session is not None:
            self.before_reset()
        session, self.session = self.session, None
        if session is not None:
            self.note_session(session)
            session.close(reset=reset and self.has_kostka)

    def note_session(self, session: DeviceSession) -> None:
        """Add up what a session has seen."""
        self.ran += session.ran
        lines = session.lines
        for name in ("good", "bad", "lost", "leftovers"):
            self.statistics[name] = self.statistics.get(name, 0) + getattr(lines, name)
        wire = session.prompt.wire
        for name, count in (("sent", wire.sent), ("heard", wire.heard)):
            self.statistics[name] = self.statistics.get(name, 0) + count

    def run(self, code: str, timeout_s: float = 20.0) -> str:
        """Run code at the prompt and return what it prints.

        Raises:
            LinkError: it fails there, or the board does not answer.
        """
        return self.at_prompt().prompt.run(code, timeout_s)

    def drop(self) -> None:
        """Give up a session whose board cannot be trusted any more; the next one starts anew."""
        session, self.session = self.session, None
        if session is not None:
            self.note_session(session)
            session.close()
        with contextlib.suppress(KostkaError):
            if self.board is not None and "power_cut" in self.capabilities:
                self.power_cycle()

    # Power -----------------------------------------------------------------------------------

    def power_off(self) -> None:
        """Cut the power."""
        assert self.board is not None
        if self.wishes.hub and not isinstance(self.board, VirtualBoard):
            Hub(self.wishes.hub).switch(False)
        else:
            self.board.power_cut()

    def power_on(self) -> None:
        """Give the power back."""
        assert self.board is not None
        if self.wishes.hub and not isinstance(self.board, VirtualBoard):
            Hub(self.wishes.hub).switch(True)
        else:
            self.board.start()

    def power_cycle(self) -> None:
        """Take the power away for a moment."""
        self.power_off()
        self.power_on()

    def reset(self) -> None:
        """Reset the controller, by its pin or, on a real board, at its prompt."""
        if isinstance(self.board, (VirtualBoard, ThroughJig)):
            self.board.reset()
        else:
            with self.prompt() as prompt:
                prompt.reset()

    def close(self) -> None:
        """Give back what an owner had, let the board and its lock go.

        Raises:
            HilFailure, KostkaError: it could not be given back; its file is kept.
        """
        try:
            if self.board is not None:
                self.to_app(reset=self._kept is None)
                self._give_back()
        finally:
            if self.board is not None:
                self.board.close()
                self.board = None
            if self._lock is not None:
                self._lock.free()
                self._lock = None

    def facts(self) -> dict[str, Any]:
        """Return what a report says of the board."""
        return {
            "name": self.name,
            "selector": self.selector,
            "kind": self.kind,
            "jig": self.wishes.jig,
            **self.identity,
            "capabilities": sorted(self.capabilities),
            "link": dict(self.statistics),
            "restored": self.restored,
        }
