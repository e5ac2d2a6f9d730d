"""The board's end of the link on a port in memory, over a real table and journal, and a host."""

import json

import board_layout as layout
import kostka_engine as engine
from kostka import games, line, mats
from kostka.app.health import Health
from kostka.app.lights import Lights
from kostka.app.settings import Settings
from kostka.app.table import Table
from kostka.config import Config
from kostka.hal.fakes import FakeClock, FakePort, FakeStrip
from kostka.journal.store import Store
from kostka.link import messages
from kostka.link.server import Server
from kostka.rules.action import CHANCE, PUBLIC
from kostka.rules.rng import XorShift
from kostka.sense.picture import Picture
from kostka.version import PROTOCOL
from kostka_host.link.stream import Stream

games.register("probe", "kostka_probe")
mats.register("probe", "kostka_probe_mat")

SESSION = "9f3a"
IDENT = [
    ("p", list(PROTOCOL)),
    ("fw", "0.1.0"),
    ("mpy", "1.28.0"),
    ("id", "b0a4d"),
    ("lay", "quad:00000000"),
    ("cfg", "00000000"),
]
VERSIONS = {"ludo": 1, "probe": 1}


class Guard:
    """A crash log with one crash."""

    safe = False

    def log(self):
        crash = {"game": "ludo", "line": 3, "free": 100_000, "up": 5, "what": "ValueError: x"}
        return 1, [crash]


class Tasks:
    """What the server asks about the tasks of an app."""

    def __init__(self):
        self.crashes = 0
        self.health = Health()
        self.guard = Guard()


class Scanner:
    """What the server asks about a scanner."""

    missed = keys_lost = 0
    errors = (0, 2)


class Board:
    """A table that the tests play at, and its server."""

    def __init__(self, folder, game="ludo", seats=2, seed=7, **options):
        folder.mkdir(exist_ok=True)
        self.port = FakePort()
        config = Config()
        self.store = Store(str(folder))
        self.rng = XorShift(seed)
        self.ids = 0
        self.restarts = 0
        strips = FakeStrip(layout.LED_A), FakeStrip(layout.LED_B)
        self.table = Table(
            self.store,
            XorShift(seed),
            FakeClock(),
            config,
            Picture(layout.CELL_BIT, config.get("settle")),
            Lights(layout, *strips, config),
            self._new_id,
            self._restart,
        )
        self.table.settings = Settings(config, None)
        self.table.tasks = Tasks()
        self.table.scanner = Scanner()
        self.server = Server(self.port, self.table, IDENT, SESSION)
        self.table.link = self.server
        self.table._need_right_table = lambda: None  # nobody moves tokens here
        if game == "ludo":
            options.setdefault("first", "seat1")  # no lots: the first line is the header alone
        if game:
            self.table.start(game, seats, options)

    def _new_id(self):
        self.ids += 1
        return f"{self.ids:016x}"

    def _restart(self):
        self.restarts += 1

    @property
    def session(self):
        return self.table.session

    @property
    def bodies(self):
        return list(self.store.bodies(0))

    def choose(self):
        """Return (seat, actions) that may be played next; the seat of dice is -1."""
        state = self.session.state
        if state.current_player() == CHANCE:
            work = state.clone()
            actions = []
            for _ in state.request(PUBLIC).dice:
                actions.append(engine.pick(work, self.rng))
                work.apply(actions[-1])
            return -1, actions
        seat = [one for one in state.may_answer() if one not in self.session.held][-1]
        legal = state.legal_actions(seat)
        return seat, [legal[self.rng.below(len(legal))]]

    def play(self, steps=1):
        """Play at the table by keys."""
        for _ in range(steps):
            if self.session.closed:
                return
            seat, actions = self.choose()
            if seat < 0:
                self.table.play(actions, "k")
            else:
                self.table.answer(seat, actions[0], "k")

    def run(self, turns=100000):
        """Let the server work until it has nothing to do."""
        while turns and self.server.poll():
            turns -= 1
        return turns > 0

    def say(self, body):
        """Send a body as a host does, and let the server take it."""
        self.port.feed(line.frame(line.FROM_HOST, body))
        self.run()

    def take(self):
        """Return the bytes that the board sent since the last call."""
        data = bytes(self.port.sent)
        self.port.sent.clear()
        return data


class Host:
    """A host that follows the protocol; all that it sends and gets must be in the table.

    With `ack` False it never says how much arrived.
    """

    def __init__(self, board, ack=True, greet=True, **greeting):
        self.board = board
        self.ack = ack
        self.console = []
        self.stream = Stream(self.console.append)
        self.got = []  # all messages
        self.gaps = 0
        self.raw = b""
        self.request_id = 0
        if greet:
            self.greet(**greeting)

    def greet(self, p=PROTOCOL, v=VERSIONS, w=0, **more):
        return self.send("hello", p=list(p), c="51ce", v=v, w=w, **more)

    def send(self, kind, **fields):
        """Send a message and return the messages that came since."""
        message = {"m": kind, **fields}
        check(message, messages.TO_BOARD)
        self.board.say(json.dumps(message, separators=(",", ":")))
        return self.pump()

    def ask(self, kind, **fields):
        """Ask with a new number and return the answer."""
        self.request_id += 1
        return self.ask_as(self.request_id, kind, **fields)

    def ask_as(self, number, kind, **fields):
        answers = self.send(kind, i=number, c="51ce", **fields)
        answers = [one for one in answers if one["m"] == "re" and one["r"] == number]
        assert len(answers) == 1
        return answers[0]

    def pump(self):
        """Let the board go on and return the messages that came."""
        new = []
        while True:
            self.board.run()
            data = self.board.take()
            self.raw += data
            for message in self.stream.feed(data):
                check(message, messages.TO_HOST)
                if message["m"] == "hello":
                    self.stream.greet(message)
                elif not self.stream.in_order(message):
                    self.gaps += 1
                new.append(message)
            count = self.stream.credit(idle=True) if self.ack else -1
            if count < 0:
                self.got += new
                return new
            self.board.say(f'{{"m":"ack","b":{count}}}')


def of(kind, found):
    return [message for message in found if message["m"] == kind]


def check(message, direction):
    """Hold a message to the table: known, no field too many, none missing, of the right type."""
    fields = messages.find(message.get("m"), direction)
    assert fields is not None, message
    names = [field[0] for field in fields]
    assert set(message) <= set(names), message
    for name, kind, _, needed, _ in fields:
        if name not in message:
            assert not needed, (name, message)
            continue
        value = message[name]
        if kind.startswith("["):
            assert isinstance(value, list), (name, message)
        else:
            allowed = {"int": int, "str": str, "list": list, "object": dict}
            types = [allowed[word] for word in kind.split(" or ") if word != "null"]
            assert isinstance(value, tuple(types)) or ("null" in kind and value is None), message


def lines(found):
    return [message["l"] for message in of("line", found)]


def bodies(found):
    return [json.dumps(entry, separators=(",", ":")) for entry in lines(found)]


def numbers(found):
    return [entry.get("n", 0) for entry in lines(found)]
