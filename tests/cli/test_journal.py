"""`kostka journal` on good, changed, torn and empty files."""

import json
from pathlib import Path

import pytest
from kostka import games
from kostka.line import seal
from kostka_host import cli
from kostka_host.journals import JournalFile
from kostka_recording import Recorder


@pytest.fixture(autouse=True)
def environ(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("KOSTKA_LANG", "en")


@pytest.fixture(scope="module")
def game():
    recorder = Recorder(seed=3, pawns=2, seats=2)
    for _ in range(30):
        recorder.play()
    recorder.undo(21)
    return recorder.finish()


@pytest.fixture
def path(tmp_path, game):
    path = tmp_path / "game.jsonl"
    path.write_text(game.text())
    return path


def run(capsys, *args):
    code = cli.main(["journal", *map(str, args)])
    out, err = capsys.readouterr()
    assert "Traceback" not in out + err
    assert err == "" or (err.startswith("kostka: ") and err.count("\n") == 1)
    return code, out, err


def test_verify_says_yes(capsys, path, game):
    code, out, err = run(capsys, "verify", path)
    assert (code, err) == (0, "")
    assert out == f"{path}: {len(game.bodies)} lines are right, the game is over; " + (
        f"chain {game.chain:08x}.\n"
    )
    assert json.loads(run(capsys, "verify", path, "--json")[1])["returns"] == game.state.returns()


@pytest.mark.parametrize("where", [0.01, 0.3, 0.6, 0.99])
def test_verify_names_the_line_of_a_changed_byte(capsys, path, where):
    data = bytearray(path.read_bytes())
    at = int(len(data) * where)
    data[at] ^= 2
    path.write_bytes(data)
    code, out, err = run(capsys, "verify", path)
    assert (code, out) == (1, "")
    assert err == f"kostka: Line {data[:at].count(10) + 1} of {path} is damaged.\n"


def test_verify_finds_a_line_that_is_whole_but_wrong(capsys, path, game):
    bodies = list(game.bodies)
    line = json.loads(bodies[7])
    line["c"] = "00000000"
    bodies[7] = json.dumps(line, separators=(",", ":"))
    path.write_text("".join(seal(body) + "\n" for body in bodies))
    code, _, err = run(capsys, "verify", path)
    assert code == 1
    assert err == f"kostka: {path}, line 8: Entry 7 does not follow from the entries before it.\n"


def test_a_torn_last_line_is_said_and_the_rest_shown(capsys, path, game):
    path.write_bytes(path.read_bytes()[:-20])
    before = len(game.bodies) - 1
    sentence = f"line {before + 1}, the last one, is torn; the {before} lines before it are right."
    code, out, err = run(capsys, "verify", path)
    assert (code, out) == (1, "")
    assert sentence in err
    code, out, err = run(capsys, "show", path)
    assert (code, len(out.splitlines())) == (1, before)
    assert sentence in err


def test_show_lists_every_line(capsys, path, game):
    code, out, _ = run(capsys, "show", path)
    lines = out.splitlines()
    assert code == 0
    assert len(lines) == len(game.bodies)
    assert lines[0].split()[:4] == ["0", "Ludo,", "2", "seats"]
    assert "back to line 21" in lines[31]
    assert lines[-1].endswith("the end: All pawns of one player are in the goal.")
    assert "by key" in lines[5]


def test_show_gives_values_for_programs(capsys, path, game):
    code, out, _ = run(capsys, "show", path, "--json")
    rows = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [row["line"] for row in rows] == list(range(len(game.bodies)))
    assert (rows[0]["kind"], rows[0]["game"], rows[0]["seats"]) == ("header", "ludo", 2)
    assert rows[0]["options"]["pawns"] == 2
    assert (rows[5]["kind"], rows[5]["source"]) == ("play", "k")
    assert rows[5]["actions"] == json.loads(game.bodies[5])["a"]
    assert rows[31] == {"line": 31, "kind": "undo", "to": 21}
    assert rows[-1] == {"line": len(rows) - 1, "kind": "end", "outcome": "ludo.over.all_home"}


def test_replay_tells_where_the_game_stands(capsys, path, game):
    code, out, _ = run(capsys, "replay", path, "--json")
    found = json.loads(out)
    assert code == 0
    assert found["digest"] == f"{game.state.digest():08x}"
    assert found["winners"] == list(game.state.outcome().winners)
    found = json.loads(run(capsys, "replay", path, "--json", "--to", "25")[1])
    assert found["lines"] == 26
    assert found["digest"] == f"{game.states[25].digest():08x}"
    assert f"{game.states[25].digest():08x}" in run(capsys, "replay", path, "--to", "25")[1]


@pytest.mark.parametrize(
    ("lang", "seats", "outcome", "winner"),
    [
        ("en", "seats 2", "outcome All pawns of one player are in the goal.", "winners"),
        ("cs", "počet hráčů 2", "konec Všechny figurky jednoho hráče jsou v cíli.", "vítěz"),
        ("sk", "počet hráčov 2", "koniec Všetky figúrky jedného hráča sú v cieli.", "víťaz"),
    ],
)
def test_replay_tells_it_in_words(capsys, path, game, lang, seats, outcome, winner):
    out = run(capsys, "replay", path, "--lang", lang)[1]
    told = [" ".join(line.split()) for line in out.splitlines()]
    assert {seats, outcome} <= set(told)
    assert f"{winner} {game.state.outcome().winners[0] + 1}" in told  # people count from 1
    assert "journal.state" not in out
    unfinished = run(capsys, "replay", path, "--lang", lang, "--to", "25")[1].splitlines()
    assert len(unfinished) == len(told) - 2  # neither outcome nor winners


@pytest.mark.parametrize("content", [b"", b"hello\n", b"\xff\xfe\n", b"{}\n", b"no newline"])
def test_other_files_are_one_sentence(capsys, tmp_path, content):
    path = tmp_path / "other"
    path.write_bytes(content)
    code, _, err = run(capsys, "verify", path)
    assert code == 1
    assert str(path) in err


def test_no_file_is_a_wrong_call(capsys, tmp_path):
    code, _, err = run(capsys, "verify", tmp_path / "none")
    assert code == 2
    assert "none" in err


KEPT = sorted((Path(__file__).parents[1] / "journals").glob("*/*.journal"))


@pytest.mark.parametrize("name", games.names())
def test_a_journal_of_every_game_is_shown_and_replayed(capsys, name):
    journal = next(path for path in KEPT if path.parent.name == name)
    for verb in ("show", "replay"):
        code, out, err = run(capsys, verb, journal)
        assert (code, err) == (0, "")
        assert out.count("\n") > 5
        options = json.loads(run(capsys, verb, journal, "--json")[1].splitlines()[0])
        assert isinstance(options, dict)


def test_a_journal_is_kept_in_a_file_only(capsys):
    with pytest.raises(OSError, match="no file"):
        JournalFile(Path("/dev/full"))
