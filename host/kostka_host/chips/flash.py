"""NOR flash in an image file: erases whole sectors to ones, programs ones to zeros.

Counts both, and can lose its power in the middle of any of them.
"""

from __future__ import annotations

import os
from pathlib import Path

from kostka.errors import HardwareError

SECTOR = 4096
SECTORS = 352  # the file system of a Raspberry Pi Pico: 1408 kB
ERASED = b"\xff"
_SUPERBLOCK = b"littlefs"  # at byte 8 of the first or second sector


class PowerCut(Exception):
    """The power went in the middle of an operation."""


class Flash:
    """The image file `path`; an empty or missing one becomes erased flash.

    `erases` and `writes` count whole operations. The file is locked while it is open.

    Raises:
        HardwareError: the folder is missing, the file is in use, cannot be written or holds
            something else.
    """

    def __init__(self, path: Path, sectors: int = SECTORS) -> None:
        self.path = path
        self.size = sectors * SECTOR
        self.sectors = sectors
        self.erases = 0
        self.writes = 0
        self.cuts = 0
        self._cut_after: int | None = None
        if not path.parent.is_dir():
            raise HardwareError("flash.folder", str(path.parent))
        try:
            self._fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as problem:
            raise HardwareError("flash.open", str(path), problem.strerror) from None
        try:
            self._claim()
            self._check()
        except BaseException:  # also Ctrl-C: the claim on the file ends with it
            os.close(self._fd)
            raise

    def _claim(self) -> None:
        try:
            import fcntl
        except ImportError:  # no file locks of this kind on Windows
            return
        try:
            fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise HardwareError("flash.busy", str(self.path)) from None

    def _check(self) -> None:
        size = os.fstat(self._fd).st_size
        if size == 0:
            os.pwrite(self._fd, ERASED * self.size, 0)
            return
        if size != self.size:
            raise HardwareError("flash.size", str(self.path), size, self.size)
        heads = [os.pread(self._fd, 16, sector * SECTOR) for sector in (0, 1)]
        erased = all(head == ERASED * 16 for head in heads)
        if not erased and not any(head[8:16] == _SUPERBLOCK for head in heads):
            raise HardwareError("flash.damaged", str(self.path))

    def read(self, at: int, size: int) -> bytes:
        """Return bytes of the image."""
        return os.pread(self._fd, size, at)

    def erase(self, sector: int) -> None:
        """Set a sector to ones.

        Raises:
            PowerCut: half of it was erased.
        """
        self._inside(sector * SECTOR, SECTOR)
        if self._power_goes():
            os.pwrite(self._fd, ERASED * (SECTOR // 2), sector * SECTOR)
            raise PowerCut
        os.pwrite(self._fd, ERASED * SECTOR, sector * SECTOR)
        self.erases += 1

    def write(self, at: int, data: bytes) -> None:
        """Program bytes: a bit can only go from one to zero.

        Raises:
            PowerCut: half of them were programmed.
        """
        self._inside(at, len(data))
        cut = self._power_goes()
        if cut:
            data = data[: len(data) // 2]
        old = int.from_bytes(self.read(at, len(data)), "big")
        new = old & int.from_bytes(data, "big")
        os.pwrite(self._fd, new.to_bytes(len(data), "big"), at)
        if cut:
            raise PowerCut
        self.writes += 1

    def cut_after(self, operations: int | None) -> None:
        """Let the power go in the middle of the operation after so many; None: not at all."""
        self._cut_after = operations

    def _power_goes(self) -> bool:
        if self._cut_after is None:
            return False
        self._cut_after -= 1
        if self._cut_after >= 0:
            return False
        self._cut_after = None
        self.cuts += 1
        return True

    def _inside(self, at: int, size: int) -> None:
        if at < 0 or at + size > self.size:
            raise HardwareError("flash.range", at, size)

    def close(self) -> None:
        """Close and unlock the image file."""
        os.close(self._fd)
