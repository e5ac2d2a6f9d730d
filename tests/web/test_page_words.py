"""The page's own say(): the same words as kostka.text, for every id and for odd arguments."""

from pathlib import Path

import pytest
from kostka.text import Catalog
from kostka_host import ui
from page_site import Site
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.vm]
TEXT = Path(__file__).parents[2] / "firmware/src/kostka/text"
COUNTS = (0, 1, 2, 3, 4, 5, 21, 22, 100)
SAY = """async ({catalogs, asked}) => {
  const { Words } = await import("/static/js/say.js");
  const words = new Words(...catalogs);
  return asked.map((one) => words.say(...one));
}"""


def ids() -> list[str]:
    lines = (TEXT / "en.txt").read_text(encoding="utf-8").splitlines()
    return [line.partition("\t")[0] for line in lines]


def asked() -> list[list[object]]:
    """Return messages: every id with numbers, words, messages, too few and too many arguments."""
    found: list[list[object]] = []
    for name in ids():
        found += [[name], [name, "red"], [name, 1, "t0", ["ludo.title"], 4, "x"]]
        found += [[name, n, n, n, n] for n in COUNTS]
    found += [["zz.none"], ["zz.none", 1, "x", ["ludo.title"]], ["ludo.title", 1]]
    found += [["cli.file", [1, 2], [["ludo.ask.wait", 3]]], ["terminal.missing", "2", "t0"]]
    return found


@pytest.mark.parametrize("lang", ui.languages())
def test_the_page_says_what_the_catalog_says(page: Page, site: Site, lang: str) -> None:
    page.goto(site.address)
    catalogs = []
    for name in dict.fromkeys((lang, "en")):
        answer = page.request.get(f"{site.address}words/{name}.json")
        catalogs.append(answer.json())
        assert answer.json()["lang"] == name
    said = page.evaluate(SAY, {"catalogs": catalogs, "asked": asked()})
    words = Catalog(lang, keep=True)
    for one, text in zip(asked(), said, strict=True):
        assert text == words.say(str(one[0]), *one[1:]), one


def test_plurals_and_what_is_missing_in_a_language(page: Page, site: Site, tmp_path: Path) -> None:
    pawns = "1|Hráč {0} má {1} figurku|Hráč {0} má {1} figurky|Hráč {0} má {1} figurek"
    texts = {
        "cs": {"a.pawns": pawns, "a.hello": "Ahoj {0}", "a.braces": "{{0}} {0}"},
        "en": {"a.more": "0|{0} more|{0} more of them", "a.hello": "Hello {0}"},
    }
    for lang, own in texts.items():
        lines = "".join(f"{name}\t{text}\n" for name, text in own.items())
        (tmp_path / f"{lang}.txt").write_text(lines, encoding="utf-8")
    catalogs = [{"lang": lang, "words": own} for lang, own in texts.items()]
    wanted: list[list[object]] = [["a.pawns", 3, n] for n in range(30)]
    wanted += [["a.more", n] for n in range(5)]
    wanted += [["a.hello", ["a.more", 2]], ["a.hello"], ["a.braces", 7], ["a.none", 1]]
    page.goto(site.address)
    said = page.evaluate(SAY, {"catalogs": catalogs, "asked": wanted})
    words = Catalog("cs", str(tmp_path), keep=True)
    assert said == [words.say(str(one[0]), *one[1:]) for one in wanted]
    assert said[2] == "Hráč 3 má 2 figurky"


def test_the_language_is_taken_from_the_address_or_kept(page: Page, site: Site) -> None:
    for lang in ui.languages():
        page.goto(f"{site.address}?lang={lang}")
        page.locator("body[data-ready]").wait_for()
        assert page.locator("html").get_attribute("lang") == lang
        title = Catalog(lang, keep=True).say("web.throw")
        assert title in page.locator("#throw").inner_text()
    chooser = page.locator("#language")
    assert chooser.locator("option").count() == len(ui.languages())
    last = ui.languages()[-1]
    page.goto(f"{site.address}?lang={last}")
    page.locator("body[data-ready]").wait_for()
    chooser.select_option(ui.languages()[0])
    page.wait_for_url(site.address)
    page.locator("body[data-ready]").wait_for()
    assert page.locator("html").get_attribute("lang") == ui.languages()[0]


def test_what_is_reconstructed_is_said_with_the_game(page: Page, site: Site) -> None:
    page.goto(site.address + "?lang=cs")
    page.locator("body[data-ready]").wait_for()
    words = Catalog("cs", keep=True)
    page.locator("#new").click()
    for name in ("duel", "ludo"):
        page.locator("#new-game").select_option(name)
        told = words.say("game.reconstructed", [f"{name}.reconstructed"])
        expect(page.locator("#new-made")).to_have_text(told)
    page.locator("#new-cancel").click()
    expect(page.locator("#game-title")).to_have_attribute("title", told)
    page.locator("#help").click()
    expect(page.locator("#game-made")).to_contain_text(told)
