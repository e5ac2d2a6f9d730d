"""Finds the modules of the package kostka without looking for what is not there.

MicroPython asks a file system for a folder, a .py and a .mpy of each module that it imports, and
littlefs reads whole folders for each answer: 10 ms a module on an RP2040. A release holds .mpy
files only, so all but the folders is known beforehand. Importing this module puts it to use; what
is imported after it takes this way.
"""

import errno
import os

import kostka
import vfs

_AT = "/kostka"
# Those without a code of their own are folders only: their __init__ is not looked for.
_PACKAGES = (
    "/app /config /drivers /games /games/dragon_dice /hal /journal /link /mats /play /rules "
    "/scene /screen /sense /tags /text "
)
_SPEAKING = (
    "/config/__init__.mpy /games/__init__.mpy /games/dragon_dice/__init__.mpy /hal/__init__.mpy "
    "/mats/__init__.mpy /text/__init__.mpy "
)
_FOLDER = (0x4000, 0, 0, 0, 0, 0, 0, 0, 0, 0)
_FILE = (0x8000, 0, 0, 0, 0, 0, 0, 0, 0, 0)
_NOTHING = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0)


class Finder:
    """A file system that has what the folder `root` has, and answers imports at once."""

    def __init__(self, root: str) -> None:
        self._root = root

    def mount(self, readonly: bool, make: bool) -> None:
        """Nothing has to be done."""

    def umount(self) -> None:
        """Nothing has to be done."""

    def stat(self, path: str) -> "tuple[int, ...]":
        """Say what a path of an import is: a folder, or a module that may be there."""
        # A new string costs a search of all names: none is made here.
        if path.endswith(".mpy"):
            if not path.endswith("/__init__.mpy") or path in _SPEAKING:
                return _FILE
        elif not path.endswith(".py"):
            at = _PACKAGES.find(path)
            if at >= 0 and _PACKAGES.startswith(" ", at + len(path)):
                return _FOLDER
        raise OSError(errno.ENOENT)

    def open(self, path: str, mode: str) -> object:
        """Open a file.

        Raises:
            ImportError: a module is not there.
            OSError: another file is not there.
        """
        try:
            return open(self._root + path, mode)
        except OSError:
            if not path.endswith(".mpy"):
                raise
        raise ImportError("no module " + path)

    def ilistdir(self, path: str) -> object:
        """Return what a folder holds, for somebody who looks at the prompt."""
        return os.ilistdir(self._root + path)

    def statvfs(self, path: str) -> "tuple[int, ...]":
        """Return that there are no blocks here: `mpremote df` counts none twice."""
        return _NOTHING


_path = str(kostka.__path__)  # a string here, unlike on CPython
if str(kostka.__file__).endswith(".mpy") and _path != _AT:  # else sources, on a virtual board
    vfs.mount(Finder(_path), _AT)
    kostka.__path__ = _AT  # type: ignore[assignment]
