"""Boards in awkward states: reached within ten seconds, or one sentence that says what to do."""

import subprocess
import sys
import time

import pytest
import serial
from kostka.errors import LinkError
from kostka_host import cli
from kostka_host.boards import sources
from kostka_host.deploy.prompt import Prompt
from kostka_host.deploy.who import holder
from kostka_host.link.client import Client
from kostka_host.places import finder

pytestmark = pytest.mark.vm

LIMIT_S = 10.0
TALKS = 'while True:\n    print("x" * 60)\n'
LOOPS = "while True:\n    pass\n"
STUBBORN = "import time\nwhile True:\n    try:\n        time.sleep(1)\n    except:\n        pass\n"


@pytest.fixture
def running(spawn, tmp_path):
    """Start a board that runs a main.py."""

    def start(main):
        rom = tmp_path / "rom"
        rom.mkdir()
        (rom / "main.py").write_text(main)
        (rom / "boot.py").write_text("feeder = None\n")
        return spawn(rom=rom)

    return start


def update(capsys, board):
    """Run the command as a person does; return its exit code and what it says."""
    began = time.monotonic()
    code = cli.main(["update", "--dry-run", "--board", board.link()])
    said = capsys.readouterr().err
    assert time.monotonic() - began < LIMIT_S
    assert "Traceback" not in said
    return code, said.strip().splitlines()[-1]


@pytest.mark.parametrize("main", [LOOPS, TALKS], ids=["endless loop", "prints without a pause"])
def test_what_runs_is_stopped(main, running):
    board = running(main)
    began = time.monotonic()
    with Prompt(board.link()) as prompt:
        assert prompt.run("print(6 * 7)") == "42\n"
    assert time.monotonic() - began < LIMIT_S


@pytest.mark.parametrize(
    "left",
    [b"\x03\x01", b"\x01print(1", b"\x01\x05A\x01abc", b"\x05pasted", b"\x03'''open"],
    ids=["raw", "raw, half a line", "raw paste", "paste", "open string"],
)
def test_the_prompt_as_another_tool_left_it(left, spawn):
    board = spawn()
    with serial.Serial(board.entry.port) as port:
        port.write(b"\x03")
        time.sleep(0.3)
        port.write(left)
        time.sleep(0.1)
    began = time.monotonic()
    with Prompt(board.link()) as prompt:
        assert prompt.run("print(6 * 7)") == "42\n"
    assert time.monotonic() - began < LIMIT_S


def greeted(board):
    client = Client(finder(board.link()))
    try:
        return client.start(15.0)
    finally:
        client.close()


def test_the_running_app_is_left_and_starts_again(spawn, capsys):
    board = spawn()
    greeted(board)
    assert update(capsys, board)[0] == 0
    assert "The table has stopped" in board.logs()
    greeted(board)


@pytest.mark.slow
def test_a_program_that_cannot_be_stopped_is_one_sentence(running, capsys):
    board = running(STUBBORN)
    code, said = update(capsys, board)
    assert code == 1
    assert said.startswith(f"kostka: Nothing at {board.entry.port} answers")
    assert "hold BOOTSEL" in said


def test_a_busy_port_names_who_has_it(spawn, capsys):
    board = spawn()
    opens = f"import serial\np = serial.Serial({board.entry.port!r}, exclusive=True)\n"
    code = opens + "print(1)\ninput()"
    other = subprocess.Popen(
        [sys.executable, "-uc", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    try:
        other.stdout.readline()
        assert holder(board.entry.port)[0] == other.pid
        code, said = update(capsys, board)
    finally:
        other.communicate(b"\n")
    assert code == 1
    assert f"(process {other.pid})" in said
    assert holder(board.entry.port) is None


def test_a_board_without_power_is_one_sentence(spawn, monkeypatch):
    monkeypatch.setattr("kostka_host.deploy.prompt.ENTER_S", 1.0)
    board = spawn()
    board.power_cut()
    with pytest.raises(LinkError) as caught:
        Prompt(board.link())
    assert caught.value.text == "deploy.silent"


def test_code_that_fails_there_is_one_sentence(spawn):
    board = spawn()
    with Prompt(board.link()) as prompt:
        for code, text in (
            ("1//0", "deploy.failed"),
            ("raise MemoryError", "deploy.memory"),
            ("raise OSError(28)", "deploy.full"),
            ("nonsense(", "deploy.failed"),
        ):
            with pytest.raises(LinkError) as caught:
                prompt.run(code)
            assert caught.value.text == text
        assert prompt.run("print(1)") == "1\n"


def test_the_device_folder_has_what_starts_a_release():
    names = {path.name for path in sources.device_folder().glob("*.py")}
    assert {"boot.py", "main.py", "slots.py", "wiring.py"} <= names
