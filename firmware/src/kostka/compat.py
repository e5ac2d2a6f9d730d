"""The few names that MicroPython has and CPython lacks."""

import sys

MICROPYTHON = sys.implementation.name == "micropython"

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:

    def const(value: int) -> int:
        """Return the value."""

else:
    try:
        from micropython import const
    except ImportError:

        def const(value):
            """Return the value; on MicroPython the compiler folds it."""
            return value


__all__ = ["MICROPYTHON", "const"]
