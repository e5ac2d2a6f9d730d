"""`kostka config` and `kostka status` with a virtual board that runs the whole firmware."""

import json
import shutil
import time

import pytest
from kostka.config.schema import SCHEMA
from kostka_host import cli, settings
from kostka_host.boards import sources
from kostka_host.boards.virtual import VirtualBoard

pytestmark = pytest.mark.vm


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    where = tmp_path_factory.mktemp("config")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("XDG_STATE_HOME", "XDG_RUNTIME_DIR", "XDG_DATA_HOME"):
            patch.setenv(name, str(where / name))
        patch.setenv("KOSTKA_LANG", "en")
        patch.setattr("kostka_host.places.usb_ports", list)
        yield where


@pytest.fixture(scope="module")
def board(vm, home):
    made = VirtualBoard.spawn(flash=home / "flash", name="test", clock="real")
    yield made
    made.close()


@pytest.fixture
def run(board, capsys):
    def run(*words):
        code = cli.main([*words[:2], "--board", "id:test", *words[2:]] if words else [])
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return code, out, err

    run("config", "reset", "--all")
    return run


def test_all_settings_are_told_of():
    assert sorted(settings.HELP) == sorted(SCHEMA)
    for name, text in settings.HELP.items():
        assert text == "config." + name.rstrip("_1234")
        assert settings.since(name).count(".") == 2
    assert set(settings.SINCE) <= set(SCHEMA)
    assert settings.kind("mute") == settings.FLAG
    assert settings.kind("undo") == settings.INT


def test_list_get_and_set(run):
    code, out, err = run("config", "list")
    assert (code, err) == (0, "")
    assert [line.split()[0] for line in out.splitlines()] == sorted(SCHEMA)
    assert "1 … 100" in out
    assert run("config", "get", "brightness")[1] == "40\n"
    code, out, _ = run("config", "set", "brightness", "60", "settle=200", "rethrow=on")
    assert (code, out) == (0, "brightness 60\nrethrow 1\nsettle 200\n")
    rows = json.loads(run("config", "list", "--json")[1])
    assert {row["name"]: row["value"] for row in rows if row["chosen"]} == {
        "brightness": 60,
        "rethrow": 1,
        "settle": 200,
    }
    assert all(row["min"] <= row["value"] <= row["max"] for row in rows)
    assert run("config", "reset", "settle")[0] == 0
    assert run("config", "get", "settle")[1] == "150\n"
    assert run("config", "get", "brightness")[1] == "60\n"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("brightness", "101"), "brightness cannot be 101; allowed: 1 to 100 %."),
        (("brightness", "much"), "brightness cannot be much; allowed: 1 to 100 %."),
        (("settle=99", "rethrow=2"), "rethrow cannot be 2; allowed: 0 to 1 ."),
        (("brightness",), "brightness: a value is missing"),
    ],
)
def test_a_wrong_value_is_one_sentence_and_changes_nothing(run, words, sentence):
    code, out, err = run("config", "set", *words)
    assert (code, out) == (2, "")
    assert err == f"kostka: {sentence}\n"
    assert run("config", "get", "settle")[1] == "150\n"


def test_a_wrong_name_is_one_sentence(run):
    for words in (("get", "bright"), ("reset", "bright"), ("set", "bright", "3")):
        code, out, err = run("config", *words)
        assert (code, out) == (2, "")
        assert err.startswith(
            "kostka: There is no setting bright; the settings are: beside, bot_delay, brightness, "
        )
    assert run("config", "reset")[0] == 2


def test_export_and_import(run, tmp_path):
    run("config", "set", "brightness", "60", "settle", "200")
    file = tmp_path / "settings.json"
    code, out, err = run("config", "export", str(file))
    assert (code, out, err) == (0, "", f"Settings written to {file}: 2.\n")
    assert json.loads(file.read_text())["settings"] == {"brightness": 60, "settle": 200}
    run("config", "reset", "--all")
    run("config", "set", "debounce", "50")
    assert run("config", "import", str(file))[0] == 0
    assert json.loads(run("config", "export")[1])["settings"] == {"brightness": 60, "settle": 200}
    file.write_text('{"kostka_config": 1, "settings": {"settle": 5}}')
    assert run("config", "import", str(file))[0] == 2
    file.write_text('{"kostka_config": 1, "settings": {"settle": 300, "sound": 1}}')
    code, _, err = run("config", "import", str(file))
    assert code == 0
    assert "sound" in err
    assert json.loads(run("config", "export")[1])["settings"] == {"settle": 300}
    for text in ("", "[]", '{"kostka_config": 2}', '{"kostka_config": 2, "settings": {}}'):
        file.write_text(text)
        code, _, err = run("config", "import", str(file))
        assert code == 2
        assert "holds no settings" in err


def test_settings_outlive_a_power_cut(run, board):
    run("config", "set", "brightness", "61")
    board.power_cut()
    board.start()
    assert run("config", "get", "brightness")[1] == "61\n"


def test_status_tells_how_the_board_is(vm, home, capsys, run):
    until = time.monotonic() + 10
    late = 0
    while late <= 10:  # the board may have just begun
        assert time.monotonic() < until, "it does not scan"
        code = cli.main(["status", "--board", "id:test", "--json"])
        out, _ = capsys.readouterr()
        assert code == 0
        found = json.loads(out)
        late = sum(found["late"].values())
    assert found["safe"] is False
    assert found["log"] == []
    assert 16_000 < found["block"] <= found["free"]  # twice the table of names that comes next
    assert cli.main(["status", "--board", "id:test"]) == 0
    out, _ = capsys.readouterr()
    assert "Free memory" in out


PLANT = """
from kostka.app.table import Table

def begin(self, safe=False):
    if not safe:
        raise ValueError("planted")
    self.safe = True

Table.begin = begin
"""


def test_a_board_that_falls_says_why(vm, home, tmp_path, capsys):
    rom = tmp_path / "rom"
    shutil.copytree(sources.device_folder(), rom)
    (rom / "boot.py").write_text((rom / "boot.py").read_text() + PLANT)
    board = VirtualBoard.spawn(flash=tmp_path / "flash", name="falls", rom=rom, clock="real")
    try:
        found = {}
        for _ in range(50):
            code = cli.main(["status", "--board", "id:falls", "--json"])
            out, _ = capsys.readouterr()
            found = json.loads(out) if not code else {}
            if found.get("safe"):
                break
        assert found["safe"] is True
        assert len(found["log"]) == 3
        assert "planted" in found["log"][0]["what"]
        assert cli.main(["status", "--board", "id:falls"]) == 0
        out, _ = capsys.readouterr()
        assert "safe mode" in out
        assert "ValueError: planted" in out
        assert board.info()["resets"]["soft"] == 3
    finally:
        board.close()
