"""The error tree. Every error carries a text id and its arguments; words live in catalogs."""


class KostkaError(Exception):
    """Root of all errors that a user may see.

    `text` is a message id, `params` its arguments, `rule` a rule number such as "LU-7" or "".
    """

    def __init__(self, text: str, *params: object, rule: str = "") -> None:
        super().__init__(text)
        self.text = text
        self.params = params
        self.rule = rule

    def __str__(self) -> str:
        words = self.text
        if self.params:
            words += "(" + ", ".join([str(p) for p in self.params]) + ")"
        return self.rule + ": " + words if self.rule else words


class IllegalAction(KostkaError):
    """The rules forbid an action; the state is untouched."""

    def __init__(self, rule: str, text: str, *params: object) -> None:
        super().__init__(text, *params, rule=rule)


class OptionError(KostkaError):
    """A game, seat count or option value does not exist or does not fit the others."""


class NotationError(KostkaError):
    """A text is no action of the current game."""


class StaleLine(KostkaError):
    """A request named another line number than the next one: it was answered before."""


class JournalError(KostkaError):
    """A journal line is damaged, missing or does not follow from the lines before it."""


class LinkError(KostkaError):
    """The other side broke the protocol, is of another major version, or is gone."""


class HardwareError(KostkaError):
    """A chip does not answer or answers what it cannot."""
