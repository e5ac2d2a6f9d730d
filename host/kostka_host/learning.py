"""A procedure at a board, followed by a host: begin it, hear where it stands, end it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from kostka.errors import KostkaError, LinkError

from kostka_host.link.client import Client
from kostka_host.link.stream import Message
from kostka_host.places import finder

ANSWER_S = 5.0
ENDED = ("kept", "odd", "stopped")
WAIT_S = 0.2


class Learning:
    """A procedure that was begun. Iterate over it for what the board says, to its end."""

    def __init__(self, client: Client, fields: dict[str, Any]) -> None:
        self.last: Message = {}
        self._client = client
        client.request("learn", ANSWER_S, ANSWER_S, **fields)

    def __iter__(self) -> Iterator[Message]:
        while self.last.get("st") not in ENDED:
            message = self._client.next_message(WAIT_S)
            if message is None:
                continue
            if message.get("m") == "learn":
                self.last = message
                yield message
            elif message.get("m") == "link" and not message.get("up"):
                raise LinkError("learn.gone")

    def press(self, key: int) -> None:
        """Press a key of the first panel for the person at the computer."""
        self._client.request("key", ANSWER_S, seat=0, key=key, held=0)

    def stop(self) -> None:
        """End it; what was learned before stays."""
        if self.last.get("st") not in ENDED:
            with contextlib.suppress(KostkaError):
                self._client.request("learn", ANSWER_S, w="stop")


@contextlib.contextmanager
def begun(selector: str, fields: dict[str, Any]) -> Iterator[Learning]:
    """Begin a procedure at a board; leaving ends it.

    Raises:
        LinkError: the board is not there, in use, or does not answer.
        KostkaError: it refuses.
    """
    client = Client(finder(selector))
    try:
        client.start()
        learning = Learning(client, fields)
        try:
            yield learning
        finally:
            learning.stop()
    finally:
        client.close()
