"""Game: the rules and parameters of one game, without any state of play."""

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from types import ModuleType

    from kostka.rules.state import State

FLAG = "flag"
CHOICE = "choice"
INT = "int"


class Option:
    """One setting of a game.

    `kind` is FLAG (False or True), CHOICE (one of `choices`, strings) or INT (`choices` is the
    lowest and highest value). `per_seat` options take one value per seat. `help` is a text id,
    `rule` the number of the rule that knows the values.
    """

    def __init__(
        self,
        name: str,
        kind: str,
        default: object,
        choices: tuple[object, ...] = (),
        help: str = "",
        per_seat: bool = False,
        rule: str = "",
    ) -> None:
        self.name = name
        self.kind = kind
        self.default = default
        self.choices = choices
        self.help = help
        self.per_seat = per_seat
        self.rule = rule


class Game:
    """The rules of one game. Immutable; one module makes one instance.

    `version` is raised whenever an old journal would replay differently. `seats` is the lowest
    and highest number of players, `seats_rule` the number of the rule that says so. `spots` is
    how many places the game has; spot numbers start at 0. `forgets` says that players have to
    remember what they saw: displays tell what has just happened, and nothing of what was before.
    `reconstructed` is the id of a text that says what of its board or pieces is ours, because no
    source has it; empty where all is from the rules. `own_numbers` says that it plays with
    numbers that the owner of a copy has entered. `observed` says that there is more to see than
    tokens: a page shows what everybody may see as a table. `opens` says that everybody sees at the
    end what was hidden before: then the end is only taken back where hidden things do not count.
    `text_module` names the module with what it says, which is read when it is needed: spot_name()
    and, with the state as their first argument, action_text(), parse_action(), describe(),
    observation() and why(). What happens in this game alone is told by its tell(), with the game
    as its first argument.
    """

    name = ""
    version = 0
    text_module = ""
    seats = (2, 4)
    seats_rule = ""
    spots = 0
    forgets = False
    reconstructed = ""
    own_numbers = False
    observed = False
    opens = False
    options: tuple[Option, ...] = ()
    returns_sum: int | None = None  # what returns() always add up to, where the rules say so
    length_bound = 0  # actions after which a randomly played game has ended, for tests

    def complete(self, seats: int, options: dict[str, object]) -> dict[str, object]:
        """Return all options with checked values, defaults filled in.

        Among them is that of kostka.rules.throws where it is chosen.

        Raises:
            OptionError: seat count, option or value is wrong, with the rule number.
        """
        from kostka.rules import options as checks  # once for each game

        return checks.complete(self, seats, options)

    def check_options(self, seats: int, options: dict[str, object]) -> None:
        """Raise OptionError where options do not fit each other. By default all do."""

    def option_pairs(self, options: dict[str, object]) -> list[tuple[str, object]]:
        """Return complete options in the order of the game, for a journal header."""
        pairs = [(option.name, options[option.name]) for option in self.options]
        if "throws" in options:
            pairs.append(("throws", options["throws"]))
        return pairs

    def data_digest(self) -> int:
        """Return a CRC-32 of the data tables that the rules use; 0 where there are none."""
        return 0

    def new_state(self, seats: int, options: dict[str, object]) -> "State":
        """Return the state before the first action.

        Raises:
            OptionError: see complete().
        """
        raise NotImplementedError

    def text(self) -> "ModuleType":
        """Return the text module; a board plays without it and drops it where memory is scarce."""
        return __import__(self.text_module, None, None, ("x",))

    def spot_name(self, spot: int) -> str:
        """Return the language-free name of a spot; without a text module its number."""
        if not self.text_module:
            return "s%d" % spot
        name: str = self.text().spot_name(spot)
        return name

    def is_reserve(self, spot: int) -> bool:
        """Say whether tokens on a spot are out of play: words do not name its cells."""
        return False

    def tell(self, event: tuple[int, ...]) -> tuple[str, tuple[object, ...]] | None:
        """Return a short sign of a public event, and the message (id, arguments) that tells it.

        An empty message tells nothing. None leaves it to the displays: they have words for the
        kinds that all games share, and none for those of a single game.
        """
        tell = getattr(self.text(), "tell", None) if self.text_module else None
        told: tuple[str, tuple[object, ...]] | None = tell(self, event) if tell else None
        return told

    def place(self, spot: int) -> tuple[str, str, int]:
        """Return a spot as an argument of a message; who knows the mat names its cell instead."""
        return "spot.name", self.spot_name(spot), spot
