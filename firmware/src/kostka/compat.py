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


def unload(name: str) -> None:
    """Free the memory of a module that is seldom needed; importing it again loads it anew.

    Does nothing on CPython. Nobody may hold on to what the module defined.
    """
    if MICROPYTHON and name in sys.modules:
        sys.modules.pop(name)
        parent, _, child = name.rpartition(".")
        if parent in sys.modules:
            delattr(sys.modules[parent], child)


__all__ = ["MICROPYTHON", "const", "unload"]
