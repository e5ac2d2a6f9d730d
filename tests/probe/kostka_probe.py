"""The probe: a small game that leans on every part of the rules kernel. It exists for tests.

- PR-1: Each seat has a pawn and a tower on a track of nine spots. Spot 4 holds two tokens, any
  other spot one.
- PR-2: At the start of a round each seat draws cards, one by one, until it holds three. The deck
  has six cards of each number 1 to 4. With option `open` hands lie open.
- PR-3: All seats choose one of their cards in secret, at the same time. Then all are shown.
- PR-4: From the highest number down each seat has a turn; among equal numbers option `tie` says
  whether the first or the last seat goes before.
- PR-5: In its turn a seat moves one of its tokens on by its number. A token that enters a full
  spot pushes the token with the lowest number there to the next spot, and so on. A token that
  goes past the last spot is home and scores 1 for its owner. Without tokens the seat passes.
- PR-6: Then it throws `dice` dice at the next seat and may throw all dice of one face again.
- PR-7: Each six hits; the first `armor` hits on a seat glance off. The target throws one die per
  hit left and saves on 5 or 6. A seat cannot have more armor than there are dice.
- PR-8: Each hit that is not saved scores 1.
- PR-9: After `rounds` rounds the most points win. A return is points times seats less all points.
"""

from kostka.compat import const
from kostka.errors import OptionError
from kostka.rules import events as ev
from kostka.rules import request as rq
from kostka.rules.action import CHANCE, TERMINAL, a_of, kind_of, pack
from kostka.rules.game import CHOICE, FLAG, INT, Game, Option
from kostka.rules.outcome import Outcome
from kostka.rules.request import Request
from kostka.rules.state import State
from kostka.rules.token import token

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    Events = list[tuple[int, ...]] | None

SPOTS = const(9)
WIDE = const(4)  # the spot that holds two tokens
NUMBERS = const(4)
COPIES = const(6)
HAND = const(3)

# Kinds of actions. In notation each is a letter and its operand.
A_CARD = const(1)  # chance: a = number drawn
A_NUMBER = const(2)  # a = number chosen
A_PAWN = const(3)  # a = target spot of the pawn; SPOTS is home
A_TOWER = const(4)  # a = target spot of the tower
A_DIE = const(5)  # chance: a = face
A_AGAIN = const(6)  # a = face to throw again, 0 = keep all
LETTERS = " cnptdr"  # by kind
OPERANDS = ("", "1234", "1234", "0123456789", "0123456789", "123456", "0123456")
NAMES = ("", "card", "number", "pawn", "tower", "die", "again")

# Frames of the agenda (kind, a, b); those up to F_AGAIN wait for an action.
F_DRAW = const(1)  # a = seat that draws
F_NUMBER = const(2)  # a = seat that chooses
F_MOVE = const(3)  # a = seat, b = number
F_ROLL = const(4)  # a = seat that throws the dice whose face is 0
F_AGAIN = const(5)  # a = seat
F_ROUND = const(6)
F_SHOW = const(7)
F_TURN = const(8)  # a = seat, b = number
F_HITS = const(9)  # a = seat that threw, b = target
F_SAVES = const(10)  # likewise, after the target's throw
STEPS = ("_round", "_show", "_turn", "_hits", "_saves")  # from F_ROUND on
ASKS = (  # what, sources and text of the request, by the kind of the waiting frame
    (rq.NOTHING, 0, "probe.ask.over"),
    (rq.DRAW, rq.BOARD, "probe.ask.draw"),
    (rq.CHOOSE, rq.KEYS | rq.PAGE, "probe.ask.choose"),
    (rq.MOVE, rq.CELLS | rq.KEYS | rq.PAGE, "probe.ask.move"),
    (rq.THROW, rq.CUP | rq.KEYS | rq.PAGE, "probe.ask.throw"),
    (rq.CHOOSE, rq.KEYS | rq.PAGE, "probe.ask.again"),
)
RULES = ("PR-9", "PR-2", "PR-3", "PR-5", "PR-6", "PR-6")  # likewise

# What a SHOW event shows, and the game's own events.
CARD, NUMBER = 1, 2
E_DREW = ev.OWN  # (E_DREW, ALL, seat)
E_CHOSE = ev.OWN + 1  # (E_CHOSE, ALL, seat)


