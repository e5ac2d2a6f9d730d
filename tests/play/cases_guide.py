"""What a wrong picture is called and how it is put right, on both Pythons."""

from kostka import games, mats
from kostka.games.ludo_words import MOVING, THROWING
from kostka.mats.mat import Mat, cell_name
from kostka.play import guide as gd
from kostka.play import referee as rf
from kostka.play.referee import Referee
from kostka.rules.token import NOBODY, token


def ludo(pawns, face, step=MOVING, turn=0):
    game = games.load("ludo")
    state = game.new_state(2, {"first": "seat1", "pawns": len(pawns[0])})
    state.step, state.turn, state.face = step, turn, face
    for seat in range(2):
        for i in range(len(pawns[seat])):
            state.pawns[seat * len(pawns[0]) + i] = sorted(pawns[seat])[i]
    state.restored()
    return state


class Hands:
    """A table that stands right; hands lift and put, and every cell they change is touched."""

    def __init__(self, state, mat=None):
        self.state = state
        self.mat = mat or mats.load("ludo")
        self.bits = bytearray(18)
        self.touched = bytearray(18)
        for spot, _ in state.tokens():
            self.flip(next(cell for cell in self.mat.cells(spot) if not self.has(cell)))
        self.touched = bytearray(18)
        self.referee = Referee(self.mat)
        self.referee.expect(state)
        assert self.referee.look(self.bits) == rf.SAME

    def has(self, cell):
        return self.bits[cell >> 3] >> (cell & 7) & 1

    def flip(self, *cells):
        for cell in cells:
            self.bits[cell >> 3] ^= 1 << (cell & 7)
            self.touched[cell >> 3] |= 1 << (cell & 7)

    def cell(self, spot):
        return self.mat.cells(spot)[0]

    def explain(self, set_up=False):
        assert self.referee.look(self.bits) == rf.NONE
        found = gd.explain(self.referee, self.mat, self.state, self.touched, set_up)
        put_right(self, found.moves)
        return found


def put_right(hands, moves):
    """Follow the moves on a copy of the picture: it must be right then."""
    bits = bytearray(hands.bits)
    for source, target, _ in moves:
        for cell in (source, target):
            if cell >= 0:
                bits[cell >> 3] ^= 1 << (cell & 7)
    other = Referee(hands.mat)
    other.expect(hands.state)
    assert other.look(bits) == rf.SAME


def case_an_illegal_move():
    hands = Hands(ludo([[5, 12], [3, 0]], 2))
    hands.flip(hands.cell(4), hands.cell(7))  # three fields, not two
    found = hands.explain()
    assert found.kind == gd.ILLEGAL
    assert found.moves == [(hands.cell(7), hands.cell(4), token(0))]
    assert (found.text, found.rule) == ("ludo.no.count", "LU-6")
    assert found.args == [cell_name(hands.cell(4), 12) + "-" + cell_name(hands.cell(7), 12)]


def case_a_move_before_the_throw():
    hands = Hands(ludo([[5, 12], [3, 0]], 0, THROWING))
    hands.flip(hands.cell(4), hands.cell(6))
    found = hands.explain()
    assert (found.kind, found.text) == (gd.ILLEGAL, "ludo.no.move")


def case_a_foreign_token_in_the_hand_and_put_elsewhere():
    hands = Hands(ludo([[5, 12], [3, 0]], 2))
    hands.flip(hands.cell(22))
    found = hands.explain()
    assert (found.kind, found.args) == (gd.FOREIGN, [2])
    assert found.moves == [(-1, hands.cell(22), token(1))]
    hands.flip(hands.cell(30))
    found = hands.explain()
    assert found.kind == gd.FOREIGN
    assert found.moves == [(hands.cell(30), hands.cell(22), token(1))]


