"""Requests: what a game waits for, from whom, and where the answer may come from."""

from kostka.compat import const

# What is asked.
NOTHING = const(0)  # the game is over, or the seat has nothing to answer now
THROW = const(1)  # dice: the answer is one chance action per die
MOVE = const(2)  # tokens on the table
CHOOSE = const(3)  # one of the legal actions, by key or page
DRAW = const(4)  # chance without dice (lot, card): the board's generator answers by itself

# Where an answer may come from, as a bit mask.
CELLS = const(1)
CUP = const(2)
KEYS = const(4)
TAG = const(8)
PAGE = const(16)
BOARD = const(32)  # the board's own generator

# Kinds of dice.
D6 = const(6)
COLOR = const(26)  # white, yellow, green, blue, red, brown = faces 1..6


def allowed(sources: int, options: dict[str, object]) -> int:
    """Return the sources of a throw that the option of the game leaves (kostka.rules.throws)."""
    if "throws" not in options:
        return sources
    from kostka.rules import throws

    return throws.allowed(sources, options["throws"])


class Request:
    """What a state waits for, as one seat (or the public) may know it.

    `seat` is who answers (-1: nobody in particular), `what` one of the constants above,
    `sources` a mask, `text` a message id with `args`, `dice` the kinds of dice to throw, in
    unit order. `hidden` says that only the answering seat knows which answers are possible.
    Holds nothing private when made for the public.
    """

    def __init__(
        self,
        seat: int,
        what: int,
        sources: int = 0,
        text: str = "",
        args: tuple[int, ...] = (),
        dice: tuple[int, ...] = (),
        hidden: bool = False,
    ) -> None:
        self.seat = seat
        self.what = what
        self.sources = sources
        self.text = text
        self.args = args
        self.dice = dice
        self.hidden = hidden

    def key(self) -> tuple[object, ...]:
        """Return all that the request says, for comparing two requests."""
        return (self.seat, self.what, self.sources, self.text, self.args, self.dice, self.hidden)
