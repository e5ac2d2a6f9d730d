"""The bench: hands, eyes, time and power of a virtual board, as JSON lines over TCP.

Any program of this machine can reach the port, also a web page, whose browser sends what it is
told to. So the first line has to be ``{"do": "hello", "token": …}`` with the token that only this
user can read in the registry; who says anything else is cut off without an answer.

A question is ``{"id": 1, "do": "put", …}``; its answer has the same id and either ``"ok": 1``
with what was asked for, or ``"err"`` (a text id) and ``"x"`` (its arguments).

======== ======================================= =============================================
do       arguments                               answer
======== ======================================= =============================================
put      cell
lift     cell
tokens   set: cells (none: only look)            tokens: cells, sorted
key      seat, key (0 left .. 3 undo), down
leds                                             cells, seats: [r, g, b] each; frames, ma
advance  ms                                      us: time of the board; when it has lived so long
time                                             us
power    on
reset
info                                             who the board is and how it is
stick    bit of the chain, level (none: let go)
unplug   byte of the chain (none: plug in)
wire     levels: of all inputs of the chain in   lit: LEDs have power; taps: the last frame
         hex, from a jig; from then on put,      of each string, in hex
         lift, tokens to set, key, stick and
         unplug are refused (none: only look)
i2c      bus, addr, channel of the switch before devices: [channel or -1, addr, plugged in]
         it (none: no switch), plug (none: only
         look); or bus, channel, held: a line is
         held low (1) or free again (0)
tag      uid in hex, there (0: take it away),    tags: UIDs on the reader, in hex
         text (none: empty), sel: SEL_RES of a
         card that is no NTAG; no uid: only look
reader   slow_us, shy, mute: quirks of the tag   field: 1 while it is on; commands: so many
         reader (none: as before)
screen                                           on, contrast, bytes: sent to it, rows: 64
                                                 of 32 hex digits, problems
sounds   since: changes that are known           changes: so many; sounds: [ms, Hz, duty] each
supply   mv: on the CC line
dice     cup, way (throw, lay, hold, tilt, take) cups: None or kind, faces, value on top, flat,
         kind of die (none: that in the cup),    moves, way, at in mm, look: its faces
         face from 0 (none: any), deg; no cup:   from above
         only look
flash                                            erases, writes, cuts
cut      after: operations (none: never)
log                                              text: end of what the board printed
stop
======== ======================================= =============================================
"""

from __future__ import annotations

import hmac
import json
import math
import socket
from collections.abc import Callable
from typing import Any

from kostka.errors import HardwareError, KostkaError

from kostka_host.boards import channel
from kostka_host.boards.bench_desk import DESK, desk_questions
from kostka_host.boards.bench_dice import dice
from kostka_host.boards.lives import AnyLife
from kostka_host.boards.loop import Loop
from kostka_host.boards.ports import listen
from kostka_host.chips.i2c import NO_CHANNEL

LINE_MAX = 65536
HELLO_MAX = 256  # bytes that the first line may have
MS_MAX = 1e9  # longest advance
SETTLE_S = 2.0  # how long hands wait for a board on the stepped clock
LOOK_S = 0.001
_BY_WIRE = ("put", "lift", "key", "stick", "unplug")  # refused where a jig has the chain
_HANDS = (*_BY_WIRE, "tokens", "leds", "wire", "i2c", "dice", *DESK)
_STAGES = {-1: "starting", channel.BOOT: "boot", channel.MAIN: "main", channel.PROMPT: "prompt"}

Values = dict[str, Any]


