"""Rule examples hold, on both Pythons; every numbered rule has one and is cited by the code."""

from __future__ import annotations

from pathlib import Path

import kostka_cases
import kostka_examples
import pytest

ROOT = Path(__file__).parents[2]
GAMES = kostka_cases.folders(kostka_cases.EXAMPLES)
PRODUCT = kostka_cases.product_games()


def files(game: str) -> list[str]:
    kostka_cases.load(game)
    return sorted(str(path) for path in (kostka_cases.EXAMPLES / game).glob("*.rule"))


ALL = [example for game in GAMES for path in files(game) for example in kostka_examples.read(path)]


@pytest.mark.parametrize("example", ALL, ids=repr)
def test_example(example):
    example.play()


@pytest.mark.vm
@pytest.mark.parametrize("game", GAMES)
def test_examples_hold_on_micropython_with_equal_digests(vm, game):
    said = []
    assert kostka_examples.play_files(files(game), said.append) == 0
    folder = kostka_cases.HERE.parent / game  # where a game of the tests lives
    out: list[str] = []
    for file in files(game):  # one after the other, with room: sources are compiled on the heap
        path = [ROOT / "firmware/src", folder, Path(kostka_examples.__file__).parent]
        done = vm.run(Path(kostka_examples.__file__), file, path=path, heap="1M")
        out += done.out.splitlines()
        assert done.code == 0, done.err
    assert out == said
    assert len(said) == sum(game == example.game for example in ALL)


@pytest.mark.parametrize("game", PRODUCT)
def test_every_numbered_rule_has_an_example(game):
    shown = {rule for example in ALL if example.game == game for rule in example.rules}
    assert sorted(set(kostka_cases.numbered_rules(game)) - shown) == []


@pytest.mark.parametrize("game", GAMES)
def test_examples_show_only_numbered_rules(game):
    shown = {rule for example in ALL if example.game == game for rule in example.rules}
    assert sorted(shown - set(kostka_cases.numbered_rules(game))) == []


@pytest.mark.parametrize("game", PRODUCT)
def test_every_numbered_rule_is_cited_by_the_game(game):
    rules = {rule for rule in kostka_cases.numbered_rules(game) if "-T" not in rule}
    assert sorted(rules - kostka_cases.cited(game)) == []


@pytest.mark.parametrize("game", GAMES)
def test_the_game_cites_only_numbered_rules(game):
    assert sorted(kostka_cases.cited(game) - set(kostka_cases.numbered_rules(game))) == []


# The runner itself ---------------------------------------------------------------------------

HEAD = "seats 2\noption pawns 2\noption first seat1\nrule LU-1 A title.\n"


def play(tmp_path, text):
    path = tmp_path / "x.rule"
    path.write_text(HEAD + text, encoding="utf-8")
    said = []
    failed = kostka_examples.play_files([str(path)], said.append, "ludo")
    assert failed == sum(line.startswith("FAILED") for line in said)
    return "\n".join(said)


def test_a_right_example_passes(tmp_path):
    assert "FAILED" not in play(tmp_path, "do d6\nexpect legal r0-t0\n")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("do d6\n", "checks nothing"),
        ("expect player 0\n", "got chance"),
        ("expect legal r0-t0\n", "got none"),
        ("do d6\nexpect legal none\n", "got r0-t0"),
        ("expect chance d1\n", "got d1 d2"),
        ("expect tokens r0:0*2 r2:1\n", "got [(56, 0)"),
        ("expect asks move 0\n", "got throw 0"),
        ("expect asks throw 1\n", "got throw 0"),
        ("do d6\nexpect event PASS 0\n", "events were"),
        ("do d5\nexpect no PASS\n", "got [(5, -1, 0)]"),
        ("expect field tries 2\n", "got [3]"),
        ("expect foot d1 t0 / t1\n", "got none"),
        ("expect outcome LU-10 0\n", "got ['none']"),
        ("expect returns 1 0\n", "got [0, 0]"),
        ("raises LU-6 d6\n", "was played"),
        ("raises LU-6 t0-t1\nraises LU-7 t0-t1\n", "refused by LU-6"),
        ("do t0-t1\n", "LU-6"),
        ("refused LU-2\n", "was accepted"),
        ("option first seat3\nrefused LU-3\n", "refused by LU-2"),
        ("expect player chance\noption pawns 3\n", "made already"),
        ("expect wonders 1\n", "unknown line"),
        ("hope player 0\n", "unknown line"),
        ("state luck 7\nexpect player chance\n", "no field luck"),
        ("state pawns 1 1\nexpect player chance\n", "has 4 numbers"),
        ("do d7\n", "notation.unknown"),
    ],
)
def test_a_wrong_example_fails_and_says_why(tmp_path, text, why):
    assert why in play(tmp_path, text)


def test_a_file_without_examples_is_refused(tmp_path):
    path = tmp_path / "x.rule"
    path.write_text("seats 2\n", encoding="utf-8")
    with pytest.raises(kostka_examples.Failed, match="no example"):
        kostka_examples.read(str(path), "ludo")
