"""Keeps settings in files, so that after a power cut they are the old or the new ones.

``<path>`` holds what was chosen, ``<path>.old`` what was chosen before; each is one checked line
that also names the number of its schema. A save writes ``<path>.new``, then renames both. The
first of path, new and old that is whole counts, so no cut leaves nothing, and damage to a file
costs one change at most.
"""

import json
import os

from kostka.config import Config, migrate
from kostka.errors import OptionError
from kostka.line import Raw, dumps, seal, unseal

SIZE_MAX = 2000  # bytes of a file

_replace = getattr(os, "replace", os.rename)  # MicroPython's rename replaces


def load(config: Config, path: str) -> None:
    """Take over what was chosen. `config.problem` tells of damage and of what is not understood.

    A value that is not known or out of its range is kept for the firmware that knows it.
    """
    found = None
    damaged = False
    for name in (path, path + ".new", path + ".old"):
        found = _read(name)
        if found is not None:
            break
        damaged = damaged or _exists(name)
    if damaged:
        config.problem = ("config.damaged", (path,))
    if found is None:
        return
    values, number = found
    values = migrate.migrated(values, number)
    for name in values:
        try:
            config.chosen[name] = config.check(name, values[name])
        except OptionError:
            config.kept[name] = values[name]
    if config.kept and not damaged:
        config.problem = ("config.kept", (", ".join(sorted(config.kept)),))


def save(config: Config, path: str) -> None:
    """Keep what was chosen; when this returns it is safe.

    Raises:
        OSError: it could not be written; the files hold what they held.
    """
    pairs: list[tuple[str, object]] = []
    for name in sorted(config.kept):
        if name not in config.chosen:
            pairs.append((name, Raw(json.dumps(config.kept[name]))))
    for name in sorted(config.chosen):
        pairs.append((name, config.chosen[name]))
    body = dumps([("schema", migrate.NUMBER), ("v", pairs)])
    with open(path + ".new", "wb") as file:
        file.write((seal(body) + "\n").encode())
    if _read(path) is not None:  # a damaged file never takes the place of a whole one
        _replace(path, path + ".old")
    _replace(path + ".new", path)


def reset(path: str) -> None:
    """Forget all that was chosen, for good."""
    for name in (path + ".old", path + ".new", path):
        if _exists(name):
            os.remove(name)


def _exists(path: str) -> bool:
    try:
        os.stat(path)
    except OSError:
        return False
    return True


def _read(path: str) -> tuple[dict[str, object], int] | None:
    """Return what a file holds and the number of its schema, None where it is not whole."""
    try:
        if os.stat(path)[6] > SIZE_MAX:
            return None
        with open(path, "rb") as file:
            text = unseal(file.read().decode().rstrip("\n"))
        found = json.loads(text) if text is not None else None
    except (OSError, ValueError, RuntimeError):  # RuntimeError: nested too deep
        return None
    if not isinstance(found, dict) or not isinstance(found.get("schema"), int):
        return None
    values = found.get("v") or {}  # nothing chosen is an empty list in JSON
    return (values, found["schema"]) if isinstance(values, dict) else None
