"""`kostka bench`: one JSON object or a table, and one sentence for every wrong call."""

from __future__ import annotations

import json

import pytest
from kostka_host import bench
from kostka_host.cli import main

CALL = ["bench", "rules", "ludo", "--seats", "2", "--option", "pawns=2", "--seconds", "0.1"]
KEYS = {
    "game",
    "seats",
    "throws",
    "steps_per_s",
    "ludopy_steps_per_s",
    "ratio_ludopy",
    "python",
    "machine",
    "date",
    "command",
}


@pytest.fixture
def no_ludopy(monkeypatch):
    def missing():
        raise ImportError

    monkeypatch.setattr(bench, "import_ludopy", missing)


@pytest.mark.usefixtures("no_ludopy")
def test_json_is_one_object_and_the_reason_is_printed(capsys):
    assert main([*CALL, "--json", "--seed", "3"]) == 0
    captured = capsys.readouterr()
    result = json.loads(captured.out)
    assert KEYS <= set(result)
    assert (result["game"], result["seats"], result["seed"]) == ("ludo", 2, 3)
    assert result["options"]["pawns"] == 2
    assert result["ratio_ludopy"] is None
    assert bench.LUDOPY_PIP in result["reason"]
    assert captured.err.strip() == result["reason"]


@pytest.mark.usefixtures("no_ludopy")
def test_the_table_shows_the_same(capsys):
    assert main(CALL) == 0
    told = capsys.readouterr().out
    assert "steps_per_s" in told
    assert "pawns=2" in told
    assert "ratio_ludopy" not in told


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["bench", "rules", "chess"], "no game"),
        (["bench", "rules", "ludo", "--seats", "9"], "2 to 4"),
        (["bench", "rules", "ludo", "--option", "pawns"], "NAME=VALUE"),
        (["bench", "rules", "ludo", "--option", "pawns=9"], "2..4"),
        (["bench", "rules", "ludo", "--seconds", "0"], "0.1"),
        (["bench", "rules", "ludo", "--seed", "x"], "x"),
        (["bench", "rolls"], "rolls"),
    ],
)
def test_a_wrong_call_is_one_sentence(capsys, args, told):
    assert main(args) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("kostka: ")
    assert captured.err.count("\n") == 1
    assert told in captured.err
