"""Health of the app: late rounds, tasks that are alive, and the watchdog that they feed."""

from kostka.compat import const

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.hal import Watchdog

SCAN = const(1)  # tasks, as bits
SHOW = const(2)
LINK = const(4)
LATE_MS = (1, 5, 10, 20, 50, 100)  # bounds of `late`; the last count is of what is beyond


class Health:
    """What is known of the app's own state. `late` counts scans by how late they came.

    `tasks` are those that have to be alive.
    """

    def __init__(self, watchdog: "Watchdog | None" = None) -> None:
        self.late = [0] * (len(LATE_MS) + 1)
        self.tasks = SCAN | SHOW | LINK
        self._watchdog = watchdog
        self._alive = 0

    def start(self) -> None:
        """Let the watchdog watch; from now on it has to be fed."""
        if self._watchdog is not None:
            self._watchdog.start()

    def leave(self) -> None:
        """Feed the watchdog without the app, which is being left: it cannot be stopped."""
        if self._watchdog is not None:
            self._watchdog.leave()

    def round(self, task: int, late_ms: int = -1) -> None:
        """Note that a task is alive, and how late it was. Allocates nothing.

        The watchdog is fed once all tasks were heard of since the last time.
        """
        if late_ms >= 0:
            i = 0
            while i < len(LATE_MS) and late_ms >= LATE_MS[i]:
                i += 1
            self.late[i] += 1
        self._alive |= task
        if self._alive & self.tasks == self.tasks:
            self._alive = 0
            if self._watchdog is not None:
                self._watchdog.feed()

    def largest_block(self, free: int) -> int:
        """Return the size of the largest piece of memory that can be had, within free / 32.

        Found by trying, larger pieces first, without collecting: a failed try keeps nothing.
        """
        import gc

        size = free
        step = free // 32 + 16
        gc.disable()
        try:
            while size > 0:
                try:
                    bytearray(size)
                    break
                except MemoryError:
                    size -= step
        finally:
            gc.enable()
            gc.collect()
        return max(size, 0)