class Bench:
    """Listens on a TCP port of this machine and answers all clients that know the token."""

    def __init__(self, loop: Loop, life: AnyLife, info: Callable[[], Values], token: str) -> None:
        self._loop = loop
        self._token = token
        self._life = life
        self._info = info
        self._server = listen(0)
        self.number: int = self._server.getsockname()[1]
        self._clients: dict[int, _Client] = {}
        loop.watch(self._server, self._accept)
        world = life.world
        self._does: dict[str, Callable[[Values], Values | None]] = {
            "put": lambda q: world.put(_int(q, "cell")),
            "lift": lambda q: world.lift(_int(q, "cell")),
            "tokens": self._tokens,
            "key": lambda q: world.press(_int(q, "seat"), _int(q, "key"), bool(q.get("down"))),
            "leds": self._leds,
            "time": lambda q: {"us": life.clock.now_us()},
            "power": lambda q: life.power_on() if q.get("on") else life.power_off(),
            "reset": lambda q: life.reset(),
            "info": lambda q: {**self._info(), **self._state()},
            "stick": self._stick,
            "unplug": lambda q: world.chain.unplug(_index(q, "byte", len(world.chain.inputs))),
            "wire": self._wire,
            "i2c": self._i2c,
            **desk_questions(world.desk),
            "dice": lambda q: dice(world.dice, q),
            "flash": self._flash,
            "cut": lambda q: life.flash.cut_after(_index(q, "after", 1 << 30)),
            "log": self._log,
            "stop": lambda q: loop.stop(),
        }

    def _accept(self) -> None:
        try:
            client, _ = self._server.accept()
        except OSError:
            return
        made = _Client(self._loop, client, self._token, self._ask, self._forget)
        self._clients[client.fileno()] = made

    def _forget(self, client: _Client) -> None:
        self._clients.pop(client.fd, None)
        if not self._clients:  # the hands are gone, and no key stays down without a finger
            for seat, key in sorted(self._life.world.keys):
                self._life.world.press(seat, key, False)

    def _ask(self, client: _Client, question: Values, waited_s: float = 0.0) -> None:
        word = question.get("do")
        if word in _HANDS and not self._life.clock.settled() and waited_s < SETTLE_S:
            # a hand that acts while the board runs would make each run another one
            self._loop.later(LOOK_S, lambda: self._ask(client, question, waited_s + LOOK_S))
            return
        number = _number(question)
        try:
            if word == "advance":
                # answered when the time has come
                self._advance(
                    question, lambda: client.answer({"id": number, "ok": 1, **self._now()})
                )
                return
            do = self._does.get(word) if isinstance(word, str) else None
            if do is None:
                raise HardwareError("bench.unknown", _short(word))
            if self._life.world.wired and word in _BY_WIRE:
                raise HardwareError("bench.wired", word)
            answer = do(question) or {}
        except KostkaError as problem:
            client.answer({"id": number, "err": problem.text, "x": list(problem.params)})
        else:
            client.answer({"id": number, "ok": 1, **answer})

    def _advance(self, question: Values, done: Callable[[], None]) -> None:
        ms = question.get("ms")
        if not isinstance(ms, (int, float)) or not math.isfinite(ms) or abs(ms) > MS_MAX:
            raise HardwareError("bench.argument", "ms", _short(ms))
        self._life.clock.advance(round(ms * 1000), done)

    def _now(self) -> Values:
        return {"us": self._life.clock.now_us()}

    def _tokens(self, question: Values) -> Values:
        cells = question.get("set")
        if cells is not None:
            if self._life.world.wired:
                raise HardwareError("bench.wired", "tokens")
            if not isinstance(cells, list) or not all(isinstance(cell, int) for cell in cells):
                raise HardwareError("bench.argument", "set", _short(cells))
            self._life.world.set_tokens(cells)
        return {"tokens": sorted(self._life.world.tokens)}

    def _stick(self, question: Values) -> None:
        chain = self._life.world.chain
        bit = _index(question, "bit", 8 * len(chain.inputs) - 1)
        if bit is None:
            raise HardwareError("bench.argument", "bit", "None")
        chain.stick(bit, _index(question, "level", 1))

    def _leds(self, _: Values) -> Values:
        world = self._life.world
        return {
            "cells": world.cell_colors(),
            "seats": world.seat_colors(),
            "frames": world.frames(),
            "ma": round(world.current_ma(), 1),
        }

    def _wire(self, question: Values) -> Values:
        world = self._life.world
        levels = question.get("levels")
        if levels is not None:
            try:
                world.wire(bytes.fromhex(levels))
            except (TypeError, ValueError):
                raise HardwareError("bench.argument", "levels", _short(levels)) from None
        taps = {name: frame.hex() for name, frame in world.taps().items()}
        return {"lit": int(world.lit()), "taps": taps}

    def _i2c(self, question: Values) -> Values:
        number = _int(question, "bus")
        whole = self._life.world.i2c.get(number)
        if whole is None:
            raise HardwareError("bench.i2c", number)
        behind = question.get("channel") is not None
        bus = whole.at(_int(question, "channel") if behind else NO_CHANNEL)
        if question.get("plug") is not None:
            bus.plug(_int(question, "addr"), bool(question["plug"]))
        if question.get("held") is not None:
            bus.held = bool(question["held"])
        return {"devices": whole.listing()}

    def _flash(self, _: Values) -> Values:
        flash = self._life.flash
        return {"erases": flash.erases, "writes": flash.writes, "cuts": flash.cuts}

    def _log(self, _: Values) -> Values:
        log = self._life.carry_log()
        return {"text": log.decode("utf-8", errors="replace")}

    def _state(self) -> Values:
        life = self._life
        return {
            "powered": life.powered,
            "stage": _STAGES[life.stage] if life.powered else "off",
            "busy": life.busy(),
            "vm_pid": life.vm_pid,
            "starts": life.starts,
            "resets": dict(life.resets),
            "scans": life.world.chain.reads,
            "lost": life.lost(),
        }

    def close(self) -> None:
        """Close all connections."""
        for client in list(self._clients.values()):
            client.close()
        self._loop.forget(self._server)
        self._server.close()


