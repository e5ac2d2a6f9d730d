"""The game on the table: which one it is, who plays its seats, and how its mat lies."""

from kostka import games
from kostka.app.about import About, checked
from kostka.errors import JournalError, KostkaError
from kostka.play.prompts import Prompts
from kostka.play.session import Session

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from types import ModuleType as Saves

    from kostka.app.bots import Bots
    from kostka.app.lights import Lights
    from kostka.app.menu import Menu
    from kostka.app.sensors import Sensors
    from kostka.app.trouble import Trouble
    from kostka.config import Config
    from kostka.mats.mat import Mat
    from kostka.play.referee import Referee
    from kostka.rules.rng import XorShift
    from kostka.sense.picture import Picture


class GameOnTable:
    """Begins, opens and changes games for a Table, which judges pictures and plays.

    `about` is what is known of the game beside its journal. While `menu` is open or a `procedure`
    of kostka.app.learn runs, hands and bots wait. `screen`, if there is one, is kostka.app.desk.
    While the tokens have not stood right, they may tell how the mat lies, unless it is `laid`:
    people said how.
    """

    def __init__(
        self,
        journal: object,
        generator: "XorShift",
        config: "Config",
        picture: "Picture",
        lights: "Lights",
        new_id: object,
        restart: object,
    ) -> None:
        """Take the parts that games need, see Table."""
        self.journal = journal
        self.config = config
        self.picture = picture
        self.lights = lights
        self.link: object = None
        self.screen: object = None
        self.session = Session(journal, generator)
        self.about = About()
        self.cell_bit = picture.cell_bit  # of the cells that answer
        self.mat: Mat | None = None
        self.referee: Referee | None = None
        self.trouble: Trouble | None = None
        self.sensors: Sensors | None = None
        self.prompts = Prompts(4)
        self.safe = False  # no game: the app fell too often
        self.standing: list[tuple[str, tuple[object, ...]]] = []  # told to every host that comes
        self.menu: Menu | None = None
        self.procedure: object = None
        self.bots: Bots | None = None
        self.laid = False
        self.undone = False  # the journal ends with an undo; its tokens may still stand there
        self.turned = 0  # quarters by which `mat` is turned
        self.new_id = new_id
        self._restart = restart

    @property
    def busy(self) -> bool:
        """Say whether the game waits for a menu or a procedure."""
        return self.menu is not None or self.procedure is not None

    # What a Table does -----------------------------------------------------------------------

    def settled(self) -> None:
        """Judge the picture."""
        raise NotImplementedError

    def note(self, problem: KostkaError) -> None:
        """Tell people something, by text id."""
        if self.screen is not None:
            self.screen.hear(problem)  # type: ignore[attr-defined]
        if self.link is not None:
            self.link.note(problem.text, list(problem.params))  # type: ignore[attr-defined]

    def show(self) -> None:
        """Light the state of the session."""
        raise NotImplementedError

    def follow(self) -> None:
        """Play what follows by itself, then judge the picture anew."""
        raise NotImplementedError

    # Begin -----------------------------------------------------------------------------------

    def begin(self, safe: bool = False) -> None:
        """Take up what was going on when the power went: a chosen game, or the last one.

        In safe mode no game is taken up or begun, and the seat lights are red.
        """
        from kostka.app import begin

        begin.power_on(self, safe)

    def take_up(self, game_id: str) -> None:
        """Go on with a game of the journal; raises like kostka.app.begin.take_up()."""
        from kostka.app import begin

        begin.take_up(self, game_id)

    def start(
        self, name: str, seats: int, options: dict[str, object], kinds: object = None
    ) -> None:
        """Begin a new game; one of another name begins after a restart, with a clean heap.

        `kinds` says who plays each seat (see kostka.app.about); None or "" is people. A mat
        that is there already stays as it lies. Raises like kostka.app.begin.start().
        """
        from kostka.app import begin

        begin.start(self, name, seats, options, kinds)

    def start_over(self) -> None:
        """Begin the same game anew with the same players; the one before stays on the shelf."""
        state = self.session.state
        self.start(self.session.game.name, state.seats, state.options, self.about.kinds)

    def restart(self) -> None:
        """Start anew with a clean heap, and with the game that is noted or in play."""
        self._restart()  # type: ignore[operator]

    def fit_game(self) -> None:
        """Make what belongs to the game that the session now plays, unless it is there."""
        mat, scene = self.mat, self.lights.scene
        fits = mat is not None and mat.name == self.session.game.name
        if fits and self.turned == self.about.turn and scene is not None:
            fits = scene.mat is mat and scene.seats == self.session.state.seats
        else:
            fits = False
        if not fits:
            from kostka.app import begin

            begin.fit(self)

    def hidden_cells(self) -> bytes:
        """Return a bitmap of the cells whose sensors are not used."""
        return bytes(self.sensors.hidden) if self.sensors is not None else b""

    # Who plays, and how the mat lies ---------------------------------------------------------

    def keep_about(self) -> None:
        """Keep what is known about the game; where that fails, it is lost with the power."""
        try:
            self.journal.set_about(self.session.id, self.about.pairs())  # type: ignore[attr-defined]
        except OSError as problem:
            self.note(JournalError("journal.write", 0, str(problem)))

    def find_turn(self) -> bool:
        """See whether the tokens stand right on a mat that lies in another way; say so."""
        from kostka.app import begin

        return begin.find_turn(self)

    def turn(self, quarters: int) -> None:
        """Let the mat lie turned clockwise by so many quarters."""
        from kostka.app import begin

        self.about.turn = quarters & 3
        self.keep_about()
        begin.apply_about(self)

    def seat(self, kinds: object) -> None:
        """Let other kinds of players take the seats, in mid game too.

        Raises:
            KostkaError: there is no game, or `kinds` do not fit it (see kostka.app.about).
        """
        from kostka.app import begin

        self.about.kinds = checked(kinds, self.session.state.seats)
        self.keep_about()
        begin.apply_about(self)
        self.follow()

    def shelf(self) -> "Saves":
        """Return the module that knows the games on the shelf; in play nobody needs it."""
        from kostka.app import saves

        return saves

    # The menu --------------------------------------------------------------------------------

    def open_menu(self, game: str = "") -> None:
        """Show the menu, or its page of a new game; hands and bots wait while it is open."""
        from kostka.app.menu import Menu  # in play nobody needs it

        self.prompts.clear()
        self.menu = Menu(self, game)  # type: ignore[arg-type]
        self.menu.show()

    def close_menu(self) -> None:
        """Go back to the game, if there is one."""
        self.drop_menu()
        if self.session.playing and self.referee is not None:
            self.show()
            self.settled()

    def drop_menu(self) -> None:
        """Close the menu and go dark, until something else is shown."""
        menu, self.menu = self.menu, None
        if menu is not None:
            menu.close()
            self.lights.idle()

    def mat_tag(self, text: str) -> None:
        """Take the text of a tag that is stuck on a mat: the name of its game.

        A game that goes on is not disturbed.
        """
        playing = self.session.playing and not self.session.closed
        if text in games.names() and not (playing and self.session.game.name == text):
            self.close_menu()
            self.open_menu(text)
