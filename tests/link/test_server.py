"""The server over a real table: greeting, lines, requests, credit, queue, console, good-bye."""

import json

import pytest
from kostka import line
from kostka.link.out import CREDIT, QUEUE_MAX
from kostka_server import SESSION, Host, of

GAMES = pytest.mark.parametrize("game", ["ludo", "probe"])


def lines(found):
    return [message["l"] for message in of("line", found)]


def bodies(found):
    return [json.dumps(entry, separators=(",", ":")) for entry in lines(found)]


def numbers(found):
    return [entry.get("n", 0) for entry in lines(found)]


# Greeting ----------------------------------------------------------------------------------------


@GAMES
def test_a_greeting_tells_the_board_and_its_game(board, game):
    one = board(game)
    one.play(5)
    host = Host(one)
    hello = host.got[0]
    assert hello["m"] == "hello"
    assert (hello["s"], hello["p"], hello["id"]) == (SESSION, [1, 0], "b0a4d")
    assert hello["feed"] == "full"
    session = one.session
    assert hello["g"] == {
        "game": game,
        "v": 1,
        "seats": 2,
        "n": session.lines,
        "id": session.id,
        "c": f"{session.chain:08x}",
    }
    assert of("look", host.got)
    assert not of("line", host.got)  # lines come when they are asked for, or are new


def test_a_board_without_a_game_says_so(board):
    host = Host(board(game=None))
    assert host.got[0]["g"] is None
    assert host.ask("roll")["err"] == "play.no_game"


@pytest.mark.parametrize("version", [[2, 0], [0, 9], [], None, "1.0", ["1", 0]])
def test_another_major_is_greeted_and_left(board, version):
    one = board()
    one.port.room = 100  # as a port that takes the greeting piece by piece
    one.say('{"m":"hello","p":%s,"c":"51ce","v":{"ludo":1}}' % line.dumps([("", version)])[4:-1])
    for _ in range(9):
        one.port.room = 100
        one.run()
    sent = line.Decoder(line.FROM_BOARD, 4096).feed(one.take())
    assert [('"m":"hello"' in body, '"p":[1,0]' in body) for body in sent] == [(True, True)]
    one.port.room = -1
    one.say('{"m":"ack","b":999999}')  # so that no lack of credit holds anything back
    one.play(3)
    one.say('{"m":"status","i":1,"c":"51ce"}')
    one.run()
    assert one.take() == b""


def test_another_minor_is_welcome(board):
    host = Host(board(), p=(1, 7))
    assert host.ask("status")["ok"] == 1


@pytest.mark.parametrize("known", [{"ludo": 2}, {}, {"probe": 1}, {"ludo": None}])
def test_a_host_with_other_rules_gets_the_public_feed(board, known):
    one = board()
    host = Host(one, v=known)
    assert host.got[0]["feed"] == "pub"
    assert "c" not in host.got[0]["g"]
    assert len(of("pub", host.got)) == 1
    host.send("again", n=0)
    one.play(4)
    found = host.pump()
    assert len(of("pub", found)) == 4
    assert not of("line", host.got)


@pytest.mark.parametrize("known", ["[]", "null", "1", '"ludo"', "[1]"])
def test_a_host_that_names_no_versions_gets_the_public_feed(board, known):
    one = board()
    one.say('{"m":"hello","p":[1,0],"c":"51ce","v":%s}' % known)
    assert b'"feed":"pub"' in one.take()


def test_a_game_begun_after_the_greeting_goes_public_too(board):
    one = board(game=None)
    host = Host(one, v={"ludo": 2})
    assert host.got[0]["feed"] == "full"
    one.table.start("ludo", 2, {"first": "seat1"})
    one.play(2)
    found = host.pump()
    assert [message["m"] for message in found if message["m"] != "look"] == ["bye", *["pub"] * 3]
    host.greet(v={"ludo": 2})
    assert of("hello", host.got)[-1]["feed"] == "pub"
    assert not of("line", host.got)


# Lines -------------------------------------------------------------------------------------------


@GAMES
def test_new_lines_come_by_themselves(board, game):
    one = board(game)
    host = Host(one)
    start = one.session.lines
    one.play(3)
    assert numbers(host.pump()) == list(range(start, one.session.lines))
    for _ in range(100):
        one.play(2)
        host.pump()
    assert bodies(host.got) == one.bodies[start:]
    assert host.gaps == 0


