"""Sector erases of a real Ludo game on littlefs; the journal to keep lies beside the tests."""

import json
import sys

import vfs
from kostka.journal.store import Store
from kostka.line import unseal
from kostka.play.past import EVERY
from kostka_flash import mount, new_flash

TESTS = sys.argv[1].rsplit("/", 2)[0]
JOURNAL = TESTS + "/journals/ludo/default-4.journal"
LINES = 500
BUDGET = 0.3
KEYS = ("j", "game", "v", "seats", "opt", "data", "id", "fw", "n", "a", "u", "s", "c", "d")
OPTIONS = ("pawns", "die", "six_color", "three_throws", "first")


def bodies():
    with open(JOURNAL) as file:
        found = [unseal(file.readline()[:-1]) for _ in range(LINES + 1)]
    assert None not in found
    return found


def pairs(body):
    line = json.loads(body)
    if "opt" in line:
        line["opt"] = [(key, line["opt"][key]) for key in OPTIONS]
    return [(key, line[key]) for key in KEYS if key in line]


def snap(number):
    """Return a snapshot as large as one of Ludo with undone dice and events."""
    return [
        ("n", number),
        ("c", "01234567"),
        ("d", "01234567"),
        ("g", "A" * 80),
        ("k", [[1, 6, 265217, "b"]] * 3),
        ("e", [[2, -1, 1, 6, 3], [3, -1, 1, 64, 12, 15]]),
    ]


def played(make):
    """Return erases and writes of a line."""
    wanted = bodies()
    flash = new_flash()
    mount(flash)
    try:
        with open("/power/other.txt", "w") as file:
            file.write("x" * 300)
        store = make("/power/games")
        store.begin("0" * 16, pairs(wanted[0]))
        flash.erases = flash.writes = 0
        for number in range(1, LINES + 1):
            store.append(pairs(wanted[number]))
            if number % EVERY == 0:
                store.keep(snap(number))
        erases, writes = flash.erases, flash.writes
        assert list(store.bodies(0)) == wanted
        store.close()
    finally:
        vfs.umount("/power")
    return erases / LINES, writes / LINES


class Plain(Store):
    """Appends every line to one long file."""

    def _put(self, row):
        self._fold(row)


def case_erases_of_a_line():
    erases, writes = played(Store)
    print("erases per line", erases, "writes", writes)
    assert erases <= BUDGET, erases


def case_one_long_file_would_cost_more():
    erases, _ = played(Plain)
    print("erases per line of one file", erases)
    assert erases > BUDGET, erases
