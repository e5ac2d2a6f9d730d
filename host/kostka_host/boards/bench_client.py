"""The other end of the bench: asks a board process and waits for its answers."""

from __future__ import annotations

import json
import socket
import threading
from typing import Any

from kostka.errors import HardwareError

ANSWER_S = 10.0
STUCK_S = 60.0  # an advance that takes longer has met a program that never waits


class BenchClient:
    """A connection to the bench of a board process. Threads may share it.

    `token` is the one that the board process keeps in the registry.

    Raises:
        HardwareError: nothing listens there, or it does not take the token.
    """

    def __init__(self, number: int, token: str) -> None:
        self._number = number
        self._count = 0
        self._lock = threading.Lock()
        self._buffer = bytearray()
        try:
            self._socket = socket.create_connection(("127.0.0.1", number), ANSWER_S)
        except OSError as problem:
            raise HardwareError("bench.gone", number, problem.strerror or "") from None
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            self.ask("hello", token=token)
        except HardwareError:
            self.close()
            raise

    def ask(self, word: str, timeout_s: float = ANSWER_S, **arguments: Any) -> dict[str, Any]:
        """Ask and return the answer.

        Raises:
            HardwareError: the board refuses, does not answer in time or is gone.
        """
        with self._lock:
            self._count += 1
            question = {"id": self._count, "do": word, **arguments}
            data = json.dumps(question, separators=(",", ":")).encode() + b"\n"
            try:
                self._socket.settimeout(timeout_s)
                self._socket.sendall(data)
                answer = self._answer(self._count)
            except TimeoutError:
                raise HardwareError("bench.stuck", word, timeout_s) from None
            except OSError as problem:
                raise HardwareError("bench.gone", self._number, problem.strerror or "") from None
        if "err" in answer:
            raise HardwareError(answer["err"], *answer.get("x", []))
        return answer

    def _answer(self, number: int) -> dict[str, Any]:
        while True:
            while (end := self._buffer.find(b"\n")) >= 0:
                line = bytes(self._buffer[:end])
                del self._buffer[: end + 1]
                answer: dict[str, Any] = json.loads(line)
                if answer.get("id") == number:  # else of a question that took too long
                    return answer
            data = self._socket.recv(65536)
            if not data:
                raise ConnectionResetError(0, "closed")
            self._buffer += data

    def close(self) -> None:
        """Close the connection."""
        self._socket.close()
