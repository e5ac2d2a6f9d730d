"""A game of two seats with a token each that may go to any free spot, as other games lack it."""

from kostka.rules import events as ev
from kostka.rules import request as rq
from kostka.rules.action import TERMINAL, a_of, b_of, pack
from kostka.rules.game import Game
from kostka.rules.outcome import Outcome
from kostka.rules.request import Request
from kostka.rules.state import State
from kostka.rules.token import token

GO = 1  # a: from, b: to


class Choice(Game):
    name = "choice"
    version = 1
    seats = (2, 2)
    spots = 6

    def new_state(self, seats, options):
        return ChoiceState(self, seats, self.complete(seats, options))


class ChoiceState(State):
    INTS = ("moves",)
    LISTS = ("at",)

    def __init__(self, game, seats, options):
        super().__init__(game, seats, options)
        self.moves = 0
        self.at = bytearray([0, 5])

    def current_player(self):
        return self.moves % 2 if self.moves < 20 else TERMINAL

    def request(self, seat=-1):
        if self.moves >= 20:
            return Request(-1, rq.NOTHING)
        return Request(self.moves % 2, rq.MOVE, rq.CELLS | rq.KEYS | rq.PAGE, "choice.move")

    def legal_actions(self, seat=None):
        player = self.current_player()
        if player < 0 or seat not in (None, player):
            return []
        return [pack(GO, self.at[player], to) for to in range(6) if to not in self.at]

    def chance_outcomes(self):
        return []

    def apply(self, action, events=None):
        if action not in self.legal_actions():
            raise self.refuse(action, "CH-1")
        player = self.current_player()
        self.at[player] = b_of(action)
        self.moves += 1
        if events is not None:
            events.append((ev.MOVE, ev.ALL, player, token(player), a_of(action), b_of(action)))
            events.append((ev.TURN, ev.ALL, self.moves % 2))

    def footprint(self, action):
        return (a_of(action),), (b_of(action),)

    def tokens(self):
        return sorted([(self.at[0], token(0)), (self.at[1], token(1))])

    def returns(self):
        return [0, 0]

    def outcome(self):
        return Outcome("choice.over", "CH-2", ()) if self.moves >= 20 else None

    def observation(self, seat):
        return {"at": list(self.at), "moves": self.moves}

    def action_text(self, action):
        return f"{a_of(action)}-{b_of(action)}"


GAME = Choice()