@GAMES
def test_again_sends_all_lines_from_there(board, game):
    one = board(game)
    one.play(20)
    host = Host(one)
    count = one.session.lines
    for first in (count - 1, 7, 1, 0):
        assert bodies(host.send("again", n=first)) == one.bodies[first:]
    assert not lines(host.send("again", n=count))
    one.play()
    assert numbers(host.pump()) == list(range(count, one.session.lines))


def test_again_in_the_midst_of_again(board):
    one = board()
    one.play(40)
    host = Host(one, ack=False)
    host.send("again", n=0)
    host.ack = True
    found = numbers(host.send("again", n=30))
    assert found[-(one.session.lines - 30) :] == list(range(30, one.session.lines))
    assert found[: -(one.session.lines - 30)] == list(range(len(found) - one.session.lines + 30))


@pytest.mark.parametrize("first", ["-5", "null", '"3"', "[]", "1.5"])
def test_again_from_nowhere_is_from_the_start(board, first):
    one = board()
    one.play(5)
    host = Host(one)
    one.say('{"m":"again","n":%s}' % first)
    assert bodies(host.pump()) == one.bodies


def test_a_new_game_is_sent_from_its_header(board):
    one = board()
    one.play(10)
    host = Host(one)
    before = one.session.id
    options = {"pawns": 2, "first": "seat2"}
    assert host.ask("new", game="ludo", seats=3, opt=options)["n"] == 1
    header = lines(host.got)[-1]
    assert header["id"] == one.session.id != before
    assert (header["seats"], header["opt"]["pawns"]) == (3, 2)


def test_another_game_begins_after_a_restart(board):
    one = board()
    host = Host(one)
    assert host.ask("new", game="probe", seats=3, opt={"rounds": 2})["ok"] == 1
    assert one.restarts == 1
    assert one.store.choice()["game"] == "probe"
    assert one.session.game.name == "ludo"


# Requests ----------------------------------------------------------------------------------------


@GAMES
def test_a_host_plays(board, game):
    one = board(game)
    host = Host(one)
    for _ in range(60):
        if one.session.closed:
            break
        seat, actions = one.choose()
        count = one.session.lines
        fields = {"a": actions, "s": "p", "n": count}
        held = len(one.session.held)
        if seat >= 0:
            fields["seat"] = seat
        answer = host.ask("do", **fields)
        assert answer["ok"] == 1, answer
        if answer["n"] < 0:
            assert len(one.session.held) == held + 1
        else:
            assert answer["n"] == count
            assert '"s":"p"' in one.bodies[count]
    assert host.gaps == 0


@pytest.mark.parametrize("kind", ["do", "roll", "undo", "new"])
def test_a_repeated_request_is_answered_the_same_and_done_once(board, kind):
    one = board()
    one.play(6)
    while one.choose()[0] >= 0:
        one.play()
    host = Host(one)
    count = one.session.lines
    fields = {
        "do": {"a": one.choose()[1], "n": count},
        "roll": {"n": count},
        "undo": {"n": 2, "e": count},
        "new": {"game": "ludo", "seats": 2, "opt": {}},
    }[kind]
    first = host.ask_as(5, kind, **fields)
    after = one.bodies
    assert first["ok"] == 1
    for _ in range(3):
        second = host.ask_as(5, kind, **fields)
        assert {**second, "q": 0} == {**first, "q": 0}
    assert one.bodies == after
    host.greet()  # a host that lost its port asks once more
    assert {**host.ask_as(5, kind, **fields), "q": 0} == {**first, "q": 0}
    assert one.bodies == after


def test_a_refusal_is_repeated_too(board):
    one = board()
    host = Host(one)
    first = host.ask_as(5, "undo", n=0, e=one.session.lines)
    assert (first["ok"], first["err"]) == (0, "play.no_undo")
    one.play(3)
    assert {**host.ask_as(5, "undo", n=0), "q": 0} == {**first, "q": 0}


def test_requests_of_two_hosts_are_told_apart(board):
    one = board()
    host = Host(one)
    for client in ("51ce", "0002"):
        found = host.send("roll", i=1, c=client)
        assert of("re", found)[0]["ok"] == 1
    assert one.bodies[-1].count('"s":"b"') == 1
    assert one.session.lines == 3


