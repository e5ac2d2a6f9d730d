"""What was to run and what was reported: the one has to be the other."""

from __future__ import annotations

from collections.abc import Iterable


class Accounts:
    """The tests of a run by their node ids."""

    def __init__(self) -> None:
        self._chosen: set[str] = set()
        self._reported: set[str] = set()

    def chosen(self, ids: Iterable[str]) -> None:
        """Note tests that have to run."""
        self._chosen.update(ids)

    def reported(self, node_id: str) -> None:
        """Note a test of which the end was reported."""
        self._reported.add(node_id)

    def problems(self) -> list[str]:
        """Return a sentence for each test that did not run, or was not to run."""
        return [
            *(
                f"{one} was collected and did not run"
                for one in sorted(self._chosen - self._reported)
            ),
            *(f"{one} ran and was not collected" for one in sorted(self._reported - self._chosen)),
        ]
