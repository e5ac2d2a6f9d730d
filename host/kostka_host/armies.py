"""Forces of Dragon Dice as TOML files: read, checked by the rules, and turned into setup actions.

A file has ``total`` (points), lists ``units``, ``dragons``, ``dragonkin``, ``minor_terrains`` of
ids as in firmware/data/dragon_dice (``"3 dwarf_footman"`` is three of them; items stand among the
units), and the terrains ``home`` and ``frontier``.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from kostka.errors import OptionError
from kostka.games.dragon_dice import forces, names_text
from kostka.games.dragon_dice import tables as tb
from kostka.games.dragon_dice import tables_dice as td
from kostka.games.dragon_dice.state import race_of

if TYPE_CHECKING:
    from kostka_host.table import Table

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

DICE = [line.split("|")[0] for line in "".join(names_text.DICE).splitlines()]
LANDS = "".join(names_text.LANDS).splitlines()
RACES = (
    "coral_elves dwarves goblins lava_elves firewalkers undead feral swamp_stalkers frostwings "
    "scalders treefolk amazons eldarim"
).split()
_AT_ONCE = 12  # actions in a line to the board, which is short
_ANSWER_S = 10.0
LISTS = ("units", "dragons", "dragonkin", "minor_terrains")


class Army:
    """A force that keeps the rules: kinds of dice, and two kinds of terrains."""

    def __init__(self, total: int, lists: dict[str, list[int]], home: int, frontier: int) -> None:
        self.total = total
        self.lists = lists
        self.home = home
        self.frontier = frontier

    @property
    def magic(self) -> int:
        """Return the magic potential (DD-12, DD-13)."""
        return sum(forces.potential(kind) for kind in self.lists["units"])

    def texts(self) -> list[str]:
        """Return the setup actions that build the force, in the notation of the game."""
        found = ["yes"]
        for kind in self.lists["units"]:
            found += [f"r{race_of(kind)}", f"k{kind}"]
        found += [f"k{kind}" for kind in self.lists["dragons"]]
        for name in ("dragonkin", "minor_terrains"):
            found += [*(f"k{kind}" for kind in self.lists[name]), "done"]
        return [*found, f"l{self.home}", f"l{self.frontier}"]


def bring(table: Table, armies: Sequence[Army]) -> None:
    """Build the forces of the first seats at a table that has just begun a game.

    Raises:
        KostkaError: the board refused an action.
    """
    for army in armies:
        work = table.state.clone()
        actions: list[int] = []
        for text in army.texts():
            action = work.parse_action(text)
            if action in work.legal_actions():  # where nothing is to choose, nobody is asked
                work.apply(action)
                actions.append(action)
        for at in range(0, len(actions), _AT_ONCE):
            _send(table, actions[at : at + _AT_ONCE])


def _send(table: Table, actions: list[int]) -> None:
    line = table.mirror.next_line
    table.ask("do", n=line, a=actions, s="p")
    table.wait(lambda: table.mirror.next_line > line, _ANSWER_S)
    table.check()
    table.ask("status")  # a board collects garbage for that, before the next line makes more


def load(path: Path, options: dict[str, object]) -> Army:
    """Read a file and check it.

    Raises:
        OptionError: the force breaks a rule, named with die and number, or the file is none.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        raise OptionError("army.unknown", f"{path}: {problem}") from None
    return check(data, options)


def check(data: dict[str, object], options: dict[str, object]) -> Army:
    """Check what stands in a file; raises like load()."""
    total = data.get("total")
    if not isinstance(total, int) or not 18 <= total <= 72:
        raise OptionError("army.entry", "total", rule="DD-10")
    lists = {name: _kinds(data, name) for name in LISTS}
    force: list[int] = []
    for kind in lists["units"]:
        rule = forces.fits(kind, total, force, options) if kind < tb.DRAGONS else "DD-8"
        if rule:
            raise OptionError("army.breaks", DICE[kind], rule=rule)
        force.append(kind)
    points = sum(forces.points(kind) for kind in force)
    if points != total:
        raise OptionError("army.total", points, total, rule="DD-10")
    _check_pool(lists, total, options)
    home, frontier = _land(data, "home"), _land(data, "frontier")
    if tb.LAND[4 * home + 1] & 128:
        raise OptionError("army.land", LANDS[home], rule="DD-14")
    return Army(total, lists, home, frontier)


def _check_pool(lists: dict[str, list[int]], total: int, options: dict[str, object]) -> None:
    """Check what waits in the pool (DD-8, DD-15)."""
    for name, first, last in (
        ("dragons", tb.DRAGONS, tb.MINORS),
        ("dragonkin", forces.kinds_of(13)[0], tb.KINGS_DIE),
        ("minor_terrains", tb.MINORS, tb.KINDS),
    ):
        for kind in lists[name]:
            if not first <= kind < last:
                raise OptionError("army.breaks", DICE[kind], rule="DD-8")
    places = sum(forces.places_of(kind, options) for kind in lists["dragons"])
    if places != forces.dragons_needed(total):
        raise OptionError("army.dragons", places, forces.dragons_needed(total), rule="DD-15")
    kin = 0
    for kind in lists["dragonkin"]:
        kin += forces.points(kind)
        if kin > total // 3:
            raise OptionError("army.breaks", DICE[kind], rule="DD-8")


def _kinds(data: dict[str, object], name: str) -> list[int]:
    words = data.get(name, [])
    if not isinstance(words, list):
        raise OptionError("army.entry", name)
    found: list[int] = []
    for word in words:
        count, _, id_ = str(word).rpartition(" ")
        if id_ not in DICE or not (count or "1").isdigit():
            raise OptionError("army.unknown", str(word))
        found += [DICE.index(id_)] * min(int(count or 1), 99)
    return found


def _land(data: dict[str, object], name: str) -> int:
    word = data.get(name)
    if word not in LANDS:
        raise OptionError("army.land", str(word), rule="DD-14")
    return LANDS.index(str(word))


def starter(race: str, total: int, options: dict[str, object]) -> str:
    """Return the text of a file with the force of a race that comes along.

    Raises:
        OptionError: there is no such race.
    """
    if race not in RACES:
        raise OptionError("army.race", race, ", ".join(RACES))
    units = forces.starter(RACES.index(race), total, options)
    elements = td.KIND[4 * units[0] + 1] & 31 or 1
    dragons = [
        kind
        for kind in range(tb.DRAGONS, tb.MINORS)
        if td.KIND[4 * kind + 1] & elements == td.KIND[4 * kind + 1]
    ]
    places = forces.dragons_needed(total)
    lines = [f"# {race.replace('_', ' ').title()}, {total} points.", f"total = {total}"]
    lines.append("units = [")
    for kind in dict.fromkeys(units):
        count = units.count(kind)
        lines.append(f'    "{f"{count} " if count > 1 else ""}{DICE[kind]}",')
    lines.append("]")
    chosen = ", ".join(f'"{DICE[dragons[n % len(dragons)]]}"' for n in range(places))
    lines.append(f"dragons = [{chosen}]")
    home = forces.lands(elements, False)[0]
    frontier = forces.lands(elements, True)[-1]
    lines += [f'home = "{LANDS[home]}"', f'frontier = "{LANDS[frontier]}"']
    return "\n".join(lines) + "\n"
