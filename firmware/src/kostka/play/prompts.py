"""Prompts: playing by the keys of a seat panel alone.

LEFT and RIGHT turn through the faces of the die or the legal actions, OK confirms. OK without a
choice lets the board throw. UNDO drops the choice; held, it takes back the last gesture.
Where seats have no panel, panel 0 speaks for them, see kostka.scene.panels.
"""

from kostka.compat import const
from kostka.play import referee as rf
from kostka.rules import request as rq
from kostka.rules.action import PUBLIC
from kostka.scene.panels import served

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.play.referee import Referee
    from kostka.rules.state import State

    Seats = list[int] | tuple[int, ...] | dict[int, tuple[int, str]]

# What a key press asks for.
NOTHING = const(0)
TURNED = const(1)  # another choice is shown
THROW = const(2)  # the board is to throw
PLAY = const(3)  # `actions` by `seat`
UNDO = const(4)  # take back the last gesture
AGAIN = const(5)  # the game is over: a new one
WAIT = const(6)  # not before the table is right

# Keys of a panel; an event is panel << 4 | key << 1 | held.
LEFT = const(0)
RIGHT = const(1)
OK = const(2)
UNDO_KEY = const(3)


class Prompts:
    """The choices that seats have turned to but not confirmed.

    After PLAY, `actions` are to be played and `seat` is who chose them.
    """

    def __init__(self, seats: int, panels: int = 16, around: bytes = b"") -> None:
        """Make the prompts of a game on a table with so many panels; `around` as in served()."""
        self.panels = panels
        self.away: tuple[int, ...] = ()  # seats that keys do not speak for
        self._around = around
        self.seat = -1
        self.actions: list[int] = []
        self._at = bytearray(seats)  # choice of each seat, from 1; 0 is none
        self._faces: list[int] = []  # faces entered of a throw of several dice
        self._thrown: State | None = None  # the state after these

    def clear(self) -> None:
        """Drop all choices: the game has moved on."""
        for seat in range(len(self._at)):
            self._at[seat] = 0
        self._drop_faces()

    @property
    def turned(self) -> bool:
        """Say whether a seat has turned to a choice."""
        return any(self._at)

    def _drop_faces(self) -> None:
        self._faces = []
        self._thrown = None

    def press(self, event: int, state: "State", referee: "Referee", answered: "Seats" = ()) -> int:
        """Take a key event; return what it asks for. The referee has judged the last picture.

        `answered` are seats that may answer but have done so.
        """
        panel, key, held = event >> 4, event >> 1 & 7, event & 1
        seat = served(panel, self.panels, asked(state, answered), self._around)
        if panel >= self.panels or seat >= len(self._at):
            return NOTHING
        if state.is_terminal():
            return AGAIN if key == OK and held else NOTHING
        if key == UNDO_KEY:
            if held:
                return UNDO
            return self._drop(seat, state)
        if held or not self._heard(seat, state):
            return NOTHING
        if key == OK:
            return self._confirm(seat, state, referee)
        count = len(self._choices(seat, state, referee))
        if not count:
            return NOTHING
        at = self._at[seat]
        if key == RIGHT:
            self._at[seat] = at % count + 1
        else:
            self._at[seat] = at - 1 if at > 1 else count
        return TURNED

    def _heard(self, seat: int, state: "State") -> bool:
        request = state.request(PUBLIC)
        away = seat in self.away
        if request.what == rq.THROW:
            if away and request.sources & rq.BOARD:
                return False  # the board throws; other dice somebody has to throw for it
            return request.seat in (seat, PUBLIC)
        return not away and seat in state.may_answer()

    def _drop(self, seat: int, state: "State") -> int:
        if not self._at[seat] and not self._faces:
            return NOTHING
        self._at[seat] = 0
        if self._heard(seat, state):
            self._drop_faces()
        return TURNED

    def _choices(self, seat: int, state: "State", referee: "Referee") -> list[int]:
        if state.request(PUBLIC).what == rq.THROW:
            now = self._thrown or state
            return [action for action, _ in now.chance_outcomes()]
        if referee.outcome == rf.SEVERAL and state.current_player() == seat:
            return referee.actions
        return state.legal_actions(seat)

    def _confirm(self, seat: int, state: "State", referee: "Referee") -> int:
        throw = state.request(PUBLIC).what == rq.THROW
        at = self._at[seat]
        if not at:
            if not throw or self._faces or not state.request(PUBLIC).sources & rq.BOARD:
                return NOTHING
            return THROW if referee.outcome == rf.SAME else WAIT
        if referee.outcome != rf.SAME and (throw or referee.outcome == rf.NONE):
            return WAIT
        choices = self._choices(seat, state, referee)
        self.seat = seat
        if at > len(choices):
            self._at[seat] = 0
            return TURNED
        if throw:
            return self._enter(seat, state, choices[at - 1])
        self.actions = [choices[at - 1]]
        self._at[seat] = 0
        return PLAY

    def _enter(self, seat: int, state: "State", action: int) -> int:
        """Take a face; all faces of a throw are played at once."""
        self._faces.append(action)
        self._at[seat] = 0
        if len(self._faces) < len(state.request(PUBLIC).dice):
            if self._thrown is None:
                self._thrown = state.clone()
            self._thrown.apply(action)
            return TURNED
        self.actions = self._faces
        self._drop_faces()
        return PLAY

    # What is to be seen ----------------------------------------------------------------------

    def face(self, state: "State") -> int:
        """Return the number of the face that is turned to in public, 0 for none."""
        request = state.request(PUBLIC)
        if request.what != rq.THROW:
            return 0
        for at in self._at:
            if at:
                return at
        return 0

    def cursor(self, state: "State", referee: "Referee") -> list[int]:
        """Return the spots of the move that is turned to, from and to, [] for none.

        Of a choice that moves nothing they are those that stand for it.

        Only for moves that one seat decides in public: nothing shows a secret choice.
        """
        request = state.request(PUBLIC)
        if request.what != rq.MOVE or request.seat < 0 or request.hidden:
            return []
        at = self._at[request.seat]
        choices = self._choices(request.seat, state, referee) if at else []
        if not 0 < at <= len(choices):
            return []
        moved = state.footprint(choices[at - 1])
        if moved is None:
            return list(state.pointer(choices[at - 1]))
        return list(moved[0][:1] + moved[1][:1])


def asked(state: "State", answered: "Seats") -> list[int]:
    """Return the seats that are waited for, ascending; `answered` have done so already."""
    request = state.request(PUBLIC)
    if request.what == rq.THROW:
        return [request.seat] if request.seat >= 0 else []
    return [seat for seat in state.may_answer() if seat not in answered]
