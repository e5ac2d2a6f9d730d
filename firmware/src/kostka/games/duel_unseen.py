"""Boards of Duel laid out anew: what a seat does not see, or has to remember, may be otherwise."""

from kostka.games.duel_table import FIELDS, TOKENS
from kostka.games.duel_words import OVER, STRIKING

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.games.duel import DuelState


def resample(state: "DuelState", seat: int, draw: object) -> "DuelState":
    """Return a random state that looks the same to a seat; see State.resample()."""
    other: DuelState = state.clone()  # type: ignore[assignment]
    if state.trumps:
        _remix(state, other, draw)
        return other
    # The attacker goes first: where its token lies is known, and the other board has to share a
    # line with it (DU-13).
    hidden = [one for one in (state.turn, 1 - state.turn) if one != seat]
    for one in hidden:
        other.board[FIELDS * one : FIELDS * one + FIELDS] = bytearray(FIELDS)
    if state.turn in hidden:
        other.hand = 0
    for one in hidden:
        for field in _some(len(state.filled(one)), _known(state, other, one, draw), draw):
            other.board[FIELDS * one + field] = _unseen(other, draw)
    if state.hand and not other.hand:
        other.hand = _unseen(other, draw)
    return other


def _known(state: "DuelState", other: "DuelState", seat: int, draw: object) -> list[int]:
    """Return fields of a board that are sure to hold a token: one that attacks; a shared line.

    `other` holds the rival's board as it will be, or an empty one.
    """
    known = []
    if state.step == STRIKING and seat == state.turn:
        known.append((state.source - 1) % FIELDS)
    lines = [spot % FIELDS // 3 for spot in other.filled(1 - seat)]
    if state.any_line or not lines or state.step == OVER:
        return known
    if not [field for field in known if field // 3 in lines]:
        if len(known) < len(state.filled(seat)):
            known.append(3 * lines[draw(len(lines))] + draw(3))  # type: ignore[operator]
    return known


def _some(count: int, known: list[int], draw: object) -> list[int]:
    """Return so many fields of a board, those that are known among them."""
    fields = [field for field in range(FIELDS) if field not in known]
    found = list(known)
    while len(found) < count:
        found.append(fields.pop(draw(len(fields))))  # type: ignore[operator]
    return found


def _unseen(state: "DuelState", draw: object) -> int:
    """Return a token + 1 that lies on no board and in no hand of a state."""
    used = list(state.board)
    used.append(state.hand)
    tokens = [held for held in range(1, TOKENS + 1) if held not in used]
    return tokens[draw(len(tokens))]  # type: ignore[operator]


def _remix(state: "DuelState", other: "DuelState", draw: object) -> None:
    """Turn over other tokens instead of those that are not to be seen any more."""
    count = sum([state.gone[held >> 3] >> (held & 7) & 1 for held in range(TOKENS)])
    shown = [held - 1 for held in state.last[4:6] if held]
    other.gone = bytearray(TOKENS // 8)
    tokens = [held for held in range(TOKENS) if held not in shown]
    while len(shown) < count:
        shown.append(tokens.pop(draw(len(tokens))))  # type: ignore[operator]
    for held in shown:
        other.gone[held >> 3] |= 1 << (held & 7)
