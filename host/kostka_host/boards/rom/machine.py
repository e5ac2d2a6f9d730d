"""The module machine of a virtual board: pins, buses, timers and watchdog of an RP2040.

It keeps the names and signatures of the real module that firmware uses; what differs is listed
in the table of shim_differences.toml beside the host's boards.
"""

import _clock
import _hw
import utime
from _analog import ADC, PWM
from _i2c import I2C

PWRON_RESET = 1
WDT_RESET = 3

_info = {"cause": PWRON_RESET, "id": "0000000000000000"}
_freq = 125000000


def _start(info):
    global _info
    _info = info


def unique_id():
    """Return the eight bytes that no other board has."""
    text = _info["id"]
    return bytes([int(text[i : i + 2], 16) for i in range(0, 16, 2)])


def reset_cause():
    """Return why the board started."""
    return _info["cause"]


def reset():
    """Start the board anew, as after power on."""
    _hw.reset(_hw.HARD, _clock.now)


def soft_reset():
    """Start the interpreter anew."""
    raise SystemExit


def bootloader(value=None):
    """Leave the firmware; a virtual board starts anew."""
    _hw.reset(_hw.HARD, _clock.now)


def freq(hz=None):
    """Return or set the frequency of the processor; it changes nothing here."""
    global _freq
    if hz is None:
        return _freq
    _freq = hz


def idle():
    """Wait a little."""
    _clock.sleep_us(1000)


def lightsleep(time_ms=None):
    """Let milliseconds pass."""
    _clock.sleep_us((time_ms or 0) * 1000)


def disable_irq():
    """Return the state for enable_irq(); nothing interrupts here."""
    return 0


def enable_irq(state):
    """Take the state from disable_irq()."""


