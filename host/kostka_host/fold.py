"""Puts constants in the places where the firmware names them, before it is compiled.

mpy-cross does that within one module and only for `const()`. Between modules a constant costs a
name in the table of names, a place in each module that imports it, and a look-up where it is
used. A constant is a name that a module sets once, to an int or a range of ints that can be
worked out from numbers and other constants. Lines keep their numbers.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from kostka_host.private import nodes

Edit = tuple[int, int, int, str]  # row from 0, first byte, byte after the last, what goes there
Values = dict[str, int]

_SAFE = (
    *(ast.Expression, ast.Name, ast.Load, ast.Store, ast.Constant, ast.BinOp, ast.UnaryOp),
    *(ast.operator, ast.unaryop, ast.ListComp, ast.comprehension, ast.Call),
)
_LONGEST = 1000  # values of a row of names


class Module:
    """A module as it is folded: its tree, what it imports, and the constants that it makes."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text
        self.nodes = nodes(text)
        assert isinstance(self.nodes[0], ast.Module)
        self.tree = self.nodes[0]
        self.imported: dict[str, tuple[str, str]] = {}  # own name: (module, name there)
        self.own: Values = {}
        self.bound = Counter(_bound(self.nodes))
        for node in self.tree.body:
            if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                for one in node.names:
                    own = one.asname or one.name
                    if self.bound[own] == 1:
                        self.imported[own] = (node.module, one.name)


def fold(modules: Mapping[str, str], private: str, outside: Iterable[str] = ()) -> dict[str, str]:
    """Return the sources of modules, by their names with dots, with constants put in.

    Where the name of a module begins with `private`, and no source `outside` has the name of a
    constant of it, the constant itself vanishes, too.

    Raises:
        SyntaxError: a source is no Python.
    """
    parsed = {name: Module(name, text) for name, text in modules.items()}
    changed = True
    while changed:  # constants may be made from those of modules that come later
        changed = False
        for module in parsed.values():
            changed = _find(module, parsed) or changed
    kept = {name for text in outside for name in _words(text)}
    dynamic = {name for module in parsed.values() for name in _unfolded(module, parsed)}
    found = {}
    for name, module in parsed.items():
        gone: set[str] = set()
        if name.startswith(private):
            gone = set(module.own) - kept - dynamic
        found[name] = _folded(module, parsed, gone)
    return found


def _bound(every: Iterable[ast.AST]) -> Iterator[str]:
    """Yield each name as often as one of these nodes binds it."""
    for node in every:
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield node.name
        elif isinstance(node, ast.alias):
            yield (node.asname or node.name).partition(".")[0]
        elif isinstance(node, ast.ExceptHandler) and node.name:
            yield node.name
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            yield from node.names * 2


def _words(text: str) -> Iterator[str]:
    for node in nodes(text):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.alias):
            yield node.name


def _value_of(module: Module, parsed: Mapping[str, Module], name: str) -> int | None:
    """Return the value of a constant that a module has or imports."""
    if name in module.own:
        return module.own[name]
    source, theirs = module.imported.get(name, ("", ""))
    return parsed[source].own.get(theirs) if source in parsed else None


def _find(module: Module, parsed: Mapping[str, Module]) -> bool:
    """Find the constants that a module makes; say whether there are new ones."""
    before = len(module.own)
    for node in module.tree.body:
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            names = _targets(node.targets[0])
            if names and all(module.bound[name] == 1 for name in names):
                values = _evaluated(node.value, module, parsed, len(names))
                if values is not None:
                    module.own.update(zip(names, values, strict=True))
    return len(module.own) > before


def _targets(target: ast.expr) -> list[str]:
    if isinstance(target, ast.Name):
        return [target.id]
    if isinstance(target, ast.Tuple) and all(isinstance(one, ast.Name) for one in target.elts):
        return [one.id for one in target.elts if isinstance(one, ast.Name)]
    return []


