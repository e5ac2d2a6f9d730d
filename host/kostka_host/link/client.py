"""The host's client of the link: greets a board, takes its lines, asks and is answered.

One thread reads. Messages (dicts) of the board go to `inbox`; console text goes to a callback.
The port may vanish and come back, the board may reset: the client finds the same board again,
greets it and says so in the inbox as ``{"m": "link", "up": …}``.
"""

from __future__ import annotations

import json
import os
import queue
import threading
import time
from collections.abc import Callable, Iterable, Mapping

from kostka import line
from kostka.errors import LinkError
from kostka.version import PROTOCOL

from kostka_host.link.requests import BETWEEN_S, RETRY_S, Requests
from kostka_host.link.stream import Message, Stream
from kostka_host.link.transport import Transport, open_transport

GREET_S = 0.25  # between two greetings while the board does not answer
REOPEN_S = 0.1  # between two tries to open a port that vanished
READ_S = 0.05  # how long one read waits; bounds how late a greeting can be
IDLE_S = 0.7  # silence after which the board is asked whether it is there
LOST_S = 1.4  # silence after which it is greeted anew


class Client:
    """A connection to one board that outlives its port and its resets.

    `find` returns the places to look for the board, as transport selectors, best first.
    `versions` maps the games this host knows to their versions, `own` those that it plays with
    numbers of an owner's copy to digests of their data; `watch` asks for the lights too. With
    `board_id` only that board is taken; else the first one that answers is kept to. `patience_s`
    stretches the waits where the board's clock is not the host's.
    """

    def __init__(
        self,
        find: Callable[[], Iterable[str]],
        versions: Mapping[str, int] | None = None,
        own: Mapping[str, str] | None = None,
        watch: bool = False,
        board_id: str = "",
        console: Callable[[bytes], None] | None = None,
        opener: Callable[[str], Transport] = open_transport,
        patience_s: float = 0.0,
    ) -> None:
        self.inbox: queue.SimpleQueue[Message] = queue.SimpleQueue()
        self.hello: Message = {}
        self.board_id = board_id
        self.port = ""  # where the board was found
        self.wanted = -1  # the next journal line that is missing; -1: none
        self.reopened = 0
        self.patience_s = patience_s
        self._find = find
        self._versions = dict(versions or {})
        self._own = dict(own or {})
        self._watch = watch
        self._console = console
        self._opener = opener
        self._client_id = f"{int.from_bytes(os.urandom(2), 'big'):04x}"
        self._requests = Requests(self._client_id, self._send_if_up)
        self._stream = Stream(console)
        self._transport: Transport | None = None
        self._selector = ""
        self._other_boards: set[str] = set()
        self._problem: LinkError | None = None
        self._lock = threading.Lock()  # guards _transport and writing
        self._up = threading.Event()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="kostka-link", daemon=True)
        self._greeted_at = self._heard_at = self._asked_at = 0.0

    # For the owner ---------------------------------------------------------------------------

    def start(self, timeout_s: float = 3.0, between: Callable[[], None] | None = None) -> Message:
        """Open the port, greet the board and return its greeting.

        `between` is called again and again while there is none.

        Raises:
            LinkError: no port, a busy one, no answer, the MicroPython prompt, another protocol.
        """
        self._transport = self._open()
        self._thread.start()
        end = time.monotonic() + timeout_s + self.patience_s
        while not self._up.wait(BETWEEN_S if between else READ_S):
            if self._stop.is_set() or time.monotonic() > end:
                break
            if between is not None:
                between()
        if not self.up:
            problem = self._problem
            if problem is None:
                text = "link.at_prompt" if self._stream.at_prompt else "link.silent"
                problem = LinkError(text, self.port)
            self.close()
            raise problem
        return self.hello

    @property
    def up(self) -> bool:
        """Whether the board has greeted and is there."""
        return self._up.is_set()

    def close(self) -> None:
        """Leave the board alone and end the thread."""
        self._stop.set()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join(2.0)
        self._drop_transport()

    def next_message(self, timeout_s: float) -> Message | None:
        """Return the next message of the board, or None when none came in time.

        Raises:
            LinkError: the connection has ended for good.
        """
        try:
            return self.inbox.get(timeout=max(timeout_s, 0.0))
        except queue.Empty:
            if self._problem is not None and self._stop.is_set():
                raise self._problem from None
            return None

    def request(
        self,
        kind: str,
        timeout_s: float = 5.0,
        retry_s: float = RETRY_S,
        between: Callable[[], None] | None = None,
        **fields: object,
    ) -> Message:
        """Ask the board and return its answer; a lost question or answer is asked again.

        That happens every `retry_s`. `between` is called again and again while there is none.

        Raises:
            StaleLine: the question named another line than the next one.
            KostkaError: the board refused, with its reason and rule.
            LinkError: no answer in time.
        """
        patience = self.patience_s
        return self._requests.ask(
            kind, fields, self.port, timeout_s + patience, retry_s + patience, between
        )

    def again(self) -> None:
        """Ask for all lines from the first one that is missing."""
        if self.wanted >= 0:
            self._send_if_up([("m", "again"), ("n", self.wanted)])

    def greet_again(self) -> None:
        """Greet anew: the board started anew, or does not answer."""
        self._greeted_at = 0.0
        if self.up:
            self._up.clear()
            self.inbox.put({"m": "link", "up": False})

    def watch(self, on: bool) -> None:
        """Ask for the lights, or no longer."""
        self._watch = on
        self.greet_again()

    def counters(self) -> dict[str, int]:
        """Return what went wrong on the way so far."""
        return {
            "bad": self._stream.bad,
            "gaps": self._stream.gaps,
            "retries": self._requests.retries,
            "reopened": self.reopened,
        }

    # The thread ------------------------------------------------------------------------------

    def _run(self) -> None:
        while not self._stop.is_set():
            transport = self._transport
            try:
                if transport is None:
                    self._reopen()
                    continue
                self._greet_or_ask()
                data = transport.read(READ_S)
                if data:
                    self._heard_at = time.monotonic()
                    for message in self._stream.feed(data):
                        self._take(message)
                count = self._stream.credit(idle=not data)
                if count >= 0:
                    self._send([("m", "ack"), ("b", count)])
            except LinkError as problem:
                self._lost(problem)

    def _lost(self, problem: LinkError) -> None:
        if problem.text == "link.major":
            self._problem = problem
            self._stop.set()
        elif problem.text == "link.other_board":
            self._problem = problem
            self._other_boards.add(self._selector)
        self._drop_transport()
        self.greet_again()

    def _drop_transport(self) -> None:
        with self._lock:
            transport, self._transport = self._transport, None
        if transport is not None:
            transport.close()

    def _open(self) -> Transport:
        problem: LinkError | None = None
        for selector in self._find():
            if selector in self._other_boards:
                continue
            try:
                transport = self._opener(selector)
            except LinkError as one:
                problem = problem or one
                continue
            self._selector = selector
            self.port = transport.name
            return transport
        self._other_boards.clear()  # boards may have changed ports; look everywhere again
        raise problem or LinkError("link.no_port", self.port or self.board_id or "auto")

    def _reopen(self) -> None:
        try:
            transport = self._open()
        except LinkError:
            self._stop.wait(REOPEN_S)
            return
        self.reopened += 1
        self._stream = Stream(self._console)
        with self._lock:
            self._transport = transport

    def _greet_or_ask(self) -> None:
        """Greet a board that has not answered yet; ask one that has been silent for long."""
        now = time.monotonic()
        if self.up:
            silence = now - self._heard_at - self.patience_s
            if silence > LOST_S:
                self.greet_again()
            elif silence > IDLE_S and now - self._asked_at > IDLE_S:
                self._asked_at = now
                self._send([("m", "status"), ("i", 0), ("c", self._client_id)])
        elif now - self._greeted_at >= GREET_S + self.patience_s:
            self._greeted_at = now
            versions = line.Raw(json.dumps(self._versions, separators=(",", ":")))
            watch = 1 if self._watch else 0
            fields = [("p", list(PROTOCOL)), ("c", self._client_id), ("v", versions), ("w", watch)]
            if self._own:
                fields.append(("o", line.Raw(json.dumps(self._own, separators=(",", ":")))))
            self._send([("m", "hello"), *fields])

    def _take(self, message: Message) -> None:
        kind = message.get("m")
        if kind == "hello":
            self._on_hello(message)
        elif self.up and message.get("s") != self._stream.session:
            self.greet_again()  # the board started anew
        elif self.up:
            if not self._stream.in_order(message):
                self.inbox.put({"m": "gap"})
                self.again()
            if kind == "re":
                self._on_reply(message)
            else:
                self.inbox.put(message)
            if kind == "bye":
                self.greet_again()

    def _on_hello(self, hello: Message) -> None:
        version = hello.get("p")
        major = version[0] if isinstance(version, list) and version else 0
        if major != PROTOCOL[0]:
            raise LinkError("link.major", major, PROTOCOL[0])
        found = str(hello.get("id", ""))
        if self.board_id and found != self.board_id:
            raise LinkError("link.other_board", self.port, found)
        self.board_id = found
        self._problem = None
        self._stream.greet(hello)
        self.hello = hello
        self._up.set()
        self.inbox.put({"m": "link", "up": True, "hello": hello})

    def _on_reply(self, reply: Message) -> None:
        if reply.get("r") != 0:
            self._requests.answered(reply)
        elif 0 <= self.wanted < int(reply.get("n", 0)):
            self.again()  # the last lines were lost, and nothing after them showed the gap

    # Sending ---------------------------------------------------------------------------------

    def _send(self, pairs: list[tuple[str, object]]) -> None:
        data = line.frame(line.FROM_HOST, line.dumps(pairs))
        if len(data) > line.HOST_LINE_MAX:
            raise LinkError("link.too_long", len(data))
        with self._lock:
            if self._transport is not None:
                self._transport.write(data)

    def _send_if_up(self, pairs: list[tuple[str, object]]) -> None:
        """Send from any thread; what cannot go now is asked again once the board is back."""
        if not self.up:
            return
        try:
            self._send(pairs)
        except LinkError as problem:
            if problem.text == "link.too_long":
                raise
