"""What every check of shared code is made of: findings, names, and what names hold."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass

from _subset_tables import UNORDERED

MARK = re.compile(r"#\s*subset:\s*(\w+)\s+\S")  # `# subset: order the sum is the same anyway`


@dataclass(frozen=True)
class Finding:
    """One thing that shared code must not do."""

    path: str
    line: int
    rule: str
    what: str
    instead: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.rule}: {self.what}; {self.instead}"


def name_of(node: ast.AST) -> str:
    """Return the last name of `a`, `a.b` or a call of these, or nothing."""
    if isinstance(node, ast.Call):
        return name_of(node.func)
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def held(node: ast.AST) -> str:
    """Return a name, or an attribute with a dot before it, or nothing."""
    if isinstance(node, ast.Attribute):
        return "." + node.attr
    return node.id if isinstance(node, ast.Name) else ""


class Kinds:
    """Which names hold dicts, sets or bytearrays, as far as assignments and annotations tell."""

    def __init__(self, tree: ast.Module) -> None:
        self._unordered: set[str] = set()
        self._bytes: set[str] = set()
        self._learn(tree)
        # names inside functions count there only, attributes everywhere
        top = {held(target) for node in tree.body for target in _targets(node)}
        for names in (self._unordered, self._bytes):
            names &= {name for name in names if name.startswith(".") or name in top}
        self._outer: list[tuple[set[str], set[str]]] = []

    def enter(self, function: ast.AST) -> None:
        """Begin a function: its parameters and local names count until leave()."""
        self._outer.append((set(self._unordered), set(self._bytes)))
        self._learn(function)

    def leave(self) -> None:
        """End a function."""
        self._unordered, self._bytes = self._outer.pop()

    def _learn(self, tree: ast.AST) -> None:
        for node in ast.walk(tree):
            if isinstance(node, ast.arguments) and node.kwarg:
                self._unordered.add(node.kwarg.arg)
            elif isinstance(node, ast.arg):
                self._typed(node.arg, node.annotation)
            elif isinstance(node, ast.AnnAssign):
                self._typed(held(node.target), node.annotation)
                self._valued(held(node.target), node.value)
            elif isinstance(node, ast.Assign):
                for target in node.targets:
                    self._valued(held(target), node.value)

    def _typed(self, name: str, annotation: ast.expr | None) -> None:
        if isinstance(annotation, ast.Subscript) and name_of(annotation.value) in UNORDERED:
            self._unordered.add(name)

    def _valued(self, name: str, value: ast.expr | None) -> None:
        if name and value is not None:
            if self.unordered(value):
                self._unordered.add(name)
            if isinstance(value, ast.Call) and name_of(value) == "bytearray":
                self._bytes.add(name)

    def unordered(self, node: ast.expr) -> bool:
        """Say whether an expression is a dict, a set or a view of one."""
        if isinstance(node, (ast.Dict, ast.Set, ast.DictComp, ast.SetComp)):
            return True
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Attribute):
                return node.func.attr in ("items", "keys", "values") and not node.args
            return name_of(node) in UNORDERED
        return held(node) in self._unordered

    def mutable_bytes(self, node: ast.expr) -> bool:
        """Say whether an expression is a bytearray."""
        return held(node) in self._bytes


def _targets(node: ast.stmt) -> list[ast.expr]:
    if isinstance(node, ast.Assign):
        return node.targets
    return [node.target] if isinstance(node, ast.AnnAssign) else []


class Check(ast.NodeVisitor):
    """One walk over one file; findings collect in `found`."""

    def __init__(self, path: str, source: str, tree: ast.Module) -> None:
        self.found: list[Finding] = []
        self.path = path
        self.source = source
        self.lines = source.splitlines()
        self.tree = tree

    def add(self, node: ast.AST, rule: str, what: str, instead: str) -> None:
        """Note a finding, unless its line carries a mark for this rule with a reason."""
        line: int = getattr(node, "lineno", 1)
        marked = MARK.search(self.lines[line - 1])
        if not marked or marked.group(1) != rule:
            self.found.append(Finding(self.path, line, rule, what, instead))

    def visit_If(self, node: ast.If) -> None:
        """Pass over what only type checkers read."""
        if name_of(node.test) != "TYPE_CHECKING":
            self.visit(node.test)
            for inner in node.body:
                self.visit(inner)
        for inner in node.orelse:
            self.visit(inner)
