"""The PIO programs of the jig, run cycle by cycle against the waveforms that they meet."""

from __future__ import annotations

import math
from collections.abc import Iterator

import pytest
from pio_machine import MEMORY, StateMachine, programs

RING = 32
HALF = 62  # cycles of 8 ns in half a clock of 1 MHz
GAP = 0xFFFFFFFF


class Panel:
    """A controller's clock and SH/LD against the chain program; DMA keeps its queue full."""

    def __init__(self, image: bytes) -> None:
        self.image = image.ljust(RING, b"\0")
        self.clock, self.load = 1, 1
        self.levels = [(1, 1)] * 4
        self.machine = StateMachine(programs()["chain"], self._inputs)
        self._words = self._dma()

    def _inputs(self, cycle: int) -> tuple[int, int]:
        return self.levels[max(0, cycle)] if cycle < len(self.levels) else (self.clock, self.load)

    def _dma(self) -> Iterator[int]:
        while True:
            for at in range(0, RING, 4):
                yield int.from_bytes(self.image[at : at + 4], "big")

    def run(self, cycles: int) -> None:
        for _ in range(cycles):
            while len(self.machine.tx) < 8:
                self.machine.tx.append(next(self._words))
            while len(self.levels) <= self.machine.cycle:
                self.levels.append((self.clock, self.load))
            self.machine.step()

    def scan(self, count: int, half: int = HALF) -> bytes:
        """Read as SPI mode 2 does: data is taken at the falling edge."""
        self.load = 0
        self.run(4 * HALF)
        self.load = 1
        self.run(4 * HALF)
        bits = 0
        for _ in range(8 * count):
            bits = bits << 1 | self.machine.pin
            self.clock = 0
            self.run(half)
            self.clock = 1
            self.run(half)
        return bits.to_bytes(count, "big")


def scanned(image: bytes, *counts: int) -> list[bytes]:
    panel = Panel(image)
    panel.run(50)
    return [panel.scan(count) for count in counts]


def test_programs_fit_their_memory() -> None:
    found = programs()
    assert len(found["chain"].code) <= MEMORY
    assert len(found["sampler"].code) <= MEMORY


@pytest.mark.parametrize("image", [b"\x5f\x7f\xbf\x01" * 7, bytes(range(200, 228)), b"\x80"])
def test_a_chain_is_read_bit_by_bit(image: bytes) -> None:
    want = image + b"\0"
    first, second, third = scanned(image, len(want), len(want), len(want))
    assert (first, second, third) == (want, want, want)


@pytest.mark.parametrize("short", [0, 1, 4, 5, 27, 31])
def test_a_scan_that_ends_early_does_not_shift_the_next(short: int) -> None:
    image = bytes(range(1, 29))
    cut, whole = scanned(image, short, 29)
    assert cut == image[:short] + b"\0" * max(0, short - 28)
    assert whole == image + b"\0"


def test_a_scan_that_reads_on_finds_zeros() -> None:
    image = b"\xff" * 28
    long, next_one = scanned(image, 40, 29)
    assert long == image + b"\0" * 12
    assert next_one == image + b"\0"


def test_a_change_is_there_after_at_most_one_more_scan() -> None:
    panel = Panel(b"\xff" * 28)
    panel.run(50)
    panel.scan(29)
    panel.image = (b"\x7f" * 28).ljust(RING, b"\0")
    panel.scan(29)
    assert panel.scan(29) == b"\x7f" * 28 + b"\0"


def test_a_chain_keeps_up_with_the_fastest_clock_that_a_layout_may_have() -> None:
    panel = Panel(bytes(range(1, 29)))
    panel.run(50)
    panel.scan(29, half=12)  # 5 MHz of 125 MHz
    assert panel.scan(29, half=12) == bytes(range(1, 29)) + b"\0"


# The sampler runs at 20 MHz: 50 ns a cycle. Times in ns: high and low, of a 0 and of a 1.

STEP_NS = 50
BITSTREAM = ((400, 850), (800, 450))
BOARD = ((312.5, 937.5), (687.5, 562.5))  # kostka.drivers.ws2812: 5 or 11 of 20 cycles are high
GAP_NS = 70_000

Times = tuple[tuple[float, float], tuple[float, float]]


def wave(
    frames: list[bytes], times: Times = BITSTREAM, gap_ns: int = GAP_NS, phase_ns: float = 0
) -> list[int]:
    """Return the line's level in each cycle; `phase_ns` is where in a cycle the first edge is."""
    edges = []
    at = gap_ns + phase_ns
    for frame in frames:
        for byte in frame:
            for bit in range(7, -1, -1):
                high, low = times[byte >> bit & 1]
                edges.append((at, at + high))
                at += high + low
        at += gap_ns
    levels = [0] * (int(at / STEP_NS) + 1)
    for rise, fall in edges:
        for i in range(math.ceil(rise / STEP_NS), math.ceil(fall / STEP_NS)):
            levels[i] = 1
    return levels


def sampled(levels: list[int]) -> list[int]:
    machine = StateMachine(
        programs()["sampler"],
        lambda cycle: (levels[cycle], levels[cycle]) if 0 <= cycle < len(levels) else (0, 0),
    )
    machine.registers["y"] = 496
    for _ in range(len(levels) + 8):
        machine.step()
    return machine.rx


def words(frame: bytes) -> list[int]:
    return [int.from_bytes(frame[at : at + 3], "big") for at in range(0, len(frame), 3)]


FRAME = bytes((85 * i + 7) & 0xFF for i in range(36))


@pytest.mark.parametrize("phase_ns", range(0, 50, 10))
@pytest.mark.parametrize("times", [BITSTREAM, BOARD], ids=["bitstream", "board"])
def test_frames_are_sampled_between_gaps(times: Times, phase_ns: int) -> None:
    other = bytes(reversed(FRAME))
    found = sampled(wave([FRAME, other], times, phase_ns=phase_ns))
    assert found == [*words(FRAME), GAP, *words(other), GAP]


def test_a_piece_of_a_led_is_dropped_at_the_gap() -> None:
    levels = wave([FRAME[:4]]) + wave([FRAME])
    assert sampled(levels) == [*words(FRAME[:3]), GAP, *words(FRAME), GAP]


def test_a_pause_shorter_than_a_gap_splits_no_frame() -> None:
    levels = wave([FRAME[:18], FRAME[18:]], gap_ns=30_000) + [0] * 1400
    assert sampled(levels) == [*words(FRAME), GAP]
