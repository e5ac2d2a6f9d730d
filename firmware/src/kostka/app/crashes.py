"""The crash log: the last three tracebacks, and how often the app fell in a row.

The file's first row counts crashes since the app last ran for a quiet minute. It is written anew
each time and renamed, so that after a power cut it is the old or the new one.
"""

import io
import json
import os
import sys

from kostka.line import dumps, seal, unseal

KEEP = 3
FIELDS = ("game", "line", "free", "up", "what")
TEXT_MAX = 800  # characters of a traceback; its end says most
ROW_MAX = 3000  # bytes, escapes included

_replace = getattr(os, "replace", os.rename)  # MicroPython's rename replaces


def text_of(problem: BaseException) -> str:
    """Return the traceback of an error, shortened in front."""
    text = io.StringIO()
    sys.print_exception(problem, text)  # type: ignore[attr-defined]
    return text.getvalue().strip()[-TEXT_MAX:]


def read(path: str) -> tuple[int, list[dict[str, object]]]:
    """Return the number of crashes in a row and what is known of the last ones, newest first."""
    found: list[dict[str, object]] = []
    try:
        with open(path, "rb") as file:
            while len(found) <= KEEP:
                row = file.readline(ROW_MAX)
                if not row:
                    break
                text = unseal(row.decode().rstrip("\n"))
                line = json.loads(text) if text is not None else None
                if not isinstance(line, dict):
                    break
                found.append(line)
    except (OSError, ValueError, RuntimeError):
        pass
    count = found[0].get("count") if found else 0
    return (count if isinstance(count, int) else 0, found[1:])


def add(path: str, facts: list[tuple[str, object]], problem: BaseException, counts: bool) -> int:
    """Note a crash; return the number of those in a row. One that does not count is only kept.

    Raises:
        OSError: it could not be written.
    """
    count, old = read(path)
    count += counts
    crash = facts + [("what", text_of(problem))]
    _write(path, count, [seal(dumps(crash))] + [_row(one) for one in old[: KEEP - 1]])
    return count


def settle(path: str, count: int) -> None:
    """Set the number of crashes in a row; the tracebacks stay.

    Raises:
        OSError: it could not be written.
    """
    _write(path, count, [_row(one) for one in read(path)[1]])


def _row(crash: dict[str, object]) -> str:
    return seal(dumps([(name, crash[name]) for name in FIELDS if name in crash]))


def _write(path: str, count: int, crashes: list[str]) -> None:
    with open(path + ".new", "wb") as file:
        for row in [seal(dumps([("count", count)]))] + crashes:
            file.write((row + "\n").encode())
    _replace(path + ".new", path)
