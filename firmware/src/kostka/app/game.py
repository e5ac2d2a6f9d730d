"""The game on the table: which one it is, who plays its seats, and how its mat lies."""

from kostka import games, mats
from kostka.app.about import About, checked
from kostka.app.trouble import Trouble
from kostka.errors import JournalError, KostkaError
from kostka.play.prompts import Prompts
from kostka.play.referee import Referee
from kostka.play.session import Session
from kostka.scene.scene import Scene

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from types import ModuleType as Saves

    from kostka.app.bots import Bots
    from kostka.app.lights import Lights
    from kostka.app.menu import Menu
    from kostka.app.sensors import Sensors
    from kostka.config import Config
    from kostka.mats.mat import Mat
    from kostka.rules.rng import XorShift
    from kostka.sense.picture import Picture


class GameOnTable:
    """Begins, opens and changes games for a Table, which judges pictures and plays.

    `about` is what is known of the game beside its journal. While `menu` is open, hands and bots
    wait. `screen`, if there is one, shows the menu in words (see kostka.hal). While the tokens
    have not stood right, they may tell how the mat lies, unless it is `laid`: people said how.
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
        self.mat: Mat | None = None
        self.referee: Referee | None = None
        self.trouble: Trouble | None = None
        self.sensors: Sensors | None = None
        self.prompts = Prompts(4)
        self.safe = False  # no game: the app fell too often
        self.standing: list[tuple[str, tuple[object, ...]]] = []  # told to every host that comes
        self.menu: Menu | None = None
        self.bots: Bots | None = None
        self.laid = False
        self._undone = False  # the journal ends with an undo; its tokens may still stand there
        self._turned = 0  # quarters by which `mat` is turned
        self._new_id = new_id
        self._restart = restart

    # What a Table does -----------------------------------------------------------------------

    def settled(self) -> None:
        """Judge the picture."""
        raise NotImplementedError

    def note(self, problem: KostkaError) -> None:
        """Tell people something, by text id."""
        if self.link is not None:
            self.link.note(problem.text, list(problem.params))  # type: ignore[attr-defined]

    def _show(self) -> None:
        raise NotImplementedError

    def _follow(self) -> None:
        raise NotImplementedError

    # Begin -----------------------------------------------------------------------------------

    def begin(self, safe: bool = False) -> None:
        """Take up what was going on when the power went: a chosen game, or the last one.

        In safe mode no game is taken up or begun, and the seat lights are red.
        """
        self.safe = safe
        if self.config.problem is not None:
            self.standing.append(self.config.problem)
        if safe:
            self.standing.append(("app.safe", ()))
            self.lights.idle(True)
            return
        choice = self.journal.choice()  # type: ignore[attr-defined]
        if choice is not None:
            self.journal.forget_choice()  # type: ignore[attr-defined]
            try:
                self.start(choice["game"], choice["seats"], choice["opt"], choice.get("k"))
                return
            except KostkaError as problem:  # the game before is still there
                self.note(problem)
        game_id = self.journal.current()  # type: ignore[attr-defined]
        if game_id:
            try:
                self.take_up(game_id)
                return
            except (KostkaError, OSError) as problem:  # it is left alone; others can be played
                if not isinstance(problem, KostkaError):
                    problem = JournalError("journal.open", game_id, str(problem))
                self.note(problem)
        self.open_menu()

    def take_up(self, game_id: str) -> None:
        """Go on with a game of the journal.

        Raises:
            JournalError: its journal cannot be played on.
            OSError: there is none.
        """
        self.journal.open(game_id)  # type: ignore[attr-defined]
        note = self.journal.about(game_id)  # type: ignore[attr-defined]
        before, self.about = self.about, About()
        self.about.take(note, len(str(note.get("k") or "")))
        try:
            self.session.resume()
        except KostkaError:
            self.about = before
            raise
        undos = self.session.undos
        self._undone = len(undos) > 0 and undos[-1][0] == self.session.lines - 1
        self._sit(note)

    def start(
        self, name: str, seats: int, options: dict[str, object], kinds: object = None
    ) -> None:
        """Begin a new game; one of another name begins after a restart, with a clean heap.

        `kinds` says who plays each seat (see kostka.app.about); None or "" is people. A mat
        that is there already stays as it lies.

        Raises:
            OptionError: game, seats, options or kinds are wrong; the game before goes on.
        """
        if self.safe:
            raise KostkaError("app.safe")
        kinds = checked(kinds, seats) if kinds else ""
        same = self.session.playing and self.session.game.name == name
        if self.session.playing and not same:
            game = games.load(name)
            pairs = game.option_pairs(game.complete(seats, options))
            self.journal.choose(name, seats, pairs, kinds)  # type: ignore[attr-defined]
            self.restart()
            return
        about = [("k", kinds), ("turn", self.about.turn if same else 0)]
        before, self.about = self.about, About()
        self.about.take(dict(about), seats)
        try:
            self.session.start(name, seats, options, self._new_id())  # type: ignore[operator]
        except KostkaError:
            self.about = before
            raise
        if kinds or self.about.turn:
            self.keep_about()
        self._undone = False
        self._sit(dict(self.about.pairs()), True)

    def start_over(self) -> None:
        """Begin the same game anew with the same players; the one before stays on the shelf."""
        state = self.session.state
        self.start(self.session.game.name, state.seats, state.options, self.about.kinds)

    def restart(self) -> None:
        """Start anew with a clean heap, and with the game that is noted or in play."""
        self._restart()  # type: ignore[operator]

    def _sit(self, note: dict[str, object], fresh: bool = False) -> None:
        """Take up who plays the seats of a game that has just come, and let it begin.

        `fresh`: its tokens are still to be set up.
        """
        self.laid = False
        self.about.take(note, self.session.state.seats)
        self.apply_about()
        if self.trouble is not None:
            self.trouble.fresh, self.trouble.placed = fresh, False
        self._follow()

    def keep_about(self) -> None:
        """Keep what is known about the game; where that fails, it is lost with the power."""
        try:
            self.journal.set_about(self.session.id, self.about.pairs())  # type: ignore[attr-defined]
        except OSError as problem:
            self.note(JournalError("journal.write", 0, str(problem)))

    def apply_about(self) -> None:
        """Follow a change of who plays the seats, or of how the mat lies."""
        self.session.bots = self.about.bots()
        if self.session.bots and self.bots is None:
            from kostka.app.bots import Bots  # most games do without

            self.bots = Bots(self)  # type: ignore[arg-type]
        if self.bots is not None:
            self.bots.forget()
        self._show()
        self._keep_away()
        self.prompts.clear()
        if self.link is not None:
            self.link.about()  # type: ignore[attr-defined]

    def _keep_away(self) -> None:
        seats = range(self.session.state.seats)
        self.prompts.away = tuple([seat for seat in seats if not self.about.here(seat)])

    def fit_game(self) -> None:
        """Make what belongs to the game that the session now plays, unless it is there."""
        game = self.session.game
        seats = self.session.state.seats
        scene = self.lights.scene
        if (
            self.mat is not None
            and (self.mat.name, self._turned) == (game.name, self.about.turn)
            and scene is not None
            and (scene.mat, scene.seats) == (self.mat, seats)
        ):
            return
        if self.mat is None or self.mat.name != game.name or self._turned != self.about.turn:
            self._turned = self.about.turn
            mat = mats.load(game.name).turned(self._turned)
            self.mat = mat.part(self.picture.cell_bit)
            self.referee = Referee(self.mat, self._hidden())
            fresh = self.trouble is not None and self.trouble.fresh
            self.trouble = Trouble(self.referee, self.mat, self.picture)
            self.trouble.fresh = fresh
        self.lights.use(Scene(self.mat, seats, self.lights.panels))
        panels = self.lights.panels
        self.prompts = Prompts(max(seats, panels), panels, self.mat.around(seats))
        self._keep_away()

    def _hidden(self) -> bytes:
        """Return a bitmap of the cells whose sensors are not used."""
        return bytes(self.sensors.hidden) if self.sensors is not None else b""

    def find_turn(self) -> bool:
        """See whether the tokens stand right on a mat that lies in another way; say so."""
        from kostka.play import turning  # only until all tokens stand

        mat, cells = mats.load(self.session.game.name), self.picture.cells
        tokens, bits = self.session.state.tokens(), self.picture.cell_bit
        turn = turning.found(mat, tokens, cells, bits, self.about.turn)
        if turn < 0:
            return False
        self.turn(turn)
        return True

    def turn(self, quarters: int) -> None:
        """Let the mat lie turned clockwise by so many quarters."""
        self.about.turn = quarters & 3
        self.keep_about()
        self.apply_about()

    def seat(self, kinds: object) -> None:
        """Let other kinds of players take the seats, in mid game too.

        Raises:
            KostkaError: there is no game, or `kinds` do not fit it (see kostka.app.about).
        """
        self.about.kinds = checked(kinds, self.session.state.seats)
        self.keep_about()
        self.apply_about()
        self._follow()

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
            self._show()
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
