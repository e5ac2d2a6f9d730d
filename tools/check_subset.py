#!/usr/bin/env python3
"""Refuse what MicroPython cannot do, or does differently, in the code that both Pythons run.

    tools/check_subset.py            checks all shared code of this repository
    tools/check_subset.py FILE ...   checks these files

Prints one line for each finding, `file:line: rule: what; what to do`; exit code 1 if there are
any. A line may carry `# subset: RULE reason` where a rule does not apply.

Pure packages must not import a module that does input or output, nor a module that does.
"""

from __future__ import annotations

import ast
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from _subset_base import Finding
from _subset_meaning import Meaning
from _subset_syntax import Syntax

ROOT = Path(__file__).resolve().parents[1]
SHARED = (
    "firmware/src/**/*.py",
    "firmware/device/**/*.py",
    "firmware/jig/**/*.py",
    "tests/both/run_cases.py",
    "tests/**/cases_*.py",
    "tests/probe/kostka_*.py",
    "tests/diff/kostka_engine.py",
    "tests/journals/kostka_golden.py",
    "tests/rules/kostka_counts.py",
    "tests/rules/kostka_examples.py",
)
PURE = ("rules", "games", "mats", "sense", "scene", "screen", "tags", "play")
WHOLE = ("rules", "games", "mats", "scene", "screen", "tags", "play")  # sense may use floats
FORBIDDEN = frozenset(("asyncio", "time", "random", "os", "json", "machine", "io", "select"))


def shared_files(root: Path = ROOT) -> list[Path]:
    """Return the files that both Pythons run, sorted."""
    return sorted({path for pattern in SHARED for path in root.glob(pattern)})


def module_of(path: Path) -> str:
    """Return the dotted name of a file below a folder `src`, else its bare name."""
    parts = list(path.with_suffix("").parts)
    if "src" in parts:
        parts = parts[parts.index("src") + 1 :]
    else:
        parts = parts[-1:]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def package_of(module: str) -> str:
    """Return `rules` of `kostka.rules.state`; modules of the tests count as games."""
    parts = module.split(".")
    if parts[0] == "kostka":
        return parts[1] if len(parts) > 1 else ""
    return "games" if parts[0].startswith("kostka_probe") else ""


def imports(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield (line, module) of all imports at any depth, but for what only checkers read."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name):
            if node.test.id == "TYPE_CHECKING":
                for inner in node.orelse:
                    yield from imports(inner)
                continue
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.lineno, node.module
            for alias in node.names:
                yield node.lineno, f"{node.module}.{alias.name}"
        else:
            yield from imports(node)


def check(paths: Iterable[Path], root: Path = ROOT) -> list[Finding]:
    """Return what is wrong in some files; their imports are followed among them."""
    found: list[Finding] = []
    trees: dict[str, tuple[str, ast.Module]] = {}
    sources: dict[str, str] = {}
    for path in paths:
        shown = str(path.relative_to(root)) if path.is_relative_to(root) else str(path)
        source = path.read_text(encoding="utf-8")
        try:
            tree = ast.parse(source)
        except SyntaxError as problem:
            found.append(Finding(shown, problem.lineno or 1, "syntax", problem.msg, "correct it"))
            continue
        module = module_of(path)
        trees[module] = (shown, tree)
        sources[module] = source
    own = frozenset(
        node.name
        for _, tree in trees.values()
        for node in ast.walk(tree)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
    )
    for module, (shown, tree) in trees.items():
        package = package_of(module)
        syntax = Syntax(shown, sources[module], tree)
        meaning = Meaning(shown, sources[module], tree, package in PURE, package in WHOLE, own)
        for part in (syntax, meaning):
            part.visit(tree)
            found += part.found
    found += impure(trees)
    return sorted(set(found), key=lambda f: (f.path, f.line, f.rule, f.what))


def impure(trees: dict[str, tuple[str, ast.Module]]) -> list[Finding]:
    """Return the imports of pure packages that lead to input, output, clock or chance."""
    edges: dict[str, list[tuple[int, str]]] = {}
    for module, (_, tree) in trees.items():
        edges[module] = list(imports(tree))
    found = []
    for module, (shown, _) in trees.items():
        if package_of(module) in PURE:
            for line, first in edges[module]:
                way = _way(first, edges)
                if way:
                    what = f"{module} is pure but imports {way[-1]}"
                    if len(way) > 1:
                        what += " by way of " + ", ".join(way[:-1])
                    found.append(Finding(shown, line, "pure", what, "hand in what it is for"))
    return found


def _way(first: str, edges: dict[str, list[tuple[int, str]]]) -> list[str]:
    """Return the modules from an import to a forbidden one, or nothing."""
    waiting = deque([[first]])
    seen = {first}
    while waiting:
        way = waiting.popleft()
        if way[-1].split(".", maxsplit=1)[0] in FORBIDDEN:
            return [*way[:-1], way[-1].split(".", maxsplit=1)[0]]
        parts = way[-1].split(".")
        # importing a.b.c runs a, a.b and a.b.c
        for n in range(1, len(parts) + 1):
            for _, module in edges.get(".".join(parts[:n]), []):
                if module not in seen:
                    seen.add(module)
                    waiting.append([*way, module])
    return []


def main(arguments: list[str]) -> int:
    """Check the files named, or all shared files; return the exit code."""
    paths = [Path(word).resolve() for word in arguments] or shared_files()
    found = check(paths)
    for finding in found:
        print(finding)
    said = f"{len(found)} findings" if found else "nothing found"
    print(f"check_subset: {len(paths)} files, {said}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
