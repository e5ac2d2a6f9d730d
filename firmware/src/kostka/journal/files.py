"""Small work on files, the same on littlefs and on a host's folder."""

import os

from kostka.journal import rows

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from typing import BinaryIO

TAILS = 2  # files behind main that take new rows; a third one saves nothing
_NEAR = 1024  # bytes from which rows are counted one by one
_FOLDER = 0x4000  # the kind in a stat mode
_PART = 256  # bytes copied or read at once
_BLOCK = 1024  # bytes checked at once


def exists(path: str) -> bool:
    """Say whether there is a file or folder."""
    try:
        os.stat(path)
    except OSError:
        return False
    return True


def is_folder(path: str) -> bool:
    """Say whether there is a folder."""
    try:
        return os.stat(path)[0] & _FOLDER != 0
    except OSError:
        return False


def make_folder(path: str) -> None:
    """Make a folder unless it is there."""
    if not exists(path):
        os.mkdir(path)


def remove(path: str) -> None:
    """Remove a file if it is there."""
    try:
        os.remove(path)
    except OSError:
        pass


def remove_folder(path: str, first: str) -> None:
    """Remove a folder and its files, `first` before all others.

    Raises:
        OSError: something could not be removed.
    """
    if exists(path + "/" + first):
        os.remove(path + "/" + first)
    for name in os.listdir(path):
        os.remove(path + "/" + name)
    os.rmdir(path)


def replace(source: str, target: str) -> None:
    """Give a file the name of another, which goes."""
    getattr(os, "replace", os.rename)(source, target)  # MicroPython's rename replaces


def cut(path: str, size: int) -> None:
    """Shorten a file to its first `size` bytes; after a power cut it is the old or the new one."""
    if os.stat(path)[6] <= size:
        return
    with open(path, "rb") as source, open(path + ".new", "wb") as target:
        while size:
            part = source.read(min(size, _PART))
            target.write(part)
            size -= len(part)
    replace(path + ".new", path)


def near(file: "BinaryIO", number: int) -> int:
    """Return where a row not behind number `number` begins, near that: the file is halved."""
    low = 0
    high = file.seek(0, 2)
    while high - low > _NEAR:
        middle = (low + high) // 2
        file.seek(middle)
        file.readline()  # the rest of a row
        start = file.tell()
        found = rows.number_of(file.readline())
        if 0 <= found <= number and start < high:
            low = start
            if found == number:
                break
        else:
            high = middle
    return low


def seek_row(file: "BinaryIO", number: int) -> None:
    """Go to the start of a row."""
    file.seek(near(file, number))
    while True:
        start = file.tell()
        row = file.readline()
        if not row or rows.number_of(row) >= number:
            file.seek(start)
            return
