"""What lies on a board: asked at its prompt, hashed there file by file."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kostka.errors import LinkError

from kostka_host.deploy.prompt import Prompt, board_code, one_line
from kostka_host.release import MANIFEST, PACKAGE, digest, parse_manifest

FOLDERS = (PACKAGE.rstrip("/"),)
UNREAD = "-"
FREE = 0.6  # of the heap; with less the board starts anew before it takes files
KEYS = frozenset({"id", "platform", "machine", "micropython", "swap", "start", "heap"})
SURVEY_S = 60.0
NEXT = "next/"  # where the files of a release wait that is not in its place yet
STANDS_FOR = "RP2040"  # what a virtual board is instead of


@dataclass(frozen=True)
class Found:
    """The files of a board by path, with their SHA-256; what it says of itself; its release.

    `facts` are those of the manifest, empty without one; `listed` is what it names.
    """

    files: Mapping[str, str]
    sizes: Mapping[str, int]
    about: Mapping[str, Any]
    facts: Mapping[str, Any] = field(default_factory=dict)
    listed: Mapping[str, str] = field(default_factory=dict)

    @property
    def placed(self) -> dict[str, str]:
        """Return the files that are in their place."""
        return {path: check for path, check in self.files.items() if not path.startswith(NEXT)}

    @property
    def waiting(self) -> dict[str, str]:
        """Return the files in the folder of the next release, by their names there."""
        size = len(NEXT)
        return {p[size:]: check for p, check in self.files.items() if p.startswith(NEXT)}

    @property
    def chip(self) -> str:
        """Return the controller, as RP2040."""
        return chip_of(str(self.about["platform"]), str(self.about["machine"]))

    @property
    def version(self) -> str:
        """Return the version of the release that is there, "" for none."""
        return str(self.facts.get("version", ""))

    @property
    def has_app(self) -> bool:
        """Say whether something is there that starts by itself."""
        return bool(self.about["start"])

    @property
    def board(self) -> str:
        """Return the layout as `name:id`, "" where none is known."""
        return str(self.facts.get("board") or self.about.get("board") or "")


def chip_of(platform: str, machine: str) -> str:
    """Return the controller that MicroPython names, as RP2040."""
    if platform in ("linux", "darwin", "win32"):
        return STANDS_FOR
    return machine.rpartition(" with ")[2] or platform


def survey(prompt: Prompt, check_all: bool = False, folders: Sequence[str] = FOLDERS) -> Found:
    """Look at a board. A change of release that was under way is taken back.

    A file that has the size which the manifest names is taken for that file, unless `check_all`
    has it read; without a manifest all are read. Where little of the heap is free the board is
    started anew, without its main.py.

    Raises:
        LinkError: the board does not answer, or not as a board does.
    """
    code = board_code("survey", FOLDERS=tuple(folders), ALL=check_all)
    found = _parse(prompt, prompt.run(code, SURVEY_S))
    free, whole = found.about["heap"]
    if free < FREE * whole:
        prompt.soft_reset()
    return found


def _parse(prompt: Prompt, text: str) -> Found:
    head, *lines = text.split("\n")
    try:
        about = json.loads(head)
        if not KEYS <= set(about):
            raise ValueError(head)
        rows = [line.split(" ", 2) for line in lines if line and not line.startswith("=")]
        sizes = {path.lstrip("/"): int(size) for _, size, path in rows}
        files = {path.lstrip("/"): check for check, _, path in rows}
    except ValueError as problem:
        raise LinkError("deploy.garbled", prompt.name, one_line(str(problem))[:80]) from problem
    manifest = "\n".join(line[1:] for line in lines if line.startswith("="))
    facts, listed = parse_manifest(manifest)
    for path, check in files.items():
        if check == UNREAD:
            known = listed.get(path)
            files[path] = known.check if known and known.size == sizes[path] else ""
    if facts:
        files[MANIFEST] = digest((manifest + "\n").encode())
    return Found(files, sizes, about, facts, {path: row.check for path, row in listed.items()})


def free_blocks(prompt: Prompt) -> tuple[int, int]:
    """Return how many blocks of the flash are free, and the bytes of one.

    Raises:
        LinkError: the board does not answer.
    """
    words = prompt.run("import os\nr=os.statvfs('/')\nprint(r[3],r[0])").split()
    return int(words[0]), int(words[1])


def game_in_play(prompt: Prompt) -> tuple[str, int] | None:
    """Return name and rules version of the game in play, None where there is none.

    It is the one that the journal says was in play last, unless it is over.
    """
    words = prompt.run(board_code("in_play")).split()
    if len(words) == 2 and words[1].isdecimal():
        return words[0], int(words[1])
    return None
