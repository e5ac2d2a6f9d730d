"""What lies on a board: asked at its prompt, hashed there file by file."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kostka.errors import LinkError

from kostka_host.deploy.prompt import Prompt, board_code
from kostka_host.release import PACKAGE, parse_manifest

FOLDERS = (PACKAGE.rstrip("/"), "next")
SURVEY_S = 60.0
NEXT = "next/"  # where the files of a release wait that is not in its place yet
STANDS_FOR = "RP2040"  # what a virtual board is instead of


@dataclass(frozen=True)
class Found:
    """The files of a board by path, with their SHA-256; what it says of itself; its release.

    `facts` are those of the manifest, empty without one; `listed` are the files outside the
    package that it names.
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
        if self.about["platform"] in ("linux", "darwin", "win32", "webassembly"):
            return STANDS_FOR
        return str(self.about["machine"]).rpartition(" with ")[2] or str(self.about["platform"])

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


def survey(prompt: Prompt, folders: Sequence[str] = FOLDERS) -> Found:
    """Look at a board. A change of release that was under way is taken back.

    Raises:
        LinkError: the board does not answer, or not as a board does.
    """
    try:
        head, *lines = prompt.run(board_code("survey", FOLDERS=tuple(folders)), SURVEY_S).split(
            "\n"
        )
        about = json.loads(head)
        rows = [line.split(" ", 2) for line in lines if line and not line.startswith("=")]
        manifest = "\n".join(line[1:] for line in lines if line.startswith("="))
        files = {path.lstrip("/"): check for check, _, path in rows}
        sizes = {path.lstrip("/"): int(size) for _, size, path in rows}
        if not {"id", "platform", "machine", "free", "block", "swap", "start"} <= set(about):
            raise ValueError(head)
    except ValueError as problem:
        raise LinkError("deploy.garbled", prompt.name, str(problem)[:80]) from problem
    facts, listed = parse_manifest(manifest)
    return Found(files, sizes, about, facts, listed)


def game_in_play(prompt: Prompt) -> tuple[str, int] | None:
    """Return name and rules version of the game in play, None where there is none.

    It is the one that the journal says was in play last, unless it is over.
    """
    code = (
        "import os,sys\n"
        "try:\n"
        " from kostka.journal import shelf,rows,finding,files\n"
        " i=shelf.current('/journal')\n"
        " p='/journal/'+i\n"
        " f=open(p+'/main','rb');h=rows.line_of(rows.body_of(f.readline()),0);f.close()\n"
        " l=b''\n"
        " for n in ['main']+['tail%d'%k for k in range(files.TAILS)]:\n"
        "  r=finding.last_row(p+'/'+n)\n"
        "  if rows.number_of(r)>=rows.number_of(l):l=r\n"
        " if not rows.is_end(l):print(h['game'],h['v'])\n"
        "except Exception:pass\n"
    )
    words = prompt.run(code).split()
    if len(words) == 2 and words[1].isdecimal():
        return words[0], int(words[1])
    return None
