"""Finds the numbers that owners gave this board, in files beside the modules: data/NAME.bin."""

import sys

from kostka.games import own


def read(name: str) -> bytes:
    """Return the bytes of the first such file, none where there is none."""
    for folder in sys.path:
        try:
            with open(folder + "/data/" + name + ".bin", "rb") as file:
                return file.read()
        except OSError:
            pass
    return b""


def use() -> None:
    """Let games read them."""
    own.read_with(read)
