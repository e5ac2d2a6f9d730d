"""Catalogs: languages, plurals, arguments, and what happens when something is missing."""

import subprocess
import sys
from pathlib import Path

import pytest
from kostka.errors import IllegalAction, OptionError
from kostka.text import Catalog, plural_form, plural_forms
from kostka_host.vm import ROOMY_HEAP

TEXTS = {
    "en": "a.hello\tHello {0}\na.only_en\tOnly English\n"
    "a.pawns\t1|Seat {0} has {1} pawn|Seat {0} has {1} pawns\nb.color\tred\n",
    "cs": "a.hello\tAhoj {0}\n"
    "a.pawns\t1|Hráč {0} má {1} figurku|Hráč {0} má {1} figurky|Hráč {0} má {1} figurek\n",
}


@pytest.fixture(params=[False, True], ids=["by line", "kept"])
def catalogs(tmp_path, request):
    for lang, text in TEXTS.items():
        (tmp_path / f"{lang}.txt").write_text(text, encoding="utf-8")
    return lambda lang: Catalog(lang, str(tmp_path), keep=request.param)


def test_a_language_says_its_words(catalogs):
    assert catalogs("en").say("a.hello", "Ann") == "Hello Ann"
    assert catalogs("cs").say("a.hello", "Ann") == "Ahoj Ann"


def test_english_stands_in_and_an_unknown_id_shows_itself(catalogs):
    cs = catalogs("cs")
    assert cs.say("a.only_en") == "Only English"
    assert not cs.has("a.only_en")
    assert cs.has("a.hello")
    assert cs.say("a.hell") == "a.hell"
    assert cs.say("zz.none", 1, "x") == "zz.none(1, x)"
    assert catalogs("xx").say("a.hello", 1) == "Hello 1"


def test_a_missing_argument_shows_the_id(catalogs):
    assert catalogs("en").say("a.hello") == "a.hello"


def test_an_argument_may_be_a_message_of_its_own(catalogs):
    assert catalogs("en").say("a.hello", ("b.color",)) == "Hello red"
    assert catalogs("en").say("a.hello", ["a.hello", "you"]) == "Hello Hello you"


@pytest.mark.parametrize(
    ("n", "words"),
    [
        (0, "figurek"),
        (1, "figurku"),
        (2, "figurky"),
        (4, "figurky"),
        (5, "figurek"),
        (22, "figurek"),
    ],
)
def test_czech_plurals(catalogs, n, words):
    assert catalogs("cs").say("a.pawns", 3, n) == f"Hráč 3 má {n} {words}"


def test_english_plurals(catalogs):
    assert catalogs("en").say("a.pawns", 2, 1) == "Seat 2 has 1 pawn"
    assert catalogs("en").say("a.pawns", 1, 2) == "Seat 1 has 2 pawns"


@pytest.mark.parametrize("lang", ["en", "cs", "sk"])
def test_plural_rules_are_those_of_cldr(lang):
    from babel import Locale

    order = {"en": ["one", "other"]}.get(lang, ["one", "few", "other"])
    rule = Locale.parse(lang).plural_form
    for n in range(200):
        assert order[plural_form(lang, n)] == rule(n)
    assert plural_forms(lang) == len(order)


def test_errors_become_sentences_with_their_rule():
    words = Catalog("en", keep=True)
    problem = OptionError("option.game", "chess", "ludo")
    assert words.error(problem) == 'There is no game "chess"; the games are: ludo.'
    assert words.error(IllegalAction("LU-7", "action.illegal", "t1-t2")).startswith("LU-7: t1-t2")


@pytest.mark.vm
def test_micropython_reads_the_same_words(vm, tmp_path):
    firmware = Path(__file__).parents[2] / "firmware" / "src"
    program = (
        f"import sys; sys.path.insert(0, {str(firmware)!r})\n"
        "from kostka.text import Catalog\n"
        "for keep in (False, True):\n"
        "    print(Catalog('en', keep=keep).say('option.game', 'chess', 'ludo'))\n"
        "print(Catalog('en').say('option.gam', 1))\n"
    )
    script = tmp_path / "say.py"
    script.write_text(program)
    done = vm.run(script, heap=ROOMY_HEAP)  # a whole catalog is only kept by hosts
    words = Catalog("en").say("option.game", "chess", "ludo")
    assert (done.code, done.out.splitlines()) == (0, [words, words, "option.gam(1)"])


def test_default_folder_is_found_from_anywhere(tmp_path):
    program = "from kostka.text import Catalog; print(Catalog('en').say('option.game', 1, 2))"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("There is no game")
