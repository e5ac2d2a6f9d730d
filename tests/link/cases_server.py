"""The server on either Python: greeting, lines in order, requests once, nonsense refused."""

import json

import board_layout as layout
from kostka.app.lights import Lights
from kostka.app.table import Table
from kostka.config import Config
from kostka.hal.fakes import FakeClock, FakePort, FakeStrip
from kostka.line import FROM_BOARD, FROM_HOST, Decoder, dumps, frame
from kostka.link.server import Server
from kostka.rules.rng import XorShift
from kostka.sense.picture import Picture
from kostka.version import PROTOCOL

HELLO = '{"m":"hello","p":[1,0],"c":"51ce","v":{"ludo":1},"w":%d}'


class Journal:
    """Keeps bodies."""

    def begin(self, game_id, pairs):
        self.rows = [dumps(pairs)]
        return self.rows[0]

    def append(self, pairs):
        self.rows.append(dumps(pairs))

    def lines(self, first):
        for body in self.rows[first:]:
            yield json.loads(body)

    def bodies(self, first):
        while first < len(self.rows):
            yield self.rows[first]
            first += 1


class Talk:
    """A table, its server, and a host that acknowledges all it gets."""

    def __init__(self):
        config = Config()
        self.port = FakePort()
        self.journal = Journal()
        self.table = Table(
            self.journal,
            XorShift(3),
            FakeClock(),
            config,
            Picture(layout.CELL_BIT, config.get("settle")),
            Lights(layout, FakeStrip(layout.LED_A), FakeStrip(layout.LED_B), config),
            lambda: "00000000000000aa",
            lambda: None,
        )
        self.server = Server(self.port, self.table, [("p", list(PROTOCOL))], "0001")
        self.table.link = self.server
        self.table._need_right_table = lambda: None  # nobody moves tokens here
        self.table.start("ludo", 2, {"first": "seat1"})
        self.decoder = Decoder(FROM_BOARD, 4096)

    def say(self, body):
        """Send a body, return the messages that come."""
        self.port.feed(frame(FROM_HOST, body))
        found = []
        while True:
            while self.server.poll():
                pass
            if not self.port.sent:
                return found
            data = bytes(self.port.sent)
            self.port.sent = bytearray()
            found += [json.loads(body) for body in self.decoder.feed(data)]
            self.port.feed(frame(FROM_HOST, '{"m":"ack","b":999999}'))


def kinds(found):
    return [message["m"] for message in found]


def case_a_greeting_is_answered():
    talk = Talk()
    found = talk.say(HELLO % 0)
    assert kinds(found) == ["hello", "look", "about"]
    assert found[0]["feed"] == "full"
    assert found[0]["g"]["n"] == 1
    assert found[0]["g"]["c"] == "%08x" % talk.table.session.chain


def case_other_rules_get_the_public_feed():
    talk = Talk()
    found = talk.say(HELLO.replace('"ludo":1', "") % 0)
    assert kinds(found) == ["hello", "look", "about", "pub"]
    assert found[0]["feed"] == "pub"
    found = talk.say('{"m":"roll","i":1,"c":"51ce"}')
    assert "pub" in kinds(found)
    assert "line" not in kinds(found)


def case_what_may_have_been_lost_is_told_again():
    talk = Talk()
    talk.say(HELLO % 0)
    found = talk.say('{"m":"again","n":1}')
    assert sorted(kinds(found)) == ["about", "look", "menu"]


def case_lines_come_whole_and_in_order():
    talk = Talk()
    talk.say(HELLO % 0)
    for number in range(1, 12):
        found = talk.say('{"m":"roll","i":%d,"c":"51ce","n":%d}' % (number, number))
        for message in found:
            if message["m"] == "re" and not message["ok"]:
                assert message["err"] == "play.no_throw" or message["err"] == "link.stale"
    found = talk.say('{"m":"again","n":0}')
    lines = [message["l"] for message in found if message["m"] == "line"]
    assert len(lines) > 2
    assert lines == [json.loads(body) for body in talk.journal.rows]
    assert talk.decoder.bad == 0


def case_a_request_is_done_once():
    talk = Talk()
    talk.say(HELLO % 0)
    answers = []
    for _ in range(3):
        found = talk.say('{"m":"roll","i":7,"c":"51ce","n":1}')
        answers += [message for message in found if message["m"] == "re"]
    assert [answer["ok"] for answer in answers] == [1, 1, 1]
    assert [answer["n"] for answer in answers] == [1, 1, 1]
    assert len(talk.journal.rows) == 2


def case_a_key_turns_a_choice_once():
    talk = Talk()
    talk.say(HELLO % 0)
    for _ in range(2):
        found = talk.say('{"m":"key","i":7,"c":"51ce","seat":0,"key":1}')
        assert [one["ok"] for one in found if one["m"] == "re"] == [1]
        assert talk.table.prompts.face(talk.table.session.state) == 1
    talk.say('{"m":"key","i":8,"c":"51ce","seat":0,"key":1,"held":0}')
    assert talk.table.prompts.face(talk.table.session.state) == 2
    found = talk.say('{"m":"key","i":9,"c":"51ce","seat":9,"key":1}')
    assert [one["err"] for one in found if one["m"] == "re"] == ["link.bad_request"]


def case_nonsense_is_refused():
    talk = Talk()
    talk.say(HELLO % 1)
    deep = "[" * 90 + "]" * 90
    for body in (
        '{"m":%s}' % deep,
        '{"m":"do","a":%s}' % deep,
        '{"m":"do","i":1,"c":%s,"a":[1]}' % deep,
        '{"m":"do","i":1,"c":%s,"a":[2]}' % deep,
        '{"m":"new","i":2,"c":"a","game":"ludo","seats":2,"opt":{"pawns":%s}}' % deep,
        '{"m":"new","i":3,"c":"a","game":"ludo","seats":2,"opt":{"pawns":1e999}}',
        '{"m":"new","i":4,"c":"a","game":"ludo","seats":99999999999999999999,"opt":{}}',
        '{"m":"do","i":5,"c":"a","a":[1.5],"seat":99999999999999}',
        '{"m":"do","i":6,"c":"a","a":[null,true,"x"]}',
        '{"m":"undo","i":7,"c":"a","n":1e99,"e":[]}',
        '{"m":"again","n":{"x":1}}',
        '{"m":"ack","b":true}',
        '{"m":"hello","p":{},"v":3}',
        '{"m"',
        '{"m":"do","i":8,"c":"a"} {}',
        "{" * 200,
    ):
        for message in talk.say(body):
            assert message["m"] != "re" or message["ok"] == 0
    talk.say(HELLO % 0)
    found = talk.say('{"m":"status","i":1,"c":"51ce"}')
    assert kinds(found) == ["re"]
    assert found[0]["n"] == 1
    assert len(talk.journal.rows) == 1


def case_nothing_is_sent_without_a_host():
    talk = Talk()
    assert talk.say('{"m":"status","i":1,"c":"51ce"}') == []
    talk.table.throw()
    talk.server.note("play.hint", [])
    talk.server.bye()
    assert not talk.server.poll()
    assert talk.port.sent == b""
    assert talk.server.out.empty
