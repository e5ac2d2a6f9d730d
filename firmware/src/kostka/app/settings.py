"""The settings in force and the files they live in; a change holds without a restart."""

from kostka.config import Config
from kostka.errors import KostkaError
from kostka.journal import files


class Settings:
    """Changes `config`, keeps it in files, and tells who uses it by `apply()`, if set.

    With `path` None nothing is kept.
    """

    def __init__(self, config: Config, path: str | None) -> None:
        self.config = config
        self.apply: object = None
        self._path = path

    def load(self) -> None:
        """Take over what was chosen before; `config.problem` says what is wrong with that."""
        path = self._path
        if path is None or not any([files.exists(path + end) for end in ("", ".new", ".old")]):
            return  # nobody chose anything: a start without loading the store is quicker
        from kostka.config import store

        store.load(self.config, path)

    def reset(self) -> None:
        """Forget all that was chosen, for good."""
        self.config.forget()
        if self._path is not None:
            from kostka.config import store

            store.reset(self._path)

    def change(self, values: dict[str, object], forget: bool = False) -> None:
        """Set values by name, all or none, and keep them; None takes the default.

        With `forget` everything else takes its default, too.

        Raises:
            OptionError: there is no such setting, or a value is out of its range.
            KostkaError: they could not be kept; nothing has changed.
        """
        config = self.config
        before = config.chosen, config.kept
        config.chosen, config.kept = dict(config.chosen), dict(config.kept)
        try:
            if forget:
                config.forget()
            config.choose(values)
            self._save()
        except (KostkaError, OSError) as problem:
            config.chosen, config.kept = before
            if isinstance(problem, OSError):
                raise KostkaError("config.write", str(problem))
            raise
        if self.apply is not None:
            self.apply()  # type: ignore[operator]

    def _save(self) -> None:
        if self._path is not None:
            from kostka.config import store

            store.save(self.config, self._path)
