"""NDEF texts are found where they are, and rubbish is never more than no text."""

import binascii
import sys

from kostka.rules.rng import XorShift
from kostka.tags import ndef

CC = b"\xe1\x10\x12\x00"
FOLDER = (globals().get("__file__") or sys.argv[1]).rsplit("/", 1)[0]


def record(text, lang=b"en", flags=0xD1, kind=b"T"):
    payload = bytes([len(lang)]) + lang + text
    return bytes([flags, len(kind), len(payload)]) + kind + payload


def message(records):
    return b"\x03" + bytes([len(records)]) + records + b"\xfe"


def memory(blocks, size=64):
    data = bytearray(size)
    whole = (CC + blocks)[:size]
    data[: len(whole)] = whole
    return data


def read(blocks, size=64):
    """Read as the driver does, sixteen bytes at a time; return text and bytes read."""
    data = memory(blocks, size)
    seen = bytearray(size)
    have = 0
    while have < size:
        seen[have : have + 16] = data[have : have + 16]
        have = min(size, have + 16)
        if ndef.find(seen, have) != ndef.MORE:
            break
    assert ndef.find(seen, size if have >= size else have) != ndef.MORE
    return ndef.text(seen, have), have


def case_a_text_is_read():
    assert read(message(record(b"k:card:7"))) == ("k:card:7", 32)
    assert read(message(record(b"k:token:r", b""))) == ("k:token:r", 32)


def case_no_more_is_read_than_needed():
    assert read(b"\xfe") == ("", 16)
    assert read(message(record(b"a"))) == ("a", 16)
    assert read(message(record(b"x" * 30))) == ("x" * 30, 48)


def case_other_blocks_and_records_before_it_are_passed_over():
    lock = b"\x01\x03\xa0\x0c\x34"
    assert read(b"\x00\x00" + lock + message(record(b"k:die:d6")))[0] == "k:die:d6"
    link = bytes([0x91, 1, 4]) + b"U\x04a.b"
    assert read(message(link + record(b"hi", flags=0x51)))[0] == "hi"
    with_id = bytes([0xD9, 1, 5, 2]) + b"T" + b"id" + b"\x02enAB"
    assert read(message(with_id))[0] == "AB"
    long = bytes([0xC1, 1, 0, 0, 0, 5]) + b"T\x02enAB"
    assert read(message(long))[0] == "AB"
    three = b"\x03\xff\x00" + message(record(b"k:tile:4"))[1:]
    assert read(three)[0] == "k:tile:4"


def case_what_is_no_text_is_none():
    for blocks in (
        b"",
        b"\xfe",
        message(b""),
        message(record(b"x", kind=b"U")),
        message(record(b"caf\xc3\xa9")),
        message(record(b"a\nb")),
        message(bytes([0xD1, 1, 3]) + b"T\x82enA"),  # UTF-16
        message(bytes([0xF1, 1, 4]) + b"T\x02enA"),  # in chunks
        message(bytes([0xD1, 1, 2]) + b"T\x3fA"),  # language longer than the record
        message(bytes([0xD1, 1, 200]) + b"T\x02en"),  # record longer than the message
        message(record(b"y" * 57)),  # longer than the buffer
        b"\x03\xff\xff\xff" + record(b"z" * 80),
    ):
        assert read(blocks)[0] == "", blocks
    data = memory(message(record(b"A")))
    data[0] = 0xE2
    assert ndef.text(data, 64) == ""
    data[0], data[1] = 0xE1, 0x20
    assert ndef.text(data, 64) == ""


def check(data):
    """Whatever is known of a memory, the answer is a place in it, and knowing more is as good."""
    size = len(data)
    whole = ndef.find(data, size)
    assert whole != ndef.MORE
    for have in range(size + 1):
        place = ndef.find(data, have)
        assert place in (whole, ndef.MORE) or (place == ndef.NO_TEXT and whole == place)
        if place >= 0:
            assert 4 < place >> 16 <= place & 0xFFFF <= have
    ndef.text(data, size)
    return whole


def case_the_corpus():
    count = texts = 0
    with open(FOLDER + "/ndef_corpus.txt") as file:
        for line in file:
            if line[0] == "#":
                continue
            wanted, _, digits = line.partition(" ")
            data = bytearray(binascii.unhexlify(digits.strip()))
            check(data)
            assert ndef.text(data, len(data)) == ("" if wanted == "-" else wanted), line
            count += 1
            texts += wanted != "-"
    assert count >= 25
    assert texts >= 6


def case_random_memories():
    rng = XorShift(20240607)
    seeds = [
        message(record(b"k:card:7")),
        b"\x01\x03\xa0\x0c\x34" + message(record(b"k:player:2")),
        message(bytes([0x91, 1, 4]) + b"U\x04a.b" + record(b"hi", flags=0x51)),
        bytes(60),
    ]
    found = 0
    for _ in range(400):
        data = memory(seeds[rng.below(len(seeds))])
        for _ in range(rng.below(6)):
            data[rng.below(64)] = rng.below(256)
        found += check(data) >= 0
    for _ in range(200):
        data = memory(bytes([rng.below(256) for _ in range(60)]))
        check(data)
    assert found > 50
