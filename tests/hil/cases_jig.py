"""What a jig does with questions, on both Pythons, its wires being lists."""

import json

from jig_core import PATTERNS, Jig

IDLE = b"\x5f\x7f\xbf"
LEDS = {"a": 4, "b": 2}


class Wires:
    """Notes what the jig does; `break_at` spoils one bit of what is read back."""

    def __init__(self):
        self.shown = []
        self.done = []
        self.frames = {"a": b"abcdefghijkl", "b": b""}
        self.supply = 1
        self.break_at = -1
        self.deaf = ""

    def show(self, levels):
        self.shown.append(levels)

    def frame(self, name):
        return self.frames[name]

    def lit(self):
        return self.supply

    def power(self, on):
        self.done.append(("power", on))

    def hold(self, down):
        self.done.append(("hold", down))

    def loop_chain(self, image):
        read = bytearray(image)
        if self.break_at >= 0:
            read[self.break_at >> 3] |= 1 << (self.break_at & 7)
        return bytes(read)

    def loop_leds(self, name, data):
        return b"" if name == self.deaf else data


def jig():
    wires = Wires()
    return Jig(wires, IDLE, LEDS), wires


def ask(one, **question):
    question["q"] = 7
    body = json.dumps(question)  # subset: order the jig reads keys by name
    answer = json.loads(one.answer(body))
    assert answer["q"] == 7
    return answer


def case_it_says_what_it_is_wired_for():
    one, wires = jig()
    answer = ask(one, do="hello")
    assert (answer["jig"], answer["bytes"], answer["leds"]) == (1, 3, LEDS)
    assert wires.shown == [IDLE]


def case_inputs_are_shown_before_the_answer():
    one, wires = jig()
    assert ask(one, do="input", bit=8, level=0)["levels"] == "5f7ebf"
    assert wires.shown[-1] == b"\x5f\x7e\xbf"
    assert ask(one, do="input", bit=8, level=1)["levels"] == "5f7fbf"
    assert ask(one, do="levels", set="010203")["set"] == "010203"
    assert wires.shown[-1] == b"\x01\x02\x03"


def case_a_stuck_input_stays_and_goes():
    one, _ = jig()
    ask(one, do="stick", bit=0, level=0)
    assert ask(one, do="input", bit=0, level=1)["levels"] == "5e7fbf"
    assert ask(one, do="levels")["set"] == "5f7fbf"
    assert ask(one, do="stick", bit=0, level=None)["levels"] == "5f7fbf"


def case_an_open_connector_reads_zeros():
    one, _ = jig()
    assert ask(one, do="unplug", byte=1)["levels"] == "5f0000"
    assert ask(one, do="unplug", byte=None)["levels"] == "5f7fbf"


def case_rest_takes_everything_back():
    one, _ = jig()
    ask(one, do="input", bit=3, level=0)
    ask(one, do="stick", bit=9, level=0)
    ask(one, do="unplug", byte=2)
    assert ask(one, do="rest")["levels"] == "5f7fbf"


def case_frames_are_dark_without_supply():
    one, wires = jig()
    assert ask(one, do="frame", s="a")["grb"] == "6162636465666768696a6b6c"
    assert ask(one, do="frame", s="b")["grb"] == ""
    wires.supply = 0
    answer = ask(one, do="frame", s="a")
    assert (answer["lit"], answer["grb"]) == (0, "")


def case_power_and_reset_reach_the_wires():
    one, wires = jig()
    assert ask(one, do="power", on=1)["lit"] == 1
    wires.supply = 0
    assert ask(one, do="hold", down=1)["lit"] == 0
    assert wires.done == [("power", 1), ("hold", 1)]


def case_a_self_test_finds_each_spoiled_bit():
    one, wires = jig()
    assert ask(one, do="test")["faults"] == []
    for bit in range(24):
        wires.break_at = bit
        assert ask(one, do="test")["faults"], bit
    assert len(PATTERNS) > 1
    wires.break_at = -1
    wires.deaf = "b"
    (fault,) = ask(one, do="test")["faults"]
    assert fault.startswith("string b")
    assert wires.shown[-1] == IDLE


def case_wrong_questions_get_a_sentence_and_change_nothing():
    one, wires = jig()
    for question in (
        {"do": "dance"},
        {"do": "input", "bit": 24, "level": 0},
        {"do": "input", "bit": -1, "level": 0},
        {"do": "input", "bit": "x", "level": 0},
        {"do": "input", "level": 0},
        {"do": "levels", "set": "01"},
        {"do": "levels", "set": "zz"},
        {"do": "unplug", "byte": 4},
        {"do": "frame", "s": "c"},
        {"do": None},
    ):
        answer = ask(one, **question)
        assert "ok" not in answer, question
        assert len(answer["err"]) > 10, question
    assert wires.shown[-1] == IDLE
    for body in ("[]", "{}", '{"q":"x"}', "nonsense", '"text"'):
        assert "err" in json.loads(one.answer(body)), body
