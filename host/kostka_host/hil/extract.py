"""Takes what runs on the board out of a test file, line for line.

The part for the board has the lines of the file: what stays on the host is left empty. So the line
of a traceback is that of the file. Comparisons in `assert` get a message that shows both sides.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType

from kostka_host.hil.failures import ACCOUNT, HilFailure

HOST_ONLY = ("pytest", "kostka_host", "unittest")
_ON_BOTH = {"raises"}  # of kostka_host.hil, which the runner has too
_SIGNS = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
    ast.In: "in", ast.NotIn: "not in", ast.Is: "is", ast.IsNot: "is not",
}  # fmt: skip
_Definition = (ast.FunctionDef, ast.ClassDef)
Edit = tuple[int, int, bytes]


@dataclass
class Part:
    """The part of one host file that runs on a board.

    `bases` are (name here, other file, name there) of what it has from other test files.
    """

    path: str
    source: str
    bases: list[tuple[str, str, str]] = field(default_factory=list)


class _File:
    """A test file and what its names at the top stand for."""

    def __init__(self, module: ModuleType, root: Path) -> None:
        file = Path(inspect.getsourcefile(module) or "?").resolve()
        self.module = module
        self.path = file.relative_to(root).as_posix() if file.is_relative_to(root) else file.name
        self.text = file.read_bytes()
        self.tree = ast.parse(self.text, str(file))
        self.top: dict[str, ast.stmt] = {}
        for node in self.tree.body:
            for name in _binds(node):
                self.top[name] = node


def _binds(node: ast.stmt) -> list[str]:
    """Return the names that a statement at the top of a file binds."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return [node.name]
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return [one.asname or one.name.partition(".")[0] for one in node.names]
    return [
        one.id
        for one in ast.walk(node)
        if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
    ]


def parts_of(module: ModuleType, names: Iterable[str], root: Path) -> list[Part]:
    """Return the parts for the board of a test file and of those it inherits from, bases first.

    `names` are the functions and classes at its top that run on a board.

    Raises:
        HilFailure: a name that is needed there exists on the host only.
    """
    found: dict[str, Part] = {}
    _take(_File(module, root), set(names), root, found)
    return list(found.values())


def _take(file: _File, names: set[str], root: Path, found: dict[str, Part]) -> None:
    wanted, queue = set(), sorted(names)
    bases: dict[str, tuple[str, str, str]] = {}
    others: dict[str, tuple[_File, set[str]]] = {}
    while queue:
        name = queue.pop()
        node = file.top.get(name)
        if name in wanted or node is None:
            continue
        wanted.add(name)
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            if _top_module(node) in HOST_ONLY and name in _ON_BOTH:
                wanted.remove(name)
                continue
            origin = _origin(file, name, node, root)
            if origin is not None:
                other, there = origin
                others.setdefault(other.path, (other, set()))[1].add(there)
                bases[name] = (name, other.path, there)
            continue
        queue += [one.id for one in ast.walk(_bare(node)) if isinstance(one, ast.Name)]
    for other, more in others.values():
        _take(other, more, root, found)
    keep = {id(file.top[name]): file.top[name] for name in wanted if name not in bases}
    ordered = sorted(keep.values(), key=lambda node: node.lineno)
    part = Part(file.path, _source(file, ordered), sorted(bases.values()))
    known = found.get(file.path)
    if known is not None and len(known.source) > len(part.source):
        return
    found[file.path] = part


def _bare(node: ast.stmt) -> ast.AST:
    """Return a statement without what is left out on the board: decorators of tests, types."""
    copy = ast.parse(ast.unparse(node)).body[0]
    for one in ast.walk(copy):
        if isinstance(one, (ast.FunctionDef, ast.ClassDef)):
            one.decorator_list = [d for d in one.decorator_list if not _is_host(d)]
        if isinstance(one, ast.FunctionDef):
            one.returns = None
        if isinstance(one, ast.arg):
            one.annotation = None
        if isinstance(one, ast.AnnAssign):
            one.annotation = ast.Constant(None)
    return copy


