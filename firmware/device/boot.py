"""Runs first on every start. USB keeps its one serial port, so there is nothing to set up.

A watchdog that the app started outlives soft resets, also those of mpremote, after which main.py
does not run. Then a timer feeds it until the app is back; it needs nothing but MicroPython.

A change of release goes on here (see slots.py). One that is on trial has to start a fed watchdog
by itself: nobody feeds this one.
"""

import os
import sys

import machine

feeder = None
# WATCHDOG_CTRL (datasheets: RP2040 4.7.6, RP2350 12.9.7), bit 30: enabled
if machine.mem32[0x400D8000 if "RP2350" in sys.implementation._machine else 0x40058000] >> 30 & 1:
    _dog = machine.WDT(timeout=8000)
    feeder = machine.Timer(-1, period=2000, callback=lambda timer: _dog.feed())

sys.path.remove("/lib")
sys.path.insert(0, "/lib")  # before what is frozen, and before the ROM of a virtual board
try:
    # A rename into another folder that lost its power hides the name behind the old one, too,
    # until littlefs is about to write.
    os.remove("/nothing")
except OSError:
    pass
trial = False
_names = os.listdir("/")
if "swap.new" in _names or "swap.trial" in _names or "swap.back" in _names:
    import slots

    try:
        trial = slots.at_start()
    except OSError as problem:  # tried again at the next start
        sys.print_exception(problem)
    del slots, sys.modules["slots"]
    if trial:
        if feeder is not None:
            feeder.deinit()
            feeder = None
        _dog = machine.WDT(timeout=8000)
del _names, machine, os, sys