def _evaluated(
    value: ast.expr, module: Module, parsed: Mapping[str, Module], count: int
) -> list[int] | None:
    """Return the ints that an expression gives to so many names, None where it is no constant."""
    if count > 1 and isinstance(value, ast.Tuple):
        rows = [_evaluated(one, module, parsed, 1) for one in value.elts]
        return None if None in rows else [row[0] for row in rows if row]
    known: dict[str, Any] = {"range": range, "const": int}
    inner = set(_bound(ast.walk(value)))
    for node in ast.walk(value):
        if not isinstance(node, _SAFE):
            return None
        if isinstance(node, ast.Call) and not (
            isinstance(node.func, ast.Name) and node.func.id in ("const", "range")
        ):
            return None
        if isinstance(node, ast.Name) and node.id not in known and node.id not in inner:
            number = _value_of(module, parsed, node.id)
            if number is None:
                return None
            known[node.id] = number
    code = compile(ast.Expression(value), module.name, "eval")
    try:
        found = eval(code, {"__builtins__": {}, **known})
    except (TypeError, ValueError, ArithmeticError):
        return None
    values = [found] if count == 1 else list(found) if isinstance(found, (list, range)) else []
    if len(values) != count or not all(type(one) is int for one in values):
        return None
    return values


def _uses(module: Module, parsed: Mapping[str, Module]) -> Iterator[tuple[ast.expr, int]]:
    """Yield every place where a constant is read, with its value."""
    for node in module.nodes:
        number = None
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            number = _value_of(module, parsed, node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            source, theirs = module.imported.get(node.value.id, ("", ""))
            other = parsed.get(f"{source}.{theirs}")
            if other is not None and isinstance(node.ctx, ast.Load):
                number = other.own.get(node.attr)
        if number is not None:
            assert isinstance(node, (ast.Name, ast.Attribute))
            yield node, number


def _unfolded(module: Module, parsed: Mapping[str, Module]) -> Iterator[str]:
    """Yield the names that a module reads as attributes of what is no module it knows."""
    done = {id(node) for node, _ in _uses(module, parsed)}
    for node in module.nodes:
        if isinstance(node, ast.Attribute) and id(node) not in done:
            yield node.attr
    for node in module.nodes:  # imported within a function, or under another name twice
        if isinstance(node, ast.ImportFrom) and node not in module.tree.body:
            yield from (one.name for one in node.names)
    yield from (theirs for own, (_, theirs) in module.imported.items() if module.bound[own] > 1)


def _folded(module: Module, parsed: Mapping[str, Module], gone: set[str]) -> str:
    """Return the source of a module with the values put in, without what is not needed then."""
    lines = [line.encode() for line in module.text.splitlines(keepends=True)]
    edits: list[Edit] = []
    uses = list(_uses(module, parsed))
    replaced = {id(node) for node, _ in uses}
    inner = {id(node.value) for node, _ in uses if isinstance(node, ast.Attribute)}
    for node, number in uses:
        if node.end_lineno != node.lineno:
            raise SyntaxError(f"{module.name}:{node.lineno}: a constant over two lines")
        text = str(number) if number >= 0 else f"({number})"
        edits.append((node.lineno - 1, node.col_offset, node.end_col_offset or 0, text))
    needed = {
        node.id
        for node in module.nodes
        if isinstance(node, ast.Name) and id(node) not in replaced | inner
    }
    for row, first, end, text in sorted(edits, reverse=True):
        lines[row] = lines[row][:first] + text.encode() + lines[row][end:]
    for statement in module.tree.body:
        if isinstance(statement, ast.ImportFrom):
            unused = {
                own
                for own, (source, theirs) in module.imported.items()
                if own not in needed and _is_constant(parsed, source, theirs)
            }
            _shrink(lines, statement, unused)
        elif isinstance(statement, ast.Assign):
            names = _targets(statement.targets[0])
            if names and set(names) <= gone:
                _blank(lines, statement)
    return b"".join(lines).decode()


def _is_constant(parsed: Mapping[str, Module], source: str, name: str) -> bool:
    """Say whether what is imported is a constant, or a module that was asked for constants."""
    if f"{source}.{name}" in parsed:
        return True
    return source in parsed and name in parsed[source].own


def _blank(lines: list[bytes], statement: ast.stmt) -> None:
    for row in range(statement.lineno - 1, statement.end_lineno or statement.lineno):
        lines[row] = b"\n"


def _shrink(lines: list[bytes], statement: ast.ImportFrom, unused: set[str]) -> None:
    """Leave names out of an import."""
    left = [one for one in statement.names if (one.asname or one.name) not in unused]
    if len(left) == len(statement.names):
        return
    _blank(lines, statement)
    if left:
        words = ", ".join(f"{o.name} as {o.asname}" if o.asname else o.name for o in left)
        row = statement.lineno - 1
        lines[row] = f"from {statement.module} import {words}\n".encode()
