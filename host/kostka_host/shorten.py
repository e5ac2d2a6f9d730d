"""Makes sources of the firmware smaller before they are compiled.

Methods that only raise NotImplementedError are left out; private names get short ones, and so do
public names that only the modules of one game, or only those of the app, use.

MicroPython keeps every name of a program once, in a table on the heap. Names that begin with one
underscore matter only where they are made, so names that never meet can share a short one. Names
meet in a module and in the modules that its classes inherit from.
"""

from __future__ import annotations

import array
import ast
import asyncio
import binascii
import builtins
import collections
import errno
import gc
import hashlib
import io
import json
import math
import os
import random
import re
import select
import struct
import sys
import time
import tokenize
import types
from collections.abc import Iterable, Iterator, Mapping
from itertools import count, product

from kostka_host.private import nodes

# Packages that no game imports: what is in them is the app's own.
APP = ("app", "config", "journal", "link", "play", "scene", "screen", "sense", "tags")
# What has names that MicroPython knows, and others that only it has.
BUILT_IN = (
    *(bytes, bytearray, dict, float, int, list, memoryview, range, set, str, tuple),
    *(types.CodeType, io.BytesIO, io.TextIOWrapper, collections.deque, array.array),
    *(asyncio, asyncio.Task, asyncio.Event, binascii, errno, gc, hashlib, json, math, os),
    *(random, select, struct, sys, time),
)
BOARD_WORDS = (
    "Pin SPI I2C UART ADC PWM WDT Timer RTC StateMachine asm_pio bootsel const duty_u16 feed freq "
    "ilistdir init irq mem16 mem32 mem8 mem_alloc mem_free mktime mount ioctl readblocks "
    "print_exception qstr_info read_u16 readfrom readfrom_into readfrom_mem ready reset "
    "reset_cause schedule sleep_ms sleep_us statvfs ticks_add ticks_diff ticks_ms ticks_us toggle "
    "umount unique_id value wait_for_ms write_readinto writeblocks writeto"
)
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def is_private(name: str) -> bool:
    """Say whether a name begins with one underscore and has more than that."""
    return name.startswith("_") and not name.startswith("__") and len(name) > 1


def short_names(
    modules: Mapping[str, str], outside: Iterable[str] = (), also: Iterable[str] = ()
) -> dict[str, str]:
    """Return the short name of each private name that the modules make themselves.

    `modules` are the sources by name. Names that occur in a source `outside`, which is not
    shortened, stay as they are. `also` are public names that are taken for private ones.

    Raises:
        SyntaxError: a source is no Python.
    """
    public = frozenset(also)
    seen = {name: _Names(text, public) for name, text in modules.items()}
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


def group_of(module: str) -> str:
    """Return whose a module is: a game's, the app's (see APP), or "" where games may use it.

    Modules of a game are `kostka.games.GAME`, those in it, and those whose names begin with
    `kostka.games.GAME_`.
    """
    parts = module.split(".")
    if len(parts) > 2 and parts[1] == "games":
        return parts[2].partition("_")[0]
    return "app" if len(parts) > 1 and parts[1] in APP else ""


def names_of_one_group(modules: Mapping[str, str], outside: Iterable[str] = ()) -> set[str]:
    """Return the public names that the modules of one group make, and nothing else has.

    Names of built-in things, and words in strings of any module or in a source `outside`, are
    none.

    Raises:
        SyntaxError: a source is no Python.
    """
    users: dict[str, set[str]] = {}
    made: set[str] = set()
    taken = {*dir(builtins), *BOARD_WORDS.split()}
    for thing in BUILT_IN:
        taken.update(dir(thing))
    for text in outside:
        taken |= _Names(text).words
    for name, text in modules.items():
        names = _Names(text)
        taken |= names.quoted
        taken.update(name.split("."))
        group = group_of(name)
        made |= names.every if group else set()
        for word in names.words:
            users.setdefault(word, set()).add(group)
    return {
        word
        for word in made - taken
        if len(users[word]) == 1 and not word.startswith("_") and len(word) > 2
    }


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
    for node in nodes(text):
        if isinstance(node, ast.ClassDef):
            left_out = [one for one in node.body if _is_abstract(one)]
            if len(left_out) < len(node.body):
                for one in left_out:
                    for row in range(one.lineno - 1, one.end_lineno or one.lineno):
                        lines[row] = "\n"
    return "".join(lines)


def _is_abstract(node: ast.stmt) -> bool:
    if not isinstance(node, ast.FunctionDef) or node.decorator_list:
        return False
    *before, last = node.body
    told = all(isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant) for one in before)
    raised = last.exc if isinstance(last, ast.Raise) else None
    return told and isinstance(raised, ast.Name) and raised.id == "NotImplementedError"


class _Names:
    """The private names of a module, the classes it has, and those they inherit from."""

    def __init__(self, text: str, also: frozenset[str] = frozenset()) -> None:
        self.used: set[str] = set()
        self.made: set[str] = set()
        self.classes: set[str] = set()
        self.bases: set[str] = set()
        self.quoted: set[str] = set()  # words in strings, but for docstrings
        every = nodes(text)
        for node in every:
            self._note(node)
        self.words = self.used | self.made
        self.every = self.made - set(_constants(every[0]))
        self.used = {word for word in self.words if is_private(word) or word in also}
        self.made = {word for word in self.every if is_private(word) or word in also}

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
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            if " " not in node.value.strip() or "\n" not in node.value:
                self.quoted.update(re.findall(r"[A-Za-z_]\w*", node.value))
        if isinstance(node, ast.ClassDef):
            self.classes.add(node.name)
            self.bases.update(_last_word(base) for base in node.bases)


def _constants(tree: ast.AST) -> Iterator[str]:
    """Yield the private names that the compiler replaces by their values."""
    for node in getattr(tree, "body", ()):
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
