"""Leads tracebacks of a board back to files of this host, and shows their lines."""

from __future__ import annotations

import linecache
import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import kostka

from kostka_host.boards.sources import device_folder

_PLACE = re.compile(r'^\s*File "([^"]+)", line (\d+)(?:, in (\S+))?')
RUNNER = "<stdin>"  # what the prompt calls what is pasted: the runner


class Traces:
    """Where files of a board lie here.

    `modules` are those that tests on the board import, by their path there; `tables` give for
    sources with counters the line that each line was.
    """

    def __init__(
        self,
        root: Path,
        modules: Mapping[str, Path],
        tables: Mapping[str, Sequence[int]] | None = None,
    ) -> None:
        self._root = root
        self._modules = modules
        self._tables = tables or {}
        package = Path(os.path.dirname(kostka.__file__ or ""))
        self._roots = (package.parent, device_folder())

    def host_file(self, name: str) -> Path | None:
        """Return the file here that a board calls by a name, None where there is none."""
        path = name.removeprefix("/rom/").removeprefix("/lib/").removeprefix("/hil/").lstrip("/")
        if path in self._modules:
            return self._modules[path]
        for root in (self._root, *self._roots):
            if (root / path).is_file():
                return root / path
        return self._by_stem(name)

    def _by_stem(self, name: str) -> Path | None:
        """Return the one source of the firmware that compiled modules call by its name alone."""
        if "/" in name or name.startswith("<"):
            return None
        stem = name.removesuffix(".py")
        found = [p for root in self._roots for p in root.rglob(f"{stem}.py")]
        found += [p / "__init__.py" for p in self._roots[0].rglob(stem) if p.is_dir()]
        return found[0] if len(found) == 1 else None

    def _line(self, name: str, number: int) -> int:
        path = name.removeprefix("/rom/").removeprefix("/hil/")
        table = self._tables.get(path, ())
        return table[number] if number < len(table) else number

    def mapped(self, text: str) -> str:
        """Return a traceback with files of this host and their lines; those of the runner go."""
        out = []
        for row in text.replace("\r", "").splitlines():
            found = _PLACE.match(row)
            if found is None:
                out.append(row)
                continue
            name, number, where = found[1], int(found[2]), found[3] or "<module>"
            if name == RUNNER:
                continue
            file, number = self.host_file(name), self._line(name, number)
            if file is None:
                out.append(row)
                continue
            shown = file
            if file.is_relative_to(Path.cwd()):
                shown = file.relative_to(Path.cwd())
            out.append(f"{shown}:{number}: in {where}")
            source = linecache.getline(str(file), number).strip()
            if source:
                out.append(f"    {source}")
        return "\n".join(out)
