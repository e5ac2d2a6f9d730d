"""Time of a virtual board: the real clock, or one that moves only while the firmware waits.

The virtual clock moves in sleeps, and in polls that find nothing readable, and only as far as
the board process granted. What programs see starts far ahead of the real clock, because the
task queue of asyncio stamps new tasks with the real one and must find that in the past.
Timers and the virtual watchdog fire while the clock moves.
"""

import sys

import _hw
import uselect
import utime

START_US = (1 << 40) * 1000  # 34 years in milliseconds: no machine is up that long
SPIN_CALLS = 2000  # looks at the clock without a wait, before waiting in a loop takes time
SPIN_US = 100
FOREVER = 1 << 60

virtual = False
now = 0  # microseconds of life, virtual clock only
_told = 0  # what the board process knows of `now`
_spins = 0
_timers = []
_hardware = uselect.poll()
_both = uselect.poll()
_dog_us = 0
_dog_fed = 0


def start(is_virtual, at_us, granted_us, watchdog_us):
    """Choose the clock. `at_us` is the age of the board, `granted_us` how old it may get.

    `watchdog_us` is the timeout of a watchdog that a soft reset did not stop, or 0.
    """
    global virtual, now, _dog_us, _dog_fed
    virtual = is_virtual
    _dog_us = watchdog_us
    _dog_fed = at_us
    now = at_us
    _hw.granted = granted_us
    _hardware.register(_hw.stream, uselect.POLLIN)
    _both.register(_hw.stream, uselect.POLLIN)
    _both.register(sys.stdin, uselect.POLLIN)


def stamp():
    """Return the microseconds that timers and chips count in, without letting time pass."""
    return now if virtual else utime.ticks_us()


def tell():
    """Let the chips know the virtual time, if it has moved since; begin no message before it."""
    global _told
    if virtual and now != _told:
        _told = now
        _hw.put64(_hw.begin(_hw.NOW, 8), now)


def ticks_us():
    """Return what a program may know of the virtual clock."""
    spin()
    return START_US + now


def ticks_ms():
    """Return the virtual milliseconds."""
    spin()
    return (START_US + now) // 1000


def spin():
    """Note a look at the clock; a program that only looks lets time pass after a while."""
    global _spins
    _spins += 1
    if _spins > SPIN_CALLS and virtual:
        _move(SPIN_US, _hardware)
        _spins = SPIN_CALLS  # only a wait makes an end of it


def sleep_us(us):
    """Let time pass."""
    _hw.flush()
    end = stamp() + us
    while True:
        left = end - stamp()
        if left <= 0:
            return
        if virtual:
            _move(left, _hardware)
        else:
            left = _until_timer(left)
            if left >= 1000:
                utime.sleep_ms(left // 1000)
            else:
                utime.sleep_us(left)
            _fire()


def wait(us, poller, reads_stdin):
    """Let time pass until `poller` finds something or `us` (below 0: no end) are over."""
    _hw.flush()
    end = stamp() + (us if us >= 0 else FOREVER)
    while True:
        left = end - stamp()
        if left <= 0:
            return
        if virtual:
            _move(left, _both if reads_stdin else _hardware)
            if now >= end:
                return
            for _ in poller.ipoll(0):
                return
        else:
            left = _until_timer(left)
            for _ in poller.ipoll(-1 if left > FOREVER // 2 else (left + 999) // 1000):
                return
            _fire()


def _until_timer(us):
    if _timers:
        left = _timers[0].due - utime.ticks_us()
        if left < us:
            return left if left > 0 else 0
    return us


def _move(us, waiter):
    """Move the virtual clock once: to the end of `us`, the next timer or what is granted.

    Where nothing more is granted this waits for more, or for input where `waiter` holds it.
    """
    global now, _spins
    target = now + us
    if _timers and _timers[0].due < target:
        target = _timers[0].due
    if _dog_us and _dog_fed + _dog_us < target:
        target = _dog_fed + _dog_us
    if target > _hw.granted:
        if now < _hw.granted:
            now = _hw.granted
        _block(target, waiter)
        return
    if target > now:
        now = target
        _spins = 0
    if _dog_us and now >= _dog_fed + _dog_us:
        _hw.reset(_hw.WATCHDOG_RESET, now)
    _fire()


def _block(target, waiter):
    at = _hw.begin(_hw.IDLE, 16)
    _hw.put64(at, now)
    _hw.put64(at + 8, target)
    _hw.flush()
    granted = False
    for pair in waiter.ipoll(-1):
        if pair[0] is _hw.stream:
            granted = True
    if granted:
        _hw.take_grant()


def _fire():
    while _timers and _timers[0].due <= stamp():
        timer = _timers.pop(0)
        if timer.repeats:
            timer.due += timer.period_us
            add_timer(timer)
        else:
            announce()
        try:
            timer.callback(timer)
        except Exception as problem:
            sys.print_exception(problem)


def add_timer(timer):
    """Enter a timer (due, period_us, repeats, callback) by its due time."""
    i = 0
    while i < len(_timers) and _timers[i].due <= timer.due:
        i += 1
    _timers.insert(i, timer)


def remove_timer(timer):
    """Take a timer out."""
    if timer in _timers:
        _timers.remove(timer)


def announce():
    """Tell the board process how many timers run: on a real board they go on at a prompt."""
    _hw.put(_hw.begin(_hw.TIMERS, 1), len(_timers))
    _hw.flush()


def watched():
    """Say whether the watchdog runs."""
    return _dog_us > 0


def watch(timeout_us):
    """Start the watchdog, or feed it with 0. Over the real clock the board process watches."""
    global _dog_us, _dog_fed
    at = stamp()
    if timeout_us:
        _dog_us = timeout_us
    elif virtual or at - _dog_fed < _dog_us // 16:
        if virtual:
            _dog_fed = at
        return
    _dog_fed = at
    _hw.put32(_hw.begin(_hw.WATCHDOG, 4), _dog_us)
    _hw.flush()
