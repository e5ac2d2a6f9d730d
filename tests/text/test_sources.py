"""Every message id in the sources has words, and all words have a place where they are said."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
ID = re.compile(r"[a-z%][a-z0-9_]*(\.[a-z0-9_%]+)+")  # %s stands for any part
FILES = (".toml", ".py", ".txt", ".json", ".img")  # names of files look like ids
SOURCES = [*(ROOT / "firmware").rglob("*.py"), *(ROOT / "host").rglob("*.py")]
PAGE = ROOT / "host/kostka_host/web/static"
QUOTED = re.compile(r"""(["'`])((?:(?!\1)[^\n])*)\1""")
FILLED = re.compile(r"\$\{[^}]*\}")
SAID = re.compile(r"""data-say(?:-label)?="([^"]*)\"""")


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


def test_no_message_is_unused(tool, po):
    assert unused(used_and_raised()[0], tool.read(po)) == []


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
