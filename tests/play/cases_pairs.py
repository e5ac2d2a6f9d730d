"""Two gestures in one picture: what is played, asked and left alone, on both Pythons."""

from kostka.compat import const
from kostka.mats.mat import Mat
from kostka.play import referee as rf
from kostka.play.pairs import MOST, Pairs
from kostka.play.referee import Referee

CELLS = const(1)
MAT = Mat("lane", [bytes([n]) for n in range(40)], b"", [], [])


class Lane:
    """Two seats with tokens that go one or two spots on; on a rival they send it to spot 39."""

    sources = CELLS

    def __init__(self, own, rival, turn=0, dice=False, far=2):
        self.at = [sorted(own), sorted(rival)]
        self.turn = turn
        self.dice = dice
        self.far = far
        self.applied = 0

    def clone(self):
        other = Lane(self.at[0], self.at[1], self.turn, self.dice, self.far)
        other.counter = self
        return other

    def current_player(self):
        return self.turn

    def request(self, seat=-1):
        return self

    def tokens(self):
        return sorted([(spot, seat << 6) for seat in range(2) for spot in self.at[seat]])

    def legal_actions(self, seat=None):
        if self.turn < 0:
            return []
        own = self.at[self.turn]
        found = []
        for spot in own:
            for to in range(spot + 1, spot + 1 + self.far):
                if to not in own and to < 39 and spot < 39:
                    found.append(spot << 9 | to)
        return sorted(found)

    def footprint(self, action):
        source, target = action >> 9, action & 511
        if target in self.at[1 - self.turn]:
            return (source, target), (target, 39)
        return (source,), (target,)

    def apply(self, action, events=None):
        assert action in self.legal_actions()
        self.counter.applied += 1
        source, target = action >> 9, action & 511
        own, rival = self.at[self.turn], self.at[1 - self.turn]
        own.remove(source)
        own.append(target)
        if target in rival:
            rival.remove(target)
            rival.append(39)
        own.sort()
        self.turn = -1 if self.dice else 1 - self.turn


def bits(spots):
    picture = bytearray(18)
    for spot in spots:
        picture[spot >> 3] |= 1 << (spot & 7)
    return picture


def judge(state, spots, touched=None):
    """Return the referee of a picture after all slices, and the number of slices."""
    referee = Referee(MAT)
    referee.expect(state)
    referee.look(bits(spots))
    pairs = Pairs(referee)
    slices = 0
    if pairs.begin(state, touched):
        while pairs.busy:
            pairs.step()
            slices += 1
        referee.take(pairs.found)
    return referee, slices


def act(source, target):
    return source << 9 | target


def case_move_and_answer_are_found():
    referee, _ = judge(Lane([0, 20], [10, 30]), [1, 20, 12, 30])
    assert (referee.outcome, referee.action) == (rf.ONE, act(0, 1))


def case_the_answer_may_take_the_token_that_moved():
    referee, _ = judge(Lane([8, 20], [10, 30]), [39, 20, 11, 30])  # nobody goes back
    assert referee.outcome == rf.NONE
    referee, _ = judge(Lane([11, 20], [10, 30]), [39, 20, 12, 30])
    assert (referee.outcome, referee.action) == (rf.ONE, act(11, 12))


def case_the_one_that_was_taken_tells_which_moved():
    referee, _ = judge(Lane([9, 10], [6, 30], far=3), [11, 39, 9, 30])  # the one on 9 stayed
    assert (referee.outcome, referee.action) == (rf.ONE, act(10, 11))
    referee, _ = judge(Lane([8, 9], [6, 30], far=3), [11, 39, 9, 30])
    assert (referee.outcome, referee.action) == (rf.ONE, act(8, 11))


