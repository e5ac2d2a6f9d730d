"""Painting allocates nothing; making a page takes little."""

import gc

from kostka.screen import pages
from kostka.screen.paint import Painter

WORDS = "Hráč 2: padla 6; táhni figurkou, nebo počkej, až bude volno."


def case_painting():
    painter = Painter(bytearray(1024))
    page = pages.request(WORDS, ["⚅", "11"])
    painter.start(page)
    while not painter.step():
        pass
    used = 0
    for _ in range(20):
        painter.start(page)
        gc.collect()
        gc.disable()
        before = gc.mem_alloc()
        while not painter.step():
            pass
        used += gc.mem_alloc() - before
        gc.enable()
    assert used == 0


def case_a_page():
    pages.request(WORDS, ["⚅", "11"])
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    page = pages.request(WORDS, ["⚅", "11"])
    used = gc.mem_alloc() - before
    gc.collect()
    kept = gc.mem_alloc() - before
    gc.enable()
    print("a page takes", used, "bytes of this VM, and keeps", kept)
    assert len(page) > 3
    assert used < 6000
    assert kept < 2000
