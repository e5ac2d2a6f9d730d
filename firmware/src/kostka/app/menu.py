"""The menu on the table: choosing a game, players, options and saves by keys and lights alone.

LEFT and RIGHT mark an item, OK takes it, UNDO goes back; the keys of any panel will do. At
power-on without a game it is open; in a game, LEFT and RIGHT held together open it.
"""

from kostka import games
from kostka.app import saves
from kostka.app.about import BOT, HUMAN, KINDS
from kostka.errors import KostkaError
from kostka.play import prompts as pr
from kostka.rules.game import CHOICE, FLAG
from kostka.rules.request import COLOR
from kostka.scene.menu import MenuScene

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from collections.abc import Callable

    from kostka.app.table import Table
    from kostka.rules.game import Game, Option

    Words = tuple[object, ...]
    Item = tuple[Words, str, int, Callable[[], None]]  # words, icon, value or -1, what OK does

DEFAULT = "ludo"  # the game that is offered first, and what a held OK begins at once
_DICE = (6, COLOR, 4, 8, 10, 12)  # kinds that cups can read
_ICONS = {HUMAN: "human", BOT: "bot"}


class Menu:
    """An open menu: `title`, `items` and `cursor` are what a screen or page shows.

    Words are tuples of a text id and its arguments.
    """

    def __init__(self, table: "Table", game: str = "") -> None:
        """Open the menu at its first page, or at a new game where one is named."""
        self.title: Words = ()
        self.items: list[Words] = []
        self.cursor = 0
        self._table = table
        self._scene = MenuScene(table.lights.panels)
        self._page: list[Item] = []
        self._back: Callable[[], None] = self._leave
        self._made = NewGame(game or DEFAULT)
        if game:
            self._new_page()
        else:
            self._first_page()

    def key(self, event: int) -> None:
        """Take a key event."""
        table = self._table
        key, held = event >> 1 & 7, event & 1
        count = len(self._page)
        try:
            if held:
                if key == pr.OK and not table.session.playing:
                    self._begin()
            elif key in (pr.LEFT, pr.RIGHT):
                self.cursor = (self.cursor + (1 if key == pr.RIGHT else count - 1)) % count
            elif key == pr.OK:
                self._page[self.cursor][3]()
            else:
                self._back()
        except KostkaError as problem:
            table.note(problem)
        if table.menu is self:
            self.show()

    def show(self) -> None:
        """Show the menu on lights, screen and page."""
        table = self._table
        if table.lights.scene is not self._scene:
            table.lights.use(self._scene)
        _, icon, value, _ = self._page[self.cursor]
        self._scene.draw(icon, value, len(self._page), self.cursor, self._players())
        if table.screen is not None:
            table.screen.show(self.title, self.items, self.cursor)  # type: ignore[attr-defined]
        if table.link is not None:
            table.link.menu()  # type: ignore[attr-defined]

    def close(self) -> None:
        """Let go of screen and page, which go back to the game."""
        table = self._table
        if table.screen is not None:
            table.screen.show((), [], -1)  # type: ignore[attr-defined]
        if table.link is not None:
            table.link.menu()  # type: ignore[attr-defined]

    def _players(self) -> int:
        return self._made.seats if self.title[0] == "menu.new" else 0

    def _turn_to(
        self,
        title: "Words",
        page: "list[Item]",
        back: "Callable[[], None]",
        cursor: int = 0,
    ) -> None:
        self.title, self._page, self._back = title, page, back
        self.items = [item[0] for item in page]
        self.cursor = min(cursor, len(page) - 1)

    # The first page --------------------------------------------------------------------------

    def _leave(self) -> None:
        if self._table.session.playing:
            self._table.close_menu()

    def _first_page(self) -> None:
        table = self._table
        session = table.session
        page: list[Item] = []
        playing = session.playing and not session.closed
        if playing:
            page.append((("menu.go_on",), "go", -1, self._leave))
        page.append((("menu.another",), "new", -1, self._games_page))
        others = [one for one in saves.listed(table) if not one.current and not one.finished]
        if others:
            page.append((("menu.saves", len(others)), "saves", len(others), self._saves_page))
        if playing:
            page.append((("menu.save",), "name", -1, self._name_page))
            page.append((("menu.seats",), "seats", session.state.seats, self._seats_page))
            page.append((("menu.turn",), "turn", table.about.turn, self._turn_page))
            page.append((("menu.over",), "over", -1, self._over_page))
            page.append((("menu.abort",), "abort", -1, self._abort_page))
        page.append((("menu.learn",), "learn", -1, self._learn_page))
        self._turn_to(("menu.title",), page, self._leave)

    def _sure(self, title: str, icon: str, do: "Callable[[], None]") -> None:
        """Ask whether something that cannot be taken back is really wanted."""
        page: list[Item] = [
            (("menu.no",), "back", -1, self._first_page),
            (("menu.yes",), icon, -1, do),
        ]
        self._turn_to((title,), page, self._first_page)

    def _over_page(self) -> None:
        self._sure("menu.over", "over", self._table.start_over)

    def _abort_page(self) -> None:
        self._sure("menu.abort", "abort", self._abort)

    def _abort(self) -> None:
        self._table.abort()
        self._table.close_menu()

    # A new game ------------------------------------------------------------------------------

    def _games_page(self) -> None:
        names = games.names()
        at = names.index(self._made.name) if self._made.name in names else 0
        page: list[Item] = []
        for number in range(len(names)):
            name = names[number]
            page.append(((name + ".title",), name, number + 1, self._chooser(name)))
        self._turn_to(("menu.game",), page, self._first_page, at)

    def _chooser(self, name: str) -> "Callable[[], None]":
        def choose() -> None:
            self._made = NewGame(name)
            self._new_page()

        return choose

    def _new_page(self, cursor: int = 0) -> None:
        made = self._made
        game = made.game()
        page: list[Item] = [
            (("menu.start",), made.name, -1, self._begin),
            (("menu.players", made.seats), "seats", made.seats, self._changer(made.more_seats)),
        ]
        for seat in range(made.seats):
            page.append(self._seat_item(made.kinds[seat], seat, self._changer(made.kind, seat)))
        for option in game.options:
            words = ("menu.option", [option.help or option.name], made.shown(option))
            number = made.number(option)
            page.append((words, "option", number, self._changer(made.change, option)))
        self._turn_to(("menu.new", [made.name + ".title"]), page, self._games_page, cursor)

    def _seat_item(self, kind: str, seat: int, do: "Callable[[], None]") -> "Item":
        return ("menu.seat." + kind, seat + 1), _ICONS.get(kind, "remote"), seat + 1, do

    def _changer(self, change: object, *args: object) -> "Callable[[], None]":
        def do() -> None:
            change(*args)  # type: ignore[operator]
            self._new_page(self.cursor)

        return do

    def _begin(self) -> None:
        made = self._made
        self._table.start(made.name, made.seats, made.chosen, made.kinds)

    # Games on the shelf ----------------------------------------------------------------------

    def _saves_page(self) -> None:
        page: list[Item] = []
        for save in saves.listed(self._table):
            if not save.current and not save.finished:
                title = [(save.game or "saves.damaged") + (".title" if save.game else "")]
                words = ("menu.saved", save.name or "-", title, save.lines)
                page.append((words, save.game, len(page) + 1, self._opener(save.id, words)))
        if page:
            self._turn_to(("menu.saves", len(page)), page, self._first_page)
        else:
            self._first_page()

    def _opener(self, game_id: str, words: "Words") -> "Callable[[], None]":
        table = self._table

        def drop() -> None:
            saves.drop(table, game_id)
            self._saves_page()

        def choose() -> None:
            page: list[Item] = [
                (("menu.open",), "go", -1, lambda: saves.open_game(table, game_id)),
                (("menu.rename",), "name", -1, lambda: self._names(game_id, self._saves_page)),
                (("menu.drop",), "drop", -1, lambda: self._sure("menu.drop", "drop", drop)),
            ]
            self._turn_to(words, page, self._saves_page)

        return choose

    def _name_page(self) -> None:
        self._names("", self._saved_page)

    def _names(self, game_id: str, then: "Callable[[], None]") -> None:
        def namer(name: str) -> "Callable[[], None]":
            def do() -> None:
                saves.give_name(self._table, name, game_id)
                then()

            return do

        page: list[Item] = []
        for name in saves.suggestions(self._table):
            page.append((("menu.text", name), "name", len(page) + 1, namer(name)))
        self._turn_to(("menu.name",), page, self._first_page)

    def _saved_page(self) -> None:
        page: list[Item] = [
            (("menu.another",), "new", -1, self._games_page),
            (("menu.go_on",), "go", -1, self._leave),
        ]
        self._turn_to(("menu.named", self._table.about.name), page, self._first_page)

    # Seats and mat of the game in play -------------------------------------------------------

    def _seats_page(self) -> None:
        self._kinds_page(self._table.about.kinds, 0)

    def _kinds_page(self, kinds: str, cursor: int) -> None:
        def changer(seat: int) -> "Callable[[], None]":
            return lambda: self._kinds_page(next_kind(kinds, seat), seat + 1)

        def take() -> None:
            self._table.seat(kinds)
            self._table.close_menu()

        page: list[Item] = [(("menu.take",), "yes", -1, take)]
        for seat in range(len(kinds)):
            page.append(self._seat_item(kinds[seat], seat, changer(seat)))
        self._turn_to(("menu.seats",), page, self._first_page, cursor)

    def _turn_page(self) -> None:
        def turner(quarters: int) -> "Callable[[], None]":
            def do() -> None:
                self._table.laid = True  # people know better than tokens
                self._table.turn(quarters)
                self._table.close_menu()

            return do

        page: list[Item] = []
        for quarters in range(4):
            page.append((("menu.quarters", quarters), "turn", quarters, turner(quarters)))
        self._turn_to(("menu.turn",), page, self._first_page, self._table.about.turn)

    # What the board can learn ----------------------------------------------------------------

    def _learn_page(self) -> None:
        page: list[Item] = []
        for what in ("cells", "leds"):
            page.append(self._learning(("menu.learn." + what,), page, what))
        dice = self._table.dice
        if dice is not None:
            page.append(self._learning(("menu.learn.tare",), page, "tare"))
            for cup in range(dice.count):  # type: ignore[attr-defined]
                words: Words = ("menu.learn.gains", cup + 1)
                page.append(self._learning(words, page, "gains", 6, cup))
            for kind in _DICE:
                words = ("menu.learn.enroll", "d%d" % kind)
                words = words if kind != COLOR else ("menu.learn.color",)
                page.append(self._learning(words, page, "enroll", kind))
        self._turn_to(("menu.learn",), page, self._first_page)

    def _learning(
        self, words: "Words", page: "list[Item]", what: str, kind: int = 6, cup: int = 0
    ) -> "Item":
        """Return an item that begins a procedure of kostka.app.learn; lights show its number."""

        def begin() -> None:
            self._table.learn(what, "", kind, cup, -1)

        return words, "learn", len(page) + 1, begin


