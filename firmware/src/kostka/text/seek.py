"""Words of a catalog by a few looks at its file: ids are sorted, so it is halved again and again.

A look takes about a millisecond on a board; whoever looks can do something else in between.
"""

from kostka.text import FALLBACK, _choose, default_folder

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from collections.abc import Generator
    from typing import BinaryIO

_NEAR = 160  # bytes: from here on lines are read one after another


def say(
    lang: str, text: str, args: "tuple[object, ...]", folder: str = ""
) -> "Generator[None, None, str]":
    """Return the words of a message id with its arguments, after some yields, a look each.

    As kostka.text.Catalog.say(): what is missing is taken from English, else the id is shown.
    """
    known: list[object] = []
    for arg in args:
        known.append(arg)
        if isinstance(arg, (list, tuple)) and arg and isinstance(arg[0], str):
            known[-1] = yield from say(lang, arg[0], tuple(arg[1:]), folder)
    args = tuple(known)
    for name in (lang, FALLBACK):
        words = yield from find((folder or default_folder()) + "/" + name + ".txt", text)
        if words:
            try:
                return _choose(name, words, args).format(*args)
            except (IndexError, ValueError, TypeError):
                break
    return text


def find(path: str, text: str) -> "Generator[None, None, str]":
    """Return the text of an id in a catalog file, "" where there is none, after some yields."""
    wanted = text.encode() + b"\t"
    try:
        file = open(path, "rb")
    except OSError:
        return ""
    with file:
        low, high = 0, file.seek(0, 2)
        while high - low > _NEAR:
            middle = (low + high) // 2
            file.seek(middle)
            file.readline()  # the end of a line that begins before
            begin = file.tell()
            line = file.readline()
            if line and line.startswith(wanted):
                return _words(line)
            if not line or begin >= high or _id(line) > text.encode():
                high = middle
            else:
                low = begin
            yield
        return _among(file, low, wanted)


def _among(file: "BinaryIO", at: int, wanted: bytes) -> str:
    """Look at the lines from a line's beginning on."""
    file.seek(at)
    while True:
        line = file.readline()
        if not line or _id(line) + b"\t" > wanted:
            return _words(line) if line.startswith(wanted) else ""
        if line.startswith(wanted):
            return _words(line)


def _id(line: bytes) -> bytes:
    return line[: line.find(b"\t")]


def _words(line: bytes) -> str:
    return line[line.find(b"\t") + 1 :].decode().rstrip("\n")
