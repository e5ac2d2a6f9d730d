"""What the app does about its own crashes: log them, start again, and know when to stop trying."""

import gc

from kostka.compat import const
from kostka.journal import files

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.app.table import Table
    from kostka.hal import Clock

TOO_MANY = const(3)  # crashes, each within a minute of the one before: safe mode
CALM_MS = const(60000)


class Guard:
    """Keeps the crash log. `safe` says that the app only runs its link, to be mended.

    With `path` None nothing is kept, and a crash ends the app.
    """

    def __init__(self, path: str | None, clock: "Clock") -> None:
        self.safe = False
        self.path = path
        self._clock = clock
        self._since = clock.ms()
        self._count = 0

    def begin(self) -> None:
        """Look at what happened before; after too many crashes choose safe mode.

        The next start tries everything again.
        """
        count, _ = self.log()
        self._count = count
        self.safe = count >= TOO_MANY
        if self.safe:
            self._settle(TOO_MANY - 1)

    def log(self) -> tuple[int, list[dict[str, object]]]:
        """Return the number of crashes in a row, and the last ones, newest first."""
        if self.path is None or not files.exists(self.path):
            return 0, []
        from kostka.app import crashes

        return crashes.read(self.path)

    def crashed(self, problem: BaseException, table: "Table", counts: bool) -> None:
        """Log a crash; one that `counts` ends the app. Never raises."""
        if self.path is None:
            return
        session = table.session
        facts: list[tuple[str, object]] = [
            ("game", session.game.name if session.playing else ""),
            ("line", session.lines),
            ("free", gc.mem_free() if hasattr(gc, "mem_free") else 0),
            ("up", self._clock.diff(self._clock.ms(), self._since) // 1000),
        ]
        try:
            from kostka.app import crashes

            self._count = crashes.add(self.path, facts, problem, counts)
        except (OSError, MemoryError):  # a full flash or heap; the console still has it
            pass

    def tick(self, now_ms: int) -> None:
        """Forget crashes once the app has run for a minute. Allocates nothing before that."""
        if self._count and self._clock.diff(now_ms, self._since) > CALM_MS:
            self._settle(0)

    def _settle(self, count: int) -> None:
        self._count = 0 if self.safe else count
        try:
            from kostka.app import crashes

            crashes.settle(str(self.path), count)
        except (OSError, MemoryError):  # tried again at the next start
            pass
