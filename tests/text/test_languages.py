"""Every language says all that English says, with its own plurals and in its own words."""

import gettext
import re

import pytest
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po
from kostka.text import Catalog, plural_form, plural_forms
from kostka_host.vm import ROOMY_HEAP

# What may be the same in another language as in English: {id: why}. Texts without a letter
# outside of {0} need no reason.
SAME = {
    "cli.status.firmware": "a loanword, spelled alike in Czech",
    "cli.status.micropython": "a name",
    "board.label.port": "the word is international",
    "chasing.piece.venom": "a name",
    "chasing.see.phase.3": "a name",
    "cli.ls.id": "the word is international",
    "cli.ls.kostka": "a name",
    "cli.ls.micropython": "a name",
    "cli.ls.port": "the word is international",
    "dragon_dice.race.0": "a proper name",
    "dragon_dice.race.10": "a proper name",
    "dragon_dice.race.12": "a proper name",
    "dragon_dice.race.13": "a proper name",
    "dragon_dice.race.3": "a proper name",
    "dragon_dice.race.4": "a proper name",
    "dragon_dice.race.6": "a proper name",
    "dragon_dice.race.7": "a proper name",
    "dragon_dice.race.8": "a proper name",
    "dragon_dice.race.9": "a proper name",
    "dragon_dice.title": "the name of the game is the same",
    "domino.picture.green_goblin": "a proper name",
    "domino.picture.sandman": "a proper name",
    "domino.picture.spider_man": "a proper name",
    "domino.picture.venom": "a proper name",
    "domino.title": "the name of the game is the same",
    "duel.title": "the name of the game is the same",
    "journal.state.id": "the word is international",
}
QUOTES = {"en": '"', "cs": "„“", "sk": "„“"}


def words_of(forms):
    return re.sub(r"\{\d\}|\W", "", " ".join(forms))


def untranslated(messages, english):
    return sorted(
        name
        for name, (_, forms) in messages.items()
        if forms == english[name][1] and words_of(forms) and name not in SAME
    )


def test_every_text_is_translated(tool, po):
    messages = tool.read(po)
    missing = sorted(name for name, (_, forms) in messages.items() if not forms)
    assert missing == [], f"translate these in {po.name}, then run tools/gen_texts"


def test_ids_arguments_and_forms_are_those_of_english(tool, english, po):
    messages = tool.read(po)
    assert tool.compare(messages, english) == []
    for name, (counter, forms) in messages.items():
        count = 1 if counter is None else plural_forms(po.stem)
        assert len(forms) in (0, count), name  # 0: not translated, which has a test of its own


def test_arguments_are_numbered_without_a_gap(tool, english):
    for name, (_, forms) in english.items():
        numbers = set().union(*map(tool.arguments, forms))
        assert numbers == set(range(len(numbers))), name


def test_no_text_is_left_in_english(tool, english, po):
    if po.stem != "en":
        assert untranslated(tool.read(po), english) == []


def test_texts_left_in_english_are_found_and_reasons_are_needed(tool, english, po):
    found = {"cli.ls.game": english["cli.ls.game"], "cli.file": english["cli.file"]}
    assert untranslated(found, english) == ["cli.ls.game"]
    others = [tool.read(one) for one in po.parent.glob("*.po") if one.stem != "en"]
    for name in SAME:
        assert any(messages[name] == english[name] for messages in others), name


def test_typography_is_that_of_the_language(tool, po):
    for name, (_, forms) in tool.read(po).items():
        for words in forms:
            prose = re.sub("`[^`]*`", "", words)  # what a person types is as it is
            for quote in '"„“”':
                assert quote not in prose or quote in QUOTES[po.stem], f"{name}: {words}"
            assert prose.count("„") == prose.count("“"), f"{name}: {words}"
            assert "  " not in words, f"{name}: {words}"
            assert "..." not in words, f"{name}: {words}"


