"""The PIO programs of a jig: a chain of 74HC165 as seen from its bus, and a sampler of WS2812.

Neither needs the processor while it runs: DMA feeds the chain from a ring of 32 bytes and takes
what the samplers find into rings of 2 kB.
"""

import rp2
import uctypes
from machine import Pin

RING_BYTES = 32  # more than any chain has; what is behind the chain reads 0
FRAME_WORDS = 512  # two frames of the longest string and more, a power of two
GAP = 0xFFFFFFFF  # a word of the sampler that no LED can be
ENDLESS = 0xFFFFFFFF  # transfers; the rings are set up anew with every board that comes
SAMPLER_HZ = 20_000_000  # 50 ns a step
CHAIN_MACHINE = 0  # of PIO block 0; the samplers do not fit beside it
SAMPLER_MACHINE = 4  # the first of block 1
DREQ_TX0 = 0  # of block 0 (RP2040 datasheet 2.5.3.1)
DREQ_RX4 = 12  # of block 1


@rp2.asm_pio(
    out_init=rp2.PIO.OUT_LOW,
    out_shiftdir=rp2.PIO.SHIFT_LEFT,
    fifo_join=rp2.PIO.JOIN_TX,
)
def chain():
    """Show a bit, shift at each rising clock; SH/LD low begins with the ring anew.

    JMP pin: SH/LD. IN base: the clock. OUT base: Q. X: words of the ring that are still to come.
    """
    label("load")  # SH/LD is low
    set(x, 7)
    pull(block)
    out(pins, 1)  # the first bit stands before any clock
    label("held")
    jmp(pin, "high")
    jmp("held")
    label("high")  # the clock is high, as at rest
    jmp(pin, "look")
    jmp("drop")
    label("look")
    mov(isr, null)
    in_(pins, 1)
    mov(y, isr)
    jmp(not_y, "low")
    jmp("high")
    label("low")
    mov(isr, null)
    in_(pins, 1)
    mov(y, isr)
    jmp(not_y, "low")
    jmp(not_osre, "next")  # a rising edge
    jmp(x_dec, "refill")
    label("end")  # all of the ring is out; its end, behind the chain, is 0, and Q stays so
    jmp(pin, "end")
    jmp("load")
    label("refill")
    pull(block)
    label("next")
    out(pins, 1)
    jmp("high")
    label("drop")  # SH/LD fell early: the rest of the ring goes by
    jmp(x_dec, "pass")
    jmp("load")
    label("pass")
    pull(block)
    jmp("drop")


@rp2.asm_pio(in_shiftdir=rp2.PIO.SHIFT_LEFT, autopush=True, push_thresh=24)
def sampler():
    """Take a bit 0.5 to 0.6 us after each rising edge; a word of ones marks a gap of 50 us.

    JMP pin and IN base: the data line. Y: rounds of 0.1 us that are a gap.
    """
    wrap_target()
    wait(1, pin, 0)
    label("bit")
    nop()[8]
    in_(pins, 1)
    wait(0, pin, 0)
    mov(x, y)
    label("idle")
    jmp(pin, "bit")
    jmp(x_dec, "idle")
    mov(isr, invert(null))
    push(noblock)
    wrap()


class ChainTarget:
    """Sends an image on Q as a chain of shift registers does."""

    def __init__(self, q, ld_n, clk, size):
        """Take the pins' numbers and start; `size` bytes of the ring are the chain's."""
        self._ring, self._at = _aligned(RING_BYTES)
        self._size = size
        for number in (ld_n, clk):
            Pin(number, Pin.IN)
        self._machine = rp2.StateMachine(
            CHAIN_MACHINE,
            chain,
            in_base=Pin(clk),
            out_base=Pin(q),
            jmp_pin=Pin(ld_n),
        )
        self._dma = rp2.DMA()
        control = self._dma.pack_ctrl(
            inc_write=False, ring_size=5, ring_sel=False, treq_sel=DREQ_TX0, bswap=True
        )
        self._dma.config(read=self._at, write=self._machine, count=ENDLESS, ctrl=control)
        self._dma.active(1)
        self._machine.active(1)

    def show(self, image):
        """Send these bytes from the scan after the next on: one is in the queue already."""
        self._ring[: self._size] = image


class FrameSampler:
    """Keeps the last whole frame on the data line of an LED string."""

    def __init__(self, index, pin, leds):
        """Take the number of the sampler, the pin and how many LEDs a frame has."""
        self._leds = leds
        self._ring, self._at = _aligned(4 * FRAME_WORDS)
        Pin(pin, Pin.IN)
        self._machine = rp2.StateMachine(
            SAMPLER_MACHINE + index,
            sampler,
            freq=SAMPLER_HZ,
            in_base=Pin(pin),
            jmp_pin=Pin(pin),
        )
        for step in ("set(y, 31)", "mov(isr, y)", "in_(null, 4)", "mov(y, isr)", "mov(isr, null)"):
            self._machine.exec(step)  # 496 rounds
        self._dma = rp2.DMA()
        control = self._dma.pack_ctrl(
            inc_read=False,
            inc_write=True,
            ring_size=11,
            ring_sel=True,
            treq_sel=DREQ_RX4 + index,
        )
        self._dma.config(read=self._machine, write=self._at, count=ENDLESS, ctrl=control)
        self._dma.active(1)
        self._machine.active(1)

    def frame(self):
        """Return the last frame between two gaps, green, red, blue of each LED; none: empty."""
        at = (self._dma.write - self._at) // 4
        end = None
        for back in range(1, FRAME_WORDS):
            if self._word(at - back) != GAP:
                continue
            if end is not None and end - 1 - (at - back) == self._leds:
                return self._bytes(at - back + 1)
            end = at - back
        return b""

    def forget(self):
        """Know of no frame: the LEDs have lost their supply, and with it what they showed."""
        for i in range(len(self._ring)):
            self._ring[i] = 0

    def _word(self, index):
        at = index % FRAME_WORDS * 4
        return int.from_bytes(self._ring[at : at + 4], "little")

    def _bytes(self, first):
        found = bytearray(3 * self._leds)
        for i in range(self._leds):
            found[3 * i : 3 * i + 3] = self._word(first + i).to_bytes(3, "big")
        return bytes(found)


def _aligned(size):
    """Return a buffer and its address, which is a multiple of its size, as rings need it."""
    room = bytearray(2 * size)
    skip = -uctypes.addressof(room) % size
    return memoryview(room)[skip : skip + size], uctypes.addressof(room) + skip
