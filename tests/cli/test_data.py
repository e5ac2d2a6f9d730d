"""`kostka data`: right files, wrong ones with file, place and rule, and back again."""

import json

import pytest
from kostka_host import cli, owner


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    for name in ("XDG_STATE_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    monkeypatch.setenv("KOSTKA_LANG", "en")


@pytest.fixture
def folder(tmp_path):
    """A folder with the template in it."""
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "duel.toml").write_text(owner.template())
    return tmp_path / "own"


def run(capsys, *args):
    code = cli.main(["data", *map(str, args)])
    out, err = capsys.readouterr()
    assert "Traceback" not in out + err
    return code, out, err


def test_the_template_is_right_and_is_what_is_played_with(capsys, folder):
    code, out, _ = run(capsys, "check", "--template")
    assert (code, out) == (0, owner.template())
    code, out, err = run(capsys, "check", folder, "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    code = cli.main(["games", "duel", "--json"])
    assert found["duel"] == json.loads(capsys.readouterr().out)[0]["data"]


def test_use_and_back(capsys, folder):
    code, out, err = run(capsys, "use", folder)
    path = owner.numbers_dir() / "duel.bin"
    assert code == 0
    assert str(folder / "duel.toml") in out
    assert str(path) in err
    assert len(path.read_bytes()) == 4 * 48 + 4
    assert path.stat().st_mode & 0o077 == 0
    assert run(capsys, "use", "--built-in")[0] == 0
    assert not path.exists()


def test_a_copy_without_goblin_is_told_but_taken(capsys, folder):
    path = folder / "duel.toml"
    path.write_text(path.read_text().replace("[6, 4, 3, 3]", "[5, 4, 3, 3]"))
    code, _, err = run(capsys, "use", folder)
    assert code == 0
    assert "Goblin" in err
    assert "DU-2" in err


WRONG = [
    ("    [6, 4, 3, 3],  # 1\n", "", ["DU-1", "tokens", "47", "48"]),
    ("    [6, 4, 3, 3],", "    [6, 4, 3, 3], [1, 1, 1, 1],", ["DU-1", "49", "48"]),
    ("    [3, 6, 4, 3],", "    [3, 6, 4],", ["DU-2", "token 2", "four numbers"]),
    ("    [3, 6, 4, 3],", "    [3, 6, 10, 3],", ["DU-2", "token 2", "green line", "10"]),
    ("    [3, 6, 4, 3],", "    [3, 6, 4, 0],", ["DU-2", "token 2", "violet line", "0"]),
    ("    [3, 6, 4, 3],", "    [3.0, 6, 4, 3],", ["DU-2", "token 2", "red line", "3.0"]),
    ("    [3, 6, 4, 3],", "    [3, true, 4, 3],", ["DU-2", "token 2", "blue line", "true"]),
    ("    [3, 6, 4, 3],", "    [3, 6 4, 3],", ["line 5"]),
    ("tokens = [", "numbers = [", ["`tokens`", "--template"]),
]


@pytest.mark.parametrize(("old", "new", "words"), WRONG)
def test_what_is_wrong_is_named_with_file_place_and_rule(capsys, folder, old, new, words):
    path = folder / "duel.toml"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    for verb in ("check", "use"):
        code, out, err = run(capsys, verb, folder)
        assert (code, out) == (1, "")
        assert err.startswith("kostka: ")
        assert err.count("\n") == 1
        for word in [str(path), *words]:
            assert word in err, word
    assert not owner.numbers_dir().exists()


def test_folders_with_nothing_too_much_or_another_game(capsys, folder):
    (folder / "domino.toml").write_text("")
    code, _, err = run(capsys, "check", folder)
    assert code == 1
    assert "domino.toml" in err
    assert "Domino" in err
    (folder / "domino.toml").unlink()
    (folder / "duel.json").write_text("{}")
    assert "both" in run(capsys, "check", folder)[2]
    (folder / "duel.toml").unlink()
    assert "`tokens`" in run(capsys, "check", folder)[2]
    (folder / "duel.json").write_text("[" * 100_000)
    code, _, err = run(capsys, "check", folder)
    assert code == 1
    assert str(folder / "duel.json") in err
    (folder / "duel.json").unlink()
    assert "--template" in run(capsys, "check", folder)[2]


@pytest.mark.parametrize("args", [["check"], ["use"], ["check", "nowhere"], ["use", "nowhere"]])
def test_wrong_calls(capsys, args):
    assert run(capsys, *args)[0] == 2
