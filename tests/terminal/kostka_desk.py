"""A table in memory as the terminal sees it: hands, mirror, lights, and no process at all."""

from types import SimpleNamespace

from kostka.mats.ludo import MAT
from kostka_fake_table import FakeTable
from kostka_host.boards import base
from kostka_host.layout import FULL, profile
from kostka_host.verdict import Verdict


class Desk:
    """Stands in for kostka_host.table.Table over a FakeTable."""

    def __init__(self, hands=True, mat=MAT, **options):
        self.fake = FakeTable(mat, **options)
        self.fake.capabilities = frozenset({base.HANDS} if hands else ())
        self.fake.tokens = lambda: sorted(self.fake.cells)
        self.board = self.fake
        self.layout = profile(FULL)
        self.asked = []
        self.notes = []
        self.lights = {}
        self.verdict = Verdict()
        self.client = SimpleNamespace(up=True)
        self.pump(0)

    @property
    def game(self):
        return self.fake.recorder.game

    @property
    def state(self):
        return self.fake.follower.state

    @property
    def mirror(self):
        return SimpleNamespace(
            next_line=self.fake.follower.next,
            problem=None,
            unkept=None,
            public=False,
            follower=self.fake.follower,
        )

    def last_gesture(self):
        return self.fake.follower.last_gesture()

    def pump(self, timeout_s):
        self.fake.advance(50)
        return self.fake.look()

    def ask(self, kind, **fields):
        self.asked.append((kind, fields))
        return {"ok": 1}
