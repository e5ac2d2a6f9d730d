"""The module time of a virtual board: the real one, or the same names on the virtual clock."""

import _clock
import utime
from utime import gmtime, localtime, mktime, ticks_add, ticks_diff

_EPOCH_S = 1609459200  # 2021-01-01, where the clock of an RP2 without a battery starts


if _clock.virtual:
    ticks_ms = _clock.ticks_ms
    ticks_us = _clock.ticks_us
    ticks_cpu = _clock.ticks_us

    def time():
        """Return the seconds since 1970."""
        return _EPOCH_S + _clock.now // 1000000

    def time_ns():
        """Return the nanoseconds since 1970."""
        return _EPOCH_S * 1000000000 + _clock.now * 1000

    _gmtime = gmtime

    def gmtime(secs=None):
        """Return the date of a time, by default of now."""
        return _gmtime(time() if secs is None else secs)

    localtime = gmtime
else:
    ticks_ms = utime.ticks_ms
    ticks_us = utime.ticks_us
    ticks_cpu = utime.ticks_cpu
    time = utime.time
    time_ns = utime.time_ns


def sleep_ms(ms):
    """Let milliseconds pass."""
    _clock.sleep_us(ms * 1000)


def sleep_us(us):
    """Let microseconds pass."""
    _clock.sleep_us(us)


def sleep(seconds):
    """Let seconds pass."""
    _clock.sleep_us(int(seconds * 1000000))
