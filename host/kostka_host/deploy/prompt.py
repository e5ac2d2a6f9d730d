"""The prompt of a board: reached from whatever state it is in, within ten seconds or never.

Code goes to the board through mpremote's transport, in raw paste mode, over a wire of ours.
"""

from __future__ import annotations

import contextlib
import io
import re
import struct
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any

from kostka.errors import LinkError
from mpremote.transport import TransportError
from mpremote.transport_serial import SerialTransport as Stock

from kostka_host.deploy.wire import Wire
from kostka_host.link.transport import Transport, open_transport

ENTER_S = 9.0  # for reaching the prompt: one sentence has to come within ten seconds
ABORT_S = 2.0  # likewise, where the board starts anew by itself otherwise
PROMPT_S = 1.5  # for a program to end when it is interrupted; Kostka tidies up
QUIET_S = 0.15
RAW_S = 1.0
ANSWER_S = 20.0
WRITE_S = 8.0
BOOT_S = 5.0
CTRL_A, CTRL_B, CTRL_C, CTRL_D = b"\x01", b"\x02", b"\x03", b"\x04"
RAW = b"raw REPL; CTRL-B to exit\r\n"
FRIENDLY = b">>> "
BURST = 20  # Ctrl-C, one after another, for a program that catches some
BOARD = Path(__file__).parent / "board"


class _Repl(Stock):  # type: ignore[misc]  # untyped
    """mpremote's transport on a wire; what it opens and how it waits are left out."""

    def __init__(self, wire: Wire) -> None:
        self.in_raw_repl = True
        self.use_raw_paste = True
        self.device_name = wire.name
        self.mounted = False
        self.serial = wire

    def read_until(
        self,
        min_num_bytes: int,
        ending: bytes,
        timeout: float | None = 10,
        data_consumer: Callable[[bytes], object] | None = None,
        timeout_overall: float | None = None,
    ) -> bytes:
        """Wait for an ending."""
        wait = ANSWER_S if timeout is None else timeout
        return self.serial.read_until(ending, wait, timeout_overall, data_consumer)


