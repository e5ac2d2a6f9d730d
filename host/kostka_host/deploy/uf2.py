"""UF2 images: what is in one, and whether it is whole.

A file of blocks of 512 bytes, each with an address, up to 476 bytes for it, and the family of
chips that it is for (github.com/microsoft/uf2).
"""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass
from pathlib import Path

from kostka.errors import OptionError

from kostka_host.release import digest

BLOCK = 512
HEAD = struct.Struct("<8I")
MAGIC = (0x0A324655, 0x9E5D5157)
MAGIC_END = 0x0AB16F30
HAS_FAMILY = 0x2000
NOT_FLASH = 0x0001
FAMILIES = {
    0xE48BFF56: "RP2040",
    0xE48BFF59: "RP2350",  # Arm, secure
    0xE48BFF5A: "RP2350 (RISC-V)",
    0xE48BFF5B: "RP2350",  # Arm, not secure
}
ABSOLUTE = 0xE48BFF57  # a block of its own in images for the RP2350, which its boot ROM wants
_BANNER = re.compile(rb"MicroPython v?(\d+)\.(\d+)\.(\d+)[-\w.]* on [\d-]{10}")
_BOARD = re.compile(rb"([\w\-+()/ ]{2,60}?) with RP2\d{3}")


@dataclass(frozen=True)
class Image:
    """A UF2 image. `micropython` is its version, () where it is no MicroPython."""

    path: Path
    data: bytes
    chip: str
    micropython: tuple[int, ...]
    board: str

    @property
    def sha256(self) -> str:
        """Return the SHA-256 of the file in hex digits."""
        return digest(self.data)


def read_image(path: Path) -> Image:
    """Read an image and look at every block.

    Raises:
        OSError: it cannot be read.
        OptionError: it is no UF2 image, torn, or for no chip that is known here.
    """
    data = path.read_bytes()
    if not data or len(data) % BLOCK:
        raise OptionError("deploy.uf2.broken", str(path))
    families: set[int] = set()
    content = bytearray()
    numbers: dict[int, list[int]] = {}
    for at in range(0, len(data), BLOCK):
        first, second, flags, _, size, number, count, family = HEAD.unpack_from(data, at)
        (end,) = struct.unpack_from("<I", data, at + BLOCK - 4)
        if (first, second) != MAGIC or end != MAGIC_END or size > 476 or not flags & HAS_FAMILY:
            raise OptionError("deploy.uf2.broken", str(path))
        if family == ABSOLUTE or flags & NOT_FLASH:
            continue
        families.add(family)
        numbers.setdefault(count, []).append(number)
        content += data[at + 32 : at + 32 + size]
    if any(sorted(found) != list(range(count)) for count, found in numbers.items()):
        raise OptionError("deploy.uf2.broken", str(path))
    chips = {FAMILIES.get(family, "") for family in families}
    if len(chips) != 1 or "" in chips:
        raise OptionError("deploy.uf2.family", str(path))
    banner = _BANNER.search(content)
    board = _BOARD.search(content)
    return Image(
        path=path,
        data=data,
        chip=chips.pop(),
        micropython=tuple(int(part) for part in banner.groups()) if banner else (),
        board=board.group(1).decode().strip() if board else "",
    )
