"""The picture of the table: letters say everything that colors say."""

import io

import pytest
from kostka.mats.colors import RED, WHITE, YELLOW
from kostka.mats.ludo import MAT
from kostka.scene import patterns
from kostka.scene.legend import legend as lights
from kostka.scene.picture import SIGNS
from kostka_host.terminal.view import (
    ASKED,
    EXTRA,
    MISSING,
    NOTHING,
    SPOT,
    UNKNOWN,
    Scene,
    legend,
    render,
)
from kostka_host.ui import Ui
from kostka_host.verdict import Verdict
from kostka_recording import Recorder
from rich.console import Console


@pytest.fixture
def ui():
    return Ui("en", color=False)


def picture(ui, **fields):
    recorder = Recorder(seats=2, first="seat1", pawns=2)
    scene = Scene(MAT, recorder.game, recorder.state, **fields)
    console = Console(file=io.StringIO(), width=100, no_color=True)
    for line in render(scene, ui):
        console.print(line)
    return console.file.getvalue().splitlines()


def test_tokens_stand_where_the_state_says(ui):
    lines = picture(ui)
    assert lines[0].split() == list("abcdefghijkl")
    assert lines[1].split() == ["1", "R", "R", "·", "·", "_", "_", "_", "·", "·", "_", "_", "·"]
    assert "Y" in lines[11]
    assert lines[13].split() == ["seats", ">1R", "2Y"]
    assert len(lines) == 14


def test_what_really_stands_there_wins(ui):
    lines = picture(ui, standing={0: (56, 0), 13: None})
    assert lines[1].split()[1:3] == ["R", "_"]
    assert lines[2].split()[1:3] == ["_", "#"]
    assert "Y" not in lines[11]


def test_lights_missing_and_extra_tokens(ui):
    lights = {0: RED << 4 | patterns.QUICK, 48: WHITE << 4 | patterns.BLINK, 144: YELLOW << 4}
    verdict = Verdict("wrong", missing=[0], extra=[5, 6])
    lines = picture(ui, lights=lights, verdict=verdict)
    assert lines[1].startswith(" 1  R+r? ")
    assert lines[1].split()[6:8] == ["_x", "_x"]
    assert lines[5].split()[1:3] == ["_", "wo"]
    assert ">1R y=" in lines[13]
    assert lines[14] == "A token is missing at a1."
    assert lines[15] == "2 tokens should not stand at f1, g1."


def test_request_moves_and_notes(ui):
    lines = picture(ui, last=["d6", "r0-t0"], request="Throw!", notes=["A", "B"], status="No.")
    assert lines[14:] == ["last: d6 r0-t0", "Throw!", "A", "B", "No."]


def test_every_sign_is_explained_once(ui):
    letters, colors, *lines = legend(ui)
    assert "scene." not in " ".join(lines)
    signs = [line.split(" ", 1)[0] for line in lines]
    assert len(signs) == len(set(signs))
    of_view = {SPOT, NOTHING, UNKNOWN, MISSING, EXTRA, ASKED}
    assert of_view <= set(signs)
    assert not of_view & set(SIGNS)
    assert {SIGNS[pattern] for _, _, pattern in lights()} <= set(signs)
    assert "R1" in letters
    assert "R/r red" in colors
    assert "K/k black" in colors


def test_colors_are_only_an_extra(ui):
    plain = picture(ui)
    scene = Scene(MAT, None, None)
    assert any(line.spans for line in render(scene, ui))
    assert "\x1b" not in "".join(plain)
