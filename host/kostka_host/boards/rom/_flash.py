"""The flash of a virtual board as a block device for littlefs.

Reads come straight from the image file; erasing and writing is asked of the board process,
which counts, and which can cut the power in the middle of either.
"""

import io

import _hw

BLOCK = 4096  # one erase sector of the flash


class Flash:
    """The file system's part of the flash: an image file of whole blocks."""

    def __init__(self, path, blocks):
        self._file = io.open(path, "rb")
        self._blocks = blocks

    def readblocks(self, block_num, buf, offset=0):
        """Fill a buffer from a block."""
        self._file.seek(block_num * BLOCK + offset)
        self._file.readinto(buf)

    def writeblocks(self, block_num, buf, offset=None):
        """Program bytes; without an offset the block is erased first."""
        if offset is None:
            self.ioctl(6, block_num)
            offset = 0
        at = _hw.begin_long(_hw.FLASH_WRITE, 4, len(buf))
        _hw.put32(at, block_num * BLOCK + offset)
        _hw.send(buf)
        _hw.answer()

    def ioctl(self, op, arg=0):
        """Answer littlefs: number and size of blocks, erase one."""
        if op == 4:
            return self._blocks
        if op == 5:
            return BLOCK
        if op == 6:
            _hw.put32(_hw.begin(_hw.FLASH_ERASE, 4), arg)
            _hw.answer()
        return 0