class Prompt:
    """The raw prompt of a board at a port, in a `with` statement.

    `patience` stretches all waits, for a board whose clock is slow. `banner` is what the board
    says of itself, where that was heard.

    Raises:
        LinkError: the port is not there or busy, nobody answers, or what runs there cannot be
            interrupted.
    """

    def __init__(
        self,
        selector: str,
        patience: float = 1.0,
        opener: Callable[[str, float], Transport] = open_transport,
    ) -> None:
        self.patience = patience
        self.wire = Wire(opener(selector, WRITE_S * patience), ANSWER_S * patience)
        self.name = self.wire.name
        self._repl = _Repl(self.wire)
        try:
            self.enter()
        except BaseException:  # also Ctrl-C: nobody else could close the port
            self.wire.close()
            raise

    def __enter__(self) -> Prompt:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.wire.close()

    # Getting there ---------------------------------------------------------------------------

    def enter(self, limit_s: float = ENTER_S) -> None:
        """Get to the raw prompt, whatever runs.

        Raises:
            LinkError: nobody answers, or what runs there cannot be interrupted.
        """
        end = time.monotonic() + limit_s * self.patience
        heard = b""
        rounds = 0
        while time.monotonic() < end:
            self._interrupt(rounds)
            said = self.wire.drain(QUIET_S * self.patience, PROMPT_S * self.patience, FRIENDLY)
            heard = (heard + said)[-400:]
            self.wire.write(CTRL_A)
            found = self.wire.read_until(RAW, RAW_S * self.patience, RAW_S * self.patience)
            if found.endswith(RAW):
                return
            heard = (heard + found)[-400:]
            rounds += 1
        raise LinkError("deploy.no_prompt" if heard.strip() else "deploy.silent", self.name)

    def _interrupt(self, rounds: int) -> None:
        """Press Ctrl-C: once, later again and again, each in its own packet.

        A program that catches the first one may be hit by another while it does so.
        """
        for _ in range(1 if rounds < 2 else BURST):
            self.wire.write(CTRL_C)

    def soft_reset(self) -> None:
        """Start the board anew; boot.py runs, main.py does not.

        Raises:
            LinkError: the prompt does not come back.
        """
        self.wire.read_until(b">", QUIET_S)
        self.wire.write(CTRL_D)
        boot = BOOT_S * self.patience
        if not self.wire.read_until(b"soft reboot\r\n", boot, boot).endswith(b"\n"):
            raise LinkError("deploy.silent", self.name)
        if not self.wire.read_until(RAW, boot, boot).endswith(RAW):
            self.enter()  # boot.py does not end by itself

    # Running code ----------------------------------------------------------------------------

    def run(self, code: str, timeout_s: float = ANSWER_S) -> str:
        """Run code and return what it prints.

        Raises:
            LinkError: the port is gone, the board falls silent, or the code fails there: the
                error then names the last line of its traceback.
        """
        try:
            with _quiet():
                out, error = self._repl.exec_raw(code, timeout_s * self.patience)
        except (TransportError, struct.error) as problem:
            raise LinkError("deploy.garbled", self.name, one_line(str(problem))) from problem
        if error:
            raise failure(self.name, error)
        text: str = out.decode(errors="replace").replace("\r\n", "\n")
        return text

    def begin(self, code: str) -> None:
        """Run code that goes on talking; end it with finish()."""
        try:
            with _quiet():
                self._repl.exec_raw_no_follow(code)
        except (TransportError, struct.error) as problem:
            raise LinkError("deploy.garbled", self.name, one_line(str(problem))) from problem

    def finish(self, timeout_s: float = ANSWER_S) -> str:
        """Return what code from begin() printed since, once it has ended.

        Raises:
            LinkError: as run().
        """
        try:
            out, error = self._repl.follow(timeout_s * self.patience)
        except TransportError as problem:
            raise LinkError("deploy.garbled", self.name, one_line(str(problem))) from problem
        if error:
            raise failure(self.name, error)
        text: str = out.decode(errors="replace")
        return text

    def reset(self) -> None:
        """Reset the controller; the port may vanish at once."""
        self._go("import machine\nmachine.reset()")

    def start_loader(self) -> None:
        """Start the boot loader of the controller; the port vanishes."""
        self._go("import machine\nmachine.bootloader()")

    def _go(self, code: str) -> None:
        try:
            self._repl.exec_raw_no_follow(code)
            self.wire.drain(QUIET_S, QUIET_S)
        except (TransportError, struct.error, LinkError):
            pass  # it went while it was still answering

    def leave(self) -> None:
        """Go back to the friendly prompt, for whoever comes next."""
        try:
            self.wire.write(b"\r" + CTRL_B)
        except LinkError:
            pass

    def abort(self) -> None:
        """Stop what runs, as well as that is still possible, and start the board anew."""
        try:
            self.enter(ABORT_S)
            self.reset()
        except LinkError:
            pass


def _quiet() -> contextlib.redirect_stdout[io.StringIO]:
    """Keep what mpremote prints before it raises out of the results of a command."""
    return contextlib.redirect_stdout(io.StringIO())


def board_code(name: str, **values: Any) -> str:
    """Return the source of a module of this package's folder `board`, without its comments.

    `values` become names in front of it.
    """
    return packed((BOARD / f"{name}.py").read_text(encoding="utf-8"), **values)


def packed(text: str, **values: Any) -> str:
    """Return source for a board without its comments; `values` become names in front of it."""
    text = re.sub(r'^\s*"""[\s\S]*?"""\n', "", text, flags=re.MULTILINE)
    lines = [line for line in text.splitlines() if line.strip()]
    head = [f"{key}={value!r}" for key, value in values.items()]
    return "\n".join([*head, *map(_narrow, lines)]) + "\n"


def _narrow(line: str) -> str:
    """Indent by one blank a level: every byte is carried and compiled."""
    inner = line.lstrip(" ")
    return " " * ((len(line) - len(inner)) // 4) + inner


def failure(name: str, error: bytes) -> LinkError:
    """Return the error of a traceback that a board printed."""
    lines = [line.strip() for line in error.decode(errors="replace").splitlines() if line.strip()]
    last = lines[-1] if lines else "?"
    if "ENOSPC" in last or last == "OSError: 28":
        return LinkError("deploy.full", name)
    if last.startswith("MemoryError"):
        return LinkError("deploy.memory", name)
    return LinkError("deploy.failed", name, last)


def one_line(text: str) -> str:
    """Return a text without its line ends."""
    return " ".join(text.split())
