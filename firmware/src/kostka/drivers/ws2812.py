"""Drives a string of WS2812B or SK6812 LEDs by PIO and DMA, without keeping the processor.

A bit takes 1.25 us: 20 clocks of 16 MHz, high for 5 (312 ns) to send 0 and for 11 (687 ns) to
send 1. Both lie inside the windows of WS2812B (old: 250..550 and 650..950 ns, V5: 220..380 and
580..1000 ns) and of SK6812 (150..450 and 450..750 ns). A low of 280 us shows the frame.
"""

import time

from kostka.compat import const

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from machine import Pin
    from rp2 import _PIO_ASM_Program

_CLOCK_HZ = const(16_000_000)
_LED_US = const(30)  # 24 bits
_LATCH_US = const(300)
_BITSTREAM_NS = (312, 938, 687, 563)  # high and low of a 0, high and low of a 1

# One program for all strings: the PIO holds 32 instructions.
_programs: "list[_PIO_ASM_Program]" = []


def _program() -> "_PIO_ASM_Program":
    """Return the PIO program; made when first asked for, so that import needs no RP2."""
    if not _programs:
        import rp2

        @rp2.asm_pio(
            sideset_init=rp2.PIO.OUT_LOW,
            out_shiftdir=rp2.PIO.SHIFT_LEFT,
            autopull=True,
            pull_thresh=8,
            fifo_join=rp2.PIO.JOIN_TX,
        )
        def ws2812() -> None:
            # fmt: off
            wrap_target()  # type: ignore[name-defined]  # noqa: F821
            label("bit")  # type: ignore[name-defined]  # noqa: F821
            out(x, 1)             .side(0)[8]  # type: ignore[name-defined]  # noqa: F821
            jmp(not_x, "zero")    .side(1)[4]  # type: ignore[name-defined]  # noqa: F821
            jmp("bit")            .side(1)[5]  # type: ignore[name-defined]  # noqa: F821
            label("zero")  # type: ignore[name-defined]  # noqa: F821
            nop()                 .side(0)[5]  # type: ignore[name-defined]  # noqa: F821
            wrap()  # type: ignore[name-defined]  # noqa: F821
            # fmt: on

        _programs.append(ws2812)
    return _programs[0]


class Strip:
    """A string of `n` LEDs; `buf` holds green, red, blue of each, 0..255, first LED first.

    `buf` is never replaced. While `busy()` the frame is being read from it: change it only
    when idle, or one LED may show a mix of old and new for one frame.
    """

    def __init__(self, pin: "Pin", n: int, machine: int) -> None:
        """Take an output pin and the number of a PIO state machine, 0..7.

        Allocates 3 bytes per LED; claims the state machine and a DMA channel until deinit().
        Where the port has no rp2.DMA the processor sends the frame itself, with interrupts off
        for 30 us per LED.

        Raises:
            OSError: no DMA channel is free, or the program does not fit into the PIO.
        """
        self.n = n
        self.buf = bytearray(3 * n)
        self._pin = pin
        self._frame_us = _LED_US * (n + 1) + _LATCH_US
        self._start = time.ticks_us()
        self._running = False
        self._sm = None
        self._dma = None
        try:
            import rp2

            self._dma = rp2.DMA()
        except (ImportError, AttributeError):
            return
        self._sm = rp2.StateMachine(machine, _program(), freq=_CLOCK_HZ, sideset_base=pin)
        # The bus repeats a byte in all four lanes (RP2040 datasheet 2.1.4), so bytes can go to
        # the FIFO as they lie in the buffer. Transfer requests: 0..3 are PIO0's TX, 8..11 PIO1's.
        request = (machine >> 2) * 8 + (machine & 3)
        control = self._dma.pack_ctrl(size=0, inc_write=False, treq_sel=request)
        self._dma.config(write=self._sm, ctrl=control)
        self._sm.active(1)

    def show(self) -> bool:
        """Begin to send the frame and return at once; False if the last one is still under way.

        Allocates nothing.
        """
        if self.busy():
            return False
        if self._dma is not None:
            self._dma.config(read=self.buf, count=3 * self.n, trigger=True)
        else:
            import machine

            machine.bitstream(self._pin, 0, _BITSTREAM_NS, self.buf)
        self._start = time.ticks_us()
        self._running = True
        return True

    def busy(self) -> bool:
        """Say whether a frame is being sent or the low that shows it is not yet over."""
        if not self._running:
            return False
        if self._dma is not None:
            if self._dma.active():
                return True
            left = self._frame_us
        else:
            left = _LATCH_US
        # A difference outside the frame is a counter that wrapped since: the frame is long done.
        if 0 <= time.ticks_diff(time.ticks_us(), self._start) < left:
            return True
        self._running = False
        return False

    def deinit(self) -> None:
        """Stop in the middle of whatever is sent and free state machine and DMA channel."""
        if self._dma is not None:
            self._dma.active(0)
            self._dma.close()
            self._dma = None
        if self._sm is not None:
            self._sm.active(0)
        self._running = False
