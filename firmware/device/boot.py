"""Runs first on every start. USB keeps its one serial port, so there is nothing to set up.

A watchdog that the app started outlives soft resets, also those of mpremote, after which main.py
does not run. Then a timer feeds it until the app is back; it needs nothing but MicroPython.
"""

import machine

WATCHDOG_CTRL = 0x40058000  # RP2040 datasheet, 4.7.6; bit 30: enabled

feeder = None
if machine.mem32[WATCHDOG_CTRL] >> 30 & 1:
    _dog = machine.WDT(timeout=8000)
    feeder = machine.Timer(-1, period=2000, callback=lambda timer: _dog.feed())
