"""Examples of games that move pieces notice broken rules: faults planted in a copy."""

from __future__ import annotations

import re
import shutil

import kostka_cases
import pytest
from test_planted import IGNORE, ROOT
from test_planted_hidden import examples

# (rule, file of kostka/games, text in it, what it becomes)
MUTATIONS = [
    ("AR-2", "arena.py", "(self.turn + 1) % self.seats", "(self.turn - 1) % self.seats"),
    ("AR-3", "arena.py", "self.bank[worth] -= 1", "self.bank[worth] -= 0"),
    ("AR-4", "arena_legal.py", "sum([n * WORTHS[k] for", "sum([n * (WORTHS[k] - 1) for"),
    ("AR-6", "arena_board.py", "first + (at + step) % length", "first + (at - step) % length"),
    ("AR-7", "arena_board.py", "for step in range(1, length + 1):", "for step in range(length):"),
    ("AR-8", "arena_board.py", "high = ((at + 1) * other - 1) // length", "high = low"),
    ("AR-9", "arena_legal.py", "[way for way in links if self.seat_at(way) < 0]", "links"),
    ("AR-11", "arena.py", "self.at[rival] = OFF", "self.at[rival] = START"),
    ("AR-12", "arena.py", "_TRIES if self.at[seat] == OFF else 1", "1"),
    ("AR-14", "arena.py", "if face == WHITE and spot != OFF:", "if face == WHITE and spot < 0:"),
    ("AR-13", "arena_legal.py", "links(0 if spot == START else spot, ring)",
     "links(3 if spot == START else spot, ring)"),
    ("AR-16", "arena_legal.py", "legal.append(pack(SKIP))", "pass"),
    ("AR-17", "arena.py", 'if self.targets.find(b"\\0") >= 0 and sum', "if sum"),
    ("AR-18", "arena.py", "_SHOTS = const(2)", "_SHOTS = const(1)"),
    ("AR-19", "arena_legal.py", "(sum(self.bank) or self.up)", "sum(self.bank)"),
    ("AR-20", "arena.py", "self.club[turn * EACH + k] += 1", "self.free[turn * EACH + k] += 1"),
    ("AR-21", "arena.py", "self.free[turn * EACH + k] += 1", "self.club[turn * EACH + k] += 1"),
    ("AR-22", "arena_legal.py", "for seat in rivals if sum(self.club_of(seat))]",
     "for seat in rivals]"),
    ("AR-23", "arena.py", "self.bank[mine] += 2", "self.bank[mine] += 1"),
    ("AR-24", "arena.py", "BONUS | USE_RANGE | USE_CLUB | USE_ARENA",
     "BONUS | USE_RANGE | USE_CLUB | USE_ARENA | 4"),
    ("AR-26", "arena.py", "if target == CENTER:", "if target == START:"),
    ("AR-27", "arena_end.py", "== max(scores)", "== min(scores)"),
    ("AR-28", "arena_end.py", "best = max(tied)", "best = min([t for t in tied if t])"),
    ("CH-2", "chasing_web.py", "field(ring, (spoke + 1) % SPOKES), ROUND)",
     "field(ring, (spoke + 2) % SPOKES), ROUND)"),
    ("CH-3", "chasing.py", "(changed and (two ^ three) & ROUND)", "((two ^ three) & ROUND)"),
    ("CH-4", "chasing.py", "self.phase, self.left = YELLOW, STEPS",
     "self.phase, self.left = VENOM, 0"),
    ("CH-5", "chasing.py", "if piece < 0 or self.moved >> piece & 1:", "if piece < 0:"),
    ("CH-6", "chasing_web.py", "if second == source:", "if False:"),
    ("CH-7", "chasing.py", "(self.taken[target] and target != source)", "False"),
    ("CH-8", "chasing.py", "if steps + rest != most:", "if steps + rest > most:"),
    ("CH-9", "chasing.py", "if taken[first]:", "if False:"),
    ("CH-10", "chasing.py", "self.timer += 1", "self.timer += 2"),
    ("CH-11", "chasing.py", "if self.timer == self.goal:", "if self.timer > self.goal:"),
    ("CH-12", "chasing.py", 'int(str(options["goal"]))', "20"),
    ("KO-1", "kombat.py", "seat = (self.turn + 1) % self.seats\n        while self.at",
     "seat = (self.turn - 1) % self.seats\n        while self.at"),
    ("KO-2", "kombat.py", "self._walk(spot, INWARD, self.face, ends)\n            for",
     "self._walk(spot, INWARD, 1, ends)\n            for"),
    ("KO-3", "kombat.py", "if rival and rival != own:", "if rival and rival != own and left < 2:"),
    ("KO-4", "kombat.py", "way = -way\n", "left = 0\n"),
    ("KO-5", "kombat.py", "way = -way\n                continue\n",
     "way = -way\n                left -= 1\n                continue\n"),
    ("KO-6", "kombat.py", "for path in free:", "for path in free[:1]:"),
    ("KO-7", "kombat.py", "if self.taken[other]:", "if False:"),
    ("KO-8", "kombat.py", "barred = PATHS  # a touch", "pass  # a touch"),
    ("KO-9", "kombat.py", "if spot % LAST == 0 and spot < CENTER:", "if False:"),
    ("KO-10", "kombat.py", "if spot % LAST == 0 and spot < CENTER:",
     "if spot % LAST == 0 and spot < CENTER and not left:"),
    ("KO-11", "kombat.py", "self.winner = winner\n", "self.winner = self.turn\n"),
    ("KO-12", "kombat.py", "while seat not in owners:", "while seat == self.turn:"),
    ("KO-13", "kombat.py", "if len(playing) == 1:", "if len(playing) < 1:"),
    ("SH-1", "spider_shoot.py", "self.order.append(self.waiting()[0])",
     "self.order.insert(0, self.waiting()[0])"),
    ("SH-2", "spider_shoot.py", "self.set_up(ALL_DOWN, turn, events)",
     "self.set_up(ALL_DOWN & ~down, turn, events)"),
    ("SH-3", "spider_shoot.py", "elif kind == SHOT:\n            self._judge(events)",
     "elif kind == SHOT and self.down:\n            self._judge(events)"),
    ("SH-4", "spider_shoot_words.py", "to = gone + len(bits(self.down))", "to = gone + 1"),
    ("SH-5", "spider_shoot.py", "self._begin(self.at + 1, events)  # whoever",
     "self._begin(self.at, events)  # whoever"),
    ("SH-6", "spider_shoot_words.py", "max(0, self.gone[self.shooter] - self.count)",
     "self.gone[self.shooter] - self.count"),
    ("SH-7", "spider_shoot.py", "self.left -= abs(to - self.gone[seat])", "self.left = 0"),
    ("SH-8", "spider_shoot.py", "if to == GOAL:", "if to > GOAL:"),
    ("SH-9", "spider_shoot.py", "if to == GOAL:", "if to == GOAL and seat == self.turn:"),
]  # fmt: skip
GAMES = ("arena", "chasing", "kombat", "spider_shoot")


