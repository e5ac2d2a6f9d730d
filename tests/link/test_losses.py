"""What the server does about losses, hosts that leave, and counts that are not its own."""

import pytest
from kostka.link.out import CREDIT
from kostka.link.server import GONE_MS
from kostka_server import Host, of


def numbers(found):
    return [message["l"].get("n", 0) for message in of("line", found)]


def fill(one):
    """Queue notes until the next message finds no room."""
    while not one.server.out.dropped:
        one.server.note("play.hint", ["x" * 40])


@pytest.mark.parametrize("number", [10**6, 10**9])
def test_again_from_beyond_the_end_leaves_live_lines(board, number):
    one = board()
    host = Host(one)
    host.send("again", n=number)
    start = one.session.lines
    one.play(3)
    assert numbers(host.pump()) == [start, start + 1, start + 2]


def test_a_look_that_found_no_room_comes_later(board):
    one = board()
    host = Host(one, ack=False)
    fill(one)
    one.server.look([("o", "several"), ("missing", list(range(50))), ("extra", [])])
    host.ack = True
    assert of("look", host.pump())[-1]["o"] == dict(one.table.look())["o"]


def test_a_public_message_that_found_no_room_comes_later(board):
    one = board()
    host = Host(one, ack=False, v={"ludo": 99})
    fill(one)
    one.play(20)
    host.ack = True
    last = of("pub", host.pump())[-1]
    assert last["tok"] == [list(pair) for pair in one.session.state.tokens()]


def test_all_lights_are_told_anew_after_a_loss(board):
    one = board()
    host = Host(one, w=1)
    scene = one.table.lights.scene
    found = host.send("again", n=0)
    told = {}
    for message in of("scene", found):
        told.update(zip(message["d"][::2], message["d"][1::2], strict=True))
    assert told == dict(enumerate(scene.code))
    assert not of("scene", host.send("status", i=0, c="51ce"))


def test_console_text_that_the_host_counts_opens_no_more_than_the_credit(board):
    one = board()
    host = Host(one)
    one.port.sent.extend(b"x" * 5000 + b"\n")
    host.pump()
    host.ack = False
    before = len(host.raw)
    host.send("again", n=0)
    one.play(60)
    host.pump()
    assert len(host.raw) - before == CREDIT
    host.ack = True
    assert numbers(host.pump())[-1] == one.session.lines - 1


def test_a_late_count_of_an_earlier_greeting_stops_nothing(board):
    one = board()
    host = Host(one)
    one.say('{"m":"ack","b":90000}')
    one.play(60)
    assert numbers(host.pump())[-1] == one.session.lines - 1


def test_a_host_that_stops_listening_is_gone_until_it_greets(board):
    one = board()
    host = Host(one, ack=False)
    one.play(30)
    one.server.poll(1)
    one.server.poll(GONE_MS)
    assert one.server.gone == 0
    one.server.poll(GONE_MS + 1)
    assert one.server.gone == 1
    one.take()
    one.server.note("play.hint", [])
    one.run()
    assert one.take() == b""
    host.ack = True
    host.greet()
    assert numbers(host.send("again", n=0)) == list(range(one.session.lines))


def test_a_host_that_has_reported_all_may_be_silent(board):
    one = board()
    host = Host(one)
    one.server.poll(100 * GONE_MS)
    assert one.server.gone == 0
    one.play(1)
    assert numbers(host.pump())


def test_a_newline_before_the_greeting_is_not_counted(board):
    one = board()
    one.server.console_open()
    host = Host(one)
    assert host.raw.startswith(b"\n$<")
    assert not one.server.out.owes


def test_a_flash_that_cannot_be_read_is_an_answer(board, monkeypatch):
    one = board()
    host = Host(one)

    def broken(line, expected=None):
        raise OSError(5, "EIO")

    monkeypatch.setattr(one.table, "undo", broken)
    reply = host.ask("undo", n=0)
    assert (reply["ok"], reply["err"]) == (0, "link.failed")
    assert "EIO" in reply["x"][0]


def test_fractions_and_truth_values_are_no_actions(board):
    one = board(game="probe")
    host = Host(one)
    while one.session.state.current_player() < 0:
        one.play()
    host.pump()
    (action,) = one.choose()[1]
    for value in (f"{action}.0", "true"):
        one.say('{"m":"do","i":9%d,"c":"51ce","seat":0,"a":[%s]}' % (len(value), value))
        (reply,) = of("re", host.pump())
        assert (reply["ok"], reply["err"]) == (0, "link.bad_request")
    assert not one.session.held


def test_a_host_that_was_away_for_days_gets_every_line(board):
    one = board()
    host = Host(one, ack=False)
    hour = 3_600_000
    for hours in range(400):  # beyond 2**30 ms, where the board's clock begins anew
        one.server.poll(hours * hour & 0x3FFFFFFF)
        if hours % 20 == 0:
            one.play(1)
    assert one.server.gone >= 1
    host.ack = True
    host.greet()
    assert one.session.lines > 20
    assert numbers(host.send("again", n=0)) == list(range(one.session.lines))
