"""The client of the link against a board in memory, over good and bad wires."""

import json
import threading
import time

import pytest
from kostka import line
from kostka.errors import KostkaError, LinkError, StaleLine
from kostka_fake_board import FakeBoard, Faults
from kostka_host.link.client import Client


def bodies(n):
    return [json.dumps({"n": i, "a": [i, i + 1]}, separators=(",", ":")) for i in range(n)]


@pytest.fixture
def attach():
    clients = []

    def make(board, start=True, **options):
        client = Client(lambda: ["port:fake"], opener=lambda _: board.plug(), **options)
        clients.append(client)
        if start:
            client.start()
        return client

    yield make
    for client in clients:
        client.close()


def collect(client, count, timeout_s=10.0):
    """Take lines until the first `count` are complete, as a mirror does."""
    lines = []
    client.wanted = 0
    client.again()
    end = time.monotonic() + timeout_s
    while len(lines) < count and time.monotonic() < end:
        message = client.next_message(0.1)
        if message and message["m"] == "link" and message["up"]:
            client.again()
        if message and message["m"] == "line":
            number = message["l"]["n"]
            if number == len(lines):
                lines.append(message["l"])
                client.wanted = len(lines)
            elif number > len(lines):
                client.again()
    return lines


def test_a_greeting_is_answered(attach):
    client = attach(FakeBoard(bodies=bodies(3)), versions={"ludo": 1})
    assert client.hello["id"] == "b0a4d"
    assert client.up


@pytest.mark.parametrize("padding", [80, 130, 400, 2000])
def test_a_greeting_longer_than_the_credit_comes_whole(attach, padding):
    board = FakeBoard(bodies=bodies(20))
    board.padding = padding
    client = attach(board)
    assert client.hello["more"] == "x" * padding
    assert [x["n"] for x in collect(client, 20)] == list(range(20))
    assert board.max_out <= 192


def test_lines_come_whole_and_within_the_credit(attach):
    board = FakeBoard(bodies=bodies(300))
    assert [x["n"] for x in collect(attach(board), 300)] == list(range(300))
    assert board.max_out <= 192


def wait_for_line(client, number, timeout_s):
    """Wait for a line with this number, which may follow lines sent again."""
    end = time.monotonic() + timeout_s
    while time.monotonic() < end:
        message = client.next_message(0.1)
        if message and message["m"] == "line" and message["l"]["n"] == number:
            return
    pytest.fail(f"line {number} never came")


def test_new_lines_come_by_themselves(attach):
    board = FakeBoard(bodies=bodies(2))
    client = attach(board)
    assert len(collect(client, 2)) == 2
    board.grow('{"n":2}')
    wait_for_line(client, 2, 1.0)


@pytest.mark.parametrize("seed", range(4))
def test_over_a_bad_wire_nothing_is_lost_or_doubled(attach, seed):
    faults = Faults(seed, 0.08)
    board = FakeBoard(bodies=bodies(60), faults=faults)
    client = attach(board)
    assert [x["n"] for x in collect(client, 60, 30.0)] == list(range(60))
    assert faults.count > 3


def test_a_request_is_played_once_over_a_bad_wire(attach):
    board = FakeBoard(bodies=bodies(1), faults=Faults(5, 0.25))
    client = attach(board)
    for n in range(1, 16):
        client.request("do", timeout_s=20.0, n=n, a=[7], s="p")
    assert board.played == list(range(1, 16))


def test_refusals_carry_reason_and_rule(attach):
    client = attach(FakeBoard(bodies=bodies(2)))
    with pytest.raises(StaleLine):
        client.request("do", n=1, a=[1], s="p")
    with pytest.raises(KostkaError) as caught:
        client.request("undo", n=2, e=1)
    assert (caught.value.rule, caught.value.text) == ("LU-7", "action.illegal")
    assert caught.value.params == ("undo",)


def test_requests_from_many_threads_get_their_own_answers(attach):
    board = FakeBoard(bodies=bodies(5))
    client = attach(board)
    found = []

    def ask():
        found.extend(client.request("status")["n"] for _ in range(5))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [5] * 20


