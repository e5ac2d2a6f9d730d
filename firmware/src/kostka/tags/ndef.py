"""Finds the text in the memory of a tag (NFC Forum Type 2 Tag, NDEF and RTD Text).

The memory begins with page 3, the capability container; a page has four bytes.
"""

from kostka.compat import const

NO_TEXT = const(-1)  # there is none, or it ends behind the buffer
MORE = const(-2)  # more of the memory must be known to tell

_MAGIC = const(0xE1)
_NULL, _MESSAGE, _END = const(0x00), const(0x03), const(0xFE)
_LONG = const(0xFF)  # two bytes of length follow
_LAST, _CHUNKED, _SHORT, _HAS_ID = const(0x40), const(0x20), const(0x10), const(0x08)
_WELL_KNOWN = const(1)
_TEXT = const(0x54)  # T
_UTF16 = const(0x80)
_FAR = const(0x10000)  # longer than any tag


def find(memory: bytearray, have: int) -> int:
    """Return start << 16 | end of the first text, NO_TEXT or MORE. Allocates nothing.

    The first `have` bytes of the buffer are known. A buffer that is known as a whole never asks
    for more.
    """
    short = MORE if have < len(memory) else NO_TEXT
    if have < 4:
        return short
    if memory[0] != _MAGIC or memory[1] >> 4 != 1:  # written for NDEF, version 1
        return NO_TEXT
    at = 4
    while at < have:
        kind = memory[at]
        at += 1
        if kind == _NULL:
            continue
        if kind == _END:
            return NO_TEXT
        if at >= have:
            return short
        size = memory[at]
        at += 1
        if size == _LONG:
            if at + 2 > have:
                return short
            size = memory[at] << 8 | memory[at + 1]
            at += 2
        if kind == _MESSAGE:
            return _records(memory, have, at, at + size, short)
        at += size
    return short


def _records(memory: bytearray, have: int, at: int, end: int, short: int) -> int:
    while at < end:
        if at + 3 > have:
            return short
        flags = memory[at]
        kind_size = memory[at + 1]
        head = at + (3 if flags & _SHORT else 6)
        if head > have:
            return short
        size = memory[at + 2]
        if not flags & _SHORT:
            size = _long_size(memory, at + 2)
        id_size = 0
        if flags & _HAS_ID:
            if head >= have:
                return short
            id_size = memory[head]
            head += 1
        payload = head + kind_size + id_size
        stop = payload + size
        if flags & _CHUNKED or stop > end:
            return NO_TEXT
        if flags & 7 == _WELL_KNOWN and kind_size == 1:
            if head >= have:
                return short
            if memory[head] == _TEXT:
                return _payload(memory, have, payload, stop, short)
        if flags & _LAST:
            return NO_TEXT
        at = stop
    return NO_TEXT


def _long_size(memory: bytearray, at: int) -> int:
    if memory[at] or memory[at + 1]:
        return _FAR
    return memory[at + 2] << 8 | memory[at + 3]


def _payload(memory: bytearray, have: int, at: int, stop: int, short: int) -> int:
    if stop > have:
        return short
    if at >= stop:
        return NO_TEXT
    start = at + 1 + (memory[at] & 0x3F)  # behind the language
    if memory[at] & _UTF16 or start > stop:
        return NO_TEXT
    return start << 16 | stop


def text(memory: bytearray, have: int) -> str:
    """Return the first text, or "" where there is none of printable ASCII characters.

    Other texts are none of a Kostka tag; such a tag has to be taught.
    """
    place = find(memory, have)
    if place < 0:
        return ""
    found = bytes(memory[place >> 16 : place & 0xFFFF])
    for char in found:
        if not 0x20 <= char < 0x7F:
            return ""
    return found.decode()
