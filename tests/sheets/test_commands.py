"""kostka mat and kostka print: files, messages, exit codes."""

import json
import os
import subprocess
import sys
from xml.etree import ElementTree as ET

import pytest
from kostka import games
from kostka_host import cli

GAMES = ", ".join(games.names())
PRINT = "Print at 100 %, without scaling; check the 100 mm ruler."


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("KOSTKA_LANG", "en")
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def names(folder):
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize(
    ("args", "written", "pages"),
    [
        (["mat", "ludo"], ["ludo-mat.pdf"], "6 pages"),
        (["mat", "ludo", "--no-legend"], ["ludo-mat.pdf"], "5 pages"),
        (["mat", "ludo", "--paper", "a3plus"], ["ludo-mat.pdf"], "1 page"),
        (["mat", "ludo", "--svg"], ["ludo-mat.svg"], "1 page"),
        (["mat", "ludo", "-o", "x.SVG"], ["x.SVG"], "1 page"),
        (
            ["mat", "ludo", "--svg", "--paper", "a4", "--no-legend"],
            [f"ludo-mat-{number}.svg" for number in range(1, 6)],
            "5 pages",
        ),
        (["print", "arena"], ["arena-pieces.pdf"], "3 pages"),
        (["mat", "chasing", "--svg"], ["chasing-mat.svg"], "1 page"),
        (["mat", "kombat", "--svg"], ["kombat-mat.svg"], "1 page"),
        (["print", "chasing"], ["chasing-pieces.pdf"], "1 page"),
        (["print", "kombat"], ["kombat-pieces.pdf"], "1 page"),
        (["print", "ludo"], ["ludo-pieces.pdf"], "1 page"),
        (["print", "spider_shoot"], ["spider_shoot-pieces.pdf"], "1 page"),
        (["print", "domino"], ["domino-pieces.pdf"], "1 page"),
        (["print", "duel"], ["duel-pieces.pdf"], "2 pages"),
        (["print", "ludo", "--svg", "-o", "cut.svg"], ["cut.svg"], "1 page"),
    ],
)
def test_files_are_written_and_named(here, capsys, args, written, pages):
    assert cli.main(args) == 0
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines() == [f"{', '.join(written)} written, {pages}.", PRINT]
    assert names(here) == written
    for path in here.iterdir():
        if path.suffix.lower() == ".svg":
            root = ET.fromstring(path.read_text(encoding="utf-8"))
            assert root.get("width").endswith("mm")
        else:
            assert path.read_bytes().startswith(b"%PDF-")


def test_what_was_written_can_be_said_to_programs(here, capsys):
    assert cli.main(["mat", "ludo", "--svg", "--paper", "a4", "--no-legend", "--json"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert json.loads(out) == {"files": names(here), "pages": 5}


@pytest.mark.parametrize(
    ("args", "start"),
    [
        (["mat", "ludo", "-o", "-"], b"%PDF-"),
        (["mat", "ludo", "--svg", "-o", "-"], b"<svg "),
        (["print", "ludo", "-o", "-"], b"%PDF-"),
    ],
)
def test_standard_output_takes_the_sheet_alone(here, capfdbinary, args, start):
    assert cli.main(args) == 0
    out, err = capfdbinary.readouterr()
    assert out.startswith(start)
    assert err == b""
    assert names(here) == []


@pytest.mark.parametrize(
    ("args", "code", "sentence"),
    [
        (["mat", "chess"], 2, f"There is no mat for the game chess; there are mats for: {GAMES}"),
        (["print", "chess"], 2, f'There is no game "chess"; the games are: {GAMES}'),
        (["mat", "ludo", "-o", "x.png"], 2, '"x.png" does not end in the format to write'),
        (["mat", "ludo", "--svg", "-o", "x.pdf"], 2, '"x.pdf" does not end in the format'),
        (["mat", "ludo", "--svg", "--paper", "a4", "-o", "-"], 2, "one page of SVG, not 6"),
        (["mat", "ludo", "--paper", "a5"], 2, "a5"),
        (["mat"], 2, "GAME"),
        (["mat", "ludo", "-o", "no/such/folder.pdf"], 1, "no/such/folder.pdf: No such file"),
        (["mat", "ludo", "-o", "."], 1, ". exists already"),
        (["mat", "ludo", "--force", "-o", "."], 1, "Is a directory"),
    ],
)
def test_errors_are_one_sentence(here, capsys, args, code, sentence):
    assert cli.main(args) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("kostka: ")
    assert err.count("\n") == 1
    assert sentence in err
    assert names(here) == []


def test_a_file_that_exists_is_kept_without_force(here, capsys):
    path = here / "ludo-mat.pdf"
    path.write_text("mine")
    assert cli.main(["mat", "ludo"]) == 1
    assert "ludo-mat.pdf exists already; --force replaces it." in capsys.readouterr().err
    assert path.read_text() == "mine"
    assert cli.main(["mat", "ludo", "--force"]) == 0
    assert path.read_bytes().startswith(b"%PDF-")


def test_no_page_is_written_where_one_exists(here, capsys):
    (here / "ludo-mat-3.svg").write_text("mine")
    assert cli.main(["mat", "ludo", "--svg", "--paper", "a4"]) == 1
    assert "ludo-mat-3.svg" in capsys.readouterr().err
    assert names(here) == ["ludo-mat-3.svg"]


def test_a_game_without_pieces(probe, capsys):
    assert cli.main(["print", "probe"]) == 2
    assert "nothing to cut out for probe; there is for: arena, " in capsys.readouterr().err


def test_the_probe_has_a_plain_mat(probe, here):
    assert cli.main(["mat", "probe"]) == 0
    assert names(here) == ["probe-mat.pdf"]


@pytest.mark.parametrize("args", [["mat", "ludo"], ["print", "ludo"], ["mat", "ludo", "--svg"]])
def test_equal_calls_give_equal_bytes(args):
    outs = []
    for seed in ("1", "2"):
        command = [sys.executable, "-m", "kostka_host", *args, "-o", "-"]
        environ = {**os.environ, "PYTHONHASHSEED": seed}
        outs.append(subprocess.run(command, env=environ, capture_output=True, check=True).stdout)
    assert outs[0] == outs[1] != b""
