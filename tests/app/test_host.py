"""The board's end of the link, on a whole table in memory."""

import json

import kostka_bench
import pytest
from kostka import line
from kostka.link.out import CREDIT, QUEUE_MAX
from kostka.rules.action import PUBLIC
from kostka.rules.rng import XorShift
from kostka_bench import LEFT, OK, RIGHT, UNDO
from kostka_host.follow import Follower
from kostka_host_side import Host, Wires, journal


@pytest.fixture
def table(tmp_path):
    table = kostka_bench.Bench(tmp_path / "flash")
    table.new("ludo", 2, pawns=2)
    yield table
    table.off()


def test_nothing_is_said_before_a_greeting(table):
    table.play_on(XorShift(1), 5)
    for kind in ("ack", "again", "status"):
        table.say(kind, b=1, n=0, i=1, c="c0de")
    table.run(200)
    assert bytes(table.port.sent) == b""
    assert table.session.lines > 3, "and nothing waited for it"


def test_a_greeting_is_answered(table):
    host = Host(table)
    host.run(8)
    hello = host.hello
    assert hello["p"] == [1, 0]
    assert hello["id"] == "0123456789abcdef"
    assert hello["lay"] == "table-12x12:1c3e4a48"
    assert hello["feed"] == "full"
    assert hello["games"]["ludo"] == 1
    game = hello["g"]
    assert (game["game"], game["v"], game["seats"], game["n"]) == ("ludo", 1, 2, 1)
    assert game["c"] == f"{table.session.chain:08x}"
    assert "look" in host.kinds()


def test_a_host_of_another_major_version_learns_ours_and_no_more(table):
    table.say("hello", p=[2, 0], c="c0de", v={}, w=0)
    table.run(100)
    table.press(0, LEFT, OK)
    table.run(300)
    heard = table.heard()
    assert [message["m"] for message in heard] == ["hello"]
    assert heard[0]["p"] == [1, 0]


def test_lines_follow_the_game(table):
    host = Host(table)
    host.catch_up()
    rng = XorShift(3)
    for _ in range(25):
        table.play_on(rng, 1)
        host.catch_up()
        assert host.bodies == journal(table)
    assert host.most <= CREDIT
    follower = Follower()
    for body in host.bodies:
        follower.take(body)
    assert follower.state.encode() == table.state.encode()


def test_a_host_that_comes_late_gets_everything(table):
    table.play_on(XorShift(3), 60)
    host = Host(table)
    host.catch_up()
    assert host.bodies == journal(table)
    host.bodies = host.bodies[:20]
    host.again()
    host.catch_up()
    assert host.bodies == journal(table)


def test_lines_written_while_others_are_sent_again_keep_the_order(table):
    table.play_on(XorShift(3), 50)
    host = Host(table)
    host.run(3)
    table.play_on(XorShift(4), 6)
    host.catch_up()
    assert host.bodies == journal(table)


@pytest.mark.parametrize("seed", range(8))
def test_faulty_wires_lose_and_double_nothing(tmp_path, seed):
    table = kostka_bench.Bench(tmp_path / "flash", seed=seed + 1)
    table.new("ludo", 2, pawns=2)
    wires = Wires(seed, 0.08)
    host = Host(table, wires)
    rng = XorShift(seed + 1)
    for turn in range(40):
        if table.session.closed:
            break
        if table.state.current_player() == -1:  # dice by the host, each throw once
            expected = table.session.lines
            reply = host.ask("roll", n=expected)
            assert reply["ok"] == 1, (turn, reply)
            assert reply["n"] == expected
            assert table.session.lines == expected + 1
        else:
            table.play_on(rng, 1)
    host.catch_up(3000)
    assert host.bodies == journal(table)
    assert wires.faults > 5
    table.off()


# Credit and bounded memory ---------------------------------------------------------------------


def test_no_more_than_the_credit_is_sent(table):
    table.play_on(XorShift(3), 40)
    table.say("hello", p=[1, 0], c="c0de", v={"ludo": 1}, w=1)
    table.run(200)
    greeting = table.port.sent.index(b"\n", 5) + 1
    table.say("again", n=0)
    table.run(1000)
    assert len(table.port.sent) - greeting <= CREDIT
    before = len(table.port.sent)
    table.say("ack", b=greeting + 50)
    table.run(500)
    assert before < len(table.port.sent) <= greeting + 50 + CREDIT


