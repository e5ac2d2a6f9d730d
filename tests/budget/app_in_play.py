"""Runs the whole app on stand-ins for the drivers, in the VM: what it keeps and what it allocates.

usage: app_in_play.py JOURNAL_FOLDER LINES

Prints one figure a line, `name value`.
"""

import gc
import sys

from app_rig import SCAN_MS, Rig
from kostka.rules import request as rq

ROUNDS = 10_000


def allocated(call, rounds=ROUNDS):
    """Return the bytes that `rounds` calls allocate, after a hundred to warm up."""
    for i in range(100):
        call(i)
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    for i in range(rounds):
        call(i)
    after = gc.mem_alloc()
    gc.enable()
    return after - before


def measure_allocation(rig, name):
    """Scan, show and link with nobody touching the table."""
    scan = rig.app.scanner.round
    show = rig.app.lights.now
    link = rig.app.link.poll
    clock = rig.clock
    frames = rig.a.frames

    def scanning(i):
        clock.now = (clock.now + SCAN_MS) & 0x3FFFFFFF
        scan(clock.now)

    def showing(i):
        clock.now = (clock.now + 32) & 0x3FFFFFFF
        show(clock.now)

    def linking(i):
        link()

    print("alloc_scan_" + name, allocated(scanning))
    print("alloc_show_" + name, allocated(showing))
    print("frames_" + name, rig.a.frames - frames)
    print("alloc_link_" + name, allocated(linking))
    rig.run(100)


def main():
    gc.collect()
    print("heap", gc.mem_free() + gc.mem_alloc())
    print("free_imported", gc.mem_free())
    rig = Rig(sys.argv[1])
    rig.begin()
    gc.collect()
    print("free_begun", gc.mem_free())
    lowest = lowest_seen = gc.mem_free()
    most = 0
    count = 0
    while rig.table.session.lines < int(sys.argv[2]):
        gc.collect()
        free = gc.mem_free()
        lowest = min(lowest, free)
        gc.disable()
        rig.step(count)
        gc.enable()
        lowest_seen = min(lowest_seen, gc.mem_free())
        most = max(most, free - gc.mem_free())
        count += 1
    gc.collect()
    print("lines", rig.table.session.lines)
    print("free_in_play", gc.mem_free())
    print("free_lowest", lowest)
    print("garbage_of_a_line", most)
    print("free_before_collection", lowest_seen)
    print("host_bytes", rig.heard)
    rig.run(2000)
    print("outcome", rig.table.referee.outcome)
    measure_allocation(rig, "at_rest")
    while rig.table.session.state.request(-1).what != rq.MOVE:
        rig.step(0)
    losing, _ = rig.table.session.state.footprint(rig.table.session.state.legal_actions()[-1])
    rig.lift(rig.token_cell(losing[0]))
    rig.run(12_000)  # the hint is out, too
    print("outcome_in_hand", rig.table.referee.outcome)
    measure_allocation(rig, "in_hand")
    print("alloc_planted", allocated(bytearray, 100))


main()
