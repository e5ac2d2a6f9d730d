"""Requests that are out: numbers, answers, and what an answer means."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable

from kostka.errors import KostkaError, LinkError, StaleLine

from kostka_host.link.stream import Message

RETRY_S = 0.4  # between two tries of one request
BETWEEN_S = 0.002  # between two calls of what is done while waiting
OPEN_REQUESTS = 2  # the board keeps the answers of this many


class Requests:
    """Asks with a number, asks again with the same number, and hands answers to who asked.

    `send(pairs)` sends a message or does nothing while there is no connection.
    """

    def __init__(self, client_id: str, send: Callable[[list[tuple[str, object]]], None]) -> None:
        self.retries = 0
        self._client_id = client_id
        self._send = send
        self._answers: dict[int, queue.SimpleQueue[Message]] = {}
        self._slots = threading.BoundedSemaphore(OPEN_REQUESTS)
        self._lock = threading.Lock()
        self._last = 0

    def ask(
        self,
        kind: str,
        fields: dict[str, object],
        port: str,
        timeout_s: float,
        retry_s: float,
        between: Callable[[], None] | None,
    ) -> Message:
        """Ask and return the answer. Called from any thread but the reader's.

        `between` is called again and again while the answer is not there.
        """
        with self._slots:
            with self._lock:
                self._last += 1
                number = self._last
            answers: queue.SimpleQueue[Message] = queue.SimpleQueue()
            self._answers[number] = answers
            try:
                body = [("m", kind), ("i", number), ("c", self._client_id), *fields.items()]
                return judge(self._answer(body, answers, port, timeout_s, retry_s, between))
            finally:
                del self._answers[number]

    def _answer(
        self,
        body: list[tuple[str, object]],
        answers: queue.SimpleQueue[Message],
        port: str,
        timeout_s: float,
        retry_s: float,
        between: Callable[[], None] | None,
    ) -> Message:
        now = time.monotonic()
        end, again = now + timeout_s, now + retry_s
        self._send(body)
        while True:
            if between is not None:
                between()
            now = time.monotonic()
            if now > end:
                raise LinkError("link.no_answer", port)
            if now > again:
                again = now + retry_s
                self.retries += 1
                self._send(body)
            try:
                return answers.get(timeout=BETWEEN_S if between else min(again, end) - now)
            except queue.Empty:
                pass

    def answered(self, reply: Message) -> None:
        """Take an answer from the board; one that nobody waits for any more is dropped."""
        answers = self._answers.get(reply.get("r", 0))
        if answers is not None:
            answers.put(reply)


def judge(reply: Message) -> Message:
    """Return an answer that says yes.

    Raises:
        StaleLine: the question named another line than the next one.
        KostkaError: another refusal, with its reason and rule.
    """
    if reply.get("ok"):
        return reply
    text = str(reply.get("err") or "link.refused")
    kind = StaleLine if text == "link.stale" else KostkaError
    params = reply.get("x")
    raise kind(
        text, *(params if isinstance(params, list) else []), rule=str(reply.get("rule") or "")
    )
