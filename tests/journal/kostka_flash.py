"""A flash in memory for littlefs in the VM: counts what is done to it, and can lose its power."""

import vfs

BLOCK = 4096

# What becomes of the operation in which the power goes.
NOTHING = 0
HALF = 1
NOISE = 2  # half of it, and of the bits that were to change in the rest some have
DONE = 3  # all of it, but nobody heard
TEARS = (NOTHING, HALF, NOISE, DONE)


class Flash:
    """NOR flash: erased bytes are 0xFF, a write only clears bits. Counts both."""

    def __init__(self, blocks=48):
        self.data = bytearray(blocks * BLOCK)
        self.erases = 0
        self.writes = 0


class Power:
    """A flash while it has power: after operation `cut_at` nothing is written any more."""

    def __init__(self, flash, cut_at=0, tear=HALF):
        self.flash = flash
        self.cut_at = cut_at
        self.tear = tear
        self.done = 0
        self.off = False

    def _operate(self, size):
        """Return how many bytes the operation does."""
        self.done += 1
        if self.off:
            return 0
        if self.done == self.cut_at:
            self.off = True
            return 0 if self.tear == NOTHING else size if self.tear == DONE else size // 2
        return size

    def readblocks(self, block, buf, offset=0):
        at = block * BLOCK + offset
        buf[:] = memoryview(self.flash.data)[at : at + len(buf)]

    def writeblocks(self, block, buf, offset=0):
        was_on = not self.off
        size = self._operate(len(buf))
        at = block * BLOCK + offset
        data = self.flash.data
        old = int.from_bytes(memoryview(data)[at : at + size], "little")
        new = old & int.from_bytes(memoryview(buf)[:size], "little")
        data[at : at + size] = new.to_bytes(size, "little")
        if was_on and self.off and self.tear == NOISE:
            for i in range(size, len(buf)):
                data[at + i] &= buf[i] | (i * 37 + self.cut_at * 101) & 0xFF
        self.flash.writes += 1
        if self.off:
            raise OSError(5)

    def ioctl(self, op, arg):
        if op == 4:
            return len(self.flash.data) // BLOCK
        if op == 5:
            return BLOCK
        if op == 6:
            was_on = not self.off
            size = self._operate(BLOCK)
            at = arg * BLOCK
            data = self.flash.data
            data[at : at + size] = b"\xff" * size
            if was_on and self.off and self.tear == NOISE:
                for i in range(size, BLOCK):
                    data[at + i] |= (i * 37 + self.cut_at * 101) & 0xFF
            self.flash.erases += 1
            if self.off:
                raise OSError(5)
        return 0


def new_flash(blocks=48):
    """Return a flash with an empty file system."""
    return emptied(Flash(blocks))


def emptied(flash):
    """Return a flash with an empty file system on it: the one at hand, where heap is scarce."""
    vfs.VfsLfs2.mkfs(Power(flash), progsize=256)
    flash.erases = flash.writes = 0
    return flash


def mount(flash, cut_at=0, tear=HALF):
    """Mount a flash at /power; the power goes in operation `cut_at` (0: never)."""
    power = Power(flash, cut_at, tear)
    vfs.mount(vfs.VfsLfs2(power, progsize=256), "/power")
    return power
