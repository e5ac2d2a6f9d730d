"""The I2C buses of a virtual board; the devices on them live in the board process.

Errors are those of the RP2 port: EIO when nobody acknowledges, ETIMEDOUT when a line is held low.
Nothing here allocates once warmed up but for what is returned, or raised.
"""

import _clock
import _hw

_FIXED = 4  # bus and stop flag, address, count
_STOP = 0x80
_NOTHING = bytearray(0)


class I2C:
    """An I2C bus of the controller."""

    def __init__(self, id, *, scl=None, sda=None, freq=400000, timeout=50000):
        if id not in (0, 1):
            raise ValueError("I2C(%s) doesn't exist" % id)
        self._id = id
        self.init(scl=scl, sda=sda, freq=freq)

    def init(self, *, scl=None, sda=None, freq=400000):
        """Set the bus up. The chips see whole messages, so the speed does not matter."""

    def deinit(self):
        """Free the bus."""

    def scan(self):
        """Return the addresses that acknowledge."""
        found = []
        for addr in range(0x08, 0x78):
            try:
                self.writeto(addr, _NOTHING)
            except OSError:
                continue
            found.append(addr)
        return found

    def writeto(self, addr, buf, stop=True):
        """Send bytes; return how many were acknowledged."""
        self._begin_long(addr, 0, len(buf), stop)
        _hw.send(buf)
        _finish(_NOTHING)
        return len(buf)

    def writevto(self, addr, vector, stop=True):
        """Send the bytes of some buffers one after another."""
        return self.writeto(addr, b"".join([bytes(part) for part in vector]), stop)

    def readfrom_into(self, addr, buf, stop=True):
        """Fill a buffer."""
        self._begin(addr, len(buf), 0, stop)
        _finish(buf)

    def readfrom(self, addr, nbytes, stop=True):
        """Return bytes."""
        buf = bytearray(nbytes)
        self.readfrom_into(addr, buf, stop)
        return bytes(buf)

    def readfrom_mem_into(self, addr, memaddr, buf, *, addrsize=8):
        """Send a register's number, then fill a buffer from there without a stop between."""
        at = self._begin(addr, len(buf), addrsize >> 3, True)
        _put_big(at, memaddr, addrsize)
        _finish(buf)

    def readfrom_mem(self, addr, memaddr, nbytes, *, addrsize=8):
        """Return bytes from a register on."""
        buf = bytearray(nbytes)
        self.readfrom_mem_into(addr, memaddr, buf, addrsize=addrsize)
        return bytes(buf)

    def writeto_mem(self, addr, memaddr, buf, *, addrsize=8):
        """Send a register's number and the bytes for it."""
        at = self._begin_long(addr, addrsize >> 3, len(buf), True)
        _put_big(at, memaddr, addrsize)
        _hw.send(buf)
        _finish(_NOTHING)

    def _begin(self, addr, count, extra, stop):
        _clock.tell()
        at = _hw.begin(_hw.I2C, _FIXED + extra)
        return self._head(at, addr, count, stop)

    def _begin_long(self, addr, extra, size, stop):
        _clock.tell()
        at = _hw.begin_long(_hw.I2C, _FIXED + extra, size)
        return self._head(at, addr, 0, stop)

    def _head(self, at, addr, count, stop):
        _hw.put(at, self._id | _STOP if stop else self._id)
        _hw.put(at + 1, addr)
        _hw.put(at + 2, count)
        _hw.put(at + 3, count >> 8)
        return at + _FIXED


def _put_big(at, value, bits):
    while bits > 0:
        bits -= 8
        _hw.put(at, value >> bits)
        at += 1


def _finish(into):
    """Take the answer; one that is a byte too long begins with the error."""
    data = _hw.answer(into)
    if len(data) != len(into):
        raise OSError(data[0])
