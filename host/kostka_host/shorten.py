"""Makes sources of the firmware smaller before they are compiled.

Methods that only raise NotImplementedError are left out, private names get short ones. Parameters
that nobody passes by name, and what is global in a module and used in no other, become private
first.

MicroPython keeps every name of a program once, in a table on the heap. Names that begin with one
underscore matter only where they are made, so names that never meet can share a short one. Names
meet in a module and in the modules that its classes inherit from.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from itertools import count, product

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def is_private(name: str) -> bool:
    """Say whether a name begins with one underscore and has more than that."""
    return name.startswith("_") and not name.startswith("__") and len(name) > 1


def short_names(modules: Mapping[str, str], outside: Iterable[str] = ()) -> dict[str, str]:
    """Return the short name of each private name that the modules make themselves.

    `modules` are the sources by name. Names that occur in a source `outside`, which is not
    shortened, stay as they are.

    Raises:
        SyntaxError: a source is no Python.
    """
    seen = {name: _Names(text) for name, text in modules.items()}
    kept = {word for text in outside for word in _Names(text).used}
    made = {word for names in seen.values() for word in names.made} - kept
    kept |= {word for names in seen.values() for word in names.used} - made
    meets: dict[str, set[str]] = {word: set() for word in made}
    for names in seen.values():
        together = (names.used | _inherited(names, seen.values())) & made
        for word in together:
            meets[word] |= together
    found: dict[str, str] = {}
    for word in sorted(made, key=lambda word: (-len(meets[word]), word)):
        taken = {found[other] for other in meets[word] if other in found} | kept
        found[word] = next(short for short in _shorts() if short not in taken)
    return found


def shorten(text: str, names: Mapping[str, str]) -> str:
    """Return a source with its names replaced; its lines keep their numbers."""
    lines = text.splitlines(keepends=True)
    tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    for token in reversed(tokens):
        if token.type == tokenize.NAME and token.string in names:
            row, column = token.start
            line = lines[row - 1]
            end = column + len(token.string)
            lines[row - 1] = line[:column] + names[token.string] + line[end:]
    return "".join(lines)


def without_abstract(text: str) -> str:
    """Return a source without methods that only raise NotImplementedError.

    Calling one raises AttributeError then. Lines keep their numbers.

    Raises:
        SyntaxError: the source is no Python.
    """
    lines = text.splitlines(keepends=True)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ClassDef):
            left_out = [one for one in node.body if _is_abstract(one)]
            if len(left_out) < len(node.body):
                for one in left_out:
                    for row in range(one.lineno - 1, one.end_lineno or one.lineno):
                        lines[row] = "\n"
    return "".join(lines)


def keywords(text: str) -> set[str]:
    """Return the names by which a source passes arguments.

    Raises:
        SyntaxError: the source is no Python.
    """
    nodes = ast.walk(ast.parse(text))
    return {node.arg for node in nodes if isinstance(node, ast.keyword) and node.arg}


def private_parameters(text: str, passed: Container[str]) -> str:
    """Return a source whose functions have private parameters: `size` becomes `_size`.

    Parameters whose names are in `passed` stay, and so do those that cannot be told from
    something else. Lines keep their numbers.

    Raises:
        SyntaxError: the source is no Python.
    """
    tree = ast.parse(text)
    words = {word for node in ast.walk(tree) for word in _words(node)}
    places: set[tuple[int, int, str]] = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            places |= _parameters(node, passed, words)
    lines = text.splitlines(keepends=True)
    for row, column, _ in sorted(places, reverse=True):
        line = lines[row - 1].encode()  # ast counts bytes
        lines[row - 1] = (line[:column] + b"_" + line[column:]).decode()
    return "".join(lines)


def private_globals(texts: Mapping[str, str], outside: Iterable[str]) -> dict[str, str]:
    """Return sources in which constants and functions that one module alone names are private.

    What is named in a source `outside` stays, and so do classes, names that also stand for
    something else in their module, and what a string names. Lines keep their numbers.

    Raises:
        SyntaxError: a source is no Python.
    """
    named = {name: _named(text) for name, text in texts.items()}
    kept = {word for text in outside for word in _named(text)}
    counts = Counter(word for words in named.values() for word in words)
    found: dict[str, str] = {}
    for name, text in texts.items():
        alone = {
            word: "_" + word
            for word in _globals(ast.parse(text))
            if counts[word] == 1 and word not in kept and "_" + word not in named[name]
        }
        found[name] = shorten(text, alone)
    return found


def _named(text: str) -> set[str]:
    """Return all words that a source names, also in strings that are no docstrings."""
    tree = ast.parse(text)
    said = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef))
        if node.body and isinstance(node.body[0], ast.Expr)
    }
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if id(node) not in said:
                found.update(re.findall(r"\w+", node.value))
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, ast.keyword) and node.arg:
            found.add(node.arg)
        elif isinstance(node, ast.alias):
            found.update(node.name.split("."))
        found.update(_words(node))
    return found


def _globals(tree: ast.Module) -> set[str]:
    """Return the public constants and functions of a module that nothing else is called like."""
    made: set[str] = set()
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            made.add(node.name)
        elif isinstance(node, ast.Assign):
            made.update(one.id for one in node.targets if isinstance(one, ast.Name))
    other = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    other |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.keyword) and node.arg}
    other |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    return {word for word in made - other if not word.startswith("_")}


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


def _is_abstract(node: ast.stmt) -> bool:
    if not isinstance(node, ast.FunctionDef) or node.decorator_list:
        return False
    *before, last = node.body
    told = all(isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant) for one in before)
    raised = last.exc if isinstance(last, ast.Raise) else None
    return told and isinstance(raised, ast.Name) and raised.id == "NotImplementedError"


class _Names:
    """The private names of a module, the classes it has, and those they inherit from."""

    def __init__(self, text: str) -> None:
        self.used: set[str] = set()
        self.made: set[str] = set()
        self.classes: set[str] = set()
        self.bases: set[str] = set()
        tree = ast.parse(text)
        for node in ast.walk(tree):
            self._note(node)
        self.used = {word for word in self.used | self.made if is_private(word)}
        self.made = {word for word in self.made if is_private(word)} - set(_constants(tree))

    def _note(self, node: ast.AST) -> None:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            self.made.add(node.name)
        elif isinstance(node, ast.arg):
            self.made.add(node.arg)
        elif isinstance(node, (ast.Name, ast.Attribute)):
            word = node.id if isinstance(node, ast.Name) else node.attr
            (self.made if isinstance(node.ctx, ast.Store) else self.used).add(word)
        elif isinstance(node, ast.alias):  # imported modules keep their names
            self.used.update(node.name.split("."))
            if node.asname:
                self.made.add(node.asname)
        elif isinstance(node, ast.keyword) and node.arg:
            self.used.add(node.arg)
        if isinstance(node, ast.ClassDef):
            self.classes.add(node.name)
            self.bases.update(_last_word(base) for base in node.bases)


def _constants(tree: ast.Module) -> Iterator[str]:
    """Yield the private names that the compiler replaces by their values."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            if isinstance(node.value.func, ast.Name) and node.value.func.id == "const":
                yield from (one.id for one in node.targets if isinstance(one, ast.Name))


def _last_word(base: ast.expr) -> str:
    return ast.unparse(base).rpartition(".")[2]


def _inherited(names: _Names, every: Iterable[_Names]) -> set[str]:
    """Return the private names of all modules that a module's classes inherit from."""
    found: set[str] = set()
    wanted, known = set(names.bases), set()
    while wanted:
        known |= wanted
        parents = [other for other in every if other.classes & wanted]
        found.update(word for other in parents for word in other.used)
        wanted = {base for other in parents for base in other.bases} - known
    return found


def _shorts() -> Iterator[str]:
    for length in count(1):
        for digits in product(DIGITS, repeat=length):
            yield "_" + "".join(digits)
