"""Small releases that start at once: an app that only says which one it is, and sixty parts."""

import random
from pathlib import Path

from kostka_host import build, layout
from kostka_host.boards import sources
from kostka_host.release import Release

PARTS = 60
WIRING = """
import os
import sys
import time

NAME = {name!r}

class App:
    def __init__(self, trial):
        self.trial = trial

    def run(self):
        for number in (0, {differ} // 2, {differ} - 1):
            part = __import__("kostka.parts.p%02d" % number, None, None, ("V",))
            assert part.V == NAME, "mixed"
        if self.trial:
            os.rename("/swap.trial", "/swap.done")
        print("RUNS", NAME)
        while True:
            time.sleep_ms(20)

def make(feeder, trial=False):
    {make}
    return App(trial)
"""
FACTS = {"chips": ["RP2040"], "micropython": [1, 24], "mpy": 6, "games": {}}


def small(name, folder, make="", parts=PARTS, differ=0):
    """Return a release called `name`; `make` is what its wiring does first.

    Only the first parts `differ` from those of another name; all do by default.
    """
    differ = differ or parts
    folder = Path(folder)
    package = Path(sources.kostka.__file__).parent
    files = {}

    def compiled(path, text):
        source = folder / (Path(path).stem + ".py")
        source.parent.mkdir(parents=True, exist_ok=True)
        source.write_text(text)
        build.compile_module(source, folder / "out.mpy")
        files[path] = (folder / "out.mpy").read_bytes()

    device = sources.device_folder()
    compiled("slots.mpy", (device / "slots.py").read_text())
    for file in build.SOURCES:
        files[file] = (device / file).read_bytes()
    compiled("lib/kostka/__init__.mpy", "")
    compiled("lib/kostka/compat.mpy", (package / "compat.py").read_text())
    compiled("lib/kostka/parts/__init__.mpy", "")
    for number in range(parts):
        own = name if number < differ else "all"
        chance = random.Random(f"{own} {number}")
        text = f"V = {own!r}\nX = {chance.randbytes(chance.randrange(200, 2200))!r}\n"
        compiled(f"lib/kostka/parts/p{number:02d}.mpy", text)
    wiring = WIRING.format(name=name, differ=differ, make=make or "pass")
    compiled("lib/wiring.mpy", wiring)
    full = layout.profile(layout.FULL)
    board = f"{full.name}:{full.layout_id}"
    return Release(files, {**FACTS, "version": name, "board": board, "profile": "full"})
