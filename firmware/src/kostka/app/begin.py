"""How games begin, are taken up and change hands; in play nobody needs it."""

from kostka import games, mats
from kostka.app.about import About, checked
from kostka.app.trouble import Trouble
from kostka.errors import JournalError, KostkaError
from kostka.play.prompts import Prompts
from kostka.play.referee import Referee
from kostka.scene.scene import Scene

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.app.game import GameOnTable


def power_on(table: "GameOnTable", safe: bool) -> None:
    """Take up what was going on when the power went: a chosen game, or the last one."""
    table.safe = safe
    if table.config.problem is not None:
        table.standing.append(table.config.problem)
    if safe:
        table.standing.append(("app.safe", ()))
        table.lights.idle(True)
        return
    choice = table.journal.choice()  # type: ignore[attr-defined]
    if choice is not None:
        table.journal.forget_choice()  # type: ignore[attr-defined]
        try:
            start(table, choice["game"], choice["seats"], choice["opt"], choice.get("k"))
            return
        except KostkaError as problem:  # the game before is still there
            table.note(problem)
    game_id = table.journal.current()  # type: ignore[attr-defined]
    if game_id:
        try:
            take_up(table, game_id)
            return
        except (KostkaError, OSError) as problem:  # it is left alone; others can be played
            if not isinstance(problem, KostkaError):
                problem = JournalError("journal.open", game_id, str(problem))
            table.note(problem)
    table.open_menu()


def take_up(table: "GameOnTable", game_id: str) -> None:
    """Go on with a game of the journal.

    Raises:
        JournalError: its journal cannot be played on.
        KostkaError: in safe mode nothing is played.
        OSError: there is none.
    """
    _need_play(table)
    table.journal.open(game_id)  # type: ignore[attr-defined]
    note = table.journal.about(game_id)  # type: ignore[attr-defined]
    before, table.about = table.about, About()
    table.about.take(note, len(str(note.get("k") or "")))
    try:
        table.session.resume()
    except KostkaError:
        table.about = before
        raise
    undos = table.session.undos
    table.undone = len(undos) > 0 and undos[-1][0] == table.session.lines - 1
    _sit(table, note, False)


def start(
    table: "GameOnTable", name: str, seats: int, options: dict[str, object], kinds: object
) -> None:
    """Begin a new game; one of another name begins after a restart, with a clean heap.

    Raises:
        KostkaError: in safe mode nothing is played.
        OptionError: game, seats, options or kinds are wrong; the game before goes on.
    """
    _need_play(table)
    kinds = checked(kinds, seats) if kinds else ""
    session = table.session
    same = session.playing and session.game.name == name
    if session.playing and not same:
        game = games.load(name)
        pairs = game.option_pairs(game.complete(seats, options))
        table.journal.choose(name, seats, pairs, kinds)  # type: ignore[attr-defined]
        table.restart()
        return
    if not same:
        games.forget_others(name)  # the menu may have looked at them
    about = [("k", kinds), ("turn", table.about.turn if same else 0)]
    before, table.about = table.about, About()
    table.about.take(dict(about), seats)
    try:
        session.start(name, seats, options, table.new_id())  # type: ignore[operator]
    except KostkaError:
        table.about = before
        raise
    if kinds or table.about.turn:
        table.keep_about()
    table.undone = False
    _sit(table, dict(table.about.pairs()), True)


def _need_play(table: "GameOnTable") -> None:
    if table.safe:
        raise KostkaError("app.safe")


def _sit(table: "GameOnTable", note: dict[str, object], fresh: bool) -> None:
    """Take up who plays the seats of a game that has just come, and let it begin.

    `fresh`: its tokens are still to be set up.
    """
    table.laid = False
    table.about.take(note, table.session.state.seats)
    apply_about(table)
    if table.trouble is not None:
        table.trouble.fresh, table.trouble.placed = fresh, False
    table.follow()


def apply_about(table: "GameOnTable") -> None:
    """Follow a change of who plays the seats, or of how the mat lies."""
    table.session.bots = table.about.bots()
    if table.session.bots and table.bots is None:
        from kostka.app.bots import Bots  # most games do without

        table.bots = Bots(table)  # type: ignore[arg-type]
    if table.bots is not None:
        table.bots.forget()
    table.show()
    _keep_away(table)
    table.prompts.clear()
    if table.link is not None:
        table.link.about()  # type: ignore[attr-defined]


def _keep_away(table: "GameOnTable") -> None:
    seats = range(table.session.state.seats)
    table.prompts.away = tuple([seat for seat in seats if not table.about.here(seat)])


def fit(table: "GameOnTable") -> None:
    """Make what belongs to the game that the session now plays."""
    game = table.session.game
    seats = table.session.state.seats
    if table.mat is None or table.mat.name != game.name or table.turned != table.about.turn:
        table.turned = table.about.turn
        mat = mats.load(game.name).turned(table.turned)
        table.mat = mat.part(table.cell_bit)
        table.referee = Referee(table.mat, table.hidden_cells())
        fresh = table.trouble is not None and table.trouble.fresh
        table.trouble = Trouble(table.referee, table.mat, table.picture)
        table.trouble.fresh = fresh
    panels = table.lights.panels
    table.lights.use(Scene(table.mat, seats, panels))
    panels = panels or int(table.lights.beacon is not None)
    table.prompts = Prompts(max(seats, panels), panels, table.mat.around(seats))
    _keep_away(table)


def find_turn(table: "GameOnTable") -> bool:
    """See whether the tokens stand right on a mat that lies in another way; say so."""
    from kostka.play import turning

    mat, cells = mats.load(table.session.game.name), table.picture.cells
    tokens, bits = table.session.state.tokens(), table.picture.cell_bit
    turn = turning.found(mat, tokens, cells, bits, table.about.turn)
    if turn < 0:
        return False
    table.turn(turn)
    return True
