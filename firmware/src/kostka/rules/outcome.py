"""Outcomes: who won, and why the game is over."""


class Outcome:
    """The end of a game.

    `why` is a message id such as "ludo.all_home", `rule` the rule that ended it, `winners` the
    winning seats (several: shared; none: a draw).
    """

    def __init__(self, why: str, rule: str, winners: tuple[int, ...]) -> None:
        self.why = why
        self.rule = rule
        self.winners = winners
