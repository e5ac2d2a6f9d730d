"""The words of every language are complete, used, and fit the generated files."""

import ast
import importlib.util
import re
from importlib.machinery import SourceFileLoader
from pathlib import Path

import pytest
from kostka.text import plural_forms

ROOT = Path(__file__).parents[2]
PO = sorted((ROOT / "firmware/src/kostka/text/po").glob("*.po"))
ID = re.compile(r"[a-z%][a-z0-9_]*(\.[a-z0-9_%]+)+")  # %s stands for any part
FILES = (".toml", ".py", ".txt", ".json", ".img")  # names of files look like ids
SOURCES = [*(ROOT / "firmware").rglob("*.py"), *(ROOT / "host").rglob("*.py")]
PAGE = ROOT / "host/kostka_host/web/static"
QUOTED = re.compile(r"""(["'`])((?:(?!\1)[^\n])*)\1""")
FILLED = re.compile(r"\$\{[^}]*\}")
SAID = re.compile(r"""data-say(?:-label)?="([^"]*)\"""")


@pytest.fixture(scope="module")
def tool():
    loader = SourceFileLoader("gen_texts", str(ROOT / "tools/gen_texts"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("gen_texts", loader))
    loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def english(tool):
    return tool.read(ROOT / "firmware/src/kostka/text/po/en.po")


def literals(source):
    """Return the message ids among the string literals of a source, and those that must be ids."""
    tree = ast.parse(source)
    strings, raised = set(), set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            strings.add(node.value)
        if isinstance(node, ast.JoinedStr):
            parts = [getattr(part, "value", "%s") for part in node.values]
            strings.add("".join(part if isinstance(part, str) else "%s" for part in parts))
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            at = {"IllegalAction": 1, "refuse": 2, "say": 0, "StaleLine": 0}.get(name)
            if at is None and re.fullmatch(r"[A-Z]\w+Error", name):
                at = 0
            if at is not None and len(node.args) > at:
                word = node.args[at]
                if isinstance(word, ast.Constant) and isinstance(word.value, str):
                    raised.add(word.value)
    strings = {text for text in strings if not text.endswith(FILES)}
    return {text for text in strings if ID.fullmatch(text)}, {
        text for text in raised if ID.fullmatch(text)
    }


def page_literals(scripts, markup):
    """Return the message ids of the page: quoted in scripts, in data-say attributes of markup."""
    texts = {FILLED.sub("%s", found[1]) for found in QUOTED.findall(scripts)}
    said = set(SAID.findall(markup))
    return {text for text in texts if ID.fullmatch(text) and not text.endswith(".js")}, said


def page_files(ending):
    paths = sorted(PAGE.rglob(f"*.{ending}"))
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


def used_and_raised():
    strings, raised = page_literals(page_files("js"), page_files("html"))
    strings |= raised
    for path in SOURCES:
        found = literals(path.read_text(encoding="utf-8"))
        strings |= found[0]
        raised |= found[1]
    return strings, raised


def missing(ids, raised, known):
    areas = {name.split(".")[0] for name in known}
    wanted = {text for text in ids if text.split(".")[0] in areas and "%" not in text} | raised
    return sorted(wanted - set(known))


def unused(ids, known):
    patterns = [re.sub("%[a-z]", "[a-z0-9_]+", re.escape(text)) for text in ids if "%" in text]
    return sorted(
        name
        for name in known
        if name not in ids and not any(re.fullmatch(pattern, name) for pattern in patterns)
    )


def test_no_message_is_missing(english):
    assert missing(*used_and_raised(), english) == []


def test_no_message_is_unused(english):
    assert unused(used_and_raised()[0], english) == []


def test_the_two_checks_can_fail():
    ids, raised = literals('raise LinkError("link.gone", 1)\nx = "look.one"\ny = f"look.{x}"')
    known = {"look.two": (None, ("two",)), "look.three.four": (None, ("x",))}
    assert missing(ids, raised, known) == ["link.gone", "look.one"]
    assert unused(ids, known) == ["look.three.four"]


def test_ids_of_the_page_are_found_in_scripts_and_markup():
    scripts = "say('web.a'); say(`web.b.${x}`); import './say.js'; x = \"web.c\" // web.d\n"
    ids, said = page_literals(scripts, '<p data-say="web.e"></p><b data-say-label="web.f" id="g">')
    assert ids == {"web.a", "web.b.%s", "web.c"}
    assert said == {"web.e", "web.f"}


def test_the_page_has_scripts_and_markup():
    assert "web.lost" in used_and_raised()[0]
    assert "web.undo" in used_and_raised()[1]


@pytest.mark.parametrize("po", PO, ids=lambda po: po.stem)
def test_every_language_has_the_same_ids_and_arguments(tool, english, po):
    messages = tool.read(po)
    assert sorted(messages) == sorted(english)
    for name, (counter, forms) in messages.items():
        wanted = set().union(*map(tool.arguments, english[name][1]))
        # "one pawn" may do without the number
        assert set().union(*map(tool.arguments, forms)) == wanted, name
        assert counter == english[name][0], name
        assert counter is None or len(forms) == plural_forms(po.stem), name
        assert wanted == set(range(len(wanted))), f"{name}: arguments are numbered with a gap"


@pytest.mark.parametrize("po", PO, ids=lambda po: po.stem)
def test_generated_files_are_up_to_date(tool, po):
    text = po.read_text(encoding="utf-8")
    assert tool.sort_po(text) == text
    catalog = po.parent.parent / f"{po.stem}.txt"
    assert catalog.read_text(encoding="utf-8") == tool.lines(tool.read(po))


HEADER = (
    'msgid ""\nmsgstr ""\n"Language: cs\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
    '"Plural-Forms: nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;\\n"\n\n'
)


def test_plural_entries_become_one_line(tool, tmp_path):
    path = tmp_path / "cs.po"
    path.write_text(
        HEADER + 'msgid "a.b"\nmsgid_plural "a.b {1}"\n'
        'msgstr[0] "{0}: jedna"\nmsgstr[1] "{0}: {1} dvě"\nmsgstr[2] "{0}: {1} pět"\n',
        encoding="utf-8",
    )
    assert tool.lines(tool.read(path)) == "a.b\t1|{0}: jedna|{0}: {1} dvě|{0}: {1} pět\n"


@pytest.mark.parametrize(
    "entry",
    [
        'msgid "a.b"\nmsgstr "one | two"',
        'msgid "a.b"\nmsgstr "a\\tb"',
        'msgid "a.b"\nmsgstr ""',
        'msgid "a.b"\nmsgstr "{name}"',
        'msgid "a.b"\nmsgstr "{0:d}"',
        'msgid "Hello"\nmsgstr "Hello"',
        '#, fuzzy\nmsgid "a.b"\nmsgstr "x"',
        'msgid "a.b"\nmsgid_plural "a.c {0}"\nmsgstr[0] "x"\nmsgstr[1] "y"\nmsgstr[2] "z"',
    ],
)
def test_what_the_line_format_cannot_hold_is_refused(tool, tmp_path, entry):
    path = tmp_path / "cs.po"
    path.write_text(HEADER + entry + "\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"\S"):
        tool.read(path)


def test_entries_are_sorted_and_merge_leftovers_closed_up(tool):
    text = HEADER + 'msgid "b.x"\nmsgstr "B"\n\n\n\n#. why\nmsgid "a.x"\nmsgstr "A"\n'
    assert tool.sort_po(text).endswith(
        '\n\n#. why\nmsgid "a.x"\nmsgstr "A"\n\nmsgid "b.x"\nmsgstr "B"\n'
    )


def test_an_id_that_stands_there_twice_is_refused(tool):
    text = HEADER + 'msgid "b.x"\nmsgstr "B"\n\nmsgid "b.x"\nmsgstr "C"\n'
    with pytest.raises(ValueError, match=r"twice: b\.x"):
        tool.sort_po(text)
