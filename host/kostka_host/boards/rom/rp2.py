"""The module rp2 of a virtual board: PIO state machines and DMA, as far as LED strips need them.

PIO programs are accepted and not run. What goes into the transmit queue of a state machine is
handed, word by word as the program would shift it, to the LED strip on its side-set pin.
"""

import _clock
import _hw
import uctypes
from machine import Pin

_BIT_NS = 1250  # one bit of a WS2812 at 800 kHz
_GAP_US = 50  # a strip that hears nothing for this long starts anew
_PIO_BASE = (0x50200000, 0x50300000)
_TXF = 0x10  # offset of the transmit queues


class PIOASMError(Exception):
    """A PIO program is wrong."""


class PIO:
    """One of the two PIO blocks."""

    JOIN_NONE = 0
    JOIN_TX = 1
    JOIN_RX = 2
    SHIFT_LEFT = 0
    SHIFT_RIGHT = 1
    IN_LOW = 0
    IN_HIGH = 1
    OUT_LOW = 2
    OUT_HIGH = 3
    IRQ_SM0 = 256
    IRQ_SM1 = 512
    IRQ_SM2 = 1024
    IRQ_SM3 = 2048

    def __init__(self, id):
        if id not in (0, 1):
            raise ValueError("PIO(%s) doesn't exist" % id)
        self._id = id

    def state_machine(self, id, program=None, **kwargs):
        """Return one of the four state machines of this block."""
        return StateMachine(self._id * 4 + id, program, **kwargs)

    def add_program(self, program):
        """Take a program."""

    def remove_program(self, program=None):
        """Forget a program."""

    def irq(self, handler=None, trigger=3840, hard=False):
        """Take a handler; nothing raises it."""


class _Program:
    def __init__(self, shift_right, threshold):
        self.shift_right = shift_right
        self.threshold = threshold or 32


def asm_pio(
    *,
    out_init=None,
    set_init=None,
    sideset_init=None,
    side_pindir=False,
    in_shiftdir=0,
    out_shiftdir=0,
    autopush=False,
    autopull=False,
    push_thresh=32,
    pull_thresh=32,
    fifo_join=0,
):
    """Return a decorator that turns a function into a PIO program."""

    def take(function):
        return _Program(out_shiftdir, pull_thresh)

    return take


class StateMachine:
    """A state machine, which knows the pin that its program drives."""

    _known = {}

    def __init__(
        self,
        id,
        program=None,
        *,
        freq=-1,
        in_base=None,
        out_base=None,
        set_base=None,
        jmp_pin=None,
        sideset_base=None,
        in_shiftdir=None,
        out_shiftdir=None,
        push_thresh=None,
        pull_thresh=None,
        **kwargs,
    ):
        if not 0 <= id <= 7:
            raise ValueError("invalid StateMachine")
        self.number = id
        self._active = False
        self._pin = -1
        self._shift_right = 0
        self._threshold = 32
        self._end_us = -_GAP_US
        StateMachine._known[id] = self
        if program is not None:
            self.init(
                program,
                freq=freq,
                out_base=out_base,
                set_base=set_base,
                sideset_base=sideset_base,
                out_shiftdir=out_shiftdir,
                pull_thresh=pull_thresh,
            )

    def init(
        self,
        program,
        *,
        freq=-1,
        in_base=None,
        out_base=None,
        set_base=None,
        jmp_pin=None,
        sideset_base=None,
        in_shiftdir=None,
        out_shiftdir=None,
        push_thresh=None,
        pull_thresh=None,
        **kwargs,
    ):
        """Give the state machine a program and pins."""
        base = sideset_base
        if base is None:
            base = out_base if out_base is not None else set_base
        if base is not None:
            self._pin = base.number if isinstance(base, Pin) else base
        self._shift_right = program.shift_right if out_shiftdir is None else out_shiftdir
        self._threshold = (program.threshold if pull_thresh is None else pull_thresh) or 32
        self._active = False

    def active(self, value=None):
        """Return or set whether the state machine runs."""
        if value is None:
            return self._active
        self._active = bool(value)

    def restart(self):
        """Start the program anew."""

    def exec(self, instr):
        """Take one instruction; it is not run."""

    def put(self, value, shift=0):
        """Put words into the transmit queue; waits until they are out."""
        items = (value,) if isinstance(value, int) else value
        words = bytearray(4 * len(items))
        for i in range(len(items)):
            word = items[i] << shift
            for k in range(4):
                words[4 * i + k] = word >> 8 * k & 255
        _clock.sleep_us(self._feed(words, 2, 0))

    def get(self, buf=None, shift=0):
        """Return a word of the receive queue; nothing fills it."""
        raise NotImplementedError("StateMachine.get")

    def rx_fifo(self):
        """Return the number of words in the receive queue."""
        return 0

    def tx_fifo(self):
        """Return the number of words in the transmit queue."""
        return 1 if _clock.stamp() < self._end_us else 0

    def irq(self, handler=None, trigger=1, hard=False):
        """Take a handler; nothing raises it."""

    def _feed(self, data, unit, bswap):
        """Hand units of 1, 2 or 4 bytes (`unit` 0..2) to the strip; return the time in us."""
        now = _clock.stamp()
        flags = self._shift_right & 1 | (bswap & 1) << 1
        start = now
        if now < self._end_us + _GAP_US:
            flags |= 4  # goes on where the last transfer ended
            start = max(now, self._end_us)
        at = _hw.begin_long(_hw.LEDS, 4, len(data))
        _hw.put(at, self._pin)
        _hw.put(at + 1, unit)
        _hw.put(at + 2, self._threshold)
        _hw.put(at + 3, flags)
        _hw.send(data)
        us = (len(data) >> unit) * self._threshold * _BIT_NS // 1000
        self._end_us = start + us
        return start - now + us


