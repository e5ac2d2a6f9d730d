"""Flashing: images that are looked at, boot loaders that are found, and what is said without."""

import errno
import json
import struct
from pathlib import Path

import pytest
from kostka.errors import HardwareError, KostkaError, OptionError
from kostka_host import cli
from kostka_host.deploy import flash, images, loader, uf2
from kostka_host.deploy.flash import Flasher, touch
from kostka_host.deploy.found import survey
from kostka_host.deploy.loader import Drive
from kostka_host.deploy.prompt import Prompt
from kostka_host.deploy.uf2 import read_image
from kostka_host.link.ports import UsbPort

RP2040, RP2350, ESP32S3 = 0xE48BFF56, 0xE48BFF59, 0xC47E5767
BANNER = b"MicroPython v1.28.0 on 2026-04-06; Raspberry Pi Pico with RP2040\0"
INFO = "UF2 Bootloader v3.0\nModel: Raspberry Pi RP2\nBoard-ID: RPI-RP2\n"


def image(path, content=BANNER, family=RP2040, flags=0x2000, skip=None, first=b""):
    parts = [content[at : at + 256] for at in range(0, max(len(content), 1), 256)] * 3
    blocks = first
    for number, part in enumerate(parts):
        if number == skip:
            continue
        head = struct.pack(
            *("<8I", 0x0A324655, 0x9E5D5157, flags, 0x10000000 + number * 256),
            *(256, number, len(parts), family),
        )
        blocks += head + part.ljust(476, b"\0") + struct.pack("<I", 0x0AB16F30)
    path.write_bytes(blocks)
    return path


def absolute():
    head = struct.pack("<8I", 0x0A324655, 0x9E5D5157, 0x2000, 0, 256, 0, 2, uf2.ABSOLUTE)
    return head + bytes(476) + struct.pack("<I", 0x0AB16F30)


@pytest.fixture
def drive(tmp_path):
    folder = tmp_path / "RPI-RP2"
    folder.mkdir()
    (folder / loader.INFO).write_text(INFO)
    return folder


# Images ---------------------------------------------------------------------------------------


def test_an_image_says_what_it_is(tmp_path):
    found = read_image(image(tmp_path / "a.uf2"))
    assert (found.chip, found.micropython) == ("RP2040", (1, 28, 0))
    assert found.board == "Raspberry Pi Pico"
    assert len(found.sha256) == 64
    newer = read_image(image(tmp_path / "b.uf2", family=RP2350, first=absolute()))
    assert newer.chip == "RP2350"


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda path: path.write_bytes(b""), "deploy.uf2.broken"),
        (lambda path: path.write_bytes(b"\x7fELF" * 128), "deploy.uf2.broken"),
        (lambda path: path.write_bytes(image(path).read_bytes()[:-1]), "deploy.uf2.broken"),
        (lambda path: image(path, skip=1), "deploy.uf2.broken"),
        (lambda path: image(path, flags=0), "deploy.uf2.broken"),
        (lambda path: image(path, family=ESP32S3), "deploy.uf2.family"),
    ],
    ids=["empty", "no image", "torn", "a block missing", "no family", "another chip"],
)
def test_what_is_no_image_for_a_board(make, text, tmp_path):
    path = tmp_path / "a.uf2"
    make(path)
    with pytest.raises(OptionError) as caught:
        read_image(path)
    assert caught.value.text == text


def test_an_image_is_checked_before_anything_is_written(tmp_path):
    good = read_image(image(tmp_path / "good.uf2"))
    with pytest.raises(KostkaError) as caught:
        images.check(good, "RP2350", accepted=True)
    assert caught.value.text == "deploy.uf2.chip"
    old = read_image(image(tmp_path / "old.uf2", b"MicroPython v1.19.1 on 2022-06-18; Pico"))
    with pytest.raises(KostkaError) as caught:
        images.check(old, "RP2040", accepted=True)
    assert caught.value.text == "deploy.uf2.old"
    blink = read_image(image(tmp_path / "blink.uf2", b"just blinks"))
    with pytest.raises(KostkaError) as caught:
        images.check(blink, "", accepted=True)
    assert caught.value.text == "deploy.uf2.no_python"


def test_an_unknown_image_is_taken_once_its_owner_says_so_and_then_only_that(tmp_path):
    good = read_image(image(tmp_path / "RPI_PICO-20260406-v1.28.0.uf2"))
    with pytest.raises(OptionError) as caught:
        images.check(good, "RP2040")
    assert caught.value.text == "deploy.uf2.unknown"
    assert good.sha256 in caught.value.params
    images.check(good, "RP2040", accepted=True)
    images.check(good, "RP2040")
    other = read_image(image(tmp_path / good.path.name, BANNER + b"and more"))
    with pytest.raises(OptionError) as caught:
        images.check(other, "RP2040")
    assert caught.value.text == "deploy.uf2.other"


def test_the_shipped_list_is_sound():
    for known in images.shipped():
        assert known.chip in ("RP2040", "RP2350")
        assert known.file.startswith(known.board + "-")
        assert known.file.endswith(f"-v{known.version}.uf2")
        assert known.sha256 == "" or len(bytes.fromhex(known.sha256)) == 32
    assert images.best("").chip == "RP2040"
    with pytest.raises(KostkaError):
        images.best("RP9")