class NewGame:
    """A game that is being made up: its name, seats, who plays them, and options."""

    def __init__(self, name: str) -> None:
        """Begin with most seats, all human, and the options' defaults."""
        self.name = name if name in games.names() else games.names()[0]
        self.seats = self.game().seats[1]
        self.kinds = HUMAN * self.seats
        self.chosen: dict[str, object] = {}

    def game(self) -> "Game":
        """Return its rules."""
        return games.load(self.name)

    def more_seats(self) -> None:
        """Go on to the next number of seats, after the highest to the lowest."""
        low, high = self.game().seats
        self.seats = self.seats + 1 if self.seats < high else low
        self.kinds = (self.kinds + HUMAN * high)[: self.seats]

    def kind(self, seat: int) -> None:
        """Let another kind play a seat."""
        self.kinds = next_kind(self.kinds, seat)

    def change(self, option: "Option") -> None:
        """Go on to the next value of an option; one per seat becomes equal for all."""
        values = _values(option)
        at = values.index(self._value(option))
        self.chosen[option.name] = values[(at + 1) % len(values)]

    def shown(self, option: "Option") -> object:
        """Return the value of an option as an argument of a message."""
        value = self._value(option)
        if option.kind == FLAG:
            return ["menu.on" if value else "menu.off"]
        return value

    def number(self, option: "Option") -> int:
        """Return the value of an option as a number that lights can show."""
        value = self._value(option)
        return int(value) if option.kind != CHOICE else _values(option).index(value) + 1  # type: ignore[call-overload]

    def _value(self, option: "Option") -> object:
        return self.chosen.get(option.name, option.default)


def _values(option: "Option") -> list[object]:
    if option.kind == FLAG:
        return [False, True]
    if option.kind == CHOICE:
        return list(option.choices)
    low, high = option.choices
    return list(range(low, high + 1))  # type: ignore[call-overload,operator]


def next_kind(kinds: str, seat: int) -> str:
    """Return who plays the seats when one goes on to the next kind."""
    kind = KINDS[(KINDS.index(kinds[seat]) + 1) % len(KINDS)]
    return kinds[:seat] + kind + kinds[seat + 1 :]
