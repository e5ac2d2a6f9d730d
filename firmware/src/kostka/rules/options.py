"""Checks options of games. Loaded for a moment, see kostka.app.brief."""

from kostka.errors import OptionError
from kostka.rules.game import CHOICE, FLAG

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.rules.game import Game, Option


def check(option: "Option", value: object) -> object:
    """Return the value as an option keeps it; text from a command line is understood.

    Raises:
        OptionError: the value does not fit.
    """
    if option.kind == FLAG:
        if value in (True, "on", "yes", "true", "1", 1):
            return True
        if value in (False, "off", "no", "false", "0", 0):
            return False
    elif option.kind == CHOICE:
        text = str(value).replace(" ", "").lower()
        if text in option.choices:
            return text
    else:
        try:
            number = int(value)  # type: ignore[call-overload]
        except (ValueError, TypeError):
            number = None
        if number is not None and str(number) == str(value):
            low, high = option.choices
            if low <= number <= high:
                return number
    raise OptionError("option.value", option.name, str(value), allowed(option), rule=option.rule)


def allowed(option: "Option") -> str:
    """Return the allowed values in words, for an error or a help text."""
    if option.kind == FLAG:
        return "on, off"
    if option.kind == CHOICE:
        return ", ".join([str(c) for c in option.choices])
    return "%s..%s" % (option.choices[0], option.choices[1])


def complete(game: "Game", seats: int, options: dict[str, object]) -> dict[str, object]:
    """Return all options of a game; see Game.complete()."""
    if not game.seats[0] <= seats <= game.seats[1]:
        low, high = game.seats
        text = "option.seats" if low < high else "option.seats_only"
        raise OptionError(text, game.name, seats, low, high, rule=game.seats_rule)
    known = [option.name for option in game.options] + ["throws"]
    for name in sorted(options):  # so that both Pythons name the same one
        if name not in known:
            raise OptionError("option.unknown", game.name, name, ", ".join(known))
    full: dict[str, object] = {}
    for option in game.options:
        value = options.get(option.name, option.default)
        if option.per_seat:
            values = value if isinstance(value, (list, tuple)) else [value] * seats
            if len(values) != seats:
                raise OptionError("option.per_seat", option.name, seats, rule=option.rule)
            full[option.name] = [check(option, v) for v in values]
        else:
            full[option.name] = check(option, value)
    game.check_options(seats, full)
    if "throws" in options:  # none at all are an empty list in a header
        from kostka.rules import throws

        throws.complete(full, options["throws"])
    return full
