"""The modules of the phases, read when they are needed first, and their steps.

A board holds a few of them at a time: before one more is read, those that were not needed for
longest are dropped.
"""

import sys

from kostka.compat import MICROPYTHON, const, forget, free_heap, settle

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    Steps = tuple[object, ...]

PACKAGE = "kostka.games.dragon_dice."
MODULES = (
    "", "setup", "turn", "march", "combat", "magic", "spells", "dragons", "sais", "deaths",
    "rolls", "forces", "effects", "counting", "casting", "powers", "fights", "reserves", "minors",
    "dispel", "promotion", "items",
)  # fmt: skip
_STAY = ("", "rolls", "effects")  # needed in every throw
# What has no steps, and the modules that need it.
_WITH = (
    ("tables_icons", ("rolls",)),
    ("tables_dice", ("forces",)),
    ("tables_spells", ("casting", "spells")),
    ("mods", ("counting", "magic")),
)
_MOST = const(4)  # modules of phases on a board
_SIZE = const(4500)  # bytes that one takes there

_held: "list[Steps]" = [()] * len(MODULES)  # the steps of those that were read
_age = bytearray(len(MODULES))  # modules that were read since each was used


def module(name: str) -> object:
    """Return a module of the game, read when it is needed first."""
    found = sys.modules.get(PACKAGE + name)
    if not found:
        settle()
        found = __import__(PACKAGE + name, None, None, ("STEPS",))
    return found


def step_of(kind: int) -> object:
    """Return a step or a question."""
    number = kind >> 5
    _age[number] = 0
    return (_held[number] or _read(number))[kind & 31]


def ask_of(kind: int) -> str:
    """Return the name of a question; a module has those of its questions as its last step."""
    steps = _held[kind >> 5] or _read(kind >> 5)
    before = 0
    for step in steps[: kind & 31]:
        before += type(step) is tuple
    return steps[-1].split(" ")[before]  # type: ignore[attr-defined,no-any-return]


def _read(number: int) -> "Steps":
    if MICROPYTHON:
        _make_room(number)
    found: Steps = module(MODULES[number]).STEPS  # type: ignore[attr-defined]
    _held[number] = found
    return found


def _make_room(number: int) -> None:
    """Drop modules until one more may be read."""
    held = []
    for n in range(len(MODULES)):
        _age[n] = min(_age[n] + 1, 255)
        name = MODULES[n]
        if name not in _STAY and n != number and PACKAGE + name in sys.modules:
            held.append((_age[n], n))
    held.sort()
    while len(held) >= _MOST:
        _drop(held.pop()[1])
    left = [MODULES[n] for _, n in held]
    left.append(MODULES[number])
    left.extend(_STAY)
    for name, users in _WITH:
        if not [one for one in users if one in left]:
            forget(PACKAGE + name)


def _drop(number: int) -> bool:
    _held[number] = ()
    return forget(PACKAGE + MODULES[number])


def drop(wanted: int) -> bool:
    """Drop what can be read again until so many bytes are free, oldest first; say if any was."""
    settle()
    missing = wanted - free_heap()
    held = []
    for n in range(1, len(MODULES)):
        if PACKAGE + MODULES[n] in sys.modules:
            held.append((MODULES[n] in _STAY, 255 - _age[n], n))
    held.sort()
    for _, _, n in held:
        if missing <= 0:
            return True
        _drop(n)
        missing -= _SIZE
    forget(*[PACKAGE + name for name, _ in _WITH])
    return len(held) > 0
