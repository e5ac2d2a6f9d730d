"""Settings of a board: the values in force. What there is, and in which range, is in schema."""

import binascii


class Config:
    """The values in force, by name.

    `chosen` has what somebody set, `kept` what a file holds and this firmware cannot use: it
    stays in the file. `problem` is (text id, arguments) to tell people, or None.
    """

    def __init__(self) -> None:
        self.chosen: dict[str, int] = {}
        self.kept: dict[str, object] = {}
        self.problem: tuple[str, tuple[object, ...]] | None = None
        from kostka.config import schema  # dropped in play, see kostka.app.brief

        self._defaults = schema.defaults()

    def get(self, name: str) -> int:
        """Return a value. Raises KeyError for a name that there is not."""
        value = self.chosen.get(name)
        return self._defaults[name] if value is None else value

    def check(self, name: str, value: object) -> int:
        """Return a value that a setting may have.

        Raises:
            OptionError: there is no such setting, or the value is out of its range.
        """
        from kostka.config import schema

        return schema.check(name, value)

    def choose(self, values: dict[str, object]) -> None:
        """Set values by name until the next start, all or none; None takes the default.

        Raises:
            OptionError: see check(); nothing has changed.
        """
        for name in sorted(values):
            known = name in self._defaults
            self.check(
                name, self._defaults[name] if known and values[name] is None else values[name]
            )
        for name in sorted(values):
            if values[name] is None:
                self.chosen.pop(name, None)
            else:
                self.chosen[name] = values[name]  # type: ignore[assignment]

    def forget(self) -> None:
        """Go back to the defaults."""
        self.chosen = {}
        self.kept = {}

    def pairs(self) -> list[tuple[str, int]]:
        """Return (name, value) of all settings, by name."""
        return [(name, self.get(name)) for name in sorted(self._defaults)]

    def crc(self) -> int:
        """Return the CRC-32 of all names and values; equal settings give equal numbers."""
        text = ";".join(["%s=%d" % pair for pair in self.pairs()])
        return binascii.crc32(text.encode()) & 0xFFFFFFFF