def test_the_last_lines_lost_are_noticed(attach):
    board = FakeBoard(bodies=bodies(2))
    client = attach(board)
    collect(client, 2)
    with board.lock:
        board.bodies.append('{"n":2}')  # the line itself was lost on the way
    wait_for_line(client, 2, 3.0)


def up_again(client, timeout_s=2.0):
    """Return how long the client took to be up again."""
    began = time.monotonic()
    while time.monotonic() - began < timeout_s:
        message = client.next_message(0.05)
        if message and message["m"] == "link" and message["up"]:
            return time.monotonic() - began
    raise AssertionError("not back in time")


def test_a_pulled_cable_is_survived(attach):
    board = FakeBoard(bodies=bodies(2))
    client = attach(board)
    client.next_message(1.0)
    board.pull()
    assert client.next_message(1.0) == {"m": "link", "up": False}
    assert up_again(client) < 2.0
    assert client.reopened == 1
    assert client.request("status")["n"] == 2


def test_a_board_that_resets_is_greeted_again(attach):
    board = FakeBoard(bodies=bodies(2))
    client = attach(board)
    client.next_message(1.0)
    board.boot()
    assert up_again(client, 4.0) < 2.0
    assert client.hello["s"] == "0002"


def test_a_request_outlives_a_reset(attach):
    board = FakeBoard(bodies=bodies(2))
    client = attach(board)
    board.boot()
    assert client.request("status", timeout_s=5.0)["n"] == 2


def test_the_same_board_is_found_at_another_port(attach):
    ours, other = FakeBoard("aa"), FakeBoard("bb")
    places = {"port:1": ours, "port:2": other}
    client = Client(lambda: sorted(places), opener=lambda place: places[place].plug())
    try:
        client.start()
        assert client.board_id == "aa"
        client.next_message(1.0)
        places["port:1"], places["port:2"] = other, ours
        ours.pull()
        assert up_again(client) < 2.0
        assert client.hello["id"] == "aa"
    finally:
        client.close()


def test_another_major_version_is_refused_with_a_reason(attach):
    client = attach(FakeBoard(protocol=(2, 0)), start=False)
    with pytest.raises(LinkError) as caught:
        client.start()
    assert (caught.value.text, caught.value.params) == ("link.major", (2, 1))


def test_another_minor_version_is_fine(attach):
    assert attach(FakeBoard(protocol=(1, 9))).up


def test_a_silent_port_and_a_prompt_are_told_apart(attach):
    board = FakeBoard()
    board.silent = True
    client = attach(board, start=False)
    with pytest.raises(LinkError, match=r"link\.silent"):
        client.start(0.3)
    client = attach(board, start=False)
    threading.Timer(0.1, lambda: board.console(b"\r\n>>> ")).start()
    with pytest.raises(LinkError, match="at_prompt"):
        client.start(0.4)


def test_console_text_is_handed_on_and_does_no_harm(attach):
    board = FakeBoard(bodies=bodies(1))
    heard = []
    client = attach(board, console=heard.append)
    board.console(b"Traceback (most recent call last):\n  $<{bad\n")
    board.grow('{"n":1}')
    assert [client.next_message(1.0)["m"] for _ in range(2)] == ["link", "line"]
    assert b"Traceback (most recent call last):" in heard


def test_messages_to_the_board_keep_to_its_limit(attach):
    client = attach(FakeBoard(bodies=bodies(1)))
    with pytest.raises(LinkError, match="too_long"):
        client.request("do", n=1, a=[1 << 29] * 30, s="p")


def test_a_host_line_fits_even_with_many_games(attach):
    names = ["arena", "chasing", "domino", "draco_magi", "dragon_dice", "duel", "kingdoms"]
    client = attach(FakeBoard(), versions=dict.fromkeys([*names, "kombat", "ludo", "shoot"], 12))
    assert client.up
    assert line.HOST_LINE_MAX == 240
