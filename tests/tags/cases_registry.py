"""Tags and what they stand for."""

from kostka.errors import OptionError
from kostka.tags import registry as rg
from kostka.tags import stand as st

UID = b"\x04\xa1\xb2\xc3\xd4\xe5\xf6"
OTHER = b"\x04\x01\x02\x03\x04\x05\x06"


class Store:
    def __init__(self, entries=()):
        self.entries = list(entries)
        self.saves = 0

    def load(self):
        return self.entries

    def save(self, entries):
        self.entries = entries
        self.saves += 1


def refused(text, call, *args):
    try:
        call(*args)
    except OptionError as problem:
        return problem.text == text
    return False


def case_texts_of_kostka_tags():
    for kind in rg.KINDS:
        assert rg.parse(rg.tag_text(kind, "a-1._z")) == (kind, "a-1._z")
    for text in (
        "", "k:", "k:card", "k:card:", "k:cart:7", "K:card:7", "k:card:A", "k:card:a b",
        "k:card:a:b", "x:card:7", " k:card:7", "k:card:" + "a" * 25,
    ):  # fmt: skip
        assert rg.parse(text) is None, text
    assert rg.parse("k:card:" + "a" * 24) is not None
    assert refused("tags.kind", rg.tag_text, "cart", "7")
    assert refused("tags.value", rg.tag_text, "card", "")
    assert refused("tags.value", rg.tag_text, "card", "a" * 25)


def case_taught_goes_before_written():
    store = Store()
    registry = rg.Registry(store)
    assert registry.find(UID, "") is None
    assert registry.find(UID, "k:card:7") == ("card", "7")
    registry.teach(UID, "token", "r")
    assert registry.find(UID, "k:card:7") == ("token", "r")
    assert registry.find(OTHER, "k:card:7") == ("card", "7")
    assert store.entries == [("04a1b2c3d4e5f6", "token", "r")]
    registry.forget(UID)
    registry.forget(UID)
    assert registry.find(UID, "") is None
    assert store.saves == 2
    assert store.entries == []


def case_what_was_kept_is_known_again():
    store = Store()
    registry = rg.Registry(store)
    registry.teach(UID, "player", "2")
    registry.teach(OTHER, "game", "ludo")
    again = rg.Registry(Store(store.entries))
    assert again.entries() == registry.entries()
    assert again.find(OTHER, "") == ("game", "ludo")


def case_damaged_entries_are_left_out():
    good = ("04a1b2c3d4e5f6", "token", "r")
    bad = [
        None, 5, "abc", (), ("04a1b2c3d4e5f6", "token"), ("04A1B2C3", "token", "r"),
        ("04a1b2c3d4e5", "token", "r"), ("04a1b2c3", "cart", "r"), ("04a1b2c3", "token", "R"),
        ("04a1b2c3", "token", 5), (4, "token", "r"),
    ]  # fmt: skip
    assert rg.Registry(Store(bad + [good])).entries() == [good]
    assert rg.Registry(Store([list(good)])).entries() == [good]


def case_limits():
    registry = rg.Registry(Store())
    for i in range(rg.LIMIT):
        registry.teach(bytes([4, i, 0, 0, 0, 0, 0]), "token", "t%d" % i)
    assert refused("tags.full", registry.teach, UID, "token", "r")
    registry.teach(bytes([4, 0, 0, 0, 0, 0, 0]), "token", "again")  # a known one may change
    assert registry.find(bytes([4, 0, 0, 0, 0, 0, 0]), "") == ("token", "again")
    many = [("04%012x" % i, "token", "r") for i in range(rg.LIMIT + 5)]
    assert len(rg.Registry(Store(many)).entries()) == rg.LIMIT


def case_phones_cannot_be_taught():
    registry = rg.Registry(Store())
    assert rg.is_random(b"\x08\x01\x02\x03")
    assert not rg.is_random(b"\x04\x01\x02\x03")
    assert not rg.is_random(b"\x08\x01\x02\x03\x04\x05\x06")
    assert refused("tags.random", registry.teach, b"\x08\x01\x02\x03", "token", "r")
    assert refused("tags.kind", registry.teach, UID, "cart", "r")
    assert refused("tags.value", registry.teach, UID, "card", "R")
    assert registry.entries() == []


def case_the_stand():
    stand = st.Stand(rg.Registry(Store()))
    assert not stand.take(st.NONE)
    assert stand.words() == ()
    assert stand.take(st.PRESENT, UID, "k:card:7")
    assert (stand.thing, stand.unknown, stand.words()) == (("card", "7"), False, ())
    assert stand.take(st.PRESENT, OTHER, "")
    assert (stand.thing, stand.unknown) == (None, True)
    assert stand.words() == ("tags.unknown",)
    stand.teach("tile", "3")
    assert (stand.thing, stand.words()) == (("tile", "3"), ())
    stand.take(st.TWO)
    assert (stand.thing, stand.uid, stand.words()) == (None, b"", ("tags.two",))
    assert refused("tags.nothing", stand.teach, "tile", "3")
    stand.take(st.PRESENT, OTHER, "k:card:1")
    assert stand.thing == ("tile", "3")
    stand.take(st.LOST)
    assert (stand.thing, stand.words()) == (None, ("tags.reader_lost",))
    stand.take(st.BACK)
    assert stand.words() == ()
    stand.take(st.PRESENT, OTHER)
    stand.take(st.GONE)
    assert (stand.thing, stand.uid, stand.unknown) == (None, b"", False)
