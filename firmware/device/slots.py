"""Changes from one release to another and back, so that the power may go at any moment.

A release lies in /lib. A host puts the files in which the next one differs into /next and lists
them, a line each, in /swap.new: `+ path` for a file that only the next release has, `- path` for
one that only this one has, `* path` for one that both have. boot.py, main.py and this module are
no part of that: littlefs may hide a name for a moment when the one before it is moved, and these
have to be found first. A swap is a row of renames, which littlefs does as a whole or not at all; a
file is where it was, or where it goes, so a swap that was cut off goes on from there. The name of
the list says how far a change has come:

    swap.new     the next release waits for a start: its files go into place, what they replace
                 into /prev
    swap.trial   it has been started; it has to report that it is healthy before another start
    swap.back    it has not: everything goes back
    swap.done    it has; /prev is for who wants the release before
    swap.bad     it did not; it waits in /next

boot.py loads this module only where there is something to do. In /next and /prev a path is one
name, with ! for /: a folder of littlefs takes 8 kB.
"""

import os

NEW = "/swap.new"
TRIAL = "/swap.trial"
BACK = "/swap.back"
DONE = "/swap.done"
BAD = "/swap.bad"
PREV = "/prev/"
NEXT = "/next/"

_replace = getattr(os, "replace", os.rename)  # MicroPython's rename replaces


def at_start(root: str = "") -> bool:
    """Bring a change on as a start of the board does; say whether a release is on trial."""
    if _exists(root + TRIAL):
        _replace(root + TRIAL, root + BACK)
    if _exists(root + BACK):
        give_up(root)
    elif _exists(root + NEW):
        try:
            _swap(root, root + NEW, PREV, NEXT, "-", "+")
            _replace(root + NEW, root + TRIAL)
            return True
        except OSError:  # the flash is full or worn
            give_up(root)
    return False


def give_up(root: str = "") -> None:
    """Put the release before back into its place, however far the change has come."""
    for name in (NEW, TRIAL):
        if _exists(root + name):
            _replace(root + name, root + BACK)
    if _exists(root + BACK):
        _swap(root, root + BACK, NEXT, PREV, "+", "-")
        _replace(root + BACK, root + BAD)


def turn_round(root: str = "") -> None:
    """Make the release before the next one.

    Raises:
        OSError: there is none.
    """
    with open(root + DONE) as file, open(root + "/swap-next", "w") as other:
        for line in file:
            flag = "-" if line[0] == "+" else "+" if line[0] == "-" else line[0]
            other.write(flag + line[1:])
    os.remove(root + DONE)  # from here on the old list must not be taken up any more
    _empty(root + NEXT[:-1])
    _replace(root + PREV[:-1], root + NEXT[:-1])
    os.mkdir(root + PREV[:-1])
    _replace(root + "/swap-next", root + NEW)


def stored(path: str) -> str:
    """Return the name of a path in /next and /prev."""
    return path.replace("/", "!")


def _swap(root: str, name: str, aside: str, source: str, leaves: str, comes: str) -> None:
    """Move what leaves to `aside` and what comes from `source` into place.

    `leaves` and `comes` are the marks of files that do only that.
    """
    with open(name) as file:
        for line in file:
            path = line[2:].rstrip("\n")
            place = root + "/" + path
            put = root + aside + stored(path)
            take = root + source + stored(path)
            if line[0] != comes and not _exists(put) and _exists(place):
                _replace(place, put)
            if line[0] != leaves and _exists(take):
                _replace(take, place)


def _exists(path: str) -> bool:
    try:
        os.stat(path)
        return True
    except OSError:
        return False


def _empty(folder: str) -> None:
    """Remove a folder with its files; it may be missing."""
    if _exists(folder):
        for name in os.listdir(folder):
            os.remove(folder + "/" + name)
        os.rmdir(folder)
