"""What browsers may ask for: checked, then done by hands at the bench or asked over the link."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

from kostka import games
from kostka.errors import HardwareError, IllegalAction, KostkaError, StaleLine
from kostka.rules import request as rq
from kostka.rules.action import PUBLIC
from kostka.rules.state import State

from kostka_host.simulate.family import after
from kostka_host.web import seat_view
from kostka_host.web.arguments import kinds, number
from kostka_host.web.desk import Desk
from kostka_host.web.hands import AIR_MS, Hands
from kostka_host.web.hub import Steps, Wish
from kostka_host.web.pieces import TABLE, Piece
from kostka_host.web.shelf import POLL_MS, Shelf

KEYS = 4
HOLD_MS = (20, 5000)  # shortest and longest press of a key
LONG_MS = 1000  # after which a key that is pressed over the link counts as held
LINE_MS = 2000  # in which a line comes that the board has agreed to
SEEN_MS = 6000  # in which a board sees what was put on it, also on a machine with much to do
DICE = 64  # most that are told at once

Ask = Generator["float | Callable[[], Any]", Any, Any]


class Wishes:
    """Begins wishes for one desk; every refusal is a KostkaError."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._turns: dict[tuple[int, int], int] = {}  # how often each key went down or up
        self._table: dict[str, Callable[[Wish], Steps | None]] = {
            "lift": self._lift,
            "put": self._put,
            "box": self._box,
            "move": self._move,
            "set_up": self._set_up,
            "key": self._key,
            "press": self._press,
            "roll": self._roll,
            "faces": self._faces,
            "play": self._play,
            "undo": self._undo,
            "new": self._new,
            "mask": self._mask,
            **desk.beside.wishes(),
        }
        self._shelf = Shelf(desk)
        self._table |= self._shelf.wishes()
        self._seat: dict[str, Callable[[Wish], Steps | None]] = {
            "play": self._play_seat,
            "roll": self._roll_seat,
        }

    def begin(self, wish: Wish) -> Steps | None:
        """Begin a wish: do it at once (None) or return the way to do it.

        Raises:
            KostkaError: it makes no sense, or cannot be done now.
        """
        word = wish.message.get("do")
        does = self._table if wish.seat == PUBLIC else self._seat
        do = does.get(word) if isinstance(word, str) else None
        if do is None:
            raise KostkaError("web.unknown", str(word)[:40])
        try:
            steps = do(wish)
        except HardwareError as problem:
            self._lost(problem)
            raise
        return self._guarded(steps) if steps is not None else None

    def _guarded(self, steps: Steps) -> Steps:
        """Go a way to its end; what goes wrong at the bench leaves nothing in the air."""
        try:
            yield from steps
        except HardwareError as problem:
            self._lost(problem)
            raise
        finally:
            self._desk.drop_own()

    def _lost(self, problem: HardwareError) -> None:
        if problem.text in ("bench.gone", "bench.stuck"):
            self._desk.bench_lost()

    # What a wish needs -----------------------------------------------------------------------

    def _state(self) -> State:
        self._need_rules()
        state = self._desk.state
        if state is None:
            raise KostkaError("play.no_game")
        return state

    def _need_rules(self) -> None:
        """Raise where the board plays by other rules than this program."""
        notice = self._desk.notice()
        if notice is not None:
            raise KostkaError(str(notice[0]), *notice[1:])

    def _hands(self) -> Hands:
        hands = self._desk.hands
        if hands is None:
            raise KostkaError("terminal.no_hands")
        return hands

    def _line(self, wish: Wish) -> int:
        """Return the number of the next line, for which a wish has to be.

        Raises:
            KostkaError: it does not say for which line it is.
            StaleLine: the game has moved on since the browser saw it.
        """
        line = self._desk.table.mirror.next_line
        if number(wish, "n", 0, 1 << 30) != line:
            raise StaleLine("link.stale")
        return line

    def _ask(self, kind: str, **fields: Any) -> Callable[[], Any]:
        return lambda: self._desk.table.ask(kind, **fields)

    def _line_after(self, line: int) -> Ask:
        """Wait until a line that the board agreed to is here."""
        waited = 0
        while self._desk.table.mirror.next_line <= line and waited < LINE_MS:
            yield POLL_MS
            waited += POLL_MS

    # Tokens ----------------------------------------------------------------------------------

    def _lift(self, wish: Wish) -> None:
        hands = self._hands()
        hands.lift(hands.piece(wish.message.get("token")), wish.who)

    def _box(self, wish: Wish) -> None:
        hands = self._hands()
        piece = hands.piece(wish.message.get("token"))
        if piece.where != TABLE:
            hands.held(piece, wish.who)
        hands.box(piece)

    def _put(self, wish: Wish) -> Steps:
        hands = self._hands()
        piece = hands.piece(wish.message.get("token"))
        hands.held(piece, wish.who)
        cell = self._cell(wish)
        return self._put_or_back(hands, piece, cell)

    def _move(self, wish: Wish) -> Steps:
        hands = self._hands()
        piece = hands.piece(wish.message.get("token"))
        cell = self._cell(wish)
        hands.lift(piece, wish.who)
        yield AIR_MS
        yield from self._put_or_back(hands, piece, cell)

    def _cell(self, wish: Wish) -> int:
        layout = self._desk.table.layout
        return number(wish, "cell", 0, layout.rows * layout.cols - 1)

    def _put_or_back(self, hands: Hands, piece: Piece, cell: int) -> Steps:
        """Put a token on a cell; where that cannot be, it goes back to where it was lifted."""
        try:
            yield from self._put_down(hands, piece, cell)
        except KostkaError:
            origin = piece.origin
            if origin >= 0 and hands.pieces.at(origin) is None:
                hands.set_down(piece, origin)
            else:
                hands.box(piece)
            raise

    def _put_down(self, hands: Hands, piece: Piece, cell: int) -> Steps:
        state = self._state()
        if not hands.seen(piece, cell) and piece.origin != cell:
            yield from self._put_unseen(hands, piece, cell, state)
            return
        fits = hands.fitting(state, piece, cell)
        if len(fits) == 1 or (fits and hands.pieces.at(cell) is not None):
            yield from hands.make_room(state.tokens(), after(state, fits[0]), piece, cell)
        hands.set_down(piece, cell)

    def _put_unseen(self, hands: Hands, piece: Piece, cell: int, state: State) -> Steps:
        """Play a drag that the board's sensors cannot see as the action that it fits."""
        wanted = (hands.pieces.spot(cell), piece.token)
        if hands.pieces.lacking(state.tokens())[wanted]:
            hands.set_down(piece, cell)  # it belongs there
            return
        fits = hands.fitting(state, piece, cell)
        if len(fits) != 1:
            raise KostkaError("terminal.several" if fits else "web.unseen")
        line = self._desk.table.mirror.next_line
        now, then = state.tokens(), after(state, fits[0])
        try:
            yield self._ask("do", a=[fits[0]], s="p", n=line)
        except KostkaError as problem:
            if problem.text != "link.stale":
                raise
            # a board that sees a token leave for long takes it for the move by itself
            yield from self._line_after(line)
            if not hands.pieces.lacking(self._state().tokens())[wanted]:
                raise
        yield from self._line_after(line)
        yield from hands.make_room(now, then, piece, cell)
        hands.set_down(piece, cell)

    def _set_up(self, wish: Wish) -> Steps:
        """Put everything in place; done when the board has seen it, unless a hand holds a token.

        Whoever throws right after that is not refused because the picture has not settled yet.
        """
        self._desk.look()  # hands see what stands there before they reach for it
        hands = self._hands()
        yield from hands.set_up(self._state().tokens())
        waited = 0
        while self._desk.table.verdict.outcome != "same" and not hands.busy():
            if waited >= SEEN_MS:
                raise KostkaError("web.not_seen")
            yield POLL_MS
            waited += POLL_MS

    # Keys ------------------------------------------------------------------------------------

    def _key_of(self, wish: Wish) -> tuple[int, int]:
        if not self._desk.keys_up:
            raise KostkaError("terminal.no_hands")
        panels = len(self._desk.table.layout.stations)
        return number(wish, "seat", 0, panels - 1), number(wish, "key", 0, KEYS - 1)

    def _key(self, wish: Wish) -> Steps | None:
        seat, key = self._key_of(wish)
        down = bool(wish.message.get("down"))
        if self._desk.bench_up:
            self._desk.table.board.key(seat, key, down)
        if down:
            self._desk.keys[(seat, key)] = wish.who
        else:
            self._desk.keys.pop((seat, key), None)
        turn = self._turns[seat, key] = self._turns.get((seat, key), 0) + 1
        if self._desk.bench_up or not down:
            return None
        still = (seat, key), turn
        return self._key_by_link(seat, key, lambda: self._is_down(*still))

    def _is_down(self, key: tuple[int, int], turn: int) -> bool:
        return key in self._desk.keys and self._turns[key] == turn

    def _key_by_link(self, seat: int, key: int, down: Callable[[], bool]) -> Steps:
        """Press a key of a board without a bench; it counts as held where it stays `down`."""
        yield self._ask("key", seat=seat, key=key, held=0)
        waited = 0
        while down():
            if waited >= LONG_MS:
                yield self._ask("key", seat=seat, key=key, held=1)
                return
            yield POLL_MS
            waited += POLL_MS

    def _press(self, wish: Wish) -> Steps:
        seat, key = self._key_of(wish)
        hold_ms = number(wish, "hold", *HOLD_MS, AIR_MS)
        if not self._desk.bench_up:
            yield self._ask("key", seat=seat, key=key, held=0)
            if hold_ms > LONG_MS:
                yield self._ask("key", seat=seat, key=key, held=1)
            return
        board = self._desk.table.board
        board.key(seat, key, True)
        yield hold_ms
        board.key(seat, key, False)

    # The game --------------------------------------------------------------------------------

    def _roll(self, wish: Wish) -> Steps:
        if self._state().request(PUBLIC).what != rq.THROW:
            raise KostkaError("terminal.no_throw")
        return self._asking("roll", n=self._line(wish))

    def _faces(self, wish: Wish) -> Steps:
        """Tell what was thrown with dice of one's own."""
        state = self._state().clone()
        dice = state.request(PUBLIC).dice
        faces = wish.message.get("faces")
        if not dice:
            raise KostkaError("terminal.no_throw")
        if not isinstance(faces, list) or len(faces) != len(dice) or len(dice) > DICE:
            raise KostkaError("web.faces", len(dice))
        actions = []
        for face in faces:
            outcomes = [action for action, _ in state.chance_outcomes()]
            if type(face) is not int or not 1 <= face <= len(outcomes):
                raise KostkaError("terminal.face", str(face)[:20], len(outcomes))
            actions.append(outcomes[face - 1])
            state.apply(actions[-1])
        return self._asking("do", a=actions, s=wish.source, n=self._line(wish))

    def _play(self, wish: Wish) -> Steps:
        """Play an action that everybody may know of; hands then carry its tokens."""
        state, line = self._state(), self._line(wish)
        if state.request(PUBLIC).hidden:
            raise KostkaError("web.hidden")
        action = number(wish, "a", 0, (1 << 30) - 1)
        seat = next((s for s in state.may_answer() if action in state.legal_actions(s)), -1)
        if seat < 0:
            raise self._why_not(state, action)
        fields = {"seat": seat} if len(state.may_answer()) > 1 else {}
        yield self._ask("do", a=[action], s="p", n=line, **fields)
        if state.footprint(action) is not None:
            yield from self._carry_out(wish, line)

    def _why_not(self, state: State, action: int) -> KostkaError:
        """Return why an action cannot be played, by the rule that it breaks."""
        try:
            state.clone().apply(action)
        except IllegalAction as problem:
            return problem
        return IllegalAction("", "action.illegal", state.action_text(action))

    def _undo(self, wish: Wish) -> Steps:
        line = self._line(wish)
        back_to = self._desk.table.last_gesture() if self._state() else -1
        if back_to < 0:
            raise KostkaError("play.no_undo")
        return self._take_back(wish, back_to, line)

    def _take_back(self, wish: Wish, back_to: int, line: int) -> Steps:
        """Go back to a line; hands then carry the tokens back, as they do for a choice."""
        yield self._ask("undo", n=back_to, e=line)
        yield from self._carry_out(wish, line)

    def _carry_out(self, wish: Wish, line: int) -> Steps:
        """Let hands, where there are some, carry what a line that was agreed to moves."""
        if self._desk.hands is not None:
            yield from self._line_after(line)
            yield from self._set_up(wish)

    def _mask(self, wish: Wish) -> Steps:
        return self._asking("mask", cell=self._cell(wish), on=number(wish, "on", 0, 1))

    def _new(self, wish: Wish) -> Steps:
        self._need_rules()
        name, options = wish.message.get("game"), wish.message.get("options", {})
        if not isinstance(options, dict) or not all(map(_is_value, options.values())):
            raise KostkaError("web.argument", "options")
        game = games.load(name if isinstance(name, str) else "")
        seats = number(wish, "seats", 0, 64)
        full = game.complete(seats, options)
        yield from self._shelf.begin(game, seats, full, kinds(wish, seats))
        if self._desk.hands is not None:
            yield from self._set_up(wish)

    def _asking(self, kind: str, **fields: Any) -> Steps:
        yield self._ask(kind, **fields)

    # A seat's page ---------------------------------------------------------------------------

    def _play_seat(self, wish: Wish) -> Steps:
        """Play an answer of the seat whose page this is, and of no other."""
        state, line, seat = self._state(), self._line(wish), wish.seat
        action = number(wish, "a", 0, (1 << 30) - 1)
        if action not in state.legal_actions(seat):
            raise IllegalAction("", "web.not_now")
        reply = yield self._ask("do", a=[action], s="p", n=line, seat=seat)
        if reply.get("n") == -1 and self._desk.table.mirror.next_line == line:
            self._desk.held.add(seat)
        elif state.footprint(action) is not None:
            yield from self._carry_out(wish, line)

    def _roll_seat(self, wish: Wish) -> Steps:
        if not seat_view.may_throw(self._state(), wish.seat):
            raise KostkaError("terminal.no_throw")
        return self._asking("roll", n=self._line(wish))


def _is_value(value: object) -> bool:
    """Say whether something may be the value of an option."""
    if isinstance(value, list):
        return all(type(one) in (bool, int, str) for one in value)
    return type(value) in (bool, int, str)
