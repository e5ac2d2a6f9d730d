"""`kostka saves` against a virtual board: list, name, open and drop games."""

import json

import pytest
from kostka_host import cli
from kostka_host.boards.virtual import VirtualBoard
from kostka_host.places import finder
from kostka_host.table import Table

pytestmark = pytest.mark.vm


@pytest.fixture
def board(vm, tmp_path, monkeypatch):
    """A virtual board on which two games were begun; yields their ids, the older one first."""
    for name in ("XDG_STATE_HOME", "XDG_RUNTIME_DIR", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    monkeypatch.setenv("KOSTKA_LANG", "en")
    board = VirtualBoard.spawn(tied=True, clock="virtual", speed=20, name="table")
    table = Table(board, finder("id:table"))
    table.connect()
    ids = []
    for seats in (2, 3):
        table.sit_down("ludo", seats, {}, True)
        ids.append(table.mirror.follower.game_id)
    table.close()
    yield ids
    board.close()


def run(capsys, *args):
    code = cli.main(["saves", *args, "--board", "id:table"])
    out, err = capsys.readouterr()
    assert "Traceback" not in out + err
    return code, out, err


def rows(capsys):
    code, out, err = run(capsys, "list", "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


def test_games_are_listed_named_opened_and_dropped(board, capsys):
    old, new = board
    found = rows(capsys)
    assert [row["id"] for row in found] == [new, old]
    assert [row["current"] for row in found] == [True, False]
    assert {row["game"] for row in found} == {"ludo"}
    assert found[0]["lines"] >= 2

    code, _, err = run(capsys, "name", "Sunday", old)
    assert (code, err) == (0, "The game is called Sunday now.\n")
    code, out, _ = run(capsys, "name", "Alfa", "--json")
    assert json.loads(out)["id"] == new
    code, _, err = run(capsys, "name", "sunday")
    assert (code, err) == (1, "kostka: Another game has the name sunday already.\n")
    code, out, _ = run(capsys)
    assert code == 0
    assert "Sunday" in out
    assert "in play" in out

    code, _, err = run(capsys, "drop", "Alfa")
    assert (code, err) == (1, "kostka: This game is in play; open another one first.\n")
    code, out, _ = run(capsys, "open", "sunday", "--json")
    opened = json.loads(out)
    assert (code, opened["id"], opened["line"]) == (0, old, opened["lines"])
    assert [row["id"] for row in rows(capsys)] == [old, new]
    assert cli.main(["saves", "--board", "id:table", "name", "", new]) == 0
    assert capsys.readouterr()[1] == f"The game {new} has no name any more.\n"
    code, _, err = run(capsys, "name", "Alfa", new)
    assert code == 0
    code, _, err = run(capsys, "drop", new[:10])
    assert (code, err) == (0, "Alfa was deleted.\n")
    assert [row["id"] for row in rows(capsys)] == [old]


def test_unknown_games_and_long_names_are_refused_in_a_sentence(board, capsys):
    code, _, err = run(capsys, "open", "nothing")
    assert (code, err) == (1, "kostka: There is no game nothing on the board.\n")
    code, _, err = run(capsys, "name", "x" * 25)
    assert (code, err) == (1, "kostka: A name has at most 24 characters on one line.\n")