def capture(source, home):
    """Put a red pawn in the place of yellow's on t7; the throw was 2."""
    hands = Hands(ludo([[5, 0], [28, 0]], 2))
    taken = hands.cell(7)
    own = next(cell for cell in hands.mat.cells(source) if hands.has(cell))
    hands.flip(taken)  # the rival first
    hands.flip(own, taken)
    reserve = next(cell for cell in hands.mat.cells(58) if not hands.has(cell))
    if home:
        hands.flip(reserve)
    found = hands.explain()
    assert (found.kind, found.taken) == (gd.CAPTURE, taken)
    assert found.moves[0] == (taken, own, token(0))
    assert found.moves[1] == (reserve if home else -1, taken, token(1))
    return found.text, found.rule


def case_a_capture_that_is_not_allowed():
    assert capture(4, True) == ("ludo.no.count", "LU-6")
    assert capture(56, True) == ("ludo.no.six", "LU-5")
    assert capture(56, False) == ("ludo.no.six", "LU-5")


def case_a_legal_capture_whose_token_stands_wrong():
    hands = Hands(ludo([[5, 12], [27, 0]], 2))  # yellow on t6
    hands.flip(hands.cell(6))
    hands.flip(hands.cell(4), hands.cell(6), hands.cell(33))
    found = hands.explain()
    assert found.kind == gd.ILLEGAL  # not told from a move to t33; either way leads back
    assert found.moves == [(hands.cell(33), hands.cell(4), token(0))]


def case_tokens_too_many_and_missing():
    hands = Hands(ludo([[5, 12], [3, 0]], 2))
    hands.flip(hands.cell(30))
    found = hands.explain()
    assert (found.kind, found.text, found.rule) == (gd.PLAIN, "", "")
    assert found.moves == [(hands.cell(30), -1, NOBODY << 6)]
    hands.flip(hands.cell(30), hands.cell(4), hands.cell(11))
    found = hands.explain()
    assert (found.kind, len(found.moves)) == (gd.PLAIN, 2)


def case_a_swept_table_is_no_single_mistake():
    hands = Hands(ludo([[5, 12, 20], [3, 0, 7]], 2))
    hands.flip(*[cell for cell in range(144) if hands.has(cell)])
    found = hands.explain()
    assert (found.kind, len(found.moves)) == (gd.PLAIN, 6)
    assert sorted([move[2] for move in found.moves]) == [token(0)] * 3 + [token(1)] * 3


def case_set_up_names_every_token():
    hands = Hands(ludo([[0, 0], [0, 0]], 6))
    hands.flip(*[cell for cell in range(144) if hands.has(cell)])
    found = hands.explain(set_up=True)
    assert (found.kind, found.text) == (gd.SETUP, "play.wrong.setup")
    assert len(found.moves) == 4
    assert [source for source, _, _ in found.moves] == [-1] * 4


def case_the_nearest_token_is_brought():
    mat = Mat("row", [bytes([n]) for n in range(60)], b"", [], [])
    hands = Hands(Pieces([(0, token(0)), (50, token(1))]), mat)
    hands.flip(0, 50, 1, 51)
    found = hands.explain()
    assert sorted(found.moves) == [(1, 0, token(0)), (51, 50, token(1))]


class Pieces:
    """Tokens that nobody may move."""

    seats = 2
    sources = 0
    seat = -1

    def __init__(self, tokens):
        self.at = tokens

    def tokens(self):
        return self.at

    def current_player(self):
        return -1

    def may_answer(self):
        return ()

    def request(self, seat=-1):
        return self

    def why_not(self, source, target):
        return None


def case_a_token_of_nobody_is_a_movers():
    mat = Mat("row", [bytes([n]) for n in range(60)], b"", [], [])
    hands = Hands(Pieces([(0, token(NOBODY))]), mat)
    hands.flip(0, 3)
    found = hands.explain()
    assert (found.kind, found.text) == (gd.ILLEGAL, "play.wrong.illegal")
    assert found.moves == [(3, 0, token(NOBODY))]
