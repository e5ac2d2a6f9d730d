"""PWM and ADC of a virtual board; what hangs on their pins lives in the board process.

Nothing here allocates once warmed up.
"""

import _clock
import _hw

_FIRST_ADC = 26
_CORE = 30


def _gpio(dest):
    return dest if isinstance(dest, int) else dest.number


class PWM:
    """A pin that goes high and low by itself."""

    def __init__(self, dest, *, freq=-1, duty_u16=-1, duty_ns=-1, invert=False):
        self._pin = _gpio(dest)
        self._freq = 0
        self._duty = 0
        self._invert = False
        self.init(freq=freq, duty_u16=duty_u16, duty_ns=duty_ns, invert=invert)

    def init(self, *, freq=-1, duty_u16=-1, duty_ns=-1, invert=False):
        """Set it up."""
        self._invert = invert
        if freq != -1:
            self._freq = freq
        if duty_u16 != -1:
            self._duty = duty_u16
        if duty_ns != -1:
            self._duty = duty_ns * self._freq * 65535 // 1000000000
        self._tell()

    def freq(self, value=None):
        """Return or set the frequency in Hz."""
        if value is None:
            return self._freq
        if not 8 <= value <= 62500000:
            raise ValueError("freq too small" if value < 8 else "freq too large")
        self._freq = value
        self._tell()

    def duty_u16(self, value=None):
        """Return or set how much of the time the level is high, 0..65535."""
        if value is None:
            return self._duty
        self._duty = min(65535, value)
        self._tell()

    def duty_ns(self, value=None):
        """Return or set how long the level is high, in ns."""
        if value is None:
            return self._duty * 1000000000 // 65535 // self._freq
        self._duty = value * self._freq * 65535 // 1000000000
        self._tell()

    def deinit(self):
        """Let the pin be low."""
        self._duty = 0
        self._invert = False
        self._tell()

    def _tell(self):
        duty = 65535 - self._duty if self._invert else self._duty
        _clock.tell()
        at = _hw.begin(_hw.PWM, 7)
        _hw.put(at, self._pin)
        _hw.put32(at + 1, self._freq)
        _hw.put(at + 5, duty)
        _hw.put(at + 6, duty >> 8)


class ADC:
    """An analog input: a pin from 26 to 29, or a channel, of which 4 is the core's sensor."""

    CORE_TEMP = 4

    _buf = bytearray(2)

    def __init__(self, id, *, sample_ns=0, atten=0):
        number = _gpio(id)
        if isinstance(id, int) and number <= 4:
            number += _FIRST_ADC
        if not _FIRST_ADC <= number <= _CORE:
            raise ValueError("Pin doesn't have ADC capabilities")
        self._pin = number

    def read_u16(self):
        """Return the level, 0..65535 for 0..3.3 V."""
        at = _hw.begin(_hw.ADC, 1)
        _hw.put(at, self._pin)
        _hw.answer(ADC._buf)
        return ADC._buf[0] | ADC._buf[1] << 8
