"""Runs the whole app for virtual hours in the VM, with a host that comes and goes.

usage: app_for_hours.py JOURNAL_FOLDER SECONDS SEED GAME=MODULE=MAT_MODULE...

The games are played in turn, a quarter of an hour each, on a table switched on anew. After each
virtual hour, and at the end, a line tells what was played in it, the lowest free heap after a
collection, and the longest round of scan, show and link in milliseconds of this machine's
processor.
"""

import gc
import sys
import time

from app_rig import SCAN_MS, Rig
from kostka import games, mats
from kostka.app import brief
from kostka.line import FROM_HOST, frame
from kostka.rules import request as rq
from kostka.rules.rng import XorShift

SCARCE = 208_000  # bytes; twice where kostka.app.tasks drops modules on a board
TURN_S = 900
HOUR_S = 3600


def settled(rig):
    """Put all tokens where the game has them."""
    state = rig.table.session.state
    used = set()
    for spot, _ in state.tokens():
        for cell in rig.table.mat.cells(spot):
            if cell not in used:
                used.add(cell)
                break
    rig.chain.tokens(list(used))


def fumble(rig, rng):
    """Do what a hand may do that has nothing to do with the game."""
    if rng.below(2):
        rig.chain.put(rng.below(144))
        rig.run(300)
    else:
        undo = rig.table.session.game.name == "ludo"  # elsewhere dice that stand had to be kept
        rig.key(rng.below(4), rng.below(4 if undo else 3), 60 if rng.below(2) else 900)


class Lasting(Rig):
    """A rig whose ids never come twice."""

    ids = XorShift(1)

    def random_bytes(self, count):
        return bytes([self.ids.below(256) for _ in range(count)])


class Hours:
    """Plays, and notes what is to be watched."""

    def __init__(self, journal, seconds, seed, names):
        self.journal = journal
        self.end = seconds * 1000
        self.rng = Lasting.ids = XorShift(seed)
        self.names = names
        self.now = 0
        self._begin_hour()

    def _begin_hour(self):
        self.lines = self.hosts = self.longest = 0
        self.lowest = 1 << 30

    def run(self):
        turn = hour = 0
        while self.now < self.end:
            self.play(self.names[turn % len(self.names)])
            turn += 1
            if self.now // (HOUR_S * 1000) > hour or self.now >= self.end:
                hour += 1
                print("hour", hour, "lines", self.lines, "hosts", self.hosts, end=" ")
                print("free", self.lowest, "longest", self.longest)
                self._begin_hour()

    def play(self, name):
        brief.drop()  # a table that is switched on anew has nothing in its memory
        games.forget_others(name)
        gc.collect()
        rig = Lasting(self.journal)
        rig.table.begin()
        table = rig.table
        if not table.session.playing or table.session.game.name != name:
            table.session.journal.close()
            table.session.start(name, self.seats(name), {}, table.new_id())
            table.follow()
        settled(rig)
        rig.run(400)
        end = min(self.now + TURN_S * 1000, self.end)
        while self.now < end:
            if self.rng.below(20) == 0:
                self.host(rig)
            if table.session.closed:
                table.start(name, self.seats(name), {})
                settled(rig)
                rig.run(400)
            if self.rng.below(6) == 0:
                fumble(rig, self.rng)
                settled(rig)
                rig.run(400)
            self.lines -= table.session.lines
            self.move(table)
            self.lines += table.session.lines
            settled(rig)
            self.wait(rig, 500 + self.rng.below(8000))
            self.lowest = min(self.lowest, self.collected())
        assert rig.app.scanner.missed == 0
        rig.app.link.close()
        table.journal.close()

    def collected(self):
        """Collect garbage, drop modules where that leaves too little, as the app's tasks do."""
        gc.collect()
        if gc.mem_free() < SCARCE and brief.drop():
            gc.collect()
        return gc.mem_free()

    def seats(self, name):
        """Return for how many a game is played: by turns all that can play and as few as can."""
        return games.load(name).seats[self.rng.below(2)]

    def move(self, table):
        """Play a line from the page."""
        state = table.session.state
        request = state.request(-1)
        if request.what == rq.THROW:
            if request.sources & rq.BOARD:
                table.throw()
            else:
                self.enter(table, len(request.dice))
            return
        for seat in state.may_answer():
            if seat not in table.session.held:
                actions = state.legal_actions(seat)
                table.answer(seat, actions[self.rng.below(len(actions))], "p")
                return

    def enter(self, table, dice):
        """Enter the faces of dice that the board may not throw."""
        work = table.session.state.clone()
        faces = []
        for _ in range(dice):
            outcomes = work.chance_outcomes()
            faces.append(outcomes[self.rng.below(len(outcomes))][0])
            work.apply(faces[-1])
        table.play(faces, "p")

    def wait(self, rig, ms):
        """Let time pass, and note the longest round."""
        for _ in range(ms // SCAN_MS):
            began = time.clock()  # of the processor: others may use the machine
            rig.run(SCAN_MS)
            self.longest = max(self.longest, int((time.clock() - began) * 1000))
        self.now += ms

    def host(self, rig):
        """A host comes, or the one that is there says nothing more."""
        if self.rng.below(3):
            rig.heard = 0
            rig.silent = False
            name = rig.table.session.game.name
            version = rig.table.session.game.version
            hello = '{"m":"hello","p":[1,0],"c":"b0b0","v":{"%s":%d},"w":1}' % (name, version)
            rig.port.feed(frame(FROM_HOST, hello))
            self.hosts += 1
        else:
            rig.silent = True


def main():
    names = []
    for words in sys.argv[4:]:
        name, module, mat = words.split("=")
        if module:
            games.register(name, module)
            mats.register(name, mat)
        names.append(name)
    Hours(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), names).run()


main()
