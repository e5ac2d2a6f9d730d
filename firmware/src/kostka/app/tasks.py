"""The tasks of the app: scan, show, link. Each is restarted when it fails."""

import asyncio
import gc
import sys

from kostka.app import brief
from kostka.app.health import LINK, SCAN, SHOW, Health
from kostka.compat import const
from kostka.errors import KostkaError

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from kostka.app.guard import Guard
    from kostka.app.lights import Lights
    from kostka.app.table import Table
    from kostka.hal import Chain, Clock, Keys
    from kostka.sense.debounce import Debounce
    from kostka.sense.picture import Picture
    from kostka.sense.unrest import Unrest

SCAN_MS = const(10)
SHOW_MS = const(32)  # two show steps a pattern step
LINK_MS = const(5)
GIVE_UP = const(100)  # scans that fail in a row until the chain is taken for missing
KEY_WAIT_MS = const(400)  # more than a token takes to settle
_TICKS = const(0x3FFFFFFF)
_CRASHES = const(5)  # of one task, before the app gives up
_CALM_MS = const(60000)  # without a crash, after which old crashes are forgotten
_SPARE_HEAP = const(50000)  # bytes; an answer must not run out of heap: it would have to collect
_LOW_HEAP = const(112000)  # bytes; below, collect in quiet moments: a line leaves 35 kB of garbage
_GARBAGE = const(8000)  # bytes; less is not worth a collection
_FREE_HEAP = const(104000)  # bytes that stay free where dropping modules can do that


class Scanner:
    """Reads cells and keys and hands what happened to the table.

    A key that is pressed while a token still moves is heard when the picture has settled, since
    its answer may depend on it; a cell that never settles holds it up for KEY_WAIT_MS.
    """

    def __init__(
        self,
        chain: "Chain",
        debounce: "Debounce",
        unrest: "Unrest",
        keys: "Keys",
        picture: "Picture",
        table: "Table",
    ) -> None:
        self.missed = 0  # scans that failed their check
        self._silent = 0  # scans that did since the last good one
        self._chain = chain
        self._debounce = debounce
        self._unrest = unrest
        self._keys = keys
        self._picture = picture
        self._table = table
        self._event = -1  # the key event that waits
        self._since = 0

    @property
    def keys_lost(self) -> int:
        """Return how many key events found no room."""
        return self._keys.drops

    def round(self, now_ms: int) -> None:
        """Scan once. Allocates nothing unless something happened."""
        if not self._chain.scan():
            self._miss()
            return
        if self._silent:
            self._answers()
        debounce = self._debounce
        if self._unrest.feed(self._chain.raw, now_ms):
            self._table.restless(now_ms)
        changed = debounce.feed(self._chain.raw, now_ms)
        self._keys.update(debounce.stable, now_ms)
        if self._picture.feed(debounce.stable, now_ms, changed):
            self._table.settled()
        self._hear(now_ms)
        self._table.tick(now_ms)

    @property
    def errors(self) -> "Sequence[int]":
        """Return how often each chip of the chain was the first one wrong."""
        return self._chain.errors

    def _miss(self) -> None:
        """Note a scan that failed; after GIVE_UP of them in a row play goes on without cells."""
        self.missed += 1
        if self._silent < GIVE_UP:
            self._silent += 1
            if self._silent == GIVE_UP:
                self._table.sense(False, self._chain.wrong + 1)

    def _answers(self) -> None:
        if self._silent == GIVE_UP:
            self._table.sense(True)
        self._silent = 0

    def _hear(self, now_ms: int) -> None:
        """Hand key events to the table."""
        event = self._event
        if event < 0:
            event = self._keys.get()
            self._since = now_ms
        while event >= 0:
            moving = self._debounce.timing or not self._picture.settled
            if moving and (now_ms - self._since) & _TICKS < KEY_WAIT_MS:
                break
            self._table.key(event)
            event = self._keys.get()
        self._event = event


