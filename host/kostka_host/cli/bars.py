"""Shows what a command does to a board: steps as lines, what is sent as a bar."""

from __future__ import annotations

from types import TracebackType

from rich.progress import (
    BarColumn,
    DownloadColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
    TransferSpeedColumn,
)

from kostka_host.ui import Ui


class Bars:
    """Steps and bytes on standard error, in a `with` statement; `quiet` shows nothing.

    Where standard error is no terminal there are lines only.
    """

    def __init__(self, ui: Ui, quiet: bool = False) -> None:
        self._ui = ui
        self._quiet = quiet
        self._task: TaskID | None = None
        self._words = ""
        self._progress = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            DownloadColumn(),
            TransferSpeedColumn(),
            TimeRemainingColumn(),
            console=ui.err,
            transient=True,
            disable=quiet or not ui.err.is_terminal,
        )

    def __enter__(self) -> Bars:
        self._progress.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._progress.stop()

    def step(self, text: str) -> None:
        """Say what begins, by its message id."""
        self._words = self._ui.say(text)
        if self._task is not None:
            self._progress.remove_task(self._task)
            self._task = None
        if not self._quiet:
            self._progress.console.print(self._words, markup=False)

    def sent(self, done: int, total: int) -> None:
        """Show how many bytes have arrived."""
        if self._task is None:
            self._task = self._progress.add_task(self._words, total=total)
        self._progress.update(self._task, completed=done, total=total)
