"""The wires of a virtual jig: its pins on one side, the chips of a virtual board on the other."""

from __future__ import annotations

from typing import Any

from kostka_host import layout
from kostka_host.boards.bench_client import BenchClient
from kostka_host.chips.world import OUT, World
from kostka_host.layout.jig import JigPins

BARE = "bare"  # the jig itself is a controller with nothing around it
WS_BYTES = 3


class JigWorld(World):
    """What a jig's controller meets. The board under test is in another process.

    `power` is the level of the switch, `ring` what the chain target sends.
    """

    def __init__(self, wiring: JigPins, bench: BenchClient) -> None:
        self._bench = bench
        self._wiring = wiring
        self._pins = {pin: name for name, pin in wiring.pins.items()}
        self._string_at = {wiring.pins[f"led_{name}"]: name for name in wiring.leds}
        self._driven: dict[str, int] = {}
        self._looped: dict[str, bytes] = {}  # frames that the jig itself sent on a line
        self.ring = bytes(wiring.idle)
        self._queue = self.ring  # the state machine has read one image ahead
        self._latched = self.ring
        self._shifted = 0
        self.power = 1  # as the board process began
        self.reads = 0
        super().__init__(layout.profile(BARE))

    def _ask(self, word: str, **arguments: Any) -> dict[str, Any]:
        return self._bench.ask(word, **arguments)

    # State machines --------------------------------------------------------------------------

    def show(self, content: bytes) -> bytes:
        """Take what the chain target sends: pin, image. The board's chain has it at once."""
        self.ring = content[1:]
        size = len(self._wiring.idle)
        self._ask("wire", levels=self.ring[:size].ljust(size, b"\0").hex())
        return b""

    def sampled(self, content: bytes) -> bytes:
        """Return the last whole frame on a pin."""
        name = self._string_at[content[0]]
        if self.power:
            return bytes.fromhex(self._ask("wire")["taps"].get(name, ""))
        return self._looped.get(name, b"")

    # Pins ------------------------------------------------------------------------------------

    def set_pin(self, pin: int, level: int) -> None:
        """Take the level of an output pin."""
        name = self._pins.get(pin, "")
        before = self._driven.get(name, 1)
        self._driven[name] = level
        if name == "dut_power":
            self._switch(level)
        elif name == "dut_run_n" and level and not before and self.power:
            self._ask("reset")
        elif name == "sr_ld_n":
            self._load(before, level)
        elif name == "sr_clk" and level and not before:
            self._shifted += 1

    def pin_mode(self, pin: int, mode: int, level: int) -> None:
        """Take the mode of a pin; an open drain is one that is set."""
        if mode == OUT or self._pins.get(pin) == "dut_run_n":
            self.set_pin(pin, level)
        else:
            self._driven.pop(self._pins.get(pin, ""), None)

    def pin(self, pin: int) -> int:
        """Return the level of an input pin."""
        name = self._pins.get(pin, "")
        if name == "led_pwr_en":
            return int(self._ask("wire")["lit"])
        if name == "sr_q":
            at = self._shifted
            return self._latched[at >> 3] >> (7 - (at & 7)) & 1 if at >> 3 < len(self.ring) else 0
        return self._driven.get(name, 1)

    def _load(self, before: int, level: int) -> None:
        if before and not level:
            self._latched, self._queue = self._queue, self.ring
            self._shifted = 0

    def _switch(self, level: int) -> None:
        if level != self.power:
            self.power = level
            self._looped.clear()
            self._ask("power", on=level)

    def reset_pins(self) -> None:
        """Make all pins inputs: the switch falls open, by a resistor."""
        super().reset_pins()
        self._driven.clear()
        self._switch(0)

    def leds(self, pin: int, unit: int, threshold: int, flags: int, data: bytes) -> None:
        """Take a frame that the jig sends itself; a sampler hears its own line."""
        name = self._string_at.get(pin)
        if name is not None:
            self._looped[name] = data[: WS_BYTES * self._wiring.leds[name]]