@pytest.mark.parametrize("number", ["0", "-3", "null", '"1"', "99999999999", "1.0"])
def test_a_request_without_a_number_is_not_remembered(board, number):
    one = board()
    host = Host(one)
    for count in (2, 3):
        one.say('{"m":"roll","i":%s,"c":"51ce"}' % number)
        assert of("re", host.pump())[0]["r"] == 0
        assert one.session.lines == count


@pytest.mark.parametrize("off", [-1, 1, 1 << 29, 1 << 40])
def test_a_request_for_another_line_is_stale(board, off):
    one = board()
    one.play(5)
    while one.choose()[0] >= 0:
        one.play()
    host = Host(one)
    before = one.bodies
    line_number = one.session.lines + off
    asked = [
        host.ask("do", a=one.choose()[1], n=line_number),
        host.ask("roll", n=line_number),
        host.ask("undo", n=1, e=line_number),
    ]
    while one.choose()[0] < 0:
        one.play()
        before = one.bodies
    seat, actions = one.choose()
    asked.append(host.ask("do", a=actions, seat=seat, n=one.session.lines + off))
    assert [(one["ok"], one["err"]) for one in asked] == [(0, "link.stale")] * 4
    assert one.bodies == before


def test_a_refusal_names_reason_and_rule(board):
    one = board()
    host = Host(one)
    answer = host.ask("do", a=[3 << 18], n=1)
    assert (answer["ok"], answer["err"], answer["rule"]) == (0, "ludo.no.move", "LU-6")
    assert answer["x"]
    answer = host.ask("new", game="ludo", seats=9, opt={})
    assert (answer["ok"], answer["err"], answer["x"][1]) == (0, "option.seats", 9)
    assert host.ask("new", game="chess", seats=2, opt={})["err"] == "option.game"
    assert host.ask("new", game="ludo", seats=2, opt={"pawns": [1]})["err"] == "option.value"


def test_status_counts(board):
    one = board()
    host = Host(one)
    one.port.feed(b'$>{"m":"ack"}*00000000\n')
    one.say('{"m":"dance"}')
    one.say('{"m":["do"],"i":1,"c":"51ce"}')
    answer = host.ask("status")
    assert (answer["n"], answer["bad"], answer["refused"], answer["dropped"]) == (1, 1, 2, 0)


def test_quit_leaves_the_app(board):
    one = board()
    left = []
    one.table.leave = lambda: left.append(1)
    assert Host(one).ask("quit")["ok"] == 1
    assert left == [1]


# Credit and queue --------------------------------------------------------------------------------


def test_nothing_is_sent_or_kept_without_a_host(board):
    one = board()
    one.say('{"m":"status","i":1,"c":"51ce"}')
    one.say('{"m":"again","n":0}')
    one.say('{"m":"ack","b":1000}')
    for _ in range(30):
        one.play()
        one.server.note("play.hint", [])
        one.server.look(one.table.look())
        assert one.run()
    one.server.bye()
    assert one.port.sent == b""
    assert one.server.out.empty
    assert one.server.out.dropped == 0


@pytest.mark.parametrize("room", [-1, 1, 7, 64])
def test_the_credit_is_never_exceeded(board, room):
    one = board()
    one.play(30)
    host = Host(one, greet=False)
    one.port.feed(line.frame(line.FROM_HOST, '{"m":"hello","p":[1,0],"c":"51ce","v":{"ludo":1}}'))
    one.port.feed(line.frame(line.FROM_HOST, '{"m":"again","n":0}'))
    sent = acked = greeting = 0
    got = b""
    for turn in range(4000):
        one.port.room = room
        one.server.poll()
        data = one.take()
        sent += len(data)
        got += data
        if not greeting and b"\n" in got:
            greeting = got.find(b"\n") + 1
        assert sent - acked <= max(CREDIT, greeting or sent)
        if turn % 9 == 0 and greeting and sent - acked > 20:
            acked = max(acked, sent - 20)  # as a host that is always late
            body = '{"m":"ack","b":%d}' % acked
            one.port.feed(line.frame(line.FROM_HOST, body))
        if turn % 100 == 0:
            one.play()
    found = host.stream.feed(got)
    came = bodies(found)
    assert len(came) > 10
    assert came == one.bodies[: len(came)]
    assert greeting > CREDIT  # the greeting needs none, all else waits for the host


