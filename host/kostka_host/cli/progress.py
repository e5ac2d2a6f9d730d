"""Shows how a procedure goes on: what to do next, and a bar of what is done."""

from __future__ import annotations

import json
import sys
import threading

import click

from kostka_host.learning import ENDED, Learning
from kostka_host.link.stream import Message
from kostka_host.ui import Ui

WIDTH = 24
KEYS = {"\r": 2, "\n": 2, " ": 1, "s": 1, "u": 3}  # Enter: OK; space, s: right; u: undo


def follow(ui: Ui, learning: Learning, as_json: bool, keys: bool = False) -> Message:
    """Show what the board says until the procedure ends; return the last of it.

    With `keys`, Enter, space and u at the terminal are OK, right and undo of the first panel.
    """
    if keys and not as_json and sys.stdin.isatty():
        ui.note("learn.keys")
        threading.Thread(target=_press, args=(learning,), daemon=True).start()
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


def _press(learning: Learning) -> None:
    while learning.last.get("st") not in ENDED:
        typed: str = click.getchar()
        key = KEYS.get(typed)
        if key is not None:
            learning.press(key)
