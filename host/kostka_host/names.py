"""The boards that this user has had: what they are called, and what was last known of them.

A board is known by its unique id, which is also its USB serial number, and never by its port.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from kostka.errors import OptionError

from kostka_host import paths

FACTS = ("chip", "micropython", "firmware", "profile")
_NAME = re.compile(r"[\w][\w \-]{0,23}")


def _path() -> Any:
    return paths.data_dir() / "boards.json"


def known() -> dict[str, dict[str, str]]:
    """Return name and facts of each board by its id; an unreadable file knows none."""
    try:
        found = json.loads(_path().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(found, dict):
        return {}
    return {
        str(board): {str(key): str(value) for key, value in facts.items()}
        for board, facts in found.items()
        if isinstance(facts, dict)
    }


def name_of(board: str) -> str:
    """Return what a board is called, "" where it has no name."""
    return known().get(board.lower(), {}).get("name", "")


def by_name(name: str) -> list[str]:
    """Return the ids of boards with a name."""
    return [board for board, facts in known().items() if name and facts.get("name") == name]


def give(board: str, name: str) -> None:
    """Call a board by a name, "" takes its name away.

    Raises:
        OptionError: the text is no name, or another board has it.
        OSError: it cannot be written down.
    """
    name = name.strip()
    if name and (not _NAME.fullmatch(name) or set(by_name(name)) - {board.lower()}):
        raise OptionError("board.bad_name", name)
    _change(board, {"name": name})


def remember(board: str, facts: Mapping[str, object]) -> None:
    """Note what is known of a board now; what is not known stays as it was.

    Raises:
        OSError: it cannot be written down.
    """
    found = {key: str(facts[key]) for key in FACTS if facts.get(key)}
    if board and any(known().get(board.lower(), {}).get(k) != v for k, v in found.items()):
        _change(board, found)


def _change(board: str, facts: Mapping[str, str]) -> None:
    rows = known()
    row = {**rows.get(board.lower(), {}), **facts}
    rows[board.lower()] = {key: value for key, value in row.items() if value}
    path = _path()
    paths.make_private(path.parent)
    new = path.with_suffix(".new")
    new.write_text(json.dumps(rows, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    new.replace(path)
