"""A PIO state machine, so far as the programs of the jig use one (RP2040 datasheet 3.4 and 3.5).

The programs are taken from the file that goes onto the jig: their words are called and written
down, then run one a cycle, with delays, queues, automatic push, and the two cycles by which
inputs are late. What is not modeled is refused, not passed over.
"""

from __future__ import annotations

import importlib.util
import sys
import types
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

JIG = Path(__file__).resolve().parents[2] / "firmware" / "jig"
WORD = 0xFFFFFFFF
MEMORY = 32
LATE = 2  # cycles of the input synchronizers
WORDS = (
    "pins", "pin", "x", "y", "isr", "osr", "null", "block", "noblock", "not_x", "not_y", "x_dec",
    "y_dec", "not_osre",
)  # fmt: skip


class Instruction:
    def __init__(self, name: str, args: tuple[Any, ...]) -> None:
        self.name, self.args, self.delay = name, args, 0

    def __getitem__(self, delay: int) -> Instruction:
        assert 0 <= delay < 32
        self.delay = delay
        return self


class Program:
    """The instructions of one function, its labels, and what its decorator says."""

    def __init__(self, function: Callable[[], None], options: dict[str, Any]) -> None:
        self.options = options
        self.code: list[Instruction] = []
        self.labels: dict[str, int] = {}
        self.wrap = (0, -1)

        def word(name: str) -> Callable[..., Instruction]:
            def put(*args: Any) -> Instruction:
                self.code.append(Instruction(name, args))
                return self.code[-1]

            return put

        scope: dict[str, Any] = {name: name for name in WORDS}
        scope |= {
            name: word(name)
            for name in ("jmp", "wait", "in_", "out", "push", "pull", "mov", "set", "nop")
        }
        scope["label"] = lambda name: self.labels.__setitem__(name, len(self.code))
        scope["wrap_target"] = lambda: setattr(self, "wrap", (len(self.code), -1))
        scope["wrap"] = lambda: setattr(self, "wrap", (self.wrap[0], len(self.code)))
        scope["invert"] = lambda source: "~" + source
        types.FunctionType(function.__code__, scope)()
        if self.wrap[1] < 0:
            self.wrap = (self.wrap[0], len(self.code))


class StateMachine:
    """Runs a program; `inputs` gives the levels of in_base, and of the JMP pin, in a cycle."""

    def __init__(self, program: Program, inputs: Callable[[int], tuple[int, int]]) -> None:
        self.program = program
        self.inputs = inputs
        self.tx: deque[int] = deque()
        self.rx: list[int] = []
        self.pin = 0  # what is driven
        self.cycle = 0
        self.registers = {"x": 0, "y": 0, "isr": 0, "osr": 0}
        self._at = 0
        self._idle = 0
        self._in = 0  # bits in ISR
        self._gone = 32  # bits gone from OSR

    def step(self) -> None:
        """Let one cycle pass."""
        now, self.cycle = self.cycle, self.cycle + 1
        if self._idle:
            self._idle -= 1
            return
        one = self.program.code[self._at]
        base, jump = self.inputs(now - LATE)
        target = self._do(one, base, jump)
        if target is None:
            return  # it waits
        self._idle = one.delay
        self._at = target if target >= 0 else self._at + 1
        if target < 0 and self._at == self.program.wrap[1]:
            self._at = self.program.wrap[0]

    def _do(self, one: Instruction, base: int, jump: int) -> int | None:
        """Return where to go on, -1 for the next one, None while it waits."""
        return getattr(self, "_" + one.name)(one.args, base, jump)

    def _nop(self, args: Any, base: int, jump: int) -> int:
        return -1

    def _jmp(self, args: Any, base: int, jump: int) -> int:
        label = self.program.labels[args[-1]]
        if len(args) == 1:
            return label
        r = self.registers
        if args[0] in ("x_dec", "y_dec"):
            name = args[0][0]
            taken = r[name] != 0
            r[name] = (r[name] - 1) & WORD
        else:
            taken = {
                "pin": jump == 1,
                "not_x": r["x"] == 0,
                "not_y": r["y"] == 0,
                "not_osre": self._gone < 32,
            }[args[0]]
        return label if taken else -1

    def _wait(self, args: Any, base: int, jump: int) -> int | None:
        level, what, index = args
        assert (what, index) == ("pin", 0)
        return -1 if base == level else None

    def _in_(self, args: Any, base: int, jump: int) -> int | None:
        source, count = args
        assert source in ("pins", "null")
        assert source == "null" or count == 1
        value = base if source == "pins" else 0
        self.registers["isr"] = (self.registers["isr"] << count | value) & WORD
        self._in += count
        if (
            self.program.options.get("autopush")
            and self._in >= self.program.options["push_thresh"]
        ):
            self._push(("noblock",), base, jump)
        return -1

    def _push(self, args: Any, base: int, jump: int) -> int:
        self.rx.append(self.registers["isr"])  # a DMA channel takes it at once
        self.registers["isr"] = self._in = 0
        return -1

    def _pull(self, args: Any, base: int, jump: int) -> int | None:
        assert args == ("block",)
        if not self.tx:
            return None
        self.registers["osr"], self._gone = self.tx.popleft(), 0
        return -1

    def _out(self, args: Any, base: int, jump: int) -> int:
        assert args == ("pins", 1)
        self.pin = self.registers["osr"] >> 31
        self.registers["osr"] = self.registers["osr"] << 1 & WORD
        self._gone = min(32, self._gone + 1)
        return -1

    def _mov(self, args: Any, base: int, jump: int) -> int:
        target, source = args
        inverted = source.startswith("~")
        name = source.lstrip("~")
        value = 0 if name == "null" else self.registers[name]
        self.registers[target] = value ^ WORD if inverted else value
        if target == "isr":
            self._in = 0
        return -1

    def _set(self, args: Any, base: int, jump: int) -> int:
        target, value = args
        assert 0 <= value < 32
        if target == "pins":
            self.pin = value & 1
        else:
            self.registers[target] = value
        return -1


def programs() -> dict[str, Program]:
    """Return the programs of firmware/jig/jig_pio.py."""
    pio = types.SimpleNamespace(OUT_LOW=2, SHIFT_LEFT=0, JOIN_TX=1, JOIN_RX=2)
    rp2 = types.ModuleType("rp2")
    rp2.PIO = pio  # type: ignore[attr-defined]
    rp2.asm_pio = lambda **options: lambda function: Program(function, options)  # type: ignore[attr-defined]
    machine = types.ModuleType("machine")
    machine.Pin = object  # type: ignore[attr-defined]
    stand_ins = {"rp2": rp2, "machine": machine, "uctypes": types.ModuleType("uctypes")}
    before = {name: sys.modules.get(name) for name in stand_ins}
    sys.modules.update(stand_ins)
    try:
        spec = importlib.util.spec_from_file_location("jig_pio_read", JIG / "jig_pio.py")
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    finally:
        for name, was in before.items():
            if was is None:
                del sys.modules[name]
            else:
                sys.modules[name] = was
    return {"chain": module.chain, "sampler": module.sampler}
