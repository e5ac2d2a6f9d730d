"""The server over a real table: greeting, lines, requests."""

import pytest
from kostka import line
from kostka_server import SESSION, Host, bodies, lines, numbers, of

GAMES = pytest.mark.parametrize("game", ["ludo", "probe"])


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
        "data": f"{session.game.data_digest():08x}",
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
    told = [message["m"] for message in found if message["m"] not in ("look", "about")]
    assert told == ["bye", *["pub"] * 3]
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


def test_keys_that_are_not_there_are_refused(board):
    one = board()
    host = Host(one)
    for seat, key in ((-1, 0), (4, 0), (0, 4), (0, -1), (1 << 40, 0)):
        answer = host.ask("key", seat=seat, key=key)
        assert (answer["ok"], answer["err"], answer["x"]) == (0, "link.bad_request", ["key"])
    one.table.lights.panels = 0  # a board without panels
    assert host.ask("key", seat=0, key=0)["ok"] == 0
    assert len(one.bodies) == 1


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