def test_without_a_net_the_file_to_get_is_named(tmp_path, monkeypatch, mocker):
    monkeypatch.chdir(tmp_path)
    mocker.patch("shutil.which", return_value=None)
    with pytest.raises(KostkaError) as caught:
        images.find("RP2040")
    assert caught.value.text == "deploy.get_image"
    assert caught.value.params[0] == images.best("RP2040").file
    here = image(tmp_path / images.best("RP2040").file)
    assert images.find("RP2040").path == here


@pytest.mark.parametrize("code", [0, 1, None])
def test_mpflash_fetches_where_it_is_installed(code, tmp_path, monkeypatch, mocker):
    monkeypatch.chdir(tmp_path)
    mocker.patch("shutil.which", return_value="/bin/mpflash")

    def run(words, **_):
        if code is None:
            raise OSError(errno.ENOEXEC, "no program")
        folder = Path(words[words.index("--dir") + 1]) / "rp2"
        folder.mkdir(parents=True)
        if code == 0:
            image(folder / images.best("RP2040").file)
        return mocker.Mock(returncode=code)

    mocker.patch("subprocess.run", side_effect=run)
    if code == 0:
        assert images.find("RP2040").micropython == (1, 28, 0)
    else:
        with pytest.raises(KostkaError):
            images.find("RP2040")


# Boot loaders ---------------------------------------------------------------------------------


def test_a_drive_is_known_by_its_info_file(drive, tmp_path):
    assert loader.drives([tmp_path, drive]) == [Drive(drive, "RP2040", "Raspberry Pi RP2")]
    (drive / loader.INFO).write_text(INFO.replace("RPI-RP2", "RP2350"))
    assert loader.drives([drive])[0].chip == "RP2350"


def test_a_device_without_a_drive_is_found_in_sysfs(tmp_path):
    for number, (vendor, product) in enumerate(
        [("2e8a", "0003"), ("2e8a", "0005"), ("1234", "3")]
    ):
        folder = tmp_path / f"1-{number}"
        folder.mkdir()
        (folder / "idVendor").write_text(vendor + "\n")
        (folder / "idProduct").write_text(product + "\n")
    (tmp_path / "usb1").mkdir()
    assert loader.unmounted(tmp_path) == ["RP2040"]


def test_an_image_is_copied_whole(drive, tmp_path):
    found = read_image(image(tmp_path / "a.uf2", BANNER * 900))
    sent = []
    loader.copy(found, loader.drive_at(drive), lambda done, total: sent.append((done, total)))
    assert (drive / "firmware.uf2").read_bytes() == found.data
    assert sent[-1] == (len(found.data), len(found.data))
    assert len(sent) > 1


def test_a_board_that_restarts_when_the_last_block_has_come_is_no_failure(drive, tmp_path, mocker):
    found = read_image(image(tmp_path / "a.uf2"))
    mocker.patch("os.fsync", side_effect=OSError(errno.ENODEV, "no such device"))
    loader.copy(found, loader.drive_at(drive))


def test_a_drive_that_goes_away_is_one_sentence(tmp_path):
    found = read_image(image(tmp_path / "a.uf2"))
    with pytest.raises(HardwareError) as caught:
        loader.copy(found, Drive(tmp_path / "gone", "RP2040", ""))
    assert caught.value.text == "deploy.drive"


@pytest.mark.parametrize("code", [0, 1])
def test_picotool_loads_where_no_drive_is_mounted(code, tmp_path, mocker):
    found = read_image(image(tmp_path / "a.uf2"))
    mocker.patch("shutil.which", return_value="/bin/picotool")
    done = mocker.Mock(returncode=code, stderr="ERROR: no device\n", stdout="")
    run = mocker.patch("subprocess.run", return_value=done)
    if code:
        with pytest.raises(KostkaError) as caught:
            loader.load_by_picotool(found)
        assert caught.value.params == ("ERROR: no device",)
    else:
        loader.load_by_picotool(found)
    assert run.call_args.args[0] == ["/bin/picotool", "load", "-v", "-x", str(found.path)]
    mocker.patch("shutil.which", return_value=None)
    with pytest.raises(KostkaError) as caught:
        loader.load_by_picotool(found)
    assert caught.value.text == "deploy.no_picotool"


def test_a_touch_at_1200_baud_asks_for_the_boot_loader(mocker):
    port = mocker.patch("serial.Serial")
    touch("port:/dev/ttyACM0")
    port.assert_called_once_with("/dev/ttyACM0", 1200)
    assert port.return_value.__enter__.return_value.dtr is False
    port.side_effect = OSError(errno.EIO, "gone")
    touch("port:/dev/ttyACM0")
    port.reset_mock()
    touch("tcp:127.0.0.1:4000")
    port.assert_not_called()


# All of it ------------------------------------------------------------------------------------


