"""Asks a port, politely, what is behind it: a running table, a prompt, or nothing."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from kostka import line
from kostka.errors import LinkError
from kostka.version import PROTOCOL

from kostka_host.layout import of_board
from kostka_host.link.stream import Message, Stream
from kostka_host.link.transport import Transport, open_transport

RUNNING, PROMPT, BUSY, SILENT, GONE = "running", "prompt", "busy", "silent", "gone"

ANSWER_S = 0.4  # for each question
NEW_LINE = b"\r"
LEAVE_RAW = b"\x02\r"  # Ctrl-B leaves the raw prompt and does nothing to a running program
BEGIN_ANEW = b"\x02"
DROP_LINE = b"\x03"  # only ever sent to a prompt
BANNER = re.compile(rb"MicroPython v?(\d+\.\d+[\w.\-]*) on [\d-]+; ([^\r\n]+)\r\n")


@dataclass(frozen=True)
class Found:
    """What is at a port. `hello` is the board's greeting, where it runs.

    `micropython` and `machine` are what a prompt says of itself.
    """

    state: str
    hello: Message = field(default_factory=dict)
    problem: LinkError | None = None
    micropython: str = ""
    machine: str = ""


def probe(
    selector: str,
    opener: Callable[[str], Transport] = open_transport,
    answer_s: float = ANSWER_S,
) -> Found:
    """Return what is at a port. A running game is not disturbed."""
    try:
        transport = opener(selector)
    except LinkError as problem:
        state = BUSY if problem.text == "link.busy" else GONE
        return Found(state, problem=problem)
    try:
        return _ask(transport, answer_s)
    except LinkError as problem:
        return Found(GONE, problem=problem)
    finally:
        transport.close()


def _ask(transport: Transport, answer_s: float) -> Found:
    heard = bytearray()
    stream = Stream()
    hello = [("m", "hello"), ("p", list(PROTOCOL)), ("c", "0000"), ("v", line.Raw("{}")), ("w", 0)]
    question = line.frame(line.FROM_HOST, line.dumps(hello))
    for words in (question, NEW_LINE, LEAVE_RAW):
        transport.write(words)
        for message in _listen(transport, stream, heard, answer_s):
            if message.get("m") == "hello":
                return Found(RUNNING, message)
        if stream.at_prompt:
            transport.write(DROP_LINE)  # what was typed so far is no line of Python
            _listen(transport, stream, heard, answer_s)
            return _at_prompt(transport, heard, answer_s)
        if question.strip() in heard:
            # echoed by a prompt that waits for the end of the line: drop it
            transport.write(DROP_LINE)
    return Found(SILENT)


def _at_prompt(transport: Transport, heard: bytearray, answer_s: float) -> Found:
    """Return what a prompt says of itself when it begins anew."""
    transport.write(BEGIN_ANEW)
    end = time.monotonic() + answer_s
    while (said := BANNER.search(heard)) is None and (left := end - time.monotonic()) > 0:
        heard += transport.read(left)
    transport.write(DROP_LINE)  # where the prompt took it for a letter
    if said is None:
        return Found(PROMPT)
    version, machine = (part.decode(errors="replace") for part in said.groups())
    return Found(PROMPT, micropython=version, machine=machine)


def _listen(
    transport: Transport, stream: Stream, heard: bytearray, answer_s: float
) -> list[Message]:
    """Return the messages that come, until a greeting or a prompt is there or time is up."""
    found: list[Message] = []
    end = time.monotonic() + answer_s
    while (left := end - time.monotonic()) > 0:
        data = transport.read(left)
        heard += data
        found += stream.feed(data)
        count = stream.credit(idle=not data)
        if count >= 0:
            transport.write(line.frame(line.FROM_HOST, line.dumps([("m", "ack"), ("b", count)])))
        if stream.at_prompt or any(message.get("m") == "hello" for message in found):
            break
    return found


def describe(hello: Message) -> dict[str, object]:
    """Return what a greeting says about the board and its game, as plain values."""
    game = hello.get("g")
    if not isinstance(game, dict):
        game = {}
    layout = of_board(str(hello.get("lay", "")))
    return {
        "id": str(hello.get("id", "")),
        "profile": layout.profile if layout else None,
        "firmware": hello.get("fw"),
        "micropython": hello.get("mpy"),
        "game": game.get("game"),
        "seats": game.get("seats"),
        "line": game.get("n"),
    }
