"""Line coverage from boards, by counters in the source, handed to coverage.py.

MicroPython for boards has no sys.settrace, nor has the unix port in the wheel. So statements get
`_hl[N]=1` in front of them, N being the line; the array is in the heap of the board and read at
its prompt. Lines of the source move by that, and tracebacks are led back.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import tempfile
import weakref
from collections.abc import Iterator, Mapping
from pathlib import Path

import kostka
from kostka.errors import KostkaError

from kostka_host.boards.sources import device_folder
from kostka_host.hil.dut import Dut

MARKS = "_hl"
HEAD = f"from hil_lines import at as _hil_at;{MARKS}=_hil_at(%r,%d)\n"
REGISTRY = """\
files = {}
def at(path, size):
    if path not in files:
        files[path] = bytearray(size)
    return files[path]
"""
_MARK = re.compile(r"\b_hl\[(\d+)\] = 1")
_READ = """
import sys, binascii
m = sys.modules.get('hil_lines')
for p, b in (m.files.items() if m else ()):
    print(p, binascii.hexlify(b).decode())
"""


class Counter(ast.NodeTransformer):
    """Puts a count in front of every statement that can have one."""

    def __init__(self) -> None:
        self.lines: set[int] = set()

    def _counted(self, body: list[ast.stmt], skip_doc: bool = False) -> list[ast.stmt]:
        found: list[ast.stmt] = []
        for at, node in enumerate(body):
            doc = at == 0 and skip_doc and _is_text(node)
            future = isinstance(node, ast.ImportFrom) and node.module == "__future__"
            scope = isinstance(node, (ast.Global, ast.Nonlocal))
            if not (doc or future or scope):
                found.append(self._mark(node.lineno))
            found.append(self.visit(node))
        return found

    def _mark(self, line: int) -> ast.stmt:
        self.lines.add(line)
        return ast.parse(f"{MARKS}[{line}]=1").body[0]

    def generic_visit(self, node: ast.AST) -> ast.AST:
        """Count in all bodies of a node."""
        for name in ("body", "orelse", "finalbody"):
            body = getattr(node, name, None)
            if isinstance(body, list) and body:
                is_scope = isinstance(node, (ast.Module, ast.FunctionDef, ast.ClassDef))
                setattr(node, name, self._counted(body, is_scope))  # an elif becomes else and if
        for handler in getattr(node, "handlers", []):
            handler.body = [self._mark(handler.lineno), *self._counted(handler.body)]
        return node


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def with_counters(text: str, path: str) -> tuple[str, set[int]]:
    """Return a source that counts its lines, and which lines it counts."""
    tree = ast.parse(text)
    counter = Counter()
    counter.visit(tree)
    size = max(counter.lines, default=0) + 1
    return HEAD % (path, size) + ast.unparse(ast.fix_missing_locations(tree)) + "\n", counter.lines


def line_table(text: str) -> list[int]:
    """Return for each line of a source with counters the line that it was, 0 for none."""
    table, now = [0], 0
    for row in text.splitlines():
        found = _MARK.search(row)
        now = int(found[1]) if found else now
        table.append(now)
    return table


class Counted:
    """What is counted in a run: modules for tests on boards, and the firmware of virtual ones."""

    def __init__(self, roots: list[Path], run: str) -> None:
        self.roots = [root.resolve() for root in roots]
        self.hits: dict[str, set[int]] = {}  # host path: lines that ran
        self.lines: dict[str, set[int]] = {}  # host path: lines that are counted
        self.rom: Path | None = None
        self.tables: dict[str, list[int]] = {}  # path on the board: lines that it had
        self._run = run
        self._hosts: dict[str, str] = {}  # path on the board: host path
        package = Path(os.path.dirname(kostka.__file__ or "")).resolve()
        if any(
            root.is_relative_to(package) or package.is_relative_to(root) for root in self.roots
        ):
            self.rom = self._firmware(package)

    def _wanted(self, path: Path) -> bool:
        return any(path.resolve().is_relative_to(root) for root in self.roots)

    def _take(self, path: Path, name: str) -> str:
        text, lines = with_counters(path.read_text(encoding="utf-8"), name)
        self._hosts[name] = str(path.resolve())
        self.lines[str(path.resolve())] = lines
        self.tables[name] = line_table(text)
        return text

    def modules(self, sources: Mapping[str, Path]) -> list[tuple[str, str]]:
        """Return modules for the board, those with counters that are counted."""
        found = [("hil_lines.py", REGISTRY)]
        for name, path in sources.items():
            if self._wanted(path):
                found.append((name, self._take(path, name)))
            else:
                found.append((name, path.read_text(encoding="utf-8")))
        return found

    def _firmware(self, package: Path) -> Path:
        """Return a folder with a firmware that counts what is wanted of it."""
        work = tempfile.mkdtemp(prefix="kostka-hil-")
        weakref.finalize(self, shutil.rmtree, work, ignore_errors=True)
        rom = Path(work) / "rom"
        shutil.copytree(device_folder(), rom)
        (rom / "hil_lines.py").write_text(REGISTRY, encoding="utf-8")
        shutil.copytree(package, rom / package.name)
        for path in _sources(package):
            if self._wanted(path):
                name = f"{package.name}/{path.relative_to(package).as_posix()}"
                (rom / name).write_text(self._take(path, name), encoding="utf-8")
        return rom

    def read(self, dut: Dut) -> None:
        """Read from a board what has run there since it began."""
        try:
            with_session = dut.session is not None
            said = dut.run(_READ) if with_session else self._ask(dut)
        except KostkaError:
            return  # a board that does not answer tells nothing more
        for row in said.splitlines():
            path, _, marks = row.strip().partition(" ")
            host = self._hosts.get(path)
            if host and marks:
                run = {n for n, count in enumerate(bytes.fromhex(marks)) if count}
                self.hits.setdefault(host, set()).update(run)

    def _ask(self, dut: Dut) -> str:
        with dut.prompt() as prompt:
            return prompt.run(_READ)

    def shares(self) -> dict[str, tuple[int, int]]:
        """Return for each file that is counted how many lines ran, and of how many."""
        return {
            os.path.relpath(host): (len(self.hits.get(host, set()) & lines), len(lines))
            for host, lines in self.lines.items()
        }

    def write(self, folder: Path) -> Path:
        """Write what ran as a data file of coverage.py, which `coverage combine` takes in."""
        from coverage import CoverageData

        path = folder / f".coverage.board-{self._run}-{os.getpid()}"
        data = CoverageData(basename=str(path))
        counted = {host: sorted(self.hits.get(host, ())) for host in self.lines}
        data.add_lines(counted)
        data.write()
        return path


def _sources(package: Path) -> Iterator[Path]:
    yield from sorted(package.rglob("*.py"))
