"""The few names that MicroPython has and CPython lacks."""

import gc
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


def forget(*names: str) -> bool:
    """Drop modules from memory; the next import reads them from flash again.

    For modules of functions only, imported where they are used. Return whether any was there.
    CPython keeps them: it has room.
    """
    found = False
    if MICROPYTHON:
        for name in names:
            if sys.modules.pop(name, None) is not None:
                found = True
                parent, _, leaf = name.rpartition(".")
                if parent in sys.modules:  # a game from outside is in no package
                    delattr(sys.modules[parent], leaf)
    return found


def settle() -> None:
    """Collect before modules are read, so that what stays does not lie scattered over the heap.

    CPython has no need of it.
    """
    if MICROPYTHON:
        gc.collect()


def free_heap() -> int:
    """Return how many bytes of the heap are free; CPython has no end of them."""
    return gc.mem_free() if MICROPYTHON else 1 << 30  # type: ignore[attr-defined]


__all__ = ["MICROPYTHON", "const", "forget", "free_heap", "settle"]
