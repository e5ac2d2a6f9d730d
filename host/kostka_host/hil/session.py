"""Device tests over the prompt of a board: takes the files there, runs one test at a time."""

from __future__ import annotations

import contextlib
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kostka.errors import LinkError

from kostka_host.deploy.prompt import CTRL_C, Prompt, packed
from kostka_host.hil import failures
from kostka_host.hil.checked import Line, Lines
from kostka_host.hil.extract import Part
from kostka_host.hil.failures import HilFailure
from kostka_host.link.transport import Transport, open_transport

RUNNER = Path(__file__).parent / "board" / "runner.py"
LOOK_S = 0.1  # between two looks whether the board began anew
SIGN_S = 0.5  # for the line of a test that only printed what looks like a start
STOP_S = 2.0  # for an interrupted test to tell where it was
LOAD_S = 30.0
PIECE = 900  # bytes of a module in one paste: a board has both source and bytecode in memory
_SIGNS = (b"MPY: soft reboot", b"raw REPL; CTRL-B to exit", b'Type "help()" for more information')


@dataclass(frozen=True)
class Verdict:
    """What came of a test on the board: how it ended, the text of its error, times, free heap."""

    how: str
    text: str = ""
    ms: int = 0
    free: int = 0
    console: str = ""


class DeviceSession:
    """The prompt of one board, with the runner on it.

    `restarts` says how often the board began anew, where somebody can tell; `modules` are sources
    for the board by path. Time limits are stretched by `patience`.
    """

    def __init__(
        self,
        selector: str,
        run: str,
        modules: Sequence[tuple[str, str]] = (),
        patience: float = 1.0,
        restarts: Callable[[], int] | None = None,
        opener: Callable[[str, float], Transport] = open_transport,
    ) -> None:
        self.lines = Lines(run, secrets.token_hex(8))
        self.ran: list[str] = []  # names as the board told them at the beginning of a test
        self.patience = patience
        self._restarts = restarts
        self._modules = modules
        self._files: dict[str, list[str]] = {}  # path of a test file: what was found on the board
        self._known: dict[str, str] = {}  # path of a part: its source, as it is there
        self.prompt = Prompt(selector, patience, opener)
        try:
            self._put_runner()
        except BaseException:  # also Ctrl-C: nobody else could close the port
            self.prompt.wire.close()
            raise

    def close(self, reset: bool = False) -> None:
        """Let the port go; with `reset` the board starts its own program again."""
        with contextlib.suppress(LinkError):
            if reset:
                self.prompt.reset()
            else:
                self.prompt.leave()
        self.prompt.wire.close()

    # What is on the board --------------------------------------------------------------------

    def renew(self) -> None:
        """Start the interpreter of the board anew, with nothing of tests before on it.

        Raises:
            LinkError: it does not come back.
        """
        self.prompt.soft_reset()
        self._put_runner()

    def _put_runner(self) -> None:
        self.lines.begin()
        self._files.clear()
        self._known.clear()
        text = RUNNER.read_text(encoding="utf-8")
        self.prompt.run(packed(text, KEY=self.lines.key, RUN=self.lines.run), LOAD_S)
        for path, source in self._modules:
            self._send(source, f"_hil.module({path!r},_hil_text.encode())")

    def _send(self, text: str, then: str) -> list[Line]:
        """Carry a text to the board in pieces, and run code that finds it in `_hil_text`."""
        self.prompt.run("_hil_text=''", LOAD_S)
        for at in range(0, len(text), PIECE):
            self.prompt.run(f"_hil_text+={text[at : at + PIECE]!r}", LOAD_S)
        return self._ask(f"{then}\n_hil_text=''")

    def _ask(self, code: str) -> list[Line]:
        self.lines.feed(self.prompt.run(code, LOAD_S).encode() + b"\n")
        return self.lines.take()

    def load(
        self, parts: Sequence[Part], functions: Sequence[str], classes: Sequence[str]
    ) -> list[str]:
        """Take the parts of a test file to the board; return the tests that it finds there.

        The last part is the test file, those before it are what it inherits from.

        Raises:
            HilFailure: they cannot be run there, with the error of the board.
            LinkError: the board does not answer.
        """
        path = parts[-1].path
        if path in self._files and all(self._known.get(p.path) == p.source for p in parts):
            return self._files[path]
        for part in parts:
            if self._known.get(part.path) == part.source:
                continue
            arguments = f"{part.path!r},_hil_text,{part.bases!r}"
            code = (
                f"try:\n _hil.file({arguments})\nexcept Exception as e:\n"
                " import io,sys\n o=io.StringIO()\n sys.print_exception(e,o)\n"
                " _hil.say('broken',text=o.getvalue()[-1500:])"
            )
            for line in self._send(part.source, code):
                if line["h"] == "broken":
                    raise HilFailure(failures.DEVICE, str(line["text"]))
            self._known[part.path] = part.source
        told = self._ask(f"_hil.found({path!r},{tuple(functions)!r},{tuple(classes)!r})")
        names = [name for line in told if line["h"] == "found" for name in line["t"]]
        counts = [line["c"] for line in told if line["h"] == "all"]
        if counts != [len(names)]:
            raise HilFailure(failures.LINK, f"what was found of {path} on the board came damaged")
        self._files[path] = names
        return names

    # Running ---------------------------------------------------------------------------------

    def run(self, path: str, name: str, arguments: dict[str, Any], timeout_s: float) -> Verdict:
        """Run one test that was loaded.

        Raises:
            HilFailure: the board began anew, it did not end in time, or its lines came damaged.
            LinkError: the port is gone.
        """
        starts = self._restarts() if self._restarts else 0
        mark = len(self.lines.console)
        try:
            self.prompt.begin(f"_hil.run({path!r},{name!r},{arguments!r})")
            told = self._follow(name, timeout_s * self.patience, starts)
        except LinkError as problem:
            if problem.text == "link.gone":
                raise HilFailure(
                    failures.RESET, f"{name}: the port vanished in mid test"
                ) from None
            raise
        console = bytes(self.lines.console[mark:]).decode(errors="replace")
        begins = [line["t"] for line in told if line["h"] == "begin"]
        ends = [line for line in told if line["h"] == "end" and line["t"] == name]
        self.ran += begins
        if begins != [name] or len(ends) != 1:
            raise HilFailure(
                failures.LINK,
                f"{name}: the board told of {', '.join(begins) or 'no test'} and of {len(ends)} "
                f"ends ({self.lines.bad} damaged lines, {self.lines.lost} lost)",
            )
        end = ends[0]
        return Verdict(end["how"], str(end["text"]), int(end["ms"]), int(end["free"]), console)

    def _follow(self, name: str, limit_s: float, starts: int) -> list[Line]:
        """Take what comes until the test has ended."""
        wire = self.prompt.wire
        began = time.monotonic()
        tail = b""
        sign_at = 0.0

        def take(data: bytes) -> None:
            nonlocal tail
            tail = (tail + data)[-400:]
            self.lines.feed(data)

        while True:
            ending = wire.read_until(b"\x04", LOOK_S, LOOK_S, take)
            if ending == b"\x04":
                wire.read_until(b"\x04", SIGN_S * self.patience)
                return self.lines.take()
            now = time.monotonic()
            if self._restarts and self._restarts() != starts:
                raise HilFailure(failures.RESET, f"{name}: the board was reset in mid test")
            if not sign_at and any(sign in tail for sign in _SIGNS):
                sign_at = now
            if sign_at and now - sign_at > SIGN_S * self.patience:
                self._look_for_reset(name)
                sign_at, tail = 0.0, b""  # it only printed that
            if now - began > limit_s:
                self._stop(name, limit_s)

    def _look_for_reset(self, name: str) -> None:
        """Raise where the runner is gone from a board that shows signs of a start."""
        if self._is_gone():
            raise HilFailure(failures.RESET, f"{name}: the board began anew in mid test")
        raise HilFailure(
            failures.TIMEOUT, f"{name} printed what a start prints and was interrupted"
        )

    def _is_gone(self) -> bool:
        self.prompt.enter()
        told = self.prompt.run("print('_hil' in globals() and _hil.key)").strip()
        return told != self.lines.key

    def _stop(self, name: str, limit_s: float) -> None:
        """Interrupt a test that does not end, and raise with the place where it was."""
        wire = self.prompt.wire
        wire.write(CTRL_C)
        wire.read_until(b"\x04", STOP_S * self.patience, STOP_S * self.patience, self.lines.feed)
        where = next((e["text"] for e in self.lines.take() if e["h"] == "end"), "")
        if not where and self._is_gone():
            raise HilFailure(failures.RESET, f"{name}: the board began anew in mid test")
        self.prompt.enter()
        raise HilFailure(
            failures.TIMEOUT, f"{name} did not end within {limit_s:g} s\n{where}".rstrip()
        )


def plain(values: dict[str, Any]) -> dict[str, Any]:
    """Return arguments as a board can have them.

    Raises:
        HilFailure: one is neither number, text, bytes, None nor a list or dict of those.
    """
    for name, value in values.items():
        if not _is_plain(value):
            raise HilFailure(
                failures.ERROR,
                f"fixture '{name}' is a {type(value).__name__}, which cannot go to the board; "
                f"where only its work is wanted use @pytest.mark.usefixtures('{name}')",
            )
    return values


def _is_plain(value: object) -> bool:
    if isinstance(value, (list, tuple, set)):
        return all(map(_is_plain, value))
    if isinstance(value, dict):
        return all(_is_plain(k) and _is_plain(v) for k, v in value.items())
    return value is None or type(value) in (bool, int, float, str, bytes)
