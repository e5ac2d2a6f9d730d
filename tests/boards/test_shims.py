"""The stand-ins for built-in modules keep the names and signatures of the real ones.

The real ones are described by micropython-rp2-stubs. Every difference is in the one table
shim_differences.toml, with its reason; an entry that is no difference any more is an error too.
"""

from __future__ import annotations

import ast
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from kostka_host.boards import channel
from kostka_host.boards.child import ROM

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

MODULES = ("machine", "rp2", "neopixel", "time", "select")
TABLE = tomllib.loads((Path(__file__).parent / "shim_differences.toml").read_text())


@dataclass
class Thing:
    """A function with the parameters of all its forms, or a constant with its value."""

    positional: set[str] = field(default_factory=set)
    keywords: set[str] = field(default_factory=set)
    anything: bool = False  # takes **kwargs
    value: object = None
    is_class: bool = False
    builtin: bool = False  # taken over from the VM's own module


def take_function(things: dict[str, Thing], name: str, node: ast.FunctionDef) -> None:
    thing = things.setdefault(name, Thing())
    args = node.args
    static = any(isinstance(d, ast.Name) and d.id == "staticmethod" for d in node.decorator_list)
    places = [*args.posonlyargs, *args.args]
    if "." in name and not static:
        places = places[1:]
    thing.positional |= {a.arg for a in places}
    thing.keywords |= {a.arg for a in args.kwonlyargs}
    thing.anything = thing.anything or args.kwarg is not None


def constant(node: ast.expr | None) -> object:
    try:
        return ast.literal_eval(node) if node is not None else None
    except ValueError:
        return None


attributes: set[str] = set()  # of objects, set by their methods


def take(things: dict[str, Thing], body: list[ast.stmt], prefix: str = "") -> None:
    for node in body:
        if isinstance(node, ast.FunctionDef):
            take_function(things, prefix + node.name, node)
        elif isinstance(node, ast.ClassDef):
            take_class(things, node, prefix)
        elif isinstance(node, (ast.If, ast.Try)):
            take(things, node.body, prefix)
            take(things, node.orelse, prefix)
        elif isinstance(node, ast.AnnAssign):
            things[prefix + ast.unparse(node.target)] = Thing(value=constant(node.value))
        elif isinstance(node, ast.Assign):
            take_values(things, node, prefix)
        elif isinstance(node, ast.ImportFrom) and node.module in ("utime", "uselect"):
            things.update({alias.name: Thing(builtin=True) for alias in node.names})


def take_class(things: dict[str, Thing], node: ast.ClassDef, prefix: str) -> None:
    if any("mp_available" in ast.unparse(d) for d in node.decorator_list):
        return  # a class of another port
    things.setdefault(prefix + node.name, Thing(is_class=True))
    take(things, node.body, node.name + ".")
    for inner in ast.walk(node):
        if isinstance(inner, ast.Attribute) and isinstance(inner.ctx, ast.Store):
            if ast.unparse(inner.value) == "self":
                attributes.add(f"{node.name}.{inner.attr}")


def take_values(things: dict[str, Thing], node: ast.Assign, prefix: str) -> None:
    known = things.get(prefix + ast.unparse(node.value))  # another name for a method
    for target in node.targets:
        for one in target.elts if isinstance(target, ast.Tuple) else [target]:
            thing = known or Thing(value=constant(node.value))
            things.setdefault(prefix + ast.unparse(one), thing)


def is_public(name: str) -> bool:
    return all(not p.startswith("_") or p in ("__init__", "__call__") for p in name.split("."))


def things_of(path: Path) -> dict[str, Thing]:
    things: dict[str, Thing] = {}
    body = ast.parse(path.read_text()).body
    take(things, body)
    for node in body:  # a class of a module that has its own file, as machine.I2C
        name = node.module or "" if isinstance(node, ast.ImportFrom) else ""
        if name.startswith("_") and (ROM / f"{name}.py").is_file():
            wanted = {alias.name for alias in node.names}
            inner = ast.parse((ROM / f"{name}.py").read_text()).body
            take(things, [n for n in inner if isinstance(n, ast.ClassDef) and n.name in wanted])
    return {name: thing for name, thing in things.items() if is_public(name)}


def stub(module: str) -> Path:
    folder = Path(sys.prefix) / "stubs"  # outside site-packages, where they would shadow modules
    for path in (folder / f"{module}.pyi", folder / module / "__init__.pyi"):
        if path.is_file():
            return path
    raise AssertionError(f"the stubs have no {module}")


def differences(module: str) -> dict[str, str]:
    """Return what differs between the stand-in and the stubs, by name."""
    real, ours = things_of(stub(module)), things_of(ROM / f"{module}.py")
    found: dict[str, str] = {}
    for name, thing in real.items():
        owner = name.split(".")[0]
        if name in attributes:
            continue
        if name not in ours and (owner == name or owner in ours):
            found[name] = "missing"
        elif name in ours and not ours[name].builtin:
            mine = ours[name]
            if thing.value is not None and mine.value != thing.value:
                found[name] = f"is {mine.value}, not {thing.value}"
            lacks = (thing.positional | thing.keywords) - mine.positional - mine.keywords
            if lacks and not mine.anything:
                found[name] = "does not take " + ", ".join(sorted(lacks))
            extra = (mine.positional | mine.keywords) - thing.positional - thing.keywords
            if extra and not thing.anything and thing.value is None:
                found[name] = "also takes " + ", ".join(sorted(extra))
            late = thing.positional & mine.keywords
            if late:
                found[name] = "takes only by name " + ", ".join(sorted(late))
    for name in ours:
        if name not in real and name.split(".")[0] in real:
            found[name] = "is not in the real module"
        elif name not in real and "." not in name and name not in MODULES:
            found[name] = "is not in the real module"
    return found


@pytest.mark.parametrize("module", MODULES)
def test_every_difference_is_in_the_table(module: str) -> None:
    entries = [entry for entry in TABLE["difference"] if entry["module"] == module]
    listed = {name: entry["what"] for entry in entries for name in entry["names"]}
    assert differences(module) == listed
    assert sum(len(entry["names"]) for entry in entries) == len(listed)
    assert all(entry["why"] for entry in entries)


def test_the_check_sees_what_it_should(monkeypatch, tmp_path: Path) -> None:
    text = (ROM / "machine.py").read_text()
    text = text.replace("PULL_UP = 1", "PULL_UP = 2").replace(
        "def feed(self)", "def feed(self, x)"
    )
    text = text.replace("def toggle(self)", "def flip(self)").replace(
        "period=None", "perriod=None"
    )
    (tmp_path / "machine.py").write_text(text)
    monkeypatch.setattr(sys.modules[__name__], "ROM", tmp_path)
    found = differences("machine")
    assert found["Pin.PULL_UP"] == "is 2, not 1"
    assert found["WDT.feed"] == "also takes x"
    assert found["Pin.toggle"] == "missing"
    assert found["Pin.flip"] == "is not in the real module"
    assert "perriod" in found["Timer.init"] or "period" in found["Timer.init"]


def test_both_ends_of_the_channel_use_the_same_numbers() -> None:
    there = {name: thing.value for name, thing in things_of(ROM / "_hw.py").items()}
    names = [name for name in vars(channel) if name.isupper() and is_public(name)]
    assert len(names) >= 25
    for name in names:
        assert there[name] == getattr(channel, name), name


def test_what_does_less_is_there_and_says_how() -> None:
    for entry in TABLE["behavior"]:
        ours = things_of(ROM / f"{entry['module']}.py")
        assert entry["what"]
        assert [name for name in entry["names"] if name not in ours] == []