class _Client:
    """One connection: lines in, lines out, once it has said the token."""

    def __init__(
        self,
        loop: Loop,
        end: socket.socket,
        token: str,
        ask: Callable[[_Client, Values], None],
        forget: Callable[[_Client], None],
    ) -> None:
        end.setblocking(False)
        end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.fd = end.fileno()
        self._loop = loop
        self._end: socket.socket | None = end
        self._token = token
        self._known = False
        self._ask = ask
        self._forget = forget
        self._in = bytearray()
        self._out = bytearray()
        self._watch()

    def _watch(self) -> None:
        if self._end is not None:
            self._loop.watch(self._end, self._read, self._write if self._out else None)

    def _read(self) -> None:
        if self._end is None:
            return
        try:
            data = self._end.recv(LINE_MAX)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self.close()
            return
        self._in += data
        while (end := self._in.find(b"\n")) >= 0:
            line = bytes(self._in[:end])
            del self._in[: end + 1]
            self._take(line)
        stranger = not self._known and (
            len(self._in) > HELLO_MAX or bytes(self._in[:1]) not in (b"", b"{")
        )
        if stranger or len(self._in) > LINE_MAX:
            self.close()

    def _take(self, line: bytes) -> None:
        if self._end is None:
            return
        question = _parse(line)
        if not self._known:
            if not self._is_hello(question):
                self.close()
                return
            self._known = True
            self.answer({"id": _number(question), "ok": 1})
        elif question:
            self._ask(self, question)
        else:
            text = line[:80].decode(errors="replace")
            self.answer({"id": None, "err": "bench.line", "x": [text]})

    def _is_hello(self, question: Values) -> bool:
        token = question.get("token")
        said = token.encode(errors="replace") if isinstance(token, str) else b""
        right = hmac.compare_digest(said, self._token.encode())
        return right and question.get("do") == "hello"

    def answer(self, values: Values) -> None:
        """Send one line."""
        if self._end is None:
            return
        self._out += json.dumps(values, separators=(",", ":")).encode() + b"\n"
        self._write()

    def _write(self) -> None:
        if self._end is None:
            return
        try:
            sent = self._end.send(self._out)
        except BlockingIOError:
            sent = 0
        except OSError:
            self.close()
            return
        del self._out[:sent]
        self._watch()

    def close(self) -> None:
        """Close the connection."""
        if self._end is not None:
            self._loop.forget(self._end)
            self._end.close()
            self._end = None
            self._forget(self)


def _parse(line: bytes) -> Values:
    """Return the object of a line, an empty one where it holds none."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):  # no JSON, no UTF-8, a number or a depth without end
        return {}
    return found if isinstance(found, dict) else {}


def _number(question: Values) -> int | None:
    number = question.get("id")
    return number if isinstance(number, int) else None


def _short(value: object) -> str:
    """Return what a value looks like; one with something inside by its type only."""
    return type(value).__name__ if isinstance(value, (list, dict)) else str(value)[:80]


def _int(question: Values, name: str) -> int:
    value = question.get(name)
    if not isinstance(value, int):
        raise HardwareError("bench.argument", name, _short(value))
    return value


def _index(question: Values, name: str, last: int) -> int | None:
    """Return an argument from 0 to `last`, None where it is not given."""
    if question.get(name) is None:
        return None
    value = _int(question, name)
    if not 0 <= value <= last:
        raise HardwareError("bench.argument", name, _short(value))
    return value
