"""The numbers printed on an owner's copy of a game: small files that take the place of ours.

Whoever starts a table hands in how files are read; without that, and where a file is missing or
damaged, games use the numbers that they bring along. They are read once, with the game's module.
"""

import binascii

from kostka.compat import const

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from collections.abc import Callable

CHECK = const(4)  # bytes at the end of a file: the CRC-32 of those before, low byte first

_readers: "list[Callable[[str], bytes]]" = []


def read_with(read: "Callable[[str], bytes]") -> None:
    """Take what returns the bytes of a file by its name; none are a file that is not there."""
    _readers[:] = [read]


def packed(numbers: bytes) -> bytes:
    """Return the bytes of a file with these numbers."""
    return numbers + (binascii.crc32(numbers) & 0xFFFFFFFF).to_bytes(CHECK, "little")


def numbers(name: str, count: int, high: int) -> bytes:
    """Return so many numbers from 1 to `high` out of a file, none where it does not hold them."""
    found = _readers[0](name) if _readers else b""
    if len(found) != count + CHECK or packed(found[:count]) != found:
        return b""
    return found[:count] if 1 <= min(found[:count]) and max(found[:count]) <= high else b""
