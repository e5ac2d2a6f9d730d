"""How a mat lies: found from tokens that stand right on a mat turned by quarters."""

from kostka.mats.mat import NO_SPOT

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.mats.mat import Mat

    Tokens = list[tuple[int, int]]


def count(cells: bytearray) -> int:
    """Return the number of bits that are set."""
    found = 0
    for byte in cells:
        rest = byte
        while rest:
            rest &= rest - 1
            found += 1
    return found


def stands(mat: "Mat", tokens: "Tokens", cells: bytearray) -> bool:
    """Say whether exactly the tokens of a state stand on a mat, as far as it is sensed."""
    want = bytearray(NO_SPOT)
    there = False
    for spot, _ in tokens:
        if mat.cells(spot):
            want[spot] += 1
            there = True
    if not there:
        return False  # nothing that would tell
    deaf = mat.deaf
    spot_of = mat.spot_of
    for i in range(len(cells)):
        byte = cells[i] & ~deaf[i] if deaf else cells[i]
        cell = 8 * i
        while byte:
            if byte & 1:
                spot = spot_of[cell]
                if spot == NO_SPOT or not want[spot]:
                    return False
                want[spot] -= 1
            byte >>= 1
            cell += 1
    return max(want) == 0


def found(mat: "Mat", tokens: "Tokens", cells: bytearray, cell_bit: bytes, quarters: int) -> int:
    """Return the one way, 0..3, in which a mat lies so that its tokens stand right, else -1.

    `mat` lies as printed, `quarters` is how it was thought to lie; `cell_bit` is the board's.
    Where several ways fit, the tokens cannot tell.
    """
    if count(cells) > len(tokens):
        return -1  # cheap, and true of most pictures while tokens are being set up
    answer = -1
    for turn in range(4):
        if turn != quarters and stands(mat.turned(turn).part(cell_bit), tokens, cells):
            if answer >= 0:
                return -1
            answer = turn
    return answer