def game_of(name):
    """Return the game of a file."""
    return next(game for game in GAMES if name.startswith(game))


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """Return a copy of the rules and their examples, which are sound as they are."""
    root = tmp_path_factory.mktemp("copy")
    for folder in ("firmware/src", "tests/rules"):
        shutil.copytree(ROOT / folder, root / folder, ignore=IGNORE)
    for game in GAMES:
        assert examples(root, game) == (0, "")
    return root


@pytest.mark.parametrize(
    ("rule", "name", "old", "new"), MUTATIONS, ids=[entry[0] for entry in MUTATIONS]
)
def test_examples_notice_a_broken_rule(copy, rule, name, old, new):
    path = copy / "firmware/src/kostka/games" / name
    sound = path.read_text(encoding="utf-8")
    assert sound.count(old) == 1, "the mutation does not fit the source any more"
    path.write_text(sound.replace(old, new), encoding="utf-8")
    try:
        code, told = examples(copy, game_of(name))
    finally:
        path.write_text(sound, encoding="utf-8")
    assert code == 1
    assert re.search(rf"\b{rule}\b", told), told


@pytest.mark.parametrize("game", GAMES)
def test_most_rules_are_broken(game):
    rules = {rule for rule in kostka_cases.numbered_rules(game) if "-T" not in rule}
    broken = {rule for rule, name, *_ in MUTATIONS if game_of(name) == game}
    assert broken <= rules
    assert 2 * len(broken) > len(rules)