def test_a_silent_host_gets_no_more_than_the_credit(board):
    one = board()
    host = Host(one, ack=False)
    greeting = len(host.raw.split(b"\n")[0]) + 1
    assert greeting > CREDIT
    assert len(host.raw) == greeting
    one.say('{"m":"ack","b":%d}' % greeting)
    host.send("again", n=0)
    one.play(50)
    host.pump()
    assert len(host.raw) == greeting + CREDIT
    one.say('{"m":"ack","b":999999}')  # more than was sent opens no more than the credit
    host.pump()
    assert len(host.raw) == greeting + 2 * CREDIT
    one.say('{"m":"ack","b":%d}' % greeting)  # nor does an old count
    host.pump()
    assert len(host.raw) == greeting + 2 * CREDIT


def test_the_queue_is_bounded_and_drops_are_seen(board):
    one = board()
    host = Host(one, ack=False)
    out = one.server.out
    for _ in range(500):
        one.server.note("play.hint", ["x" * 40])
        one.run()
        assert sum(len(data) for data in out._lines) <= QUEUE_MAX
    assert out.dropped > 400
    dropped = out.dropped
    host.ack = True
    host.pump()
    assert host.gaps == 0  # what is there is in order; the gap shows with the next message
    found = host.send("status", i=1, c="51ce")
    assert host.gaps == 1
    assert of("re", found)[0]["dropped"] == dropped
    kept = len(of("note", host.got))
    assert kept + dropped == 500
    one.play(3)
    assert len(lines(host.pump())) == 3  # lines are not in the queue, so none is lost


def test_a_line_longer_than_the_queue_is_sent_alone(board):
    one = board()
    host = Host(one)
    one.server.note("play.hint", ["x" * QUEUE_MAX])
    one.server.note("play.hint", ["y"])
    found = host.pump()
    assert [len(message["x"][0]) for message in of("note", found)] == [QUEUE_MAX]
    assert one.server.out.dropped == 1


def test_a_new_greeting_forgets_what_waited(board):
    one = board()
    host = Host(one, ack=False)
    for _ in range(20):
        one.server.note("play.hint", [])
    one.run()
    host.ack = True
    found = host.greet()
    assert not of("note", found)
    assert host.stream.bad == 0
    one.play(2)
    assert len(lines(host.pump())) == 2


def test_a_greeting_in_the_midst_of_a_line(board):
    one = board()
    host = Host(one)
    one.port.room = 10
    one.server.note("play.hint", ["x" * 30])
    one.run()
    one.say('{"m":"hello","p":[1,0],"c":"51ce","v":{"ludo":1}}')
    one.port.room = -1
    found = host.pump()
    assert [message["m"] for message in found] == ["hello", "look"]
    assert host.raw.split(b"\n")[-4].startswith(b"$<")
    assert len(host.raw.split(b"\n")[-4]) == 10
    assert len(host.console) == 1  # the half line ends before the greeting


def test_console_text_is_ended_before_the_next_line(board):
    one = board()
    host = Host(one)
    one.port.sent.extend(b"Traceback: oh")  # what print() does
    one.server.console_open()
    one.server.note("play.hint", [])
    found = host.pump()
    assert len(of("note", found)) == 1
    assert host.console == [b"Traceback: oh"]
    assert b"oh\n$<" in host.raw
    assert host.stream.bad == 0


def test_console_text_waits_for_the_end_of_a_line_that_is_out(board):
    one = board()
    host = Host(one)
    one.port.room = 10
    one.server.note("play.hint", [1])
    one.run()
    one.server.console_open()  # spoils this line; the next ones are whole
    one.port.sent.extend(b"Oops")
    one.port.room = -1
    one.server.note("play.hint", [2])
    found = host.pump()
    assert [message["x"] for message in of("note", found)] == [[2]]
    assert host.gaps == 1


def test_bye(board):
    one = board()
    host = Host(one)
    one.server.bye()
    assert [message["m"] for message in host.stream.feed(one.take())] == ["bye"]


# Lights ------------------------------------------------------------------------------------------


def test_lights_come_to_who_watches_and_add_up(board):
    one = board()
    assert not of("scene", Host(one).got)
    host = Host(one, w=1)
    for _ in range(20):
        one.play()
        host.pump()
    lights = {}
    for message in of("scene", host.got):
        assert len(message["d"]) <= 48
        lights.update(zip(message["d"][::2], message["d"][1::2], strict=True))
    code = one.table.lights.scene.code
    assert {light: value for light, value in lights.items() if value} == {
        light: value for light, value in enumerate(code) if value
    }