def test_a_host_that_says_nothing_more_costs_no_memory(table):
    table.say("hello", p=[1, 0], c="c0de", v={"ludo": 1}, w=1)
    cells = [cell for spot in (56, 58) for cell in table.table.mat.cells(spot)]
    for turn in range(60):  # each time another picture to tell of
        (table.put if turn % 2 else table.lift)(cells[turn // 2 % len(cells)], 300)
    out = table.app.link.out
    assert out._size <= QUEUE_MAX
    assert table.app.link._look_due, "the last look is told when there is room, not every one"
    host = Host(table)
    host.catch_up()
    assert host.bodies == journal(table)


def test_a_port_that_takes_little_delays_nobody(table):
    table.port.room = 0
    table.say("hello", p=[1, 0], c="c0de", v={"ludo": 1}, w=1)
    table.play_on(XorShift(3), 10)
    assert table.session.lines > 8
    table.port.room = -1
    host = Host(table)
    host.catch_up()
    assert host.bodies == journal(table)


def test_few_bytes_are_taken_in_a_turn(table):
    table.port.feed(b"x" * 1000)
    table.app.link.poll()
    assert 1000 - len(table.port._waiting) <= 48


def test_an_open_console_line_is_ended_first(table):
    host = Host(table)
    host.catch_up()
    table.app.link.console_open()
    table.port.sent.clear()
    table.play_on(XorShift(3), 1)
    assert bytes(table.port.sent).startswith(b"\n$<")


# Requests --------------------------------------------------------------------------------------


def test_a_request_that_comes_twice_is_done_once(table):
    host = Host(table)
    host.catch_up()
    first = host.ask("roll", n=1)
    assert first["ok"] == 1
    lines = table.session.lines
    again = host.ask("roll", number=first["r"], n=1)
    assert {**again, "q": 0} == {**first, "q": 0}
    assert table.session.lines == lines
    other = Host(table, client="beef")
    other.catch_up()
    assert other.ask("roll", number=first["r"], n=1)["err"] == "link.stale"


def test_stale_requests_are_refused(table):
    host = Host(table)
    host.catch_up()
    table.press(0, LEFT, OK)  # somebody was faster
    for kind, fields in (
        ("roll", {"n": 1}),
        ("do", {"n": 1, "a": [table.action("r0-t0")], "s": "p"}),
        ("undo", {"n": 0, "e": 1}),
    ):
        reply = host.ask(kind, **fields)
        assert (reply["ok"], reply["err"]) == (0, "link.stale")
    assert table.session.lines == 2


def test_illegal_actions_come_back_with_their_rule(table):
    host = Host(table)
    host.catch_up()
    reply = host.ask("do", n=1, a=[table.action("r0-t0")], s="p")
    assert (reply["ok"], reply["rule"]) == (0, "LU-6")
    assert reply["err"].startswith("ludo.no.")
    for actions in ([], [1 << 40], [-5]):
        assert host.ask("do", n=1, a=actions, s="p")["ok"] == 0
    assert table.session.lines == 1


def test_a_host_may_play_and_take_back(table):
    host = Host(table)
    host.catch_up()
    assert host.ask("do", n=1, a=[table.action("d6")], s="p")["n"] == 1
    assert host.ask("do", n=2, a=[table.action("r0-t0")], s="p")["n"] == 2
    assert table.referee.missing, "the table now shows where the token goes"
    assert host.ask("roll", n=3)["err"] == "play.table_first"
    assert host.ask("undo", n=1, e=3)["n"] == 3
    host.catch_up()
    assert host.bodies == journal(table)


def test_a_host_presses_keys_as_hands_do(table):
    host = Host(table)
    host.catch_up()
    assert host.ask("key", seat=0, key=OK)["ok"] == 1
    assert table.session.lines == 2, "the board has thrown"
    while table.state.request(PUBLIC).seat == 0:
        table.play_on(XorShift(3), 1)
    lines = table.session.lines
    assert host.ask("key", seat=0, key=OK, held=0)["ok"] == 1
    assert table.session.lines == lines, "player 2 is asked, and player 1's key says nothing"
    table.press(1, LEFT)
    turned = table.table.prompts.face(table.state)
    host.ask("key", seat=1, key=RIGHT)
    assert table.table.prompts.face(table.state) != turned
    host.ask("key", seat=1, key=UNDO, held=0)
    assert table.table.prompts.face(table.state) == 0
    assert table.session.lines == lines
    host.ask("key", seat=1, key=UNDO, held=1)
    assert table.session.lines == lines + 1, "what was done last is taken back"
    host.catch_up()
    assert host.bodies == journal(table)


def test_a_seat_may_answer_early(tmp_path):
    table = kostka_bench.Bench(tmp_path / "flash")
    table.new("probe", 3, dice=1)
    host = Host(table)
    host.catch_up()
    legal = table.state.legal_actions(2)
    reply = host.ask("do", n=table.session.lines, a=[legal[0]], s="p", seat=2)
    assert (reply["ok"], reply["n"]) == (1, -1)
    assert host.ask("do", n=99, a=[legal[0]], s="p", seat=2)["err"] == "link.stale"
    table.off()


def test_a_new_game_of_the_same_name_begins_at_once(table):
    host = Host(table)
    table.play_on(XorShift(2), 5)
    host.catch_up()
    old = table.session.id
    reply = host.ask("new", game="ludo", seats=3, opt={"first": "seat2"})
    assert reply["ok"] == 1
    assert table.session.id != old
    host.run(20)
    headers = [m["l"] for m in host.messages if m["m"] == "line" and "j" in m["l"]]
    assert headers[-1]["id"] == table.session.id
    bad = host.ask("new", game="ludo", seats=9, opt={})
    assert (bad["ok"], bad["err"]) == (0, "option.seats")
    assert host.ask("new", game="chess", seats=2, opt={})["err"] == "option.game"


def test_another_game_begins_after_bye(table):
    host = Host(table)
    host.catch_up()
    assert host.ask("new", game="probe", seats=2, opt={})["ok"] == 1
    assert table.app._restart
    table.app.link.bye()
    host.run(5)
    assert host.kinds()[-1] == "bye"


def test_status_tells_how_the_board_is(table):
    host = Host(table)
    host.catch_up()
    table.chain.fail = True
    table.run(50)
    status = host.ask("status")
    assert status["n"] == table.session.lines
    assert status["missed"] >= 5


def test_lights_are_told_to_those_who_asked(table):
    host = Host(table, watch=1)
    host.catch_up()
    host.run(60)
    table.press(0, RIGHT)
    host.run(60)
    known = {}
    for message in host.messages:
        if message["m"] == "scene":
            known.update(zip(message["d"][::2], message["d"][1::2], strict=True))
    code = table.app.lights.scene.code
    assert {light: value for light, value in known.items() if value} == {
        light: code[light] for light in range(len(code)) if code[light]
    }
    other = Host(table)
    other.run(60)
    assert "scene" not in other.kinds()


# Another version of the game: the public feed --------------------------------------------------


@pytest.mark.parametrize("versions", [{"probe": 7}, {}, {"ludo": 1}])
def test_another_version_gets_what_everybody_may_see(tmp_path, versions):
    table = kostka_bench.Bench(tmp_path / "flash")
    table.new("probe", 2, dice=1)
    host = Host(table, versions=versions)
    host.run(40)
    assert host.hello["feed"] == "pub"
    assert "c" not in host.hello["g"]
    for seat in (1, 0):
        table.press(seat, RIGHT, OK)
    host.run(100)
    assert "line" not in host.kinds()
    feed = [message for message in host.messages if message["m"] == "pub"]
    assert len(feed) >= 2
    for message in feed:
        assert all(event[1] == -1 for event in message["ev"]), "nothing secret"
    assert feed[-1]["tok"] == [list(pair) for pair in table.state.tokens()]
    table.off()


# Nonsense --------------------------------------------------------------------------------------


def test_nonsense_is_counted_and_passed_over(table):
    host = Host(table)
    host.catch_up()
    for body in (
        "{}",
        '{"m":1}',
        '{"m":"fly"}',
        '{"m":"do","i":1,"c":"a","n":1}',
        '{"m":"do","i":2,"c":"a","n":1,"a":[{}],"s":"p"}',
        '{"m":"do","i":3,"c":"a","n":1,"a":["x"],"s":"p"}',
        '{"m":"again","n":"x"}',
        '{"m":"again","n":-9}',
        '{"m":"again","n":99999}',
        '{"m":"ack","b":-1}',
        '{"m":"ack","b":99999999}',
        '{"m":"undo","i":4,"c":"a","n":{}}',
        '{"m":"new","i":5,"c":"a","game":3,"seats":"x"}',
        '{"m":"hello"}',
        '{"m":"re","r":1}',
        '{"a":' + "[" * 80 + "]" * 80 + "}",
    ):
        table.port.feed(line.frame(line.FROM_HOST, body))
        table.run(50)
    table.port.feed(b"$>{broken*00000000\n\xff\xfe$>\n" + b"y" * 600 + b"\n")
    table.run(300)
    assert table.session.lines == 1
    host = Host(table)
    host.catch_up()
    assert host.bodies == journal(table)
    assert host.ask("status")["refused"] > 2


def test_a_damaged_line_of_the_journal_is_told(table, tmp_path):
    table.play_on(XorShift(3), 40)
    path = tmp_path / "flash" / "journal" / table.session.id / "main"
    data = path.read_bytes().splitlines(keepends=True)
    data[3] = b'{"n":3,"x' + data[3][9:]
    path.write_bytes(b"".join(data))
    host = Host(table)
    host.run(200)
    notes = [message for message in host.messages if message["m"] == "note"]
    assert notes
    assert notes[0]["t"] == "link.unread"
    assert notes[0]["x"][0] == 3
    table.play_on(XorShift(4), 1)
    assert json.dumps(notes)
