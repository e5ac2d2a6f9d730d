"""Keeps what an owner has on a board over a run: settings, games, calibration, dice, tags, data.

Before anything is changed all of it is written to a file here. At the end the board gets it back
and the file goes. A file that is found at the next start is of a run that was killed: then it is
given back first.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import json
import os
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path

from kostka_host import paths
from kostka_host.deploy.prompt import Prompt
from kostka_host.hil.failures import KEPT, HilFailure

READ_S = 60.0
MOST = 64 << 20  # bytes; a larger file system is not the flash of a board, and is left alone
CHUNK = 384  # bytes of a file in one line of code: a board holds it three times
# What belongs to a release or is no file of an owner; see the firmware's README.
NOT_KEPT = ("lib", "next", "prev", "rom", "hil", "boot.py", "main.py", "slots.mpy", "slots.py")

_LIST = """
import os, binascii, hashlib
def _w(p):
    for r in os.ilistdir(p or '/'):
        n = p + '/' + r[0]
        if p == '' and (r[0] in SKIP or r[0].startswith('swap.')):
            continue
        if r[1] & 0x4000 and p == '' and os.statvfs(n)[2] != S[2]:
            continue  # a card, or something else that is mounted there
        if r[1] & 0x4000:
            print('d', n)
            _w(n)
        else:
            h = hashlib.sha256()
            with open(n, 'rb') as f:
                while True:
                    b = f.read(512)
                    if not b:
                        break
                    h.update(b)
                    if ALL: print('b', binascii.b2a_base64(b).decode().strip())
            print('f', binascii.hexlify(h.digest()).decode(), n)
S = os.statvfs('/')
if S[0] * S[2] <= MOST:
    _w('')
else:
    print('none')
"""


@dataclass
class Kept:
    """What was on a board: folders, files as base64 text by path, tokens on its cells."""

    board: str
    since: float
    folders: list[str] = field(default_factory=list)
    files: dict[str, str] = field(default_factory=dict)
    tokens: list[int] | None = None
    version: str = ""  # of the release


def _look(prompt: Prompt, everything: bool) -> tuple[list[str], dict[str, str], dict[str, str]]:
    """Return folders, digests of files and, where asked for, their contents as base64.

    Raises:
        HilFailure: a file came damaged, or there is no file system that could be a board's.
    """
    said = prompt.run(f"SKIP={NOT_KEPT!r}\nALL={everything}\nMOST={MOST}\n{_LIST}", READ_S)
    folders: list[str] = []
    digests: dict[str, str] = {}
    contents: dict[str, str] = {}
    data = b""
    for row in said.splitlines():
        kind, _, rest = row.partition(" ")
        if kind == "none":
            raise HilFailure(
                KEPT, f"{prompt.name}: its file system is too large to be the flash of a board"
            )
        if kind == "d":
            folders.append(rest)
        elif kind == "b":
            data += base64.b64decode(rest)
        elif kind == "f":
            check, _, path = rest.partition(" ")
            if everything and hashlib.sha256(data).hexdigest() != check:
                raise HilFailure(KEPT, f"{prompt.name}: {path} came damaged; nothing was changed")
            digests[path], contents[path] = check, base64.b64encode(data).decode()
            data = b""
    return folders, digests, contents


def read(prompt: Prompt, board: str) -> Kept:
    """Return what an owner has on a board.

    Raises:
        LinkError: the board does not answer.
        HilFailure: what it sent came damaged.
    """
    folders, _, contents = _look(prompt, True)
    return Kept(board, time.time(), folders, contents)


def give_back(prompt: Prompt, kept: Kept) -> list[str]:
    """Make a board's files those that were kept; return the paths that differed.

    Raises:
        LinkError: the board does not answer.
        HilFailure: a file is not as it was afterwards.
    """
    wanted = {p: hashlib.sha256(base64.b64decode(t)).hexdigest() for p, t in kept.files.items()}
    folders, digests, _ = _look(prompt, False)
    gone = [path for path in digests if path not in wanted]
    changed = [path for path, check in wanted.items() if digests.get(path) != check]
    extra = sorted((f for f in folders if f not in kept.folders), reverse=True)
    lines = ["import os", *[f"os.remove({path!r})" for path in gone]]
    lines += [f"os.rmdir({path!r})" for path in extra]
    lines += [f"os.mkdir({path!r})" for path in kept.folders if path not in folders]
    prompt.run("\n".join(lines), READ_S)
    for path in changed:
        data = base64.b64decode(kept.files[path])
        prompt.run(f"_f=open({path!r},'wb')")
        for at in range(0, len(data), CHUNK):
            prompt.run(f"_f.write({data[at : at + CHUNK]!r});None")
        prompt.run("_f.close()")
    if gone or changed or extra:
        _, digests, _ = _look(prompt, False)
        wrong = sorted(set(digests.items()) ^ set(wanted.items()))
        if wrong:
            raise HilFailure(KEPT, f"{prompt.name}: {wrong[0][0]} is not as it was before the run")
    return sorted([*gone, *changed])


# The file ------------------------------------------------------------------------------------


def path_of(board: str) -> Path:
    """Return where the state of a board is kept."""
    return paths.data_dir() / "hil" / f"{board}.json"


def write(kept: Kept) -> Path:
    """Write a state so that it outlives whatever happens to this machine."""
    path = path_of(kept.board)
    paths.make_private(path.parent)
    new = path.with_suffix(".new")
    new.unlink(missing_ok=True)
    with paths.open_private(new, os.O_CREAT | os.O_EXCL) as file:
        file.write(json.dumps(asdict(kept)).encode())
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)
    return path


def find(board: str) -> Kept | None:
    """Return the state that a run which was killed has left, None where there is none.

    Raises:
        HilFailure: there is one that cannot be read; it is left for a person to look at.
    """
    path = path_of(board)
    try:
        return Kept(**json.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, TypeError):
        raise HilFailure(
            KEPT, f"{path} holds what a run has to give back to its board, and cannot be read"
        ) from None


def forget(board: str) -> None:
    """Remove a state that the board has back."""
    with contextlib.suppress(FileNotFoundError):
        path_of(board).unlink()