def test_sentences_end_where_english_ones_end(tool, english, po):
    for name, (_, forms) in tool.read(po).items():
        for words, other in zip(forms, english[name][1], strict=False):
            assert words.endswith((".", ":")) == other.endswith((".", ":")), f"{name}: {words}"


def test_what_is_typed_is_the_same_in_every_language(tool, english, po):
    """Commands, options and file names in backticks, and the example of a help line, stay."""
    for name, (_, forms) in tool.read(po).items():
        other = english[name][1][0]
        for words in forms:
            assert re.findall("`[^`]*`", words) == re.findall("`[^`]*`", other), name
            assert re.findall(r"--\w+", words) == re.findall(r"--\w+", other), name
            if name.startswith("terminal.help."):
                assert words.split(":")[0] == other.split(":")[0], name


def test_babel_reads_the_catalog_and_finds_nothing_wrong(po):
    with po.open("rb") as file:
        catalog = read_po(file, locale=po.stem, abort_invalid=True)
    assert [error for _, errors in catalog.check() for error in errors] == []
    header = {name: value.strip() for name, value in catalog.mime_headers}
    assert header["Project-Id-Version"] == "kostka"
    assert header["Content-Type"] == "text/plain; charset=utf-8"
    assert header["Content-Transfer-Encoding"] == "8bit"
    text = po.read_text(encoding="utf-8")
    assert f'"Language: {po.stem}\\n"' in text  # read_po() would show its own
    assert f'"Plural-Forms: {get_plural(po.stem)}\\n"' in text


@pytest.mark.parametrize("n", [0, 1, 2, 4, 5, 11, 21, 22, 25, 101])
def test_plural_forms_are_those_of_gettext(po, n):
    plural = get_plural(po.stem)
    assert plural_form(po.stem, n) == gettext.c2py(plural.plural_expr)(n)
    assert plural_forms(po.stem) == plural.num_plurals


@pytest.mark.parametrize(
    ("lang", "n", "words"),
    [
        ("en", 1, "A token is missing at a1."),
        ("en", 2, "2 tokens are missing, at a1."),
        ("cs", 1, "Na políčku a1 chybí figurka."),
        ("cs", 4, "Na políčkách a1 chybí 4 figurky."),
        ("cs", 22, "Na políčkách a1 chybí 22 figurek."),
        ("sk", 1, "Na políčku a1 chýba figúrka."),
        ("sk", 4, "Na políčkach a1 chýbajú 4 figúrky."),
        ("sk", 0, "Na políčkach a1 chýba 0 figúrok."),
    ],
)
def test_counted_tokens_in_every_language(lang, n, words):
    assert Catalog(lang).say("terminal.missing", n, "a1") == words


def test_generated_files_are_up_to_date(tool, po):
    text = po.read_text(encoding="utf-8")
    assert tool.sort_po(text) == text
    catalog = po.parent.parent / f"{po.stem}.txt"
    assert catalog.read_text(encoding="utf-8") == tool.lines(tool.read(po))


@pytest.mark.vm
def test_a_board_keeps_nothing_of_a_catalog(vm, tool, po, tmp_path):
    last = max(tool.read(po))
    firmware = po.parents[3]
    script = tmp_path / "memory.py"
    script.write_text(
        f"import gc, sys; sys.path.insert(0, {str(firmware)!r})\n"
        "from kostka.text import Catalog\n"
        "def grown(catalog):\n"
        "    gc.collect(); before = gc.mem_alloc()\n"
        f"    assert catalog.has({last!r})\n"
        "    gc.collect(); return gc.mem_alloc() - before\n"
        f"kept, by_line = Catalog({po.stem!r}, keep=True), Catalog({po.stem!r})\n"
        "grown(Catalog('en'))\n"  # what is made once, at the first file
        "print(grown(by_line), grown(kept))\n",
        encoding="utf-8",
    )
    done = vm.run(script, heap=ROOMY_HEAP)  # a whole catalog is only kept by hosts
    assert done.code == 0, done.err
    by_line, kept = map(int, done.out.split())
    assert by_line <= 512  # bytes
    assert kept > 10_000  # the measure sees a file that is kept