def _is_host(decorator: ast.expr) -> bool:
    """Say whether a decorator speaks to the plugin or to pytest."""
    while isinstance(decorator, (ast.Call, ast.Attribute)):
        inner = decorator.func if isinstance(decorator, ast.Call) else decorator.value
        decorator = inner
    return isinstance(decorator, ast.Name) and decorator.id in (
        "pytest",
        "on_board",
        "needs",
        "hil",
    )


def _origin(
    file: _File, name: str, node: ast.Import | ast.ImportFrom, root: Path
) -> tuple[_File, str] | None:
    """Return the test file that a name comes from and its name there; None: a module there."""
    top = _top_module(node)
    if top in HOST_ONLY:
        raise HilFailure(
            ACCOUNT, f"{file.path}:{node.lineno}: {name} is used on the board and is of {top} only"
        )
    thing = getattr(file.module, name, None)
    home = sys.modules.get(getattr(thing, "__module__", "") or "")
    if not isinstance(node, ast.ImportFrom) or home is None or home is file.module:
        return None
    source = getattr(home, "__file__", None)
    if not source or not Path(source).resolve().is_relative_to(root) or _installed(source):
        return None
    return _File(home, root), thing.__name__ if thing is not None else name


def _top_module(node: ast.Import | ast.ImportFrom) -> str:
    name = node.module or "" if isinstance(node, ast.ImportFrom) else node.names[0].name
    return name.partition(".")[0]


def _installed(source: str) -> bool:
    return "site-packages" in Path(source).parts


def _source(file: _File, nodes: list[ast.stmt]) -> str:
    """Return the lines of these statements, all others empty, with readable assertions."""
    lines = file.text.splitlines()
    kept = [b""] * len(lines)
    for node in nodes:
        for number in range(node.lineno - 1, node.end_lineno or node.lineno):
            kept[number] = lines[number]
    for node in nodes:
        for one in ast.walk(node):
            _drop_decorators(one, kept, lines)
    edits: list[tuple[int, Edit]] = []
    for node in nodes:
        for one in ast.walk(node):
            if isinstance(one, ast.Assert):
                edits += _explained(one)
    for number, (begin, end, text) in sorted(edits, key=_place, reverse=True):
        line = kept[number]
        kept[number] = line[:begin] + text + line[end:]
    while kept and not kept[-1]:
        kept.pop()
    return b"\n".join(kept).decode() + "\n"


def _place(edit: tuple[int, Edit]) -> tuple[int, int]:
    return edit[0], edit[1][0]


def _drop_decorators(node: ast.AST, kept: list[bytes], lines: list[bytes]) -> None:
    if not isinstance(node, _Definition):
        return
    for decorator in node.decorator_list:
        first, last = decorator.lineno - 1, decorator.end_lineno or decorator.lineno
        while b"@" not in lines[first]:
            first -= 1
        # in front of a statement its decorators are not part of its lines
        for number in range(first, last):
            kept[number] = b"" if _is_host(decorator) else lines[number]


def _explained(node: ast.Assert) -> list[tuple[int, Edit]]:
    """Return the edits that let a failed comparison show both sides, evaluated once."""
    test = node.test
    if node.msg is not None or not isinstance(test, ast.Compare) or len(test.ops) != 1:
        return []
    left, right = test.left, test.comparators[0]
    if any(isinstance(one, (ast.NamedExpr, ast.Starred)) for one in ast.walk(test)):
        return []
    sign = _SIGNS[type(test.ops[0])]
    message = f', "%r {sign} %r" % (_hil_l, _hil_r)'.encode()
    last = node.end_col_offset or 0
    # first, as of edits at one place the later one comes to stand in front
    edits: list[tuple[int, Edit]] = [((node.end_lineno or 1) - 1, (last, last, message))]
    for name, side in (("_hil_l", left), ("_hil_r", right)):
        edits.append(
            (side.lineno - 1, (side.col_offset, side.col_offset, f"({name} := (".encode()))
        )
        end = side.end_col_offset or 0
        edits.append(((side.end_lineno or 1) - 1, (end, end, b"))")))
    return edits
