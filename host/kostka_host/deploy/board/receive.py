"""Takes files from the host; pasted into the prompt of a board by kostka_host.deploy.

The host sends frames: four hex digits of the length, then a block, deflated and with 0x03 and 0x10
written as two bytes each, so that Ctrl-C goes on interrupting. A dot answers each. Blocks hold
entries, `<IBB` size, lengths of two names, SHA-256, names, and the bytes of a file. It is written
under the first name, read back, and renamed to the second one. A watchdog starts the board anew
where the host falls silent.
"""

import gc
import hashlib
import io
import os
import struct
import sys

import deflate
import machine

BLOCK = 8192
WINDOW = 13
gc.collect()
buf = bytearray(BLOCK)
view = memoryview(buf)
part = memoryview(bytearray(1024))
read = sys.stdin.buffer.read
say = sys.stdout.write
file = None
left = 0
entry = None


def begin(at):
    """Open the file whose entry begins at a place of the block; return where its bytes begin."""
    global file, left, entry
    left, first, second = struct.unpack_from("<IBB", buf, at)
    at += 38
    dest = str(view[at : at + first], "utf-8")
    at += first
    entry = (bytes(view[at - first - 32 : at - first]), dest, str(view[at : at + second], "utf-8"))
    file = open(dest, "wb")
    return at + second


def end():
    """Close the file, read it back, and give it its name."""
    global file
    file.close()
    file = None
    check, dest, name = entry
    found = hashlib.sha256()
    with open(dest, "rb") as again:
        while True:
            n = again.readinto(part)
            if not n:
                break
            found.update(part[:n])
    if found.digest() != check:
        raise ValueError("damaged " + dest)
    if name != dest:
        os.rename(dest, name)


def take(size):
    """Take in a block."""
    global left
    at = 0
    while at < size:
        if file is None:
            at = begin(at)
        n = min(left, size - at)
        file.write(view[at : at + n])
        at += n
        left -= n
        if not left:
            end()


def receive():
    """Take in blocks until an empty one comes."""
    while True:
        dog.feed()
        size = int(read(4), 16)
        if not size:
            return
        data = read(size).replace(b"\x10C", b"\x03").replace(b"\x10P", b"\x10")
        take(deflate.DeflateIO(io.BytesIO(data), deflate.RAW, WINDOW).readinto(buf))
        say(".")


keeper = globals().get("feeder")
if keeper is not None:
    keeper.deinit()
dog = machine.WDT(timeout=8000)
say("!")
receive()
