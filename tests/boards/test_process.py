"""The board process: how it is found, how it ends, and what it says when it cannot begin."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from kostka.errors import HardwareError, KostkaError
from kostka_host import paths
from kostka_host.boards import open_board, registry
from kostka_host.boards.base import LinkBoard
from kostka_host.boards.virtual import VirtualBoard

pytestmark = pytest.mark.vm


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    with open(f"/proc/{pid}/stat") as file:
        return file.read().rsplit(")")[1].split()[0] != "Z"


@pytest.fixture
def run(tmp_path: Path) -> Iterator:
    """Start `kostka board` itself and return the process; it is gone after the test."""
    started: list[subprocess.Popen[str]] = []

    def begin(*words: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-m", "kostka_host", "board", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "TMPDIR": str(tmp_path)},
        )
        started.append(process)
        return process

    yield begin
    for process in started:
        if process.poll() is None:
            process.kill()
        process.communicate()


def refusal(run, *words: str) -> str:
    """Return the one sentence with which the process refuses."""
    process = run(*words)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 1, out + err
    assert out == ""
    lines = err.splitlines()
    assert len(lines) == 1, err
    assert lines[0].startswith("kostka: ")
    assert "Traceback" not in err
    return lines[0]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_cleanly(vm, run, rom, tmp_path: Path, number: int) -> None:
    process = run("--json", "--tcp", "0", "--name", "mine", "--rom", str(rom()))
    entry = json.loads(process.stdout.readline())
    assert entry["pid"] == process.pid
    assert registry.find("mine")[0].id == entry["id"]
    board = VirtualBoard(registry.find("mine")[0])
    child = board.info()["vm_pid"]
    assert alive(child)
    process.send_signal(number)
    out, err = process.communicate(timeout=10)
    assert (process.returncode, out, err) == (0, "", "")
    assert not alive(child)
    assert registry.running() == []
    assert list(paths.boards_dir().iterdir()) == []
    assert list(tmp_path.glob("kostka-board-*")) == []
    board.close()


def test_people_are_told_where_everything_is(vm, run, rom) -> None:
    process = run("--tcp", "0", "--rom", str(rom()))
    lines = [process.stdout.readline().split() for _ in range(4)]
    assert [line[0] for line in lines] == ["board", "port", "network", "bench"]
    assert Path(lines[1][1]).is_char_device()
    assert lines[2][1].startswith("socket://127.0.0.1:")
    process.terminate()


def test_a_killed_process_leaves_no_vm_and_no_entry(start, wait_for) -> None:
    board = start()
    child = board.info()["vm_pid"]
    assert [entry.id for entry in registry.running()] == [board.id]
    os.kill(board.entry.pid, signal.SIGKILL)
    board._process.wait(5)
    wait_for(lambda: not alive(child))
    assert len(list(paths.boards_dir().iterdir())) == 1
    assert registry.running() == []
    assert list(paths.boards_dir().iterdir()) == []
    with pytest.raises(HardwareError) as caught:
        board.put(1)
    assert caught.value.text == "bench.gone"


def test_a_vm_that_spins_dies_with_its_process(start, wait_for) -> None:
    board = start("while True:\n    pass\n")
    child = board.info()["vm_pid"]
    os.kill(board.entry.pid, signal.SIGKILL)
    board._process.wait(5)
    wait_for(lambda: not alive(child))


def test_a_board_outlives_the_host_that_started_it(vm, rom, wait_for) -> None:
    code = (
        "import os, sys\n"
        "from kostka_host.boards.virtual import VirtualBoard\n"
        "board = VirtualBoard.spawn(name='lasting', rom=sys.argv[1])\n"
        "os.kill(os.getpid(), 9)\n"
    )
    done = subprocess.run([sys.executable, "-c", code, str(rom())], check=False, timeout=30)
    assert done.returncode == -9
    board = open_board("id:lasting")
    assert board.info()["stage"] == "main"
    board.bench.ask("stop")
    wait_for(lambda: not alive(board.entry.pid))
    board.close()


def test_twenty_boards_one_after_the_other_leave_nothing(start, tmp_path: Path) -> None:
    def descriptors() -> int:
        return len(os.listdir("/proc/self/fd"))

    before = descriptors()
    pids = []
    for _ in range(20):
        board = start()
        pids += [board.entry.pid, board.info()["vm_pid"]]
        board.close()
    assert descriptors() == before
    assert not any(alive(pid) for pid in pids)
    assert list(paths.boards_dir().iterdir()) == []


def test_twenty_resets_leave_nothing(start) -> None:
    board = start()
    board.reset()

    def descriptors() -> int:
        return len(os.listdir(f"/proc/{board.entry.pid}/fd"))

    before = descriptors()
    for _ in range(10):
        board.reset()
        board.power_cut()
        board.start()
    assert descriptors() == before
    assert board.info()["starts"] == 22


def test_wrong_input_is_one_sentence(vm, run, rom, tmp_path: Path) -> None:
    folder = str(rom())
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        number = str(taken.getsockname()[1])
        assert f"TCP port {number}" in refusal(run, "--tcp", number, "--rom", folder)
    missing = str(tmp_path / "none" / "flash.img")
    assert "no folder" in refusal(run, "--flash", missing, "--rom", folder)
    garbage = tmp_path / "garbage.img"
    garbage.write_bytes(b"x" * 1000)
    assert "1000 bytes" in refusal(run, "--flash", str(garbage), "--rom", folder)
    assert "no folder" in refusal(run, "--rom", str(tmp_path / "nothing"))
    assert "16 hex digits" in refusal(run, "--id", "12", "--rom", folder)
    assert "heap" in refusal(run, "--heap", "lots", "--rom", folder)
    assert "heap" in refusal(run, "--heap", "9k", "--rom", folder)
    assert "cannot be read" in refusal(run, "--layout", str(tmp_path / "no.toml"))


def test_a_flash_that_only_looks_like_one_is_refused(vm, run, rom, tmp_path: Path) -> None:
    image = tmp_path / "flash.img"
    data = bytearray(b"\xff" * 352 * 4096)
    data[8:16] = b"littlefs"
    image.write_bytes(data)
    before = image.read_bytes()
    said = refusal(run, "--flash", str(image), "--rom", str(rom()))
    assert "no readable file system" in said
    assert image.read_bytes() == before  # nothing was formatted


def test_a_flash_or_an_id_in_use_is_refused(start, run, rom, tmp_path: Path) -> None:
    image = tmp_path / "flash.img"
    board = start(flash=image)
    assert "in use" in refusal(run, "--flash", str(image), "--rom", str(rom()))
    assert "running already" in refusal(run, "--id", board.id, "--rom", str(rom()))


def test_no_micropython_is_one_sentence(run, rom, monkeypatch) -> None:
    monkeypatch.setenv("KOSTKA_MICROPYTHON", "/bin/false")
    assert "KOSTKA_MICROPYTHON" in refusal(run, "--rom", str(rom()))


def test_a_vm_that_ends_at_once_is_reported(run, rom, monkeypatch, tmp_path: Path) -> None:
    fake = tmp_path / "micropython"
    fake.write_text(
        "#!/bin/sh\nif [ $# = 2 ]; then echo micropython 1 26 True; else echo ouch; fi\n"
    )
    fake.chmod(0o755)
    monkeypatch.setenv("KOSTKA_MICROPYTHON", str(fake))
    assert "ouch" in refusal(run, "--rom", str(rom()))


def test_spawn_hands_the_sentence_on(vm, rom) -> None:
    with pytest.raises(HardwareError) as caught:
        VirtualBoard.spawn(id="x", rom=rom())
    assert caught.value.text == "board.process"
    assert "16 hex digits" in str(caught.value.params[0])


def test_the_clock_options_must_fit(run) -> None:
    process = run("--clock", "real", "--speed", "3")
    _, err = process.communicate(timeout=20)
    assert process.returncode == 2
    assert "virtual clock" in err
    process = run("--speed", "quick")
    _, err = process.communicate(timeout=20)
    assert process.returncode == 2
    assert "max" in err


# Selectors ----------------------------------------------------------------------------------


def test_selectors_find_running_boards(start, monkeypatch) -> None:
    monkeypatch.setattr("kostka_host.boards.selector.usb_boards", dict)
    assert problem("auto") == "board.none"
    board = start(name="red", tcp=0)
    for selector in (
        "auto",
        "id:red",
        f"id:{board.id}",
        f"id:{board.id[:6]}",
        f"port:{board.entry.port}",
        f"tcp:127.0.0.1:{board.entry.tcp}",
    ):
        with open_board(selector) as found:
            assert isinstance(found, VirtualBoard), selector
            assert found.id == board.id
    other = start(name="blue")
    assert problem("auto") == "board.several"
    assert problem("id:green") == "board.unknown"
    other.close()
    with open_board("auto") as found:
        assert found.name == "red"
    assert found.link() == f"port:{board.entry.port}"
    board.put(3)  # closing a board that was found does not end it


def test_ports_are_taken_as_they_are(monkeypatch) -> None:
    board = open_board("port:/dev/ttyACM7")
    assert isinstance(board, LinkBoard)
    assert board.link() == "port:/dev/ttyACM7"
    assert board.capabilities == {"link"}
    with pytest.raises(KostkaError) as caught:
        board.put(3)
    assert caught.value.text == "board.cannot"
    monkeypatch.setattr(
        "kostka_host.boards.selector.usb_boards", lambda: {"E6614103E7": "/dev/ttyACM3"}
    )
    assert open_board("id:e6614103e7").link() == "port:/dev/ttyACM3"
    assert open_board("auto").link() == "port:/dev/ttyACM3"


def problem(selector: str) -> str:
    with pytest.raises(KostkaError) as caught:
        open_board(selector)
    return caught.value.text


def test_words_that_name_no_board() -> None:
    assert problem("place:bench3") == "board.later"
    for word in ("", "usb", "id:", "port:", "tcp:nowhere", "virtual:2"):
        assert problem(word) == "board.selector"
