"""Whole games of a simulated family on boards with some of the cells, to equal digests."""

import json
import socket

import pytest
from kostka import games, mats
from kostka_host import cli, seating
from kostka_host.layout import profile, profiles
from kostka_host.sensed import sensed
from kostka_long import shortened

pytestmark = pytest.mark.vm

SETS = [{"pawns": "2"}, {"pawns": "2", "die": "color", "first": "seat2"}]
PARTIAL = ["bare", "breadboard", "one_panel"]
# Games on the full board are played in tests/e2e, with every option; here one for comparison.
TABLES = [(name, seats, options) for name in PARTIAL for seats in (2, 4) for options in SETS]
TABLES += [("full", seats, SETS[1]) for seats in (2, 4)]


@pytest.mark.parametrize(("name", "seats", "options"), shortened(TABLES, 0, 3, 5, 9, 12))
def test_a_whole_game(vm, tmp_path, name, seats, options):
    journal = tmp_path / "game.jsonl"
    with seating.for_family("virtual", None, 7, journal, name) as table:
        table.connect()
        assert table.stepped
        assert table.layout is profile(name)
        table.sit_down("ludo", seats, options, False)
        family = seating.make_family(table, "ludo", 7)
        family.set_up()
        family.play()
        table.wait(lambda: table.over, 10.0)
        state = table.state
        assert sum(state.returns()) == 1
        assert table.mirror.digest_board == f"{state.digest():08x}"
        board = profile(name)
        part = mats.load("ludo").part(board.cell_bits)
        standing = sorted(spot for spot, _ in state.tokens() if part.cells(spot))
        spots = {cell: spot for spot in range(60) for cell in part.cells(spot)}
        assert sorted(spots[cell] for cell in table.board.tokens()) == standing
        info = table.board.info()
        assert (info["profile"], info["layout"]) == (name, board.layout_id)
        assert (info["lost"], info["resets"]) == (
            0,
            {"soft": 0, "hard": 0, "watchdog": 0, "cut": 0},
        )
    lines = [line.rpartition("*")[0] for line in journal.read_text().splitlines()]
    sources = {json.loads(line).get("s") for line in lines}
    assert sources >= ({"p", "b"} if name == "bare" else {"c", "k"})
    assert ("k" in sources) == (name != "bare")


def run(capsys, *args):
    code = cli.main(list(args))
    out, err = capsys.readouterr()
    assert "Traceback" not in out + err
    return code, out, err


def test_the_command_plays_a_profile(vm, capsys):
    code, out, err = run(
        capsys, "play", "ludo", "--auto", "--seats", "4", "-o", "pawns=2", "--profile", "bare",
        "--speed", "max", "--seed", "3", "--json",
    )  # fmt: skip
    assert (code, err) == (0, "")
    report = json.loads(out)
    assert report["digest_board"] == report["digest_mirror"]
    again = json.loads(run(capsys, "journal", "replay", report["journal"], "--json")[1])
    assert again["digest"] == report["digest_mirror"]


def test_the_own_board_of_a_profile_is_another_one(vm, capsys):
    with seating.for_person("virtual", 1, None, "bare") as table:
        table.connect()
        rows = json.loads(run(capsys, "ls", "--json")[1])
        assert [row["name"] for row in rows] == ["virtual-bare"]
        assert table.layout is profile("bare")
        table.board.bench.ask("stop")
    assert seating.default_name(None) == seating.default_name("full") == "virtual"


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["games", "--profile", "huge"], "full, bare, breadboard, one_panel"),
        (["play", "--profile", "huge"], "full, bare, breadboard, one_panel"),
        (["play", "--auto", "--profile", "bare", "--board", "id:x"], "id:x"),
        (["board", "--profile", "huge"], "full, bare, breadboard, one_panel"),
        (["board", "--profile", "bare", "--layout", "x.toml"], "--layout"),
    ],
)
def test_wrong_calls_are_one_sentence(capsys, args, words):
    code, out, err = run(capsys, *args)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("kostka: ")
    assert words in err


@pytest.mark.parametrize("wrong", [("--profile", "huge"), ("--board", "huge")])
def test_a_wrong_call_is_one_also_where_the_port_is_taken(capsys, wrong):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        code, out, err = run(capsys, "play", "--port", str(taken.getsockname()[1]), *wrong)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "huge" in err


@pytest.mark.parametrize("name", profiles())
def test_what_is_sensed_of_a_game(capsys, name):
    code, out, err = run(capsys, "games", "ludo", "--profile", name, "--json")
    assert (code, err) == (0, "")
    (row,) = json.loads(out)
    spots, keys, moves = {
        "full": (60, [0, 1, 2, 3], ["hands", "keys", "link"]),
        "one_panel": (20, [0, 1], ["hands", "keys", "link"]),
        "breadboard": (8, [0], ["hands", "keys", "link"]),
        "bare": (0, [], ["link"]),
    }[name]
    assert (row["profile"], row["keys"], row["moves"]) == (name, keys, moves)
    assert row["spots"] == {"sensed": spots, "all": 60}
    assert row["cells"]["all"] == 72
    assert row["dice"] == [way for way in moves if way != "hands"]
    code, out, _ = run(capsys, "games", "--profile", name)
    assert code == 0
    for line in row["words"]:
        assert line in out
    assert sensed("ludo", profile(name)).by_hand == (name == "full")
    assert games.load("ludo").seats[1] == 4
