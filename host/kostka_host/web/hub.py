"""The one thread that owns the table: takes messages and wishes, tells browsers what is new.

It sleeps until the board says something, a wish comes or something is due. What it publishes is
a snapshot of all sections as JSON texts, so a slow browser only ever misses what is old.
"""

from __future__ import annotations

import heapq
import itertools
import json
import queue
import threading
import time
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from kostka.errors import KostkaError, LinkError
from kostka.rules.action import PUBLIC

from kostka_host.table import Table
from kostka_host.web import view
from kostka_host.web.desk import Desk

LOOK_S = 0.05  # between two looks at the tokens, which other hands may move too
WAITING = 64  # wishes; more are refused
ASKING = 2  # questions that are out to the board at the same time
RADIO = "radio"  # who throws with dice by Bluetooth
SHORTEST_S = 0.015  # real time; less is lost in the time that a board process may be held up

# A way to do a wish yields milliseconds to wait, or what has to be asked outside this thread.
Steps = Generator["float | Callable[[], Any]", Any, None]
Answer = Callable[[dict[str, Any]], None]
Snapshot = dict[int, dict[str, str]]  # by viewer (PUBLIC or a seat): sections as JSON


@dataclass
class Wish:
    """What a browser wants. `seat` is the seat of its page, PUBLIC for the table's page."""

    who: str
    seat: int
    message: dict[str, Any]
    answer: Answer = field(default=lambda reply: None)

    @property
    def source(self) -> str:
        """The letter of where it comes from, for the journal."""
        return "r" if self.who == RADIO else "p"


class Hub:
    """Runs the table in a thread of its own.

    `changed(snapshot)` is called in that thread whenever there is something new; `begin(wish)`
    returns the way to do a wish, or raises what is wrong with it. `ended()` is called where the
    hub cannot go on; `failed` then says why.
    """

    def __init__(
        self,
        table: Table,
        desk: Desk,
        begin: Callable[[Wish], Steps | None],
        changed: Callable[[Snapshot], None],
        ended: Callable[[], None],
    ) -> None:
        self.snapshot: Snapshot = {}
        self.failed: Exception | None = None
        self._table = table
        self._desk = desk
        self._begin = begin
        self._changed = changed
        self._ended = ended
        self._wishes: queue.Queue[Wish] = queue.Queue(WAITING)
        self._ready: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._gone: set[str] = set()  # browsers that left, whose wishes may still be queued
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._number = itertools.count()
        self._pool = ThreadPoolExecutor(ASKING, "kostka-ask")
        self._look_at = 0.0
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="kostka-hub", daemon=True)

    # For other threads -----------------------------------------------------------------------

    def start(self) -> None:
        """Begin; the table belongs to the hub from now on."""
        self._thread.start()

    def stop(self) -> None:
        """End, and wait for it."""
        self._stop.set()
        self._wake()
        self._thread.join(5.0)
        self._pool.shutdown(wait=False, cancel_futures=True)

    def wish(self, wish: Wish) -> None:
        """Take a wish; its answer comes by its `answer`, from the hub's thread."""
        try:
            self._wishes.put_nowait(wish)
        except queue.Full:
            wish.answer(refusal(KostkaError("web.busy")))
            return
        self._wake()

    def call(self, function: Callable[[], None]) -> None:
        """Call a function in the hub's thread."""
        self._ready.put(function)
        self._wake()

    def leave(self, who: str) -> None:
        """Note that a browser is gone: what it holds is let go, what it still wants forgotten."""
        self._ready.put(lambda: self._let_go(who))
        self._wake()

    def _let_go(self, who: str) -> None:
        self._gone.add(who)
        self._desk.let_go(who)

    def _wake(self) -> None:
        self._table.client.inbox.put({"m": "wake"})

    # The thread ------------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            while not self._stop.is_set():
                self._turn()
        except Exception as problem:
            self.failed = problem
            self._ended()

    def _turn(self) -> None:
        try:
            self._desk.follow(self._table.pump(self._patience_s()))
        except KostkaError as problem:
            self._desk.problem = problem
            if isinstance(problem, LinkError):  # for good: only a new start helps
                self._stop.wait(LOOK_S)
        while not self._ready.empty():
            self._ready.get()()
        now = time.monotonic()
        while self._due and self._due[0][0] <= now:
            heapq.heappop(self._due)[2]()
        while not self._wishes.empty():
            wish = self._wishes.get()
            if wish.who not in self._gone:
                self._take(wish)
        self._gone.clear()  # nothing comes from them any more
        if now >= self._look_at:
            self._look_at = time.monotonic() + LOOK_S
            self._desk.look()
        self._publish()

    def _patience_s(self) -> float:
        until = min(self._look_at, self._due[0][0] if self._due else self._look_at)
        return max(until - time.monotonic(), 0.0)

    def _publish(self) -> None:
        views = self._desk.views()
        snapshot = {
            viewer: {name: json.dumps(section) for name, section in sections.items()}
            for viewer, sections in views.items()
        }
        if snapshot != self.snapshot:
            self.snapshot = snapshot
            self._changed(snapshot)

    # Wishes ----------------------------------------------------------------------------------

    def _take(self, wish: Wish) -> None:
        try:
            steps = self._begin(wish)
        except KostkaError as problem:
            self._refuse(wish, problem)
            return
        if steps is None:
            wish.answer({"ok": 1})
        else:
            self._go_on(wish, steps, None, None)

    def _refuse(self, wish: Wish, problem: KostkaError) -> None:
        reply = refusal(problem)
        wish.answer({**reply, "err": self._desk.in_cells(reply["err"])})

    def _go_on(self, wish: Wish, steps: Steps, value: object, problem: KostkaError | None) -> None:
        """Take one step of a wish and see to it that the next one follows."""
        try:
            what = steps.send(value) if problem is None else steps.throw(problem)
        except StopIteration:
            wish.answer({"ok": 1})
            return
        except KostkaError as other:
            self._refuse(wish, other)
            return
        if callable(what):
            self._pool.submit(self._ask, wish, steps, what)
        else:
            pause_s = max(what / 1000 / self._desk.speed, SHORTEST_S)
            due = time.monotonic() + pause_s
            go_on = lambda: self._go_on(wish, steps, None, None)  # noqa: E731
            heapq.heappush(self._due, (due, next(self._number), go_on))

    def _ask(self, wish: Wish, steps: Steps, question: Callable[[], Any]) -> None:
        """Ask the board, outside the hub's thread, and hand over what comes of it."""
        value, problem = None, None
        try:
            value = question()
        except KostkaError as refused:
            problem = refused
        self._ready.put(lambda: self._go_on(wish, steps, value, problem))
        self._wake()


def refusal(problem: KostkaError) -> dict[str, Any]:
    """Return the answer that says why not."""
    return {"ok": 0, "err": view.error(problem), "rule": problem.rule}


__all__ = ["PUBLIC", "Hub", "Snapshot", "Steps", "Wish", "refusal"]