_FIELDS = (
    # name, lowest bit, bits, default (RP2040 datasheet 2.5.7, CH0_CTRL_TRIG)
    ("enable", 0, 1, 1),
    ("high_pri", 1, 1, 0),
    ("size", 2, 2, 2),
    ("inc_read", 4, 1, 1),
    ("inc_write", 5, 1, 1),
    ("ring_size", 6, 4, 0),
    ("ring_sel", 10, 1, 0),
    ("chain_to", 11, 4, 0),
    ("treq_sel", 15, 6, 63),
    ("irq_quiet", 21, 1, 1),
    ("bswap", 22, 1, 0),
    ("sniff_en", 23, 1, 0),
    ("busy", 24, 1, 0),
    ("write_err", 29, 1, 0),
    ("read_err", 30, 1, 0),
    ("ahb_err", 31, 1, 0),
)


class _End:
    """The end of a DMA transfer, as a timer that fires once."""

    period_us = 0
    repeats = False

    def __init__(self, dma):
        self.due = 0
        self._dma = dma

    def callback(self, _):
        if self._dma._handler:
            self._dma._handler(self._dma)


class DMA:
    """A DMA channel; transfers from memory into a state machine's queue do something."""

    _used = [False] * 12

    def __init__(self):
        for channel in range(12):
            if not DMA._used[channel]:
                break
        else:
            raise OSError(16)
        DMA._used[channel] = True
        self.channel = channel
        self.read = 0
        self.write = 0
        self.count = 0
        self.ctrl = 0
        self._end = _End(self)
        self._handler = None
        self._source = None  # what `_bytes` shows
        self._bytes = b""

    def close(self):
        """Give the channel back."""
        DMA._used[self.channel] = False
        _clock.remove_timer(self._end)

    @staticmethod
    def unpack_ctrl(value):
        """Return the fields of a control register."""
        return {name: value >> low & (1 << bits) - 1 for name, low, bits, _ in _FIELDS}

    def pack_ctrl(self, *, default=None, **kwargs):
        """Return a control register with the given fields."""
        value = default
        if value is None:
            value = self.channel << 11
            for name, low, _, standard in _FIELDS:
                if name != "chain_to":
                    value |= standard << low
        for name, low, bits, _ in _FIELDS:
            if name in kwargs:
                mask = (1 << bits) - 1
                value = value & ~(mask << low) | (int(kwargs.pop(name)) & mask) << low
        for name in kwargs:
            if name not in ("inc_read_rev", "inc_write_rev"):
                raise TypeError("unexpected keyword argument '%s'" % name)
        return value

    def config(self, *, read=None, write=None, count=None, ctrl=None, trigger=False):
        """Set registers and, with `trigger`, start the transfer."""
        if read is not None:
            self.read = read
        if write is not None:
            self.write = write
        if count is not None:
            self.count = count
        if ctrl is not None:
            self.ctrl = ctrl
        if trigger:
            self._start()

    def active(self, value=None):
        """Return whether a transfer goes on; 1 starts one, 0 stops it."""
        if value is None:
            if _clock.stamp() >= self._end.due:
                return False
            _clock.spin()
            return True
        if value:
            self._start()
        else:
            self._end.due = 0

    def irq(self, handler=None, hard=False):
        """Take a handler for the end of a transfer."""
        self._handler = handler

    def _start(self):
        machine = self._target()
        if machine is None:
            raise NotImplementedError("DMA to anything but a state machine")
        unit = self.ctrl >> 2 & 3
        size = self.count << unit
        if self._source is not self.read or len(self._bytes) != size:
            self._source = self.read
            at = self.read if isinstance(self.read, int) else uctypes.addressof(self.read)
            self._bytes = uctypes.bytearray_at(at, size)
        self._end.due = _clock.stamp() + machine._feed(self._bytes, unit, self.ctrl >> 22)
        if self._handler:
            _clock.remove_timer(self._end)
            _clock.add_timer(self._end)

    def _target(self):
        target = self.write
        if isinstance(target, StateMachine):
            return target
        if isinstance(target, int):
            for block in range(2):
                number = target - _PIO_BASE[block] - _TXF
                if 0 <= number < 16 and number % 4 == 0:
                    return StateMachine._known.get(block * 4 + number // 4)
        return None


def bootsel_button():
    """Return 1 while the button is pressed; a virtual board has none."""
    return 0
