"""Reading whole journals strictly: every changed byte is seen and its line named."""

from pathlib import Path

import pytest
from kostka.errors import JournalError
from kostka.journal import rows, whole
from kostka.line import dumps, seal
from kostka.rules.rng import XorShift
from kostka_player import new_session, play

GOLDEN = sorted((Path(__file__).parents[1] / "journals").glob("*/*.journal"))


def sealed(session):
    return [(seal(body) + "\n").encode() for body in session.journal.bodies]


@pytest.fixture(scope="module")
def journal():
    session = new_session("ludo", 2, {"pawns": 2}, 4)
    play(session, XorShift(6), 24, undo_one_in=8)
    return sealed(session)


@pytest.mark.parametrize("path", GOLDEN[::4], ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_golden_journals_are_right(path):
    game, torn = whole.verify(path.read_bytes().splitlines(keepends=True))
    assert not torn
    assert game.lines == len(path.read_bytes().splitlines())


def test_every_changed_byte_is_named(journal):
    for number, row in enumerate(journal):
        for at in range(len(row) - (row is journal[-1])):
            for flip in (1, 64):
                bad = row[:at] + bytes([row[at] ^ flip]) + row[at + 1 :]
                spoiled = [
                    *journal[:number],
                    *bad.splitlines(keepends=True),
                    *journal[number + 1 :],
                ]
                with pytest.raises(JournalError) as caught:
                    whole.verify(spoiled)
                assert caught.value.params[0] == number


def test_a_torn_end_is_told(journal):
    game, torn = whole.verify([*journal[:-1], journal[-1][:-1]])
    assert torn
    assert game.lines == len(journal) - 1
    with pytest.raises(JournalError):
        whole.verify([])
    with pytest.raises(JournalError):
        whole.verify([journal[0][:-1]])


def test_a_header_is_written_one_way_only(journal):
    body = rows.body_of(journal[0])
    for other in (body.replace(",", ", ", 1), body.replace('"pawns":2', '"pawns":true')):
        assert other != body
        with pytest.raises(JournalError, match=r"journal\.(header|options)"):
            whole.verify([(seal(other) + "\n").encode()])


def test_numbers_are_read_without_parsing():
    assert rows.number_of(rows.make([("n", 17), ("a", [1])])) == 17
    assert rows.number_of(rows.make([("j", 1)])) == 0
    assert rows.number_of(b"") == -1
    assert rows.number_of(b'{"n":x,') == -1
    assert rows.undo_of(rows.make([("n", 17), ("u", 3), ("c", "0")])) == 3
    assert rows.undo_of(rows.make([("n", 17), ("a", [3]), ("c", "0")])) == -1
    assert rows.undo_of(rows.make([("n", 17), ("u", "x"), ("c", "0")])) == -1


def test_bodies_need_check_and_newline():
    row = rows.make([("n", 1)])
    assert rows.body_of(row) == dumps([("n", 1)])
    for bad in (row[:-1], row[1:], b"\xff\n", b"\n", b"*00000000\n"):
        assert rows.body_of(bad) is None
