"""The numbers printed on an owner's copy of a game: a file that people write, and one for games.

People write DIR/duel.toml or DIR/duel.json: ``tokens``, a list of 48 lists with the numbers of a
token in the red, blue, green and violet line. Games read packed bytes, see kostka.games.own.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from pathlib import Path
from typing import Any

from kostka import games
from kostka.errors import KostkaError
from kostka.games import own

from kostka_host import paths

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

NAME = "duel"  # of the one game with printed numbers; Arena of Warriors plays with them, too
GAMES = ("duel", "arena")
TOKENS = 48
HIGH = 9
LINES = ("red", "blue", "green", "violet")
GOBLIN = bytes([6, 4, 3, 3])  # the token that the rules name
TEMPLATE = """\
# Duel and Arena of Warriors: the numbers on the 48 tokens of your copy, in any order.
# A line for each token: red, blue, green, violet, each from 1 to 9.
tokens = [
{rows}]
"""


def numbers_dir() -> Path:
    """Return the folder of the files that games read; virtual boards see it as /rom/data."""
    return paths.data_dir() / "numbers"


def read(name: str) -> bytes:
    """Return the bytes of a file for games, none where there is none."""
    try:
        return (numbers_dir() / f"{name}.bin").read_bytes()
    except OSError:
        return b""


def template() -> str:
    """Return a file for people, with the numbers that games play with at the moment."""
    from kostka.games.duel_table import STRENGTH

    rows = [STRENGTH[4 * token : 4 * token + 4] for token in range(TOKENS)]
    return TEMPLATE.format(
        rows="".join(f"    {list(row)},  # {n + 1}\n" for n, row in enumerate(rows))
    )


def find(folder: Path) -> Path:
    """Return the file with numbers in a folder.

    Raises:
        KostkaError: there is none or there are two, or a file of a game that has no such numbers.
    """
    found = sorted(one for one in folder.iterdir() if one.suffix in (".toml", ".json"))
    for path in found:
        if path.stem in games.names() and path.stem != NAME:
            raise KostkaError("owner.no_numbers", str(path), [f"{path.stem}.title"])
    ours = [path for path in found if path.stem == NAME]
    if not ours:
        raise KostkaError("owner.missing", str(folder))
    if len(ours) > 1:
        raise KostkaError("owner.two", str(folder))
    return ours[0]


def check(path: Path) -> bytes:
    """Return the numbers of a file for people, four for each token.

    Raises:
        KostkaError: it is not of the form, or numbers are missing or out of range.
    """
    tokens = _parsed(path)
    if len(tokens) != TOKENS:
        raise KostkaError("owner.count", str(path), len(tokens), TOKENS, rule="DU-1")
    numbers = bytearray()
    for place, token in enumerate(tokens, 1):
        if not isinstance(token, list) or len(token) != len(LINES):
            raise KostkaError("owner.token", str(path), place, rule="DU-2")
        for line, number in zip(LINES, token, strict=True):
            if type(number) is not int or not 1 <= number <= HIGH:
                shown = json.dumps(number, default=str)[:20]
                at = (str(path), place, [f"duel.line.{line}"])
                raise KostkaError("owner.number", *at, shown, HIGH, rule="DU-2")
            numbers.append(number)
    return bytes(numbers)


def has_goblin(numbers: bytes) -> bool:
    """Say whether the one token is there whose numbers the rules tell."""
    return any(numbers[at : at + 4] == GOBLIN for at in range(0, len(numbers), 4))


def use(numbers: bytes) -> Path:
    """Let games play with these numbers from the next start on; return the file they read."""
    path = paths.make_private(numbers_dir()) / f"{NAME}.bin"
    part = path.with_suffix(".new")
    with paths.open_private(part, os.O_CREAT | os.O_TRUNC) as file:
        file.write(own.packed(numbers))
    os.replace(part, path)
    return path


def forget() -> None:
    """Let games play with the numbers that they bring along, from the next start on."""
    with contextlib.suppress(FileNotFoundError):
        (numbers_dir() / f"{NAME}.bin").unlink()


def _parsed(path: Path) -> list[Any]:
    text = path.read_bytes()
    try:
        known = text.decode("utf-8-sig")
        found = tomllib.loads(known) if path.suffix == ".toml" else json.loads(known)
    except (ValueError, RecursionError) as problem:  # TOML, JSON and UTF-8; it names the line
        raise KostkaError("owner.syntax", str(path), str(problem)) from None
    tokens = found.get("tokens") if isinstance(found, dict) else None
    if not isinstance(tokens, list) or len(found) != 1:
        raise KostkaError("owner.form", str(path))
    return tokens
