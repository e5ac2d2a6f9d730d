"""The strict reading of whole journals. The board never loads it."""

from kostka.errors import JournalError
from kostka.journal import rows
from kostka.line import dumps
from kostka.play import opening, replay
from kostka.play.replay import Replay

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from collections.abc import Iterable


def take(game: Replay, body: str) -> int:
    """Check and play the next body of a journal strictly; return the kind of its line.

    The chain covers the text of the header, and a body may be written in one way only.

    Raises:
        JournalError: see Replay.take().
    """
    line = rows.line_of(body, game.lines)
    kind = game.take(line, body)
    if kind == replay.HEADER:
        pairs = opening.header(
            game.game, game.state.seats, game.state.options, str(line["id"]), str(line["fw"])
        )
        if dumps(pairs) != body:
            raise JournalError("journal.header", 0)
    return kind


def verify(journal: "Iterable[bytes]") -> tuple[Replay, bool]:
    """Replay a whole journal; return the game and whether a torn last row was left out.

    A torn row is the last one, without a newline: what a power cut leaves behind.

    Raises:
        JournalError: its first argument is the number of the first line that does not follow.
    """
    game = Replay()
    torn = False
    for row in journal:
        body = rows.body_of(row)
        if torn or (body is None and (row[-1:] == b"\n" or not game.lines)):
            raise JournalError("journal.damaged", game.lines)
        if body is None:
            torn = True
        else:
            take(game, body)
    if not game.lines:
        raise JournalError("journal.header", 0)
    return game, torn
