"""Pages and how they are painted."""

from kostka.rules.rng import XorShift
from kostka.screen import font, pages
from kostka.screen.paint import FRAME, HEIGHT, INVERT, TEXT, WIDTH, Painter


def inside(items):
    """Check that nothing reaches beyond the screen."""
    for item in items:
        x, y = item[1], item[2]
        wide = font.width(item[3]) if item[0] == TEXT else item[3]
        high = font.LINE if item[0] == TEXT else item[4]
        assert x >= 0
        assert y >= 0
        assert x + wide <= WIDTH, item
        assert y + high <= HEIGHT + (item[0] == TEXT), item
        assert item[0] == TEXT or item[4] <= 16
    return items


def shown(items):
    return [item[3] for item in items if item[0] == TEXT]


def case_labels_of_dice():
    assert [pages.die(6, face) for face in range(1, 7)] == list("⚀⚁⚂⚃⚄⚅")
    assert pages.die(12, 3) == "3"
    assert pages.die(20, 17) == "17"
    assert pages.die(6, 7) == "7"


def case_a_request_and_its_dice():
    items = inside(pages.request("Player 2: throw the die.", ["⚂", "11", "red"]))
    texts = shown(items)
    for label in ("⚂", "11", "red"):
        assert font.encode(label) in texts
    assert len([item for item in items if item[0] == FRAME]) == 2  # pips are framed by themselves
    assert font.encode("Player 2: throw the die.") in texts


def case_many_dice_stay_on_the_screen():
    items = inside(pages.request("Throw.", ["⚅"] * 20))
    assert shown(items).count(font.encode("⚅")) == 8


def case_a_wrong_table_takes_the_place_of_the_dice():
    items = inside(pages.request("Move.", ["⚂"], "A token is missing."))
    assert font.encode("⚂") not in shown(items)
    assert font.encode("A token is missing.") in shown(items)
    bars = [item for item in items if item[0] == INVERT]
    assert bars[0][2] > 40
    assert bars[-1][2] + bars[-1][4] == HEIGHT


def case_long_words_never_overlap():
    rng = XorShift(4)
    for _ in range(100):
        words = " ".join(["xy" * (1 + rng.below(8)) for _ in range(rng.below(30))])
        wrong = " ".join(["xy" * (1 + rng.below(8)) for _ in range(rng.below(15))])
        items = inside(pages.request(words, ["⚂"] * rng.below(3), wrong))
        texts = [item for item in items if item[0] == TEXT]
        for i in range(len(texts)):
            for j in range(i):
                same = texts[i][2] == texts[j][2]
                assert same or abs(texts[i][2] - texts[j][2]) >= font.LINE


def case_a_message():
    items = inside(pages.message("Tags", "There is more than one tag on the stand; leave one."))
    assert shown(items)[0] == font.encode("Tags")
    inside(pages.message("T" * 60, "word " * 60))


def case_a_menu_scrolls_with_its_cursor():
    entries = [("Entry %d" % i, "v%d" % i if i & 1 else "") for i in range(9)]
    menu = pages.Menu("Title", entries)
    seen = set()
    for step in range(40):
        items = inside(menu.page())
        labels = shown(items)
        assert font.encode("Entry %d" % menu.cursor) in labels
        bars = [item for item in items if item[0] == INVERT]
        assert len(bars) == 2  # title and cursor
        texts = [item for item in items if item[0] == TEXT]
        marked = [i[3] for i in texts if i[2] == bars[1][2] and i[1] == 2]
        assert marked == [font.encode("Entry %d" % menu.cursor)]
        up, down = font.encode("▴") in labels, font.encode("▾") in labels
        first = min([i for i in range(9) if font.encode("Entry %d" % i) in labels])
        assert (up, down) == (first > 0, first < 4)
        seen.add(menu.cursor)
        menu.move(1 if step < 20 else -1)
    assert len(seen) == 9


def case_menus_of_any_size():
    for count in range(8):
        menu = pages.Menu("M" * 40, [("L" * 40, "V" * 40)] * count, cursor=99)
        inside(menu.page())
        menu.move(-1)
        inside(menu.page())
    assert pages.Menu("M", []).cursor == 0


def paint(items, buffer=None):
    buffer = bytearray(1024) if buffer is None else buffer
    painter = Painter(buffer)
    painter.start(items)
    steps = 1
    while not painter.step():
        steps += 1
        assert steps < 200
    return buffer, steps


def case_painting_in_pieces_ends_and_starts_clean():
    page = pages.request("Hráč 2: padla 6; táhni figurkou. " * 3, ["⚅", "⚀", "11"])
    buffer, steps = paint(page)
    assert steps > 3
    dirty, _ = paint(page, bytearray([0xFF] * 1024))
    assert dirty == buffer


def case_a_page_may_be_left_in_the_middle():
    painter = Painter(bytearray(1024))
    painter.start(pages.message("A" * 15, "B" * 100))
    painter.step()
    page = pages.request("Move.", ["⚂"])
    painter.start(page)
    while not painter.step():
        pass
    assert painter.buffer == paint(page)[0]


def case_what_lies_outside_is_left_out():
    codes = font.encode("W" * 40)
    for x, y in ((-100, -5), (100, 60), (0, 64), (0, -20), (127, 0), (5, 1000)):
        buffer, _ = paint([(TEXT, x, y, codes), (INVERT, x, y, 300, 16), (FRAME, x, y, 20, 9)])
        assert len(buffer) == 1024


def case_inverting_twice_changes_nothing():
    page = pages.message("Title", "Some words that stand there.")
    once, _ = paint(page)
    bars = [(INVERT, 3, 5, 100, 13)]
    assert paint(page + bars + bars)[0] == once
    assert paint(page + bars)[0] != once
