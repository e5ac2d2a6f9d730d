"""Examples of Duel and Domino notice a broken rule: one fault for each, planted in a copy."""

from __future__ import annotations

import re
import shutil

import kostka_cases
import pytest
from test_planted import IGNORE, ROOT, run

# (game, rule, file of kostka/games, text in it, what it becomes)
MUTATIONS = [
    ("duel", "DU-1", "duel.py", "if board.find(bytes([t + 1])) < 0", "if True"),
    ("duel", "DU-2", "duel.py", "return best or free", "return free"),
    ("duel", "DU-3", "duel.py", "return best or free", "return best or free[:1]"),
    ("duel", "DU-4", "duel.py", "if not self.board[first + field]]", "if True]"),
    ("duel", "DU-5", "duel.py", "+ (field % 3 == 0)", "+ (field % 3 == 2)"),
    ("duel", "DU-6", "duel.py", 'if self.board.find(b"\\0") < 0:', "if False:"),
    ("duel", "DU-7", "duel.py", "range(FIELDS) if self.any_line else",
     "range(FIELDS) if True else"),
    ("duel", "DU-8", "duel.py", "self.won[seat] += 1", "self.won[rival] += 1"),
    ("duel", "DU-9", "duel.py", "self.board[source] = 0\n            self.won", "self.won"),
    ("duel", "DU-10", "duel.py", "= self.board[spot] = 0", "= 0"),
    ("duel", "DU-11", "duel.py", "self.step = NAMING\n", "self._begin(rival, AIMING, events)\n"),
    ("duel", "DU-12", "duel_text.py", '"DU-12", "duel.no.add"', '"DU-7", "duel.no.add"'),
    ("duel", "DU-13", "duel.py", "if line in lines[1]]", "if lines[1]]"),
    ("duel", "DU-14", "duel.py", "over and won[0] > won[1]", "over and won[0] < won[1]"),
    ("duel", "DU-15", "duel.py", "self.step = LOTS\n", "self._begin(0, AIMING, events)\n"),
    ("duel", "DU-16", "duel.py", 'options["variant"] == ANY_LINE', "False"),
    ("duel", "DU-17", "duel.py", 'mine > other and self.options["variant"] == RUN', "False"),
    ("duel", "DU-18", "duel.py", "self.pile = 24 if", "self.pile = 12 if"),
    ("duel", "DU-19", "duel.py", "return [pack(LINE, line) for line in range(4)]",
     "return [pack(LINE, line) for line in range(3)]"),
    ("duel", "DU-20", "duel.py", "self._begin(winner, LINING, events)",
     "self._begin(leader, LINING, events)"),
    ("duel", "DU-21", "duel.py", "self.won[winner] += self.pot", "self.won[winner] += 2"),
    ("duel", "DU-22", "duel.py", "if not self.pile:  # DU-22", "if False:  # DU-22"),
    ("domino", "DO-1", "domino.py", "7 if self.seats < 3 else 5", "7 if self.seats < 4 else 5"),
    ("domino", "DO-2", "domino.py", "for seat in found or seats]", "for seat in seats]"),
    ("domino", "DO-3", "domino.py", "OPENING if doubles else TAKING",
     "OPENING if doubles else LAYING"),
    ("domino", "DO-4", "domino_words.py", "if inner != self.ends()[end]:", "if False:"),
    ("domino", "DO-5", "domino.py", "MOST_DRAWN = 2", "MOST_DRAWN = 1"),
    ("domino", "DO-6", "domino.py", "if not opened and not self.hand_of(seat):", "if False:"),
    ("domino", "DO-7", "domino.py", "== min(left)]", "== max(left)]"),
    ("domino", "DO-8", "domino.py", 'if seats == 1 and not options["one_player"]:', "if False:"),
]  # fmt: skip


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """Return a copy of the rules and their examples, which are sound as they are."""
    root = tmp_path_factory.mktemp("copy")
    for folder in ("firmware/src", "tests/rules"):
        shutil.copytree(ROOT / folder, root / folder, ignore=IGNORE)
    for game in ("duel", "domino"):
        assert examples(root, game) == (0, "")
    return root


def examples(root, game):
    """Return exit code and failures of the examples of a game, without pytest."""
    files = sorted(map(str, (root / "tests/rules/examples" / game).glob("*.rule")))
    done = run(root, str(root / "tests/rules/kostka_examples.py"), *files)
    failed = [line for line in done.stdout.splitlines() if line.startswith("FAILED")]
    return done.returncode, "\n".join(failed) + done.stderr


@pytest.mark.parametrize(
    ("game", "rule", "name", "old", "new"), MUTATIONS, ids=[entry[1] for entry in MUTATIONS]
)
def test_examples_notice_a_broken_rule(copy, game, rule, name, old, new):
    path = copy / "firmware/src/kostka/games" / name
    sound = path.read_text(encoding="utf-8")
    assert sound.count(old) == 1, "the mutation does not fit the source any more"
    path.write_text(sound.replace(old, new), encoding="utf-8")
    try:
        code, told = examples(copy, game)
    finally:
        path.write_text(sound, encoding="utf-8")
    assert code == 1
    assert re.search(rf"\b{rule}\b", told), told


@pytest.mark.parametrize("game", ["duel", "domino"])
def test_every_rule_is_broken_once(game):
    rules = {rule for rule in kostka_cases.numbered_rules(game) if "-T" not in rule}
    assert {rule for one, rule, *_ in MUTATIONS if one == game} == rules