class Probe(Game):
    """The rules of the probe."""

    name = "probe"
    version = 1
    seats = (2, 3)
    spots = SPOTS
    options = (
        Option("open", FLAG, False, help="probe.option.open"),
        Option("tie", CHOICE, "first", ("first", "last"), help="probe.option.tie"),
        Option("rounds", INT, 3, (1, 5), help="probe.option.rounds"),
        Option("dice", INT, 20, (1, 20), help="probe.option.dice"),
        Option("armor", INT, 0, (0, 2), help="probe.option.armor", per_seat=True),
    )
    returns_sum = 0
    length_bound = 1000  # 5 rounds of 9 cards, 3 numbers, 3 moves, 3 volleys of 61

    def check_options(self, seats: int, options: dict[str, object]) -> None:
        """Refuse armor that no throw can get through (PR-7)."""
        for armor in options["armor"]:
            if armor > options["dice"]:
                raise OptionError("probe.armor", armor, options["dice"], rule="PR-7")

    def new_state(self, seats: int, options: dict[str, object]) -> State:
        """Return the state before the first card is drawn."""
        state = ProbeState(self, seats, self.complete(seats, options))
        state.push(F_ROUND)
        state.run(None)
        return state


class ProbeState(State):
    """One point of a game of the probe."""

    INTS = ("round",)
    LISTS = ("at", "points", "hand", "secret", "gone", "dice")

    def __init__(self, game: Game, seats: int, options: dict[str, object]) -> None:
        super().__init__(game, seats, options)
        self.round = 0
        self.at = [0, WIDE, 1, WIDE, 2, WIDE - 1][: seats * 2]  # by seat and shape; -1 is home
        self.points = [0] * seats
        self.hand = bytearray(seats * NUMBERS)  # how many cards of each number
        self.secret = bytearray(seats)  # the number chosen, 0 = none
        self.gone = bytearray(NUMBERS)  # cards played, by number
        self.dice = bytearray()  # faces; 0 = to be thrown

    def current_player(self) -> int:
        """Return the seat that decides, CHANCE or TERMINAL."""
        if not self.agenda:
            return TERMINAL
        kind, seat, _ = self.top()
        return CHANCE if kind in (F_DRAW, F_ROLL) else seat

    def may_answer(self) -> tuple[int, ...]:
        """Return all seats that still have to choose their number, else the one to decide."""
        if not self.agenda or self.top()[0] != F_NUMBER:
            return super().may_answer()
        return tuple(range(self.top()[1], self.seats))

    def request(self, seat: int = -1) -> Request:
        """Return what the game waits for."""
        kind, who, number = self.top() if self.agenda else (0, -1, 0)
        what, sources, text = ASKS[kind]
        if kind == F_NUMBER:
            who = seat
            if seat >= 0 and seat not in self.may_answer():
                what, sources, text = rq.NOTHING, 0, "probe.ask.wait"
        left = tuple([rq.D6 for face in self.dice if face == 0]) if kind == F_ROLL else ()
        hidden = kind == F_NUMBER and not self.options["open"]
        return Request(who, what, sources, text, (who + 1, number or len(left)), left, hidden)

    def legal_actions(self, seat: int | None = None) -> list[int]:
        """Return what a seat may do."""
        if seat is None:
            seat = self.current_player()
        if seat not in self.may_answer():
            return []
        kind, _, number = self.top()
        if kind == F_NUMBER:
            return [pack(A_NUMBER, n + 1) for n, count in enumerate(self._hand(seat)) if count]
        if kind == F_AGAIN:
            faces = list(self.dice)
            return [pack(A_AGAIN, face) for face in range(7) if not face or face in faces]
        own = enumerate(self.at[seat * 2 : seat * 2 + 2])
        return [pack(A_PAWN + i, min(at + number, SPOTS)) for i, at in own if at >= 0]

    def chance_outcomes(self) -> list[tuple[int, int]]:
        """Return the cards left in the deck, or the six faces."""
        kind = self.top()[0] if self.agenda else 0
        if kind == F_DRAW:
            return [(pack(A_CARD, n + 1), left) for n, left in enumerate(self._deck()) if left]
        return [(pack(A_DIE, face), 1) for face in range(1, 7)] if kind == F_ROLL else []

    def _hand(self, seat: int) -> bytearray:
        return self.hand[seat * NUMBERS : seat * NUMBERS + NUMBERS]

    def _deck(self) -> list[int]:
        left = [COPIES - n for n in self.gone]
        for i, n in enumerate(self.hand):
            left[i % NUMBERS] -= n
        for number in self.secret:
            if number:
                left[number - 1] -= 1
        return left

    def apply(self, action: int, events: "Events" = None) -> None:
        """Play one action (PR-2, PR-3, PR-5, PR-6) and all that follows from it."""
        kind, seat, _ = self.top() if self.agenda else (0, 0, 0)
        if kind in (F_DRAW, F_ROLL):
            self.check_chance(action, RULES[kind])
        elif action not in self.legal_actions():
            raise self.refuse(action, RULES[kind])
        a = a_of(action)
        if kind == F_ROLL:
            self.dice[self.dice.find(b"\0")] = a
            if events is not None:
                events.append((ev.THROW, ev.ALL, seat, rq.D6, a))
            if self.dice.find(b"\0") < 0:
                self.pop()
        else:
            self.pop()
            if kind == F_DRAW:
                self._draw(seat, a, events)
            elif kind == F_NUMBER:
                self._choose(seat, a, events)
            elif kind == F_MOVE:
                self._move(seat * 2 + kind_of(action) - A_PAWN, a, events)
            else:
                self._again(seat, a, events)
        self.run(events)

    def _draw(self, seat: int, number: int, events: "Events") -> None:
        self.hand[seat * NUMBERS + number - 1] += 1
        if events is not None:
            audience = ev.ALL if self.options["open"] else 1 << seat
            events.append((E_DREW, ev.ALL, seat))
            events.append((ev.SHOW, audience, seat, CARD, number))

    def _choose(self, seat: int, number: int, events: "Events") -> None:
        self.hand[seat * NUMBERS + number - 1] -= 1
        self.secret[seat] = number
        if events is not None:
            events.append((E_CHOSE, ev.ALL, seat))
            events.append((ev.CHOICE, 1 << seat, seat, number))

    def _again(self, seat: int, face: int, events: "Events") -> None:
        if face:
            self.dice = bytearray([0 if one == face else one for one in self.dice])
            self.push(F_ROLL, seat)
        if events is not None:
            events.append((ev.CHOICE, ev.ALL, seat, face))

    def _push_on(self, index: int, target: int) -> list[tuple[int, int, int]]:
        """Return (token index, from, to) of a token that moves and of all it pushes (PR-5)."""
        moved = []
        while True:
            moved.append((index, self.at[index], target))
            there = [i for i in range(len(self.at)) if self.at[i] == target]
            if len(there) < (2 if target == WIDE else 1):
                return moved
            index = there[0]
            target += 1

    def _move(self, mover: int, target: int, events: "Events") -> None:
        for index, spot, to in self._push_on(mover, target):
            owner = index >> 1
            self.at[index] = -1 if to == SPOTS else to
            if events is not None:
                kind = ev.MOVE if owner == mover >> 1 else ev.TAKE
                events.append((kind, ev.ALL, owner, token(owner, index & 1), spot, self.at[index]))
            if to == SPOTS:
                self.points[owner] += 1

    def run(self, events: "Events") -> None:
        """Work off the agenda until a step waits for an action or nothing is left."""
        while self.agenda and self.top()[0] > F_AGAIN:
            kind, a, b = self.pop()
            getattr(self, STEPS[kind - F_ROUND])(a, b, events)

    def _round(self, a: int, b: int, events: "Events") -> None:
        if self.round == self.options["rounds"]:
            if events is not None:
                best = self.outcome().winners
                events.append((ev.OVER, ev.ALL, best[0] if len(best) == 1 else -1))
            return
        self.round += 1
        self.push(F_ROUND)
        self.push(F_SHOW)
        for seat in range(self.seats - 1, -1, -1):
            self.push(F_NUMBER, seat)
        for seat in range(self.seats - 1, -1, -1):
            for _ in range(HAND - sum(self._hand(seat))):
                self.push(F_DRAW, seat)

    def _show(self, a: int, b: int, events: "Events") -> None:
        order = []
        for seat in range(self.seats):
            number = self.secret[seat]
            self.secret[seat] = 0
            self.gone[number - 1] += 1
            before = -seat if self.options["tie"] == "first" else seat
            order.append((number, before, seat))
            if events is not None:
                events.append((ev.SHOW, ev.ALL, seat, NUMBER, number))
        for number, _, seat in sorted(order):  # the last one pushed is the first to act (PR-4)
            self.push(F_TURN, seat, number)

    def _turn(self, seat: int, number: int, events: "Events") -> None:
        self.dice = bytearray(self.options["dice"])
        self.push(F_HITS, seat, (seat + 1) % self.seats)
        self.push(F_AGAIN, seat)
        self.push(F_ROLL, seat)
        if events is not None:
            events.append((ev.TURN, ev.ALL, seat))
        if self.at[seat * 2] >= 0 or self.at[seat * 2 + 1] >= 0:
            self.push(F_MOVE, seat, number)
        elif events is not None:
            events.append((ev.PASS, ev.ALL, seat))

    def _hits(self, seat: int, target: int, events: "Events") -> None:
        hits = len([face for face in self.dice if face == 6]) - self.options["armor"][target]
        self.dice = bytearray(max(hits, 0))
        if hits > 0:
            self.push(F_SAVES, seat, target)
            self.push(F_ROLL, target)

    def _saves(self, seat: int, target: int, events: "Events") -> None:
        self.points[seat] += len([face for face in self.dice if face < 5])
        self.dice = bytearray()

    def returns(self) -> list[int]:
        """Return each seat's points against those of all (PR-9)."""
        if self.agenda:
            return [0] * self.seats
        total = sum(self.points)
        return [points * self.seats - total for points in self.points]

    def outcome(self) -> Outcome | None:
        """Return the seats with the most points (PR-9)."""
        if self.agenda:
            return None
        won = [seat for seat in range(self.seats) if self.points[seat] == max(self.points)]
        return Outcome("probe.most_points", "PR-9", tuple(won))

    def tokens(self) -> list[tuple[int, int]]:
        """Return the tokens on the track."""
        every = [(spot, token(i >> 1, i & 1)) for i, spot in enumerate(self.at)]
        return sorted([pair for pair in every if pair[0] >= 0])

    def footprint(self, action: int) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """Return the spots that a move and its pushes empty and fill."""
        shape = kind_of(action) - A_PAWN
        if shape not in (0, 1):
            return None
        moved = self._push_on(self.top()[1] * 2 + shape, a_of(action))
        return tuple([m[1] for m in moved]), tuple([m[2] for m in moved if m[2] != SPOTS])

    def observation(self, seat: int) -> dict[str, object]:
        """Return what lies open, and what a seat holds and chose. Open hands keep the choice."""
        seen = {"round": self.round, "chose": [number > 0 for number in self.secret]}
        for name in ("at", "points", "gone", "dice", "agenda"):
            seen[name] = list(getattr(self, name))
        for owner in range(self.seats):
            cards = list(self._hand(owner))
            if owner != seat and self.secret[owner]:
                cards[self.secret[owner] - 1] += 1
            known = owner == seat or self.options["open"]
            seen["hand" + str(owner)] = cards if known else [sum(cards)]
        seen["secret"] = self.secret[seat] if seat >= 0 else 0
        return seen

    def resample(self, seat: int, draw: object) -> State:
        """Deal out again all cards that a seat has not seen, and choose again among them."""
        other = self.clone()
        rivals = [q for q in range(self.seats) if q != seat]
        for q in rivals:  # put everything back
            at = q * NUMBERS
            if self.secret[q]:
                other.hand[at + self.secret[q] - 1] += 1
                other.secret[q] = 0
            if not self.options["open"]:
                other.hand[at : at + NUMBERS] = bytearray(NUMBERS)
        for q in rivals:
            at = q * NUMBERS
            held = sum(self._hand(q)) + (self.secret[q] > 0)
            while sum(other._hand(q)) < held:
                other.hand[at + _pick(other._deck(), draw)] += 1
            if self.secret[q]:
                chosen = _pick(other._hand(q), draw)
                other.hand[at + chosen] -= 1
                other.secret[q] = chosen + 1
        return other

    def action_text(self, action: int) -> str:
        """Return `c3`, `n2`, `p5` (pawn to spot 5), `t9` (tower goes home), `d6` or `r0`."""
        kind = kind_of(action)
        text = str(a_of(action))
        if 0 < kind < len(LETTERS) and len(text) == 1 and text in OPERANDS[kind]:
            return LETTERS[kind] + text
        raise ValueError("no action")

    def parse_action(self, text: str) -> int:
        """Return the action of a text."""
        kind = LETTERS.find(text[:1]) if len(text) == 2 else 0
        if kind < 1 or text[1] not in OPERANDS[kind]:
            raise self.not_an_action(text)
        return pack(kind, int(text[1]))

    def describe(self, action: int, seat: int) -> tuple[str, tuple[object, ...]]:
        """Return the text of an action for a person."""
        name = NAMES[kind_of(action)] if action != pack(A_AGAIN) else "keep"
        return "probe.do." + name, (a_of(action),)


def _pick(counts: object, draw: object) -> int:
    cards = [n for n in range(NUMBERS) for _ in range(counts[n])]
    return cards[draw(len(cards))]


GAME = Probe()
