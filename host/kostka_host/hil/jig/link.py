"""The host's end of a jig: questions and answers in checked lines."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from kostka.errors import KostkaError
from kostka.line import BOARD_LINE_MAX, FROM_BOARD, FROM_HOST, Decoder, frame

from kostka_host.boards.virtual import VirtualBoard, end_process, environment, first_line
from kostka_host.hil import failures
from kostka_host.hil.failures import HilFailure, said
from kostka_host.link.transport import open_transport

ANSWER_S = 5.0
START_S = 15.0
PROTOCOL = 1


class JigLink:
    """A jig behind a port, which threads may share. A lost question is not asked again."""

    def __init__(self, selector: str, process: subprocess.Popen[bytes] | None = None) -> None:
        """Open the port and greet the jig; with its `process` given, close() ends it.

        Raises:
            HilFailure: there is none, or it speaks otherwise.
        """
        self.name = selector
        self._process = process
        self._count = 0
        self._lock = threading.Lock()
        self._decoder = Decoder(FROM_BOARD, BOARD_LINE_MAX)
        try:
            self._port = open_transport(selector)
        except KostkaError as problem:
            raise HilFailure(failures.JIG, f"jig {selector}: {said(problem)}") from problem
        hello = self.ask("hello", START_S)
        if hello["jig"] != PROTOCOL:
            raise HilFailure(failures.JIG, f"jig {selector} speaks {hello['jig']}, not {PROTOCOL}")
        self.bytes: int = hello["bytes"]
        self.leds: dict[str, int] = hello["leds"]

    @classmethod
    def at_virtual(cls, board: VirtualBoard, rom: Path | None = None) -> JigLink:
        """Start a virtual jig that is wired to a virtual board; `rom` is other firmware for it.

        Raises:
            HilFailure: it does not start.
        """
        with tempfile.TemporaryFile() as complaints:
            process = subprocess.Popen(
                [sys.executable, "-m", "kostka_host.hil.jig.process"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=complaints,
                env=environment(),
                start_new_session=True,
            )
            assert process.stdin is not None
            given = {
                "bench": board.entry.bench,
                "token": board.entry.token,
                "rom": str(rom) if rom else "",
            }
            process.stdin.write(json.dumps(given).encode() + b"\n")
            process.stdin.flush()
            line = first_line(process, START_S)
            try:
                if line:
                    return cls(f"port:{json.loads(line)['port']}", process)
                complaints.seek(0)
                words = complaints.read().decode(errors="replace").split()
                raise HilFailure(
                    failures.JIG, f"the virtual jig does not start: {' '.join(words)}"
                )
            except HilFailure:
                process.kill()
                end_process(process)
                raise

    def ask(self, word: str, timeout_s: float = ANSWER_S, **arguments: Any) -> dict[str, Any]:
        """Ask and return the answer.

        Raises:
            HilFailure: the jig refuses, or does not answer in time.
        """
        with self._lock:
            return self._ask(word, timeout_s, arguments)

    def _ask(self, word: str, timeout_s: float, arguments: dict[str, Any]) -> dict[str, Any]:
        self._count += 1
        question = {"q": self._count, "do": word, **arguments}
        end = time.monotonic() + timeout_s
        try:
            self._port.write(frame(FROM_HOST, json.dumps(question, separators=(",", ":"))))
            while (left := end - time.monotonic()) > 0:
                for body in self._decoder.feed(self._port.read(min(left, 0.1))):
                    answer: dict[str, Any] = json.loads(body)
                    if answer.get("q") != self._count:
                        continue
                    if "err" in answer:
                        raise HilFailure(failures.JIG, f"jig, {word}: {answer['err']}")
                    return answer
        except KostkaError as problem:
            raise HilFailure(failures.JIG, f"jig {self.name}: {said(problem)}") from problem
        raise HilFailure(failures.JIG, f"jig {self.name} did not answer {word} in {timeout_s:g} s")

    def test(self) -> list[str]:
        """Let the jig test itself, the board under test being off; return what is wrong."""
        faults: list[str] = self.ask("test", START_S)["faults"]
        return faults

    def close(self) -> None:
        """Let the jig go; a virtual one ends."""
        self._port.close()
        if self._process is not None:
            assert self._process.stdin is not None
            self._process.stdin.close()
            self._process.wait(ANSWER_S)
            if self._process.stdout is not None:
                self._process.stdout.close()
            self._process = None
