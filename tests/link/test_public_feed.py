"""A host without the game's rules sees what everybody at the table sees, and not more."""

import pytest
from kostka.rules import events as ev
from kostka.rules.action import PUBLIC
from kostka.rules.events import visible
from kostka_server import Host, of

OTHER = {"ludo": 1, "probe": 2}
# All that may ever be on the wire to such a host; no field holds an action, chain or digest.
FIELDS = {
    "hello": {"p", "fw", "mpy", "id", "lay", "cfg", "games", "feed", "g"},
    "look": {"o", "missing", "extra", "k", "mv", "t", "x", "rule"},
    "pub": {"ev", "req", "tok"},
    "about": {"name", "k", "turn"},
}


def secrets(session):
    """Return the private events of the last line, as they would stand in JSON."""
    private = [event for event in session.events if not visible(event, PUBLIC)]
    return ["[" + ",".join([str(n) for n in event]) + "]" for event in private]


def sent_while_playing(one, host, steps):
    """Play, and return the feed of each step with the session's private events."""
    private = 0
    for _ in range(steps):
        if one.session.closed:
            break
        one.play()
        secret = secrets(one.session)
        private += len(secret)
        before = len(host.raw)
        found = host.pump()
        raw = host.raw[before:].decode()
        assert not [text for text in secret if text in raw]
        yield found
    assert private > 5  # else this test could not fail


@pytest.mark.parametrize("seats", [2, 3])
def test_nothing_private_is_on_the_wire(board, seats):
    one = board("probe", seats, seed=seats)
    host = Host(one, v=OTHER)
    every = list(sent_while_playing(one, host, 60))
    feed = [message for found in every for message in of("pub", found)]
    assert len(feed) > 30
    for message in feed:
        for event in message["ev"]:
            assert event[1] == ev.ALL
            # what was drawn and chosen is hidden until it is shown to all
            assert event[0] != ev.CHOICE or len(event) == 4
    kinds = {event[0] for message in feed for event in message["ev"]}
    assert {ev.THROW, ev.MOVE, ev.SHOW, ev.OWN, ev.OWN + 1} <= kinds
    for message in host.got:
        assert set(message) - {"s", "q", "m"} <= FIELDS[message["m"]], message


def test_no_action_chain_or_digest_is_on_the_wire(board):
    one = board("probe", seed=3)
    host = Host(one, v=OTHER)
    chains = [f"{one.session.chain:08x}"]
    for _ in sent_while_playing(one, host, 60):
        chains.append(f"{one.session.chain:08x}")
    host.send("again", n=0)
    host.greet(v=OTHER)
    raw = host.raw.decode()
    for word in ('"a":', '"c":', '"d":', '"l":', '"n":"', *chains):
        assert word not in raw, word
    assert f"{one.session.state.digest():08x}" not in raw
    game = of("hello", host.got)[-1]["g"]
    assert set(game) == {"game", "v", "seats", "n", "id", "data"}


def test_hidden_choices_do_not_change_the_wire(board):
    """Two games that differ only in what one seat chose look the same until it is shown."""
    wires = []
    for choice in (0, -1):
        one = board("probe", seed=11, dice=1)
        state = one.session.state
        seat = state.may_answer()[0]
        legal = state.legal_actions(seat)
        assert len(legal) > 1
        host = Host(one, v=OTHER)
        one.table.answer(seat, legal[choice], "k")
        host.pump()
        wires.append(host.raw)
    assert wires[0] == wires[1]


def test_the_same_host_with_the_rules_gets_the_lines(board):
    """Shows that the tests above look at the right place: the full feed has it all."""
    one = board("probe", seed=3)
    host = Host(one)
    for _ in range(10):
        one.play()
        host.pump()
    assert f"{one.session.chain:08x}" in host.raw.decode()
    assert '"a":' in host.raw.decode()


def test_the_public_feed_follows_the_game(board):
    one = board("probe", seed=5)
    host = Host(one, v=OTHER)
    while not one.session.closed:
        one.play()
        found = of("pub", host.pump())
        if not found:  # an answer that is held until the others have theirs is no line yet
            assert one.session.held
            continue
        last = found[-1]
        state = one.session.state
        request = state.request(PUBLIC)
        assert last["tok"] == [list(pair) for pair in state.tokens()]
        assert last["req"] == [request.seat, request.what, request.text, list(request.args)]
    assert ev.OVER in [event[0] for event in last["ev"]]


@pytest.mark.parametrize("mine", [False, True])
def test_lines_only_go_to_a_host_with_the_same_numbers(board, mine, monkeypatch):
    """`mine`: the board plays with numbers of an owner's copy."""
    one = board("ludo")
    monkeypatch.setattr(type(one.session.game), "own_numbers", mine)
    digest = f"{one.session.game.data_digest():08x}"
    host = Host(one, greet=False)
    wanted = {"none": not mine, digest: mine, "00000000": False}
    for told, full in wanted.items():
        own = {} if told == "none" else {"o": {"ludo": told}}
        host.greet(**own)
        hello = of("hello", host.got)[-1]
        assert hello["g"]["data"] == digest
        assert hello["feed"] == ("full" if full else "pub"), told
        assert ("c" in hello["g"]) == full


def test_a_new_game_is_greeted_for_anew(board):
    one = board("probe", seed=3)
    host = Host(one, v=OTHER)
    first = of("hello", host.got)[-1]["g"]["id"]
    one.table.start("probe", 3, {})
    host.pump()
    assert of("bye", host.got)
    host.greet(v=OTHER)
    game = of("hello", host.got)[-1]["g"]
    assert game["seats"] == 3
    assert game["id"] != first