def bitstream(pin, encoding, timing, data):
    """Send bytes to the LED strip on a pin; returns when the last bit is out."""
    at = _hw.begin_long(_hw.LEDS, 4, len(data))
    _hw.put(at, pin.number)
    _hw.put(at + 1, 0)  # units of one byte
    _hw.put(at + 2, 8)  # all its bits
    _hw.put(at + 3, 0)
    _hw.send(data)
    _clock.sleep_us(len(data) * 8 * sum(timing) // 2000)


class Pin:
    """A pin of the controller; every number is one object."""

    IN = 0
    OUT = 1
    OPEN_DRAIN = 2
    ALT = 3
    PULL_UP = 1
    PULL_DOWN = 2
    IRQ_FALLING = 4
    IRQ_RISING = 8
    ALT_SPI = 1
    ALT_UART = 2
    ALT_I2C = 3
    ALT_PWM = 4
    ALT_SIO = 5
    ALT_PIO0 = 6
    ALT_PIO1 = 7
    ALT_GPCK = 8
    ALT_USB = 9
    DRIVE_0 = 0
    DRIVE_1 = 1
    DRIVE_2 = 2

    _known = {}

    def __new__(cls, id, mode=-1, pull=-1, *, value=None, drive=None, alt=None):
        if isinstance(id, Pin):
            id = id.number
        if isinstance(id, str):
            id = 25 if id == "LED" else int(id[2:] if id[:2] == "GP" else id)
        if not 0 <= id <= 29:
            raise ValueError("invalid pin")
        pin = cls._known.get(id)
        if pin is None:
            pin = object.__new__(cls)
            pin.number = id
            pin._mode = cls.IN
            pin._pull = None
            pin._level = 0
            cls._known[id] = pin
        return pin

    def __init__(self, id, mode=-1, pull=-1, *, value=None, drive=None, alt=None):
        if mode != -1 or pull != -1 or value is not None:
            self.init(mode, pull, value=value, drive=drive, alt=alt)

    def init(self, mode=-1, pull=-1, *, value=None, drive=None, alt=None):
        """Set mode, pull and level."""
        if mode != -1:
            self._mode = mode
        if pull != -1:
            self._pull = pull
        if value is not None:
            self._level = 1 if value else 0
        at = _hw.begin(_hw.PIN_MODE, 4)
        _hw.put(at, self.number)
        _hw.put(at + 1, self._mode)
        _hw.put(at + 2, self._pull or 0)
        _hw.put(at + 3, self._level)

    def value(self, x=None):
        """Return the level, or set it."""
        if x is None:
            if self._mode == 1:
                return self._level
            _clock.tell()
            at = _hw.begin(_hw.PIN_GET, 1)
            _hw.put(at, self.number)
            return _hw.answer()[0]
        self._level = 1 if x else 0
        at = _hw.begin(_hw.PIN_SET, 2)
        _hw.put(at, self.number)
        _hw.put(at + 1, self._level)

    __call__ = value

    def on(self):
        """Set the level high."""
        self.value(1)

    def off(self):
        """Set the level low."""
        self.value(0)

    high = on
    low = off

    def toggle(self):
        """Turn the level round."""
        self.value(1 - self._level)

    def mode(self, mode=None):
        """Return the mode, or set it."""
        if mode is None:
            return self._mode
        self.init(mode)

    def pull(self, pull=-1):
        """Return the pull, or set it."""
        if pull == -1:
            return self._pull
        self.init(-1, pull)

    def drive(self, drive=None):
        """Return the drive strength; setting it changes nothing."""
        return None if drive is not None else self.DRIVE_1

    def irq(self, handler=None, trigger=12, *, priority=1, wake=None, hard=False):
        """Take a handler for edges; no pin of a virtual board raises it."""

    def __repr__(self):
        return "Pin(GPIO%d)" % self.number


class SPI:
    """An SPI bus; what hangs on it lives in the board process."""

    LSB = 0
    MSB = 1

    def __init__(
        self,
        id,
        baudrate=1000000,
        *,
        polarity=0,
        phase=0,
        bits=8,
        firstbit=1,
        sck=None,
        mosi=None,
        miso=None,
        pins=None,
    ):
        if id not in (0, 1):
            raise ValueError("SPI(%s) doesn't exist" % id)
        self._id = id
        self._wire = id
        self.init(baudrate, polarity=polarity, phase=phase, bits=bits, firstbit=firstbit)

    def init(
        self,
        baudrate=1000000,
        *,
        polarity=0,
        phase=0,
        bits=8,
        firstbit=1,
        sck=None,
        mosi=None,
        miso=None,
        pins=None,
    ):
        """Set the bus up. The chips see whole bytes, so the speed does not matter."""
        if firstbit != 1:
            raise NotImplementedError("LSB")
        self._wire = self._id | (polarity & 1) << 5 | (phase & 1) << 4

    def deinit(self):
        """Free the bus."""

    def readinto(self, buf, write=0x00):
        """Fill a buffer while sending the same byte all the time."""
        n = len(buf)
        at = _hw.begin(_hw.SPI_READ, 4)
        _hw.put(at, self._wire)
        _hw.put(at + 1, write)
        _hw.put(at + 2, n)
        _hw.put(at + 3, n >> 8)
        _hw.answer(buf)

    def read(self, nbytes, write=0x00):
        """Return bytes that were read while sending the same byte all the time."""
        buf = bytearray(nbytes)
        self.readinto(buf, write)
        return bytes(buf)

    def write(self, buf):
        """Send bytes."""
        at = _hw.begin_long(_hw.SPI_WRITE, 1, len(buf))
        _hw.put(at, self._wire)
        _hw.send(buf)

    def write_readinto(self, write_buf, read_buf):
        """Send bytes and fill another buffer of the same length meanwhile."""
        if len(write_buf) != len(read_buf):
            raise ValueError("buffers must be the same length")
        at = _hw.begin_long(_hw.SPI_XFER, 1, len(write_buf))
        _hw.put(at, self._wire)
        _hw.send(write_buf)
        _hw.answer(read_buf)


class Timer:
    """A software timer; its callback runs while the firmware sleeps or polls."""

    ONE_SHOT = 0
    PERIODIC = 1

    def __init__(
        self, id=-1, *, mode=1, period=None, freq=None, tick_hz=1000, callback=None, hard=None
    ):
        self.due = 0
        self.period_us = 0
        self.repeats = False
        self.callback = None
        if callback is not None:
            self.init(mode=mode, period=period, freq=freq, tick_hz=tick_hz, callback=callback)

    def init(self, *, mode=1, period=None, freq=None, tick_hz=1000, callback=None, hard=None):
        """Start the timer with a period in ticks or a frequency."""
        _clock.remove_timer(self)
        if freq is not None:
            self.period_us = int(1000000 / freq)
        else:
            self.period_us = (period or 0) * 1000000 // tick_hz
        self.period_us = max(1, self.period_us)
        self.repeats = mode == Timer.PERIODIC
        self.callback = callback
        self.due = _clock.stamp() + self.period_us
        _clock.add_timer(self)
        _clock.announce()

    def deinit(self):
        """Stop the timer."""
        _clock.remove_timer(self)
        _clock.announce()


class WDT:
    """The watchdog: it cannot be stopped."""

    def __init__(self, *, id=0, timeout=5000):
        if not 0 < timeout <= 8388:
            raise ValueError("timeout exceeds 8388")
        _clock.watch(timeout * 1000)

    def feed(self):
        """Put the reset off."""
        _clock.watch(0)


class RTC:
    """The calendar clock."""

    _shift_s = 0

    def __init__(self, id=0):
        pass

    def datetime(self, datetimetuple=None):
        """Return or set (year, month, day, weekday, hours, minutes, seconds, 0)."""
        import time

        if datetimetuple is None:
            t = time.gmtime(time.time() + RTC._shift_s)
            return (t[0], t[1], t[2], t[6], t[3], t[4], t[5], 0)
        y, mo, d, _, h, m, s, _ = datetimetuple
        RTC._shift_s = utime.mktime((y, mo, d, h, m, s, 0, 0)) - time.time()


_WATCHDOG_CTRL = 0x40058000


class _Memory:
    """Registers by address: what was written is read back. The watchdog's says if it runs."""

    def __init__(self):
        self._cells = {}

    def __getitem__(self, address):
        if address == _WATCHDOG_CTRL:
            return 1 << 30 if _clock.watched() else 0
        return self._cells.get(address, 0)

    def __setitem__(self, address, value):
        self._cells[address] = value


mem8 = _Memory()
mem16 = _Memory()
mem32 = _Memory()