class Tasks:
    """Runs scan, show and link side by side until the app is left; in safe mode only link.

    `health` counts late rounds and watches over all tasks, `guard` logs crashes.
    """

    def __init__(
        self,
        scanner: Scanner,
        lights: "Lights",
        link: object,
        table: "Table",
        clock: "Clock",
        health: Health,
        guard: "Guard",
    ) -> None:
        self.crashes = 0
        self.health = health
        self.guard = guard
        self.dice: object = None  # kostka.app.dice and kostka.app.desk, where there are any,
        self.desk: object = None
        self.beside: object = None  # and kostka.app.beside, which made them
        self._scanner = scanner
        self._lights = lights
        self._link = link
        self._table = table
        self._clock = clock
        self._left = False
        self._failure: BaseException | None = None

    def leave(self) -> None:
        """End run()."""
        self._left = True

    async def run(self) -> None:
        """Run until leave(), or until a task has failed too often: then its error is raised."""
        jobs = [("link", self._serve)]
        if self.guard.safe:
            self.health.tasks = LINK
        else:
            jobs = [("scan", self._scan), ("show", self._show)] + jobs
            if self.beside is not None:
                jobs.extend(self.beside.jobs(self, self._clock))  # type: ignore[attr-defined]
        self.health.start()
        running = [asyncio.create_task(self._guard(name, job)) for name, job in jobs]
        while not self._left:  # an Event would cost 700 bytes
            await _sleep(SHOW_MS)
        for task in running:
            task.cancel()
        if self._failure is not None:
            raise self._failure

    async def _guard(self, name: str, job: "Callable[[], Awaitable[None]]") -> None:
        """Run a task; when it fails, say so and start it again, later each time."""
        crashes = 0
        last = self._clock.ms()
        while True:
            try:
                await job()
                return
            except Exception as problem:
                now = self._clock.ms()
                crashes = crashes + 1 if self._clock.diff(now, last) < _CALM_MS else 1
                last = now
                self.crashes += 1
                self._report(problem)
                self._table.note(KostkaError("app.crash", name, str(problem)))
                if crashes == 1:  # again and again would only wear the flash
                    self.guard.crashed(problem, self._table, False)
                if crashes >= _CRASHES:
                    self._failure = problem
                    self._left = True
                    return
                await _sleep(100 << crashes)

    def _collected(self) -> int:
        """Collect garbage, drop modules where that leaves too little; return what is free then."""
        gc.collect()
        if gc.mem_free() < _FREE_HEAP:  # type: ignore[attr-defined]
            found = self.beside is not None and self.beside.free(self)  # type: ignore[attr-defined]
            if brief.drop(_FREE_HEAP) or found:
                gc.collect()
        return gc.mem_free()  # type: ignore[attr-defined,no-any-return]

    def _report(self, problem: BaseException) -> None:
        """Print the traceback, which the port carries as console text."""
        self._link.console_open()  # type: ignore[attr-defined]
        sys.print_exception(problem)  # type: ignore[attr-defined]

    async def _scan(self) -> None:
        clock = self._clock
        scanner = self._scanner
        health = self.health
        due = clock.ms()
        while True:
            now = clock.ms()
            scanner.round(now)
            due = due + SCAN_MS & 0x3FFFFFFF
            wait = clock.diff(due, clock.ms())
            health.round(SCAN, -wait if wait < 0 else 0)
            if wait < -SCAN_MS:  # late by more than a round: do not run after lost ones
                due = clock.ms()
            await _sleep(wait if wait > 0 else 0)

    async def _show(self) -> None:
        while True:
            procedure = self._table.procedure
            if procedure is not None:
                procedure.step(self._clock.ms())  # type: ignore[attr-defined]
            self._lights.now(self._clock.ms())
            self.health.round(SHOW)
            await _sleep(SHOW_MS)

    async def _serve(self) -> None:
        link = self._link
        table = self._table
        swept = False
        low = _LOW_HEAP
        while True:
            now = self._clock.ms()
            busy = link.poll(now)  # type: ignore[attr-defined]
            self.health.round(LINK)
            self.guard.tick(now)
            if busy:
                table.idle = False  # what is said and heard leaves garbage, too
            elif not table.idle and table.picture.settled:
                table.idle = True
                if gc.mem_free() < low:  # type: ignore[attr-defined]
                    low = min(_LOW_HEAP, self._collected() - _GARBAGE)
            if table.picture.settled:
                swept = False
            elif not swept:  # a finger is on the table: the answer is due when it has settled
                swept = True
                if gc.mem_free() < _SPARE_HEAP:  # type: ignore[attr-defined]
                    gc.collect()
            await _sleep(0 if busy else LINK_MS)


def _sleep(ms: int) -> "Awaitable[None]":
    return asyncio.sleep_ms(ms)  # type: ignore[attr-defined,no-any-return]
