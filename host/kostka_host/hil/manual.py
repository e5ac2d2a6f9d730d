"""Steps for a person, where no machine has hands and eyes: a sentence each, and a time limit."""

from __future__ import annotations

import os
import re
import select
import sys
import time
from typing import TextIO

from kostka_host.hil import failures
from kostka_host.hil.failures import HilFailure

STEP_S = 60.0
GIVE_UP = ("q", "quit")
_NUMBER = re.compile(r"\d+")


class Person:
    """Somebody at the terminal who does and says what tests ask for.

    `keyboard` and `screen` are those of the terminal, which stays theirs while pytest captures
    what tests print. Empty means done; `q` gives the test up.
    """

    def __init__(
        self,
        step_s: float = STEP_S,
        keyboard: TextIO | None = None,
        screen: TextIO | None = None,
    ) -> None:
        """Take the terminal.

        Raises:
            HilFailure: there is none.
        """
        self.step_s = step_s
        self.steps = 0
        try:
            self._keyboard = keyboard or open("/dev/tty", encoding="utf-8")
            self._screen = screen or open("/dev/tty", "w", encoding="utf-8")
        except OSError:
            raise HilFailure(
                failures.CAPABILITY, "--manual needs a terminal with a person at it"
            ) from None

    def do(self, sentence: str) -> None:
        """Let the person do something.

        Raises:
            HilFailure: it is not done in time, or given up.
        """
        self._ask(f"{sentence} [Enter]")

    def says(self, question: str) -> bool:
        """Return whether the person says yes."""
        while True:
            answer = self._ask(f"{question} [y/n]").lower()
            if answer[:1] in ("y", "n"):
                return answer[0] == "y"

    def number(self, question: str) -> int:
        """Return the number that the person says."""
        while True:
            found = _NUMBER.search(self._ask(f"{question} [number]"))
            if found:
                return int(found[0])

    def _ask(self, words: str) -> str:
        self.steps += 1
        print(f"\n  step {self.steps}, {self.step_s:g} s: {words} ", end="", file=self._screen)
        self._screen.flush()
        end = time.monotonic() + self.step_s
        while (left := end - time.monotonic()) > 0:
            if select.select([self._keyboard], [], [], left)[0]:
                line = os.read(self._keyboard.fileno(), 1024).decode(errors="replace")
                answer = line.strip()
                if not line or answer.lower() in GIVE_UP:
                    raise HilFailure(failures.TIMEOUT, f"given up at: {words}")
                return answer
        raise HilFailure(failures.TIMEOUT, f"nobody answered within {self.step_s:g} s: {words}")


def is_there() -> bool:
    """Say whether a person sits at this terminal."""
    return sys.stdin is not None and sys.stdin.isatty()
