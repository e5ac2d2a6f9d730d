"""Shows how a procedure goes on: what to do next, and a bar of what is done."""

from __future__ import annotations

import contextlib
import json
import os
import select
import sys
import termios
import threading
import tty
from collections.abc import Iterator

from kostka.errors import KostkaError

from kostka_host.learning import Learning
from kostka_host.link.stream import Message
from kostka_host.ui import Ui

WIDTH = 24
LOOK_S = 0.1  # between two looks whether keys are wanted still
KEYS = {"\r": 2, "\n": 2, " ": 1, "s": 1, "u": 3}  # Enter: OK; space, s: right; u: undo


def follow(ui: Ui, learning: Learning, as_json: bool, keys: bool = False) -> Message:
    """Show what the board says until the procedure ends; return the last of it.

    With `keys`, Enter, space and u at the terminal are OK, right and undo of the first panel.
    """
    if keys and not as_json and sys.stdin.isatty():
        ui.note("learn.keys")
        with _pressing(learning, sys.stdin.fileno()):
            return _show(ui, learning, as_json)
    return _show(ui, learning, as_json)


def _show(ui: Ui, learning: Learning, as_json: bool) -> Message:
    for message in learning:
        if as_json:
            print(json.dumps({k: message[k] for k in ("w", "st", "at", "n", "of", "odd")}))
            continue
        words = ui.say(
            f"learn.{message['w']}.{message['st']}", message["n"], message["of"], message["at"]
        )
        ui.out.print(f"{bar(message['n'], message['of'])} {words}", markup=False)
    return learning.last


def bar(done: int, count: int) -> str:
    """Return how much is done, as a bar of WIDTH characters."""
    full = WIDTH * done // count if count else 0
    return "█" * full + "░" * (WIDTH - full)


@contextlib.contextmanager
def _pressing(learning: Learning, terminal: int) -> Iterator[None]:
    """Let keys of a terminal be keys of the board; it is as before then. Ctrl-C interrupts."""
    before = termios.tcgetattr(terminal)
    ended = threading.Event()
    thread = threading.Thread(target=_press, args=(learning, terminal, ended), daemon=True)
    thread.start()
    try:
        tty.setcbreak(terminal)
        yield
    finally:
        ended.set()
        thread.join(2 * LOOK_S)  # longer only where the board is slow to answer
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def _press(learning: Learning, terminal: int, ended: threading.Event) -> None:
    while not ended.is_set():
        ready, _, _ = select.select([terminal], [], [], LOOK_S)
        typed = os.read(terminal, 1) if ready and not ended.is_set() else b""
        if ready and not typed:
            return  # nobody is there any more
        key = KEYS.get(typed.decode(errors="replace"))
        if key is not None:
            with contextlib.suppress(KostkaError):  # the one who listens to the board tells
                learning.press(key)
