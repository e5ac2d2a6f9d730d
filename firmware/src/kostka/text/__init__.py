"""Words for people: message ids and the catalogs that turn them into a language.

A message id is ``area.name``. Its words stand in ``po/<language>.po`` and, generated from there,
in ``<language>.txt``: one line per id, ``id TAB text``, sorted by id. ``{0}``, ``{1}`` stand for
the arguments; people count from 1, so a seat is handed in as its number plus 1. A text with
plural forms is ``id TAB n|form|form…``, where n is the number of the argument that counts.

A board reads the file line by line and keeps nothing; a host keeps the whole catalog.
"""

SEPARATOR = "|"  # between plural forms; no text may contain it
FALLBACK = "en"
LANGUAGES = ("en", "cs", "sk")  # in the order of the setting


def plural_form(lang: str, n: int) -> int:
    """Return which plural form a language uses for a number (the gettext rules)."""
    if lang in ("cs", "sk"):
        if n == 1:
            return 0
        return 1 if 2 <= n <= 4 else 2
    return 0 if n == 1 else 1


def plural_forms(lang: str) -> int:
    """Return how many plural forms a language has."""
    return 3 if lang in ("cs", "sk") else 2


def default_folder() -> str:
    """Return the folder of the catalogs that come with this package."""
    return __file__.rsplit("/", 1)[0] if "/" in __file__ else "."


class Catalog:
    """The words of one language; what it lacks is taken from English, else the id is shown.

    `lang` is a language code such as "en", `folder` holds the ``.txt`` files (default: those of
    this package). With `keep` the whole file is read at the first text and kept.
    """

    def __init__(self, lang: str = FALLBACK, folder: str = "", keep: bool = False) -> None:
        self.lang = lang
        self._folder = folder or default_folder()
        self._keep = keep
        self._kept: dict[str, dict[str, str]] = {}

    def say(self, text: str, *args: object) -> str:
        """Return the words of a message id with its arguments filled in.

        An argument that is a list or tuple starting with a string is a message of its own: its
        id and its arguments. Never raises for a text or argument that is missing: what is known
        is shown instead.
        """
        args = tuple([self._argument(arg) for arg in args])
        for lang in (self.lang, FALLBACK):
            words = self._find(lang, text)
            if words is not None:
                try:
                    return _choose(lang, words, args).format(*args)
                except (IndexError, ValueError, TypeError):
                    break
        if args:
            return text + "(" + ", ".join([str(arg) for arg in args]) + ")"
        return text

    def error(self, problem: Exception) -> str:
        """Return the sentence of an error of Kostka, with its rule number where it has one."""
        words = self.say(problem.text, *problem.params)  # type: ignore[attr-defined]
        rule = problem.rule  # type: ignore[attr-defined]
        return rule + ": " + words if rule else words

    def has(self, text: str) -> bool:
        """Say whether this language itself knows a message id."""
        return self._find(self.lang, text) is not None

    def _argument(self, arg: object) -> object:
        if isinstance(arg, (list, tuple)) and arg and isinstance(arg[0], str):
            return self.say(arg[0], *arg[1:])
        return arg

    def _find(self, lang: str, text: str) -> str | None:
        if self._keep:
            kept = self._kept.get(lang)
            if kept is None:
                kept = {}
                _read(self._path(lang), "", kept)
                self._kept[lang] = kept
            return kept.get(text)
        found: dict[str, str] = {}
        _read(self._path(lang), text + "\t", found)
        return found.get(text)

    def _path(self, lang: str) -> str:
        return self._folder + "/" + lang + ".txt"


def _read(path: str, start: str, found: dict[str, str]) -> None:
    """Put the lines of a catalog file that begin with `start` into a dict; no file, no lines."""
    try:
        file = open(path, encoding="utf-8")
    except OSError:
        return
    with file:
        for line in file:
            if line.startswith(start):
                at = line.find("\t")
                if at > 0:
                    found[line[:at]] = line[at + 1 :].rstrip("\n")


def _choose(lang: str, words: str, args: tuple[object, ...]) -> str:
    """Return the plural form that fits, or the words themselves where there is only one."""
    if SEPARATOR not in words:
        return words
    forms = words.split(SEPARATOR)
    count = args[int(forms[0])]
    return forms[1 + plural_form(lang, count if isinstance(count, int) else 0)]
