"""The chain: a CRC-32 that runs over every line of a journal.

It covers the value before it, the actions of the line and their events, as little-endian
numbers, never as JSON: the two Pythons escape text differently.
"""

import binascii
import struct


def start(header: str) -> int:
    """Return the chain value of a header line, from its JSON body."""
    return binascii.crc32(header.encode()) & 0xFFFFFFFF


def play(chain: int, actions: list[int], events: list[tuple[int, ...]]) -> int:
    """Return the chain after a line that plays actions.

    Raises:
        ValueError: an action or event value is out of its range.
    """
    crc = binascii.crc32(struct.pack("<BI", 1, chain))
    for action in actions:
        if not 0 <= action < 1 << 30:
            raise ValueError("action %d" % action)
        crc = binascii.crc32(struct.pack("<I", action), crc)
    for event in events:
        for value in event:
            if not -32768 <= value <= 32767:
                raise ValueError("event %r" % (event,))
        crc = binascii.crc32(struct.pack("<%dh" % len(event), *event), crc)
    return crc & 0xFFFFFFFF


def undo(chain: int, line: int) -> int:
    """Return the chain after a line that goes back to the end of line `line`."""
    return binascii.crc32(struct.pack("<BII", 2, chain, line)) & 0xFFFFFFFF
