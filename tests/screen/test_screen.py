"""Pages on the display's glass, as a picture, against the drawing of the font."""

from __future__ import annotations

import subprocess
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

import pytest
from kostka.drivers.ssd1306 import Display
from kostka.screen import font, pages
from kostka.screen.font_data import WIDTHS
from kostka.screen.paint import HEIGHT, TEXT, WIDTH, Painter
from kostka_host.chips.ssd1306 import Ssd1306
from PIL import Image

ROOT = Path(__file__).resolve().parents[2]
CATALOGS = sorted((ROOT / "firmware" / "src" / "kostka" / "text").glob("*.txt"))

PAGES = {
    "request": pages.request("Player 2: throw the die. Throws left: 3.", ["⚂"]),
    "dice": pages.request("Hráč 2: padla 6; táhni figurkou.", ["⚅", "⚀", "11", "modrá"]),
    "wrong": pages.request("Hráč 1: padla 6.", [], "Na stole chybí červená figurka."),
    "menu": pages.Menu("Nastavenia", [("Jas svetiel", "40 %"), ("Nočný režim", "áno")]).page(),
    "message": pages.message("Čtečka štítků", "Na podstavci leží víc štítků; nech jen jeden."),
}


class Bus:
    def __init__(self, chip: Ssd1306) -> None:
        self.chip = chip

    def writeto(self, _: int, data: bytes) -> None:
        self.chip.write(bytes(data))


def on_glass(items: pages.Items) -> Ssd1306:
    """Show a page by painter, driver and chip."""
    chip = Ssd1306()
    display = Display(Bus(chip))
    painter = Painter(display.buf)
    painter.start(items)
    while not painter.step():
        pass
    display.show()
    now = 0
    while display.busy:
        display.step(now)
        now += 10
        assert now < 1000
    assert chip.problems == []
    return chip


def picture(chip: Ssd1306) -> Image.Image:
    """Return what is seen, four times as large."""
    data = b"".join(bytes.fromhex(row) for row in chip.rows())
    image = Image.frombytes("1", (WIDTH, HEIGHT), data).convert("L")
    return image.resize((4 * WIDTH, 4 * HEIGHT), Image.Resampling.NEAREST)


@pytest.fixture(scope="module")
def gen_font():
    loader = SourceFileLoader("gen_font", str(ROOT / "tools" / "gen_font"))
    module = module_from_spec(spec_from_loader("gen_font", loader))
    written = sys.dont_write_bytecode
    sys.dont_write_bytecode = True
    try:
        loader.exec_module(module)
    finally:
        sys.dont_write_bytecode = written
    return module


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_the_same_on_glass_and_in_the_buffer(name: str, tmp_path: Path) -> None:
    chip = on_glass(PAGES[name])
    picture(chip).save(tmp_path / f"{name}.png")
    painter = Painter(bytearray(1024))
    painter.start(PAGES[name])
    while not painter.step():
        pass
    with Image.open(tmp_path / f"{name}.png") as seen:
        assert seen.size == (512, 256)
        for y in range(HEIGHT):
            for x in range(WIDTH):
                lit = painter.buffer[(y >> 3) * WIDTH + x] >> (y & 7) & 1
                assert seen.getpixel((4 * x + 1, 4 * y + 1)) == 255 * lit, (x, y)


def test_text_is_as_the_font_is_drawn(gen_font) -> None:
    glyphs = gen_font.all_glyphs(gen_font.SOURCE.read_text(encoding="utf-8"))
    text = "Příliš ŽLUŤOUČKÝ kôň ⚄"
    for top in (0, 3, 7, 21):
        wanted = set()
        x = 2
        for char in text:
            columns = glyphs.get(char, [0, 0])
            for column in columns:
                wanted |= {(x, top + row) for row in range(16) if column >> row & 1}
                x += 1
            x += 1
        chip = on_glass([(TEXT, 2, top, font.encode(text))])
        seen = {(x, y) for y in range(HEIGHT) for x in range(WIDTH) if chip.pixel(x, y)}
        assert seen == {(x, y) for x, y in wanted if x < WIDTH}
        assert len(seen) > 200


@pytest.mark.parametrize("path", CATALOGS, ids=lambda path: path.stem)
def test_every_word_of_the_catalogs_can_be_shown(path: Path) -> None:
    missing = {
        char
        for line in path.read_text(encoding="utf-8").splitlines()
        for char in line.replace("\t", "")
        if font.encode(char)[0] == len(WIDTHS) - 1
    }
    assert missing == set()
    assert len(CATALOGS) >= 1


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("@1 A\n##\n#\n", "line 3"),
        ("@1 A B\n##\n", "1 pieces for 2 glyphs"),
        ("@1 A\nx\n", "more than # and ."),
        ("@1 A\n#\n\n@1 A\n#\n", "drawn twice"),
        ("@1 A\n#\n\n+ B = A hat\n", "put together"),
        ("@1 A\n#\n", "not drawn"),
    ],
)
def test_a_wrong_drawing_is_refused(gen_font, source: str, complaint: str) -> None:
    with pytest.raises(SystemExit, match=complaint.replace(".", r"\.")):
        gen_font.module(source)


def test_the_module_fits_its_drawing() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "gen_font"), "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
