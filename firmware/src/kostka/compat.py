"""The few names that MicroPython has and CPython lacks."""

import sys

MICROPYTHON = sys.implementation.name == "micropython"

try:
    from micropython import const
except ImportError:

    def const(value: int) -> int:
        """Return the value; on MicroPython the compiler folds it."""
        return value


__all__ = ["MICROPYTHON", "const"]
