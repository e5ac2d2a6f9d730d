"""The server over a real table: credit, queue, console, good-bye, lights."""

import pytest
from kostka import line
from kostka.link.out import CREDIT, QUEUE_MAX
from kostka_server import Host, bodies, lines, of

GAMES = pytest.mark.parametrize("game", ["ludo", "probe"])


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
    for turn in range(4000 if room != 1 else 9000):  # a byte a turn takes its time
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
    assert [message["m"] for message in found] == ["hello", "look", "about"]
    assert host.raw.split(b"\n")[-5].startswith(b"$<")
    assert len(host.raw.split(b"\n")[-5]) == 10
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
