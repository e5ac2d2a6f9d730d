"""A virtual jig at a virtual board: what goes through its wires, and jigs that are broken."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from pathlib import Path

import pytest
from kostka.errors import HardwareError
from kostka_host.hil.dut import Dut, Wishes
from kostka_host.hil.failures import HilFailure
from kostka_host.hil.jig.board import WiredVirtual
from kostka_host.hil.jig.hookup import hooked_up
from kostka_host.hil.jig.link import JigLink

pytestmark = pytest.mark.vm
FIRMWARE = Path(__file__).resolve().parents[2] / "firmware" / "jig"
STAND_IN = Path(__file__).resolve().parents[2] / "host/kostka_host/hil/jig/rom"
TOKEN = "def test_it(hands, eyes, board):\n    hands.put(17)\n"


@pytest.fixture
def wired(vm: object) -> Iterator[WiredVirtual]:
    board = hooked_up(WiredVirtual.spawn(tied=True, clock="virtual"))
    yield board
    board.close()


def changed(folder: Path, source: Path, old: str, new: str) -> Path:
    """Return a folder with a file of the jig in which something is wrong."""
    text = source.read_text(encoding="utf-8")
    assert text.count(old) == 1
    folder.mkdir(exist_ok=True)
    (folder / source.name).write_text(text.replace(old, new), encoding="utf-8")
    return folder


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """Give all jigs from now on a fault."""

    def make(source: Path, old: str, new: str) -> None:
        rom = changed(tmp_path / "broken", source, old, new)
        start = functools.partial(JigLink.at_virtual, rom=rom)
        monkeypatch.setattr(JigLink, "at_virtual", start)

    return make


def test_hands_reach_the_board_by_wire_only(wired) -> None:
    wired.put(17)
    idle = wired.jig.ask("levels")
    assert wired.tokens() == [17]
    assert wired.bench.ask("tokens", set=None)["tokens"] == []  # nobody put one on that table
    assert idle["set"] == idle["levels"]
    for word, arguments in (
        ("put", {"cell": 3}),
        ("lift", {"cell": 3}),
        ("tokens", {"set": [3]}),
        ("key", {"seat": 0, "key": 0, "down": 1}),
        ("stick", {"bit": 0, "level": 0}),
        ("unplug", {"byte": 1}),
    ):
        with pytest.raises(HardwareError) as refused:
            wired.bench.ask(word, **arguments)
        assert refused.value.text == "bench.wired"


def test_lights_are_those_of_the_board(wired) -> None:
    wired.advance(3000)
    seen = wired.bench.ask("leds")
    assert [list(color) for color in wired.leds()] == seen["cells"]
    assert [list(color) for color in wired.seats()] == seen["seats"]
    assert any(any(color) for color in seen["cells"])


def test_power_and_reset_go_through_the_jig(wired) -> None:
    wired.advance(3000)
    before = wired.info()
    wired.power_cut()
    assert not wired.info()["powered"]
    assert not any(any(color) for color in wired.leds())
    wired.start()
    assert wired.info()["starts"] == before["starts"] + 1
    wired.reset()
    after = wired.info()
    assert after["starts"] == before["starts"] + 2
    assert after["resets"]["hard"] == before["resets"]["hard"] + 1


def test_power_is_off_and_on_when_the_jig_says_so(wired) -> None:
    for _ in range(25):  # an answer that overtakes the switch does so now and then
        wired.power_cut()
        assert not wired.info()["powered"]
        wired.start()
        assert wired.info()["powered"]


def test_the_jig_names_what_is_wrong_with_a_question(wired) -> None:
    with pytest.raises(HilFailure, match="no input 999"):
        wired.jig.ask("input", bit=999, level=0)
    with pytest.raises(HilFailure, match="cannot do dance"):
        wired.jig.ask("dance")


@pytest.mark.parametrize(
    ("source", "old", "new", "said"),
    [
        (
            STAND_IN / "jig_pio.py",
            "_hw.send(image)",
            "_hw.send(bytes([image[0] | 4]) + image[1:])",
            "chain: sent",
        ),
        (STAND_IN / "jig_pio.py", "return _hw.answer()", "return _hw.answer()[3:]", "string a"),
        (
            FIRMWARE / "jig_wires.py",
            "self._switch.value(on)",
            "self._switch.value(1)",
            "leaves the board on",
        ),
        (
            FIRMWARE / "main.py",
            "jig_pins.IDLE, jig_pins",
            "jig_pins.IDLE[1:], jig_pins",
            "27 bytes",
        ),
        (FIRMWARE / "main.py", "jig = Jig", "jig = 1 / 0 or Jig", "did not answer hello"),
    ],
    ids=["a bit", "a color", "the switch", "another board", "does not start"],
)
def test_a_broken_jig_is_named_and_its_board_left_out(
    pytester, hil, broken, monkeypatch, source, old, new, said
) -> None:
    monkeypatch.setattr("kostka_host.hil.jig.link.START_S", 3.0)
    broken(source, old, new)
    pytester.makepyfile(TOKEN)
    done = hil("--jig=virtual")
    assert done.ret == 9
    told = " ".join(done.errlines + done.outlines)
    assert "[jig]" in told
    assert said in told


def test_a_jig_that_loses_a_token_makes_a_test_red(pytester, hil, broken) -> None:
    test = (
        "from kostka_host.boards.virtual import VirtualBoard\n"
        "def test_it(hands, board):\n"
        "    hands.put(17)\n"
        "    levels = board.board.jig.ask('levels')\n"
        "    bit = board.board.place.cell_bits[17]\n"
        "    assert not bytes.fromhex(levels['levels'])[bit >> 3] >> (bit & 7) & 1\n"
    )
    pytester.makepyfile(test)
    hil("--jig=virtual").assert_outcomes(passed=1)
    broken(FIRMWARE / "jig_core.py", "        _level(self._set, bit, level)\n", "        pass\n")
    hil("--jig=virtual").assert_outcomes(failed=1)


def test_what_a_jig_cannot_do_is_skipped_by_name_or_required(pytester, hil) -> None:
    pytester.makepyfile(
        "from kostka_host.hil import needs\n"
        "@needs('hands.dice')\ndef test_die(board):\n    pass\n"
        "@needs('hands.tokens', 'eyes.leds', 'power_cut')\ndef test_token(board):\n    pass\n"
    )
    done = hil("--jig=virtual", "-rs")
    done.assert_outcomes(passed=1, skipped=1)
    done.stdout.fnmatch_lines(["*virtual lacks hands.dice*"])
    hil("--jig=virtual", "--require=hands.dice").assert_outcomes(passed=1, errors=1)


def test_another_skip_is_still_a_failure(pytester, hil) -> None:
    pytester.makepyfile("import pytest\ndef test_it(board):\n    pytest.skip('no wish to')\n")
    hil("--jig=virtual").assert_outcomes(failed=1)


def test_a_jig_that_cannot_be_wired_to_a_board(pytester, hil) -> None:
    pytester.makepyfile(TOKEN)
    done = hil("--jig=port:/dev/nothing")
    assert done.ret == 9
    assert "cannot be wired to board virtual" in " ".join(done.errlines + done.outlines)


def test_a_board_that_another_run_has_is_not_switched(monkeypatch) -> None:
    """The jig may switch a real board only once this run has locked it."""
    done: list[str] = []

    def locked(lock: object, wait_s: float) -> None:
        done.append("lock")
        raise HilFailure("locked", "somebody has it")

    monkeypatch.setattr("kostka_host.hil.dut.BoardLock.take", locked)
    monkeypatch.setattr("kostka_host.hil.dut.hook_up_port", lambda *_: done.append("jig"))
    dut = Dut("port:/dev/nothing", "real", Wishes(run="r", jig="port:/dev/none"))
    with pytest.raises(HilFailure, match="somebody has it"):
        dut.open()
    assert done == ["lock"]


def test_hands_that_a_jig_has_not_say_so(pytester, hil) -> None:
    pytester.makepyfile("def test_it(hands):\n    hands.throw(0, 6)\n")
    done = hil("--jig=virtual")
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines(["*has nobody to do that*"])
