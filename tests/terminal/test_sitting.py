"""A person at the table: the picture follows what is typed, errors are sentences."""

import io
from types import SimpleNamespace

import pytest
from kostka import games
from kostka.errors import JournalError
from kostka.mats.ludo import MAT
from kostka_desk import Desk
from kostka_host.terminal.sitting import Sitting
from kostka_host.ui import Ui
from rich.console import Console


class Script:
    """A keyboard that types given lines and then ends."""

    live = False
    line = ""

    def __init__(self, *lines, live=False):
        self.lines = list(lines)
        self.live = live
        self.ended = False

    def opened(self):
        return self

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def next_line(self, timeout_s):
        if self.lines:
            return self.lines.pop(0)
        self.ended = True
        return None

    def waiting(self):
        return None


def sit(*lines, live=False, **options):
    ui = Ui("en")
    ui.out = Console(file=io.StringIO(), width=100, no_color=True, soft_wrap=True)
    desk = Desk(seats=2, first="seat1", **options)
    sitting = Sitting(desk, MAT, ui, Script(*lines, live=live))
    sitting.typist.look()
    if sitting.has_hands:
        sitting.typist.set_up()
    sitting.stay()
    return desk, ui.out.file.getvalue()


def test_a_short_game_is_shown():
    desk, shown = sit("roll 6", "r0-t0", "roll 3", "t0-t3", "quit", "roll 1")
    assert "Player 1: throw the die. Throws left: 3." in shown
    assert "last: d6 r0-t0 d3 t0-t3" in shown
    assert "Player 2: throw the die." in shown
    assert len(desk.fake.recorder.bodies) == 5
    assert "\x1b" not in shown


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("dance", '"dance" is no command and no move; type help.'),
        ("t0-t4", "LU-6: t0-t4 is not possible before a throw."),
        ("put r0", "There is a token at r0 already."),
        ("help", "key 1 ok: press left, right, ok or undo at seat 1"),
    ],
)
def test_sentences(line, sentence):
    assert sentence in sit(line)[1]


def test_help_explains_each_sign_in_a_line_of_its_own():
    lines = sit("help")[1].splitlines()
    assert ". A token stands here (its owner's color, low)." in lines
    both = [line for line in lines if line.startswith("~ ")]
    assert len(both) == 1
    assert "A winner (its color, swelling and fading)." in both[0]


def test_the_table_is_not_written_again_after_a_typo():
    _, shown = sit("dance", "dance", "roll 6")
    assert shown.count("is no command and no move") == 2
    assert shown.count("seats") == 2  # at the beginning, and after the throw


def test_the_table_that_changes_by_itself_is_drawn_again():
    desk, shown = sit()
    assert shown.count("seats") == 1
    assert desk.fake.right()


def test_a_terminal_is_drawn_in_place():
    _, shown = sit("roll 6", live=True)
    assert shown.count("\x1b[H") >= 2
    assert shown.rstrip().endswith("\x1b[J")


def test_what_the_board_disagrees_about_is_told_without_actions(monkeypatch):
    problem = JournalError("journal.illegal", 7, ["action.illegal", "n3"])
    mirror = Desk.mirror.fget
    monkeypatch.setattr(
        Desk,
        "mirror",
        property(lambda desk: SimpleNamespace(**{**vars(mirror(desk)), "problem": problem})),
    )
    shown = sit()[1]
    assert "…" in shown
    assert "n3" not in shown


def test_a_game_that_forgets_shows_only_what_has_just_happened(monkeypatch):
    monkeypatch.setattr(games.load("ludo"), "forgets", True)
    _, shown = sit("roll 6", "r0-t0", "roll 3", "t0-t3", "quit")
    lasts = [line for line in shown.splitlines() if line.startswith("last: ")]
    assert lasts[-1] == "last: t0-t3"
    assert not any("d6 r0-t0" in line for line in lasts)


def test_a_table_that_cannot_be_followed_says_why(monkeypatch):
    mirror = Desk.mirror.fget
    other = {"public": True, "running_name": "duel"}
    monkeypatch.setattr(
        Desk,
        "mirror",
        property(lambda desk: SimpleNamespace(**{**vars(mirror(desk)), **other})),
    )
    assert "The board plays Duel by other rules or with other printed numbers" in sit()[1]
