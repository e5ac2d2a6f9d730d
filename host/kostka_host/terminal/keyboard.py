"""Lines typed by a person, taken without ever waiting, so that the table can change meanwhile."""

from __future__ import annotations

import contextlib
import os
import select
import sys
from collections.abc import Iterator
from typing import TextIO

try:
    import termios
    import tty
except ImportError:  # Windows: lines are taken as they come, by a thread
    termios = None  # type: ignore[assignment]

import queue
import threading

ERASE = ("\x7f", "\b")
KILL_LINE = "\x15"  # Ctrl-U
END = "\x04"  # Ctrl-D
ESCAPE = "\x1b"


class Keyboard:
    """The standard input as lines. `line` is what has been typed so far, `ended` the end of it.

    On a terminal keys are read one by one, so that `line` can be drawn again at any time.
    """

    def __init__(self, stream: TextIO = sys.stdin) -> None:
        self.line = ""
        self.ended = False
        self.live = termios is not None and stream.isatty()
        self._stream = stream
        self._fd = stream.fileno() if self.live else -1
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._escape = ""

    @contextlib.contextmanager
    def opened(self) -> Iterator[Keyboard]:
        """Take keys until the end of the block; the terminal is then as before."""
        if not self.live:
            threading.Thread(target=self._read_lines, daemon=True).start()
            yield self
            return
        before = termios.tcgetattr(self._fd)
        try:
            tty.setcbreak(self._fd)
            yield self
        finally:
            termios.tcsetattr(self._fd, termios.TCSADRAIN, before)

    def _read_lines(self) -> None:
        for line in self._stream:
            self._lines.put(line.rstrip("\n"))
        self._lines.put(END)

    def next_line(self, timeout_s: float) -> str | None:
        """Return a complete line, or None when there is none in time."""
        if not self.live:
            try:
                line = self._lines.get(timeout=timeout_s)
            except queue.Empty:
                return None
            if line == END:
                self.ended = True
                return None
            return line
        ready, _, _ = select.select([self._fd], [], [], timeout_s)
        if not ready:
            return None
        # one read may hold the end of one line and the beginning of the next
        data = os.read(self._fd, 1024)
        if not data:
            self.ended = True
        for char in data.decode(errors="replace"):
            self._take(char)
        with contextlib.suppress(queue.Empty):
            return self._lines.get_nowait()
        return None

    def waiting(self) -> str | None:
        """Return a line that came together with the one before, or None."""
        with contextlib.suppress(queue.Empty):
            line = self._lines.get_nowait()
            if line != END:
                return line
            self.ended = True
        return None

    def _take(self, char: str) -> None:
        if self._escape or char == ESCAPE:
            self._escape += char
            # arrows and the like: swallow up to the letter or ~ that ends them
            if len(self._escape) > 2 and (char.isalpha() or char == "~"):
                self._escape = ""
            elif len(self._escape) == 2 and char not in "[O":
                self._escape = ""
        elif char in "\r\n":
            self._lines.put(self.line)
            self.line = ""
        elif char in ERASE:
            self.line = self.line[:-1]
        elif char == KILL_LINE:
            self.line = ""
        elif char == END:
            self.ended = not self.line
        elif char.isprintable():
            self.line += char
