"""Private names get short ones for a board, and nothing else changes."""

from __future__ import annotations

import ast
import os
from pathlib import Path

import kostka
import pytest
from kostka_host.boards.sources import device_folder
from kostka_host.build import SOURCES
from kostka_host.private import keywords, private_parameters
from kostka_host.shorten import (
    is_private,
    short_names,
    shorten,
    without_abstract,
)

BASE = """\
class Base:
    def __init__(self, _size):
        self._count = _size
        self.open = 0

    def _step(self):
        return self._count  # _count in a comment
"""
DERIVED = """\
from base import Base

class Derived(Base):
    def go(self):
        self._more = 2
        return self._step() * 10 + self._more
"""
ALONE = """\
_LIMIT = 3

def _far(_unused):
    text = "_LIMIT"
    return _LIMIT, text
"""
MODULES = {"base": BASE, "derived": DERIVED, "alone": ALONE}


def test_names_that_meet_are_different() -> None:
    names = short_names(MODULES)
    assert set(names) == {"_size", "_count", "_step", "_more", "_LIMIT", "_far", "_unused"}
    assert len({names[word] for word in ("_size", "_count", "_step", "_more")}) == 4
    assert len({names[word] for word in ("_LIMIT", "_far", "_unused")}) == 3


def test_names_that_never_meet_share() -> None:
    assert len(set(short_names(MODULES).values())) == 4


def test_what_is_only_used_or_occurs_outside_stays() -> None:
    text = (
        "import _thread\nfrom sys import _exit\ndef f(x):\n    _own = x._theirs\n    x._made = 1\n"
    )
    assert set(short_names({"m": text})) == {"_own", "_made"}
    assert set(short_names({"m": text}, ["a._made\n"])) == {"_own"}
    taken = short_names({"m": "_a = x._0\n"})
    assert taken == {"_a": "_1"}


def test_what_the_compiler_replaces_takes_no_name() -> None:
    text = "from kostka.compat import const\n_A = const(3)\n_b = 4\ndef f():\n    return _A + _b\n"
    assert short_names({"m": text}) == {"_b": "_0"}
    both = short_names({"m": text, "n": "class C:\n    def _A(self):\n        pass\n"})
    assert set(both) == {"_b", "_A"}  # elsewhere it is a name
    assert both["_A"] != both["_b"]


def test_lines_strings_and_comments_stay() -> None:
    names = short_names(MODULES)
    text = shorten(ALONE, names)
    assert text.count("\n") == ALONE.count("\n")
    assert '"_LIMIT"' in text
    found: dict[str, object] = {}
    exec(text, found)
    assert found[names["_far"]](0) == (3, "_LIMIT")  # type: ignore[operator]
    assert "# _count in a comment" in shorten(BASE, names)


@pytest.mark.parametrize("word", ["_", "__init__", "__x", "name"])
def test_other_names_are_not_private(word: str) -> None:
    assert not is_private(word)


def test_the_firmware_has_few_private_names_left() -> None:
    package = Path(os.path.dirname(kostka.__file__ or ""))
    modules = {str(path): path.read_text() for path in package.rglob("*.py")}
    outside = [(device_folder() / name).read_text() for name in SOURCES]
    names = short_names(modules, outside)
    assert len(names) > 300
    assert len(set(names.values())) < 60
    for text in modules.values():
        before, after = ast.parse(text), ast.parse(shorten(text, names))
        pairs = list(zip(ast.walk(before), ast.walk(after), strict=True))
        assert all(type(one) is type(other) for one, other in pairs)
        assert {vars(one).get("lineno") for one, _ in pairs} == {
            vars(other).get("lineno") for _, other in pairs
        }


ABSTRACT = """\
class Base:
    def one(self):
        \'\'\'Return one.\'\'\'
        raise NotImplementedError

    def two(self):
        return 2

class Only:
    def one(self):
        raise NotImplementedError
"""


def test_methods_that_only_raise_are_left_out():
    text = without_abstract(ABSTRACT)
    made = {}
    exec(text, made)
    assert not hasattr(made["Base"], "one")
    assert made["Base"]().two() == 2
    assert made["Base"].two.__code__.co_firstlineno == 6
    with pytest.raises(NotImplementedError):  # a class needs a body
        made["Only"]().one()


def test_what_else_a_method_does_stays():
    text = "class A:\n    def one(self):\n        print(1)\n        raise NotImplementedError\n"
    assert without_abstract(text) == text


PARAMETERS = """\
def far(size, name="é", *, deep=1):
    class Inner:
        name = 3
    def more(size, other):
        return [size for size in other] + [deep]
    return more, lambda size: size + 1, Inner

def near(size, keep):
    import keep
    return keep

def other(_size):
    return _size
"""


def test_parameters_become_private_where_nobody_passes_them_by_name():
    text = private_parameters(PARAMETERS.replace("_size", "size"), keywords("far(1, deep=2)"))
    assert text.count("\n") == PARAMETERS.count("\n")
    assert 'def far(_size, name="é", *, deep=1):' in text  # a class in it has a name, too
    assert "def more(_size, _other):" in text
    assert "return [_size for _size in _other] + [deep]" in text
    assert "lambda _size: _size + 1" in text
    assert "def near(_size, keep):" in text  # also a module
    made: dict[str, object] = {}
    exec(text, made)
    more, add, inner = made["far"](1, deep=7)  # type: ignore[operator]
    assert more(0, [4, 5]) == [4, 5, 7]
    assert add(2) == 3
    assert inner.name == 3


def test_a_parameter_whose_private_name_is_taken_stays():
    assert private_parameters(PARAMETERS, ()).count("_size") == PARAMETERS.count("_size")
