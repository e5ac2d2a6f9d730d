"""Makes parameters of the firmware's functions private, so that they can get short names.

MicroPython keeps the names of parameters, as somebody might pass an argument by name.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Container, Iterator


@functools.lru_cache(maxsize=512)
def nodes(text: str) -> tuple[ast.AST, ...]:
    """Return all nodes of a source, the module first; walking a tree takes longer than parsing.

    Raises:
        SyntaxError: it is no Python.
    """
    return tuple(ast.walk(ast.parse(text)))


def keywords(text: str) -> set[str]:
    """Return the names by which a source passes arguments.

    Raises:
        SyntaxError: the source is no Python.
    """
    return {node.arg for node in nodes(text) if isinstance(node, ast.keyword) and node.arg}


def private_parameters(text: str, passed: Container[str]) -> str:
    """Return a source whose functions have private parameters: `size` becomes `_size`.

    Parameters whose names are in `passed` stay, and so do those that cannot be told from
    something else. Lines keep their numbers.

    Raises:
        SyntaxError: the source is no Python.
    """
    words = {word for node in nodes(text) for word in _words(node)}
    places: set[tuple[int, int, str]] = set()
    for node in nodes(text):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            places |= _parameters(node, passed, words)
    lines = text.splitlines(keepends=True)
    for row, column, _ in sorted(places, reverse=True):
        line = lines[row - 1].encode()  # ast counts bytes
        lines[row - 1] = (line[:column] + b"_" + line[column:]).decode()
    return "".join(lines)


def _parameters(
    function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda,
    passed: Container[str],
    words: Container[str],
) -> set[tuple[int, int, str]]:
    """Return where the parameters of a function that can be private occur: row, column, name."""
    inner = [one for part in _own(function) for one in ast.walk(part)]
    bound = {word for one in inner for word in _bound_otherwise(one)}
    given = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
    wanted = {
        one.arg
        for one in given
        if one.arg != "self" and one.arg not in passed and one.arg not in bound
        if not one.arg.startswith("_") and "_" + one.arg not in words
    }
    found = {(one.lineno, one.col_offset, one.arg) for one in given if one.arg in wanted}
    for one in inner:
        if isinstance(one, ast.Name) and one.id in wanted:
            found.add((one.lineno, one.col_offset, one.id))
        elif isinstance(one, ast.arg) and one.arg in wanted:
            found.add((one.lineno, one.col_offset, one.arg))
    return found


def _own(function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> list[ast.AST]:
    """Return what is looked up inside a function: not its defaults, annotations, decorators."""
    return [function.body] if isinstance(function, ast.Lambda) else list(function.body)


def _bound_otherwise(node: ast.AST) -> Iterator[str]:
    """Yield the names that a node binds or names in a way that no Name node shows."""
    if isinstance(node, ast.alias):
        yield node.asname or node.name.partition(".")[0]
    elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        yield node.name
    elif isinstance(node, ast.ClassDef):  # what is bound in it are attributes
        yield node.name
        yield from (one.id for one in ast.walk(node) if isinstance(one, ast.Name))
    elif isinstance(node, ast.ExceptHandler) and node.name:
        yield node.name
    elif isinstance(node, (ast.Global, ast.Nonlocal)):
        yield from node.names
    elif isinstance(node, ast.JoinedStr):  # where its names stand is not told exactly
        yield from (one.id for one in ast.walk(node) if isinstance(one, ast.Name))


def _words(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Name):
        yield node.id
    elif isinstance(node, ast.arg):
        yield node.arg
    else:
        yield from _bound_otherwise(node)