class Twins(Lane):
    """Every move may be made in two ways that look alike."""

    def clone(self):
        other = Twins(self.at[0], self.at[1], self.turn)
        other.counter = self
        return other

    def legal_actions(self, seat=None):
        found = Lane.legal_actions(self)
        return found + [1 << 18 | action for action in found]

    def footprint(self, action):
        return Lane.footprint(self, action & 0x3FFFF)

    def apply(self, action, events=None):
        self.at[self.turn].remove(action >> 9 & 511)
        self.at[self.turn].append(action & 511)
        self.at[self.turn].sort()
        self.turn = 1 - self.turn


def case_look_alikes_are_asked():
    referee, _ = judge(Twins([0], [10]), [1, 12])
    assert (referee.outcome, referee.actions) == (rf.SEVERAL, [act(0, 1), 1 << 18 | act(0, 1)])


def case_a_second_token_in_the_hand_is_no_alarm():
    referee, _ = judge(Lane([0, 20], [10, 30]), [1, 20, 30])
    assert (referee.outcome, referee.action) == (rf.ONE, act(0, 1))


def case_an_own_token_sent_home_is_no_pair():
    """It could have been taken on its way by a token that still stands there: that is no way."""
    referee, _ = judge(Lane([8], [7, 30], far=3), [39, 7, 30])
    assert referee.outcome == rf.NONE


def case_what_was_not_touched_was_not_moved():
    state = Lane([0, 20], [10, 30])
    for touched, outcome in (({0, 1, 10, 12}, rf.ONE), ({0, 1, 12}, rf.NONE), (set(), rf.NONE)):
        referee, _ = judge(state, [1, 20, 12, 30], touched)
        assert referee.outcome == outcome


def case_chance_between_ends_the_search():
    state = Lane([0, 20], [10, 30], dice=True)
    referee, slices = judge(state, [1, 20, 12, 30])
    assert referee.outcome == rf.NONE
    assert state.applied <= len(state.legal_actions())
    assert slices <= len(state.legal_actions())


def case_what_one_action_explains_is_not_searched():
    for spots in ([0, 20, 10, 30], [1, 20, 10, 30], [20, 10, 30]):
        state = Lane([0, 20], [10, 30])
        judge(state, spots)
        assert state.applied == 0


def case_strays_are_not_searched():
    mat = Mat("part", [bytes([n]) for n in range(30)], b"", [], [])
    referee = Referee(mat)
    referee.expect(Lane([0], [10]))
    assert referee.look(bits([1, 12, 35])) == rf.NONE
    assert not Pairs(referee).begin(Lane([0], [10]))


def case_the_search_is_bounded():
    own = list(range(0, 14, 2))
    rival = list(range(15, 29, 2))
    state = Lane(own, rival, far=20)
    spots = [spot + 1 if spot == 6 else spot for spot in own] + [38] + rival[2:]
    referee, slices = judge(state, spots)
    assert slices <= MOST  # two pairs in a slice, and one for each first action
    assert state.applied <= len(state.legal_actions())
    assert referee.outcome in (rf.NONE, rf.ONE, rf.SEVERAL)


def case_too_many_pairs_are_no_answer():
    own = list(range(12))
    rival = list(range(20, 32))
    state = Lane(own, rival, far=26)
    spots = [spot for spot in own if spot != 3] + [32] + [spot for spot in rival if spot != 30]
    referee, slices = judge(state, spots + [37])
    assert referee.outcome == rf.NONE
    assert slices <= MOST


def case_what_was_undone_is_not_played_again():
    referee = Referee(MAT)
    state = Lane([0, 20], [10, 30])
    referee.expect(state)
    picture = bits([1, 20, 12, 30])
    referee.distrust(picture)
    assert referee.look(picture) == rf.NONE
    assert not referee.puzzled()
    assert referee.look(bits([1, 20, 12, 30, 35])) == rf.NONE
    assert not referee.puzzled(), "touched elsewhere"
    assert referee.look(bits([0, 20, 10, 30])) == rf.SAME
    assert referee.look(picture) == rf.NONE
    assert referee.puzzled()
