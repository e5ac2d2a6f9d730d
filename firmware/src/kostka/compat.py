"""The few names that MicroPython has and CPython lacks, and what both need for a small heap."""

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


def forget(package: str, name: str) -> None:
    """Let go of a module that is seldom used; it is loaded anew when it is imported again."""
    module = sys.modules.pop(package + "." + name, None)
    parent = sys.modules.get(package)
    if module is not None and getattr(parent, name, None) is module:
        delattr(parent, name)


__all__ = ["MICROPYTHON", "const", "forget"]
