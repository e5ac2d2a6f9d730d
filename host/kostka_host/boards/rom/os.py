"""The module os of a virtual board: the real one, with chance from the board process."""

import _hw
from uos import *
from uos import ilistdir, mount, umount


def urandom(n):
    """Return n random bytes; the board process may make them repeatable."""
    at = _hw.begin(_hw.RANDOM, 2)
    _hw.put(at, n)
    _hw.put(at + 1, n >> 8)
    return _hw.answer()