@pytest.fixture
def bare_pico(spawn, tmp_path):
    """A virtual board with nothing on it that starts."""
    rom = tmp_path / "rom"
    rom.mkdir()
    (rom / "main.py").write_text("")
    (rom / "boot.py").write_text("feeder = None\n")
    return spawn(rom=rom)


@pytest.mark.vm
@pytest.mark.slow
def test_a_board_in_its_boot_loader_ends_as_a_table(bare_pico, drive, tmp_path, mocker, capsys):
    path = image(tmp_path / "RPI_PICO-20260406-v1.28.0.uf2")
    mocker.patch("kostka_host.deploy.flash.wait_for_port", return_value=bare_pico.link())
    words = ["flash", "--drive", str(drive), "--image", str(path), "--json"]
    assert cli.main(words) == 2
    said = capsys.readouterr()
    assert "--accept" in said.err
    assert not (drive / "firmware.uf2").exists()
    assert cli.main([*words, "--accept"]) == 0
    done = json.loads(capsys.readouterr().out)
    assert (drive / "firmware.uf2").read_bytes() == path.read_bytes()
    assert done["image"] == path.name
    assert done["state"] == "runs"
    assert cli.main(["ls", bare_pico.link(), "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert (row["state"], row["firmware"]) == ("running", done["version"])


def test_the_wrong_drive_and_several_are_refused(tmp_path, drive):
    with pytest.raises(KostkaError) as caught:
        Flasher(drive=tmp_path).flash()
    assert caught.value.text == "deploy.no_drive"
    two = [Drive(drive, "RP2040", ""), Drive(tmp_path, "RP2350", "")]
    with pytest.raises(KostkaError) as caught:
        Flasher(look=lambda: two).flash()
    assert caught.value.text == "deploy.drives"


def test_the_image_of_another_chip_is_refused_before_it_is_written(tmp_path, drive):
    path = image(tmp_path / "a.uf2", family=RP2350)
    with pytest.raises(KostkaError) as caught:
        Flasher(drive=drive, image=path, accept=True).flash()
    assert caught.value.text == "deploy.uf2.chip"
    assert list(drive.iterdir()) == [drive / loader.INFO]


def test_a_port_that_does_not_come_is_one_sentence(mocker):
    mocker.patch("kostka_host.deploy.flash.usb_ports", return_value=[])
    with pytest.raises(KostkaError) as caught:
        flash.wait_for_port(set(), 0.1)
    assert caught.value.text == "deploy.no_port"
    new = UsbPort("/dev/ttyACM7", "e66", "Board", True)
    stranger = UsbPort("/dev/ttyUSB0", "1", "Modem", False)
    mocker.patch("kostka_host.deploy.flash.usb_ports", return_value=[stranger, new])
    assert flash.wait_for_port({"/dev/ttyACM0"}) == "port:/dev/ttyACM7"


@pytest.mark.vm
def test_a_hung_board_that_does_not_come_up_asks_for_a_hand(
    bare_pico, tmp_path, mocker, monkeypatch
):
    monkeypatch.setattr(flash, "DRIVE_S", 0.2)
    path = image(tmp_path / "a.uf2")
    asked = mocker.patch("kostka_host.deploy.prompt.Prompt.start_loader")
    with pytest.raises(KostkaError) as caught:
        Flasher(bare_pico.link(), image=path, accept=True, look=list).flash()
    assert caught.value.text == "deploy.hold_bootsel"
    asked.assert_called_once()


@pytest.mark.vm
@pytest.mark.slow
def test_clearing_leaves_games_and_nothing_of_others(bare_pico):
    code = (
        "import os\n"
        "for d in ('/lib','/journal','/lib/theirs'): os.mkdir(d)\n"
        "for n in ('/lib/theirs/a.mpy','/lib/b.py','/main.py','/journal/current','/config'):\n"
        " f=open(n,'w');f.write('#');f.close()\n"
    )
    with Prompt(bare_pico.link()) as prompt:
        prompt.run(code)
        prompt.leave()
    done = Flasher(bare_pico.link()).flash("bare")
    assert (done.image, done.app.state) == ("", "runs")
    with Prompt(bare_pico.link()) as prompt:
        found = survey(prompt, folders=("lib", "journal"))
        assert {"lib/theirs/a.mpy", "lib/b.py", "main.py.old"} <= files_of(prompt)
        prompt.reset()
    assert found.facts["profile"] == "bare"
    done = Flasher(bare_pico.link()).flash("one_panel", clear=True)
    assert done.app.state == "runs"
    with Prompt(bare_pico.link()) as prompt:
        left = files_of(prompt)
        prompt.reset()
    assert {"journal/current", "config", "lib/release.txt", "main.py"} <= left
    assert not {"lib/theirs/a.mpy", "lib/b.py"} & left
    assert not [name for name in left if name.startswith(("next/", "prev/", "swap"))]


def files_of(prompt):
    """Return the paths of all files of a board."""
    code = (
        "import os\n"
        "def w(d):\n"
        " for e in os.ilistdir(d or '/'):\n"
        "  p=d+'/'+e[0]\n"
        "  if p!='/rom':\n"
        "   w(p) if e[1]&0x4000 else print(p[1:])\n"
        "w('')\n"
    )
    return set(prompt.run(code).split())
