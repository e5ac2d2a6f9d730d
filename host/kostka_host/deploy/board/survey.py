"""Tells what lies on a board: facts as one line of JSON, then a line `sha256 size path` a file.

Lines of the manifest, of files outside the package, begin with `=`.

Pasted into the prompt of a board by kostka_host.deploy, behind `FOLDERS = (…)`. A change of
release that was under way is taken back first, so that what is told is one whole release.
"""

import binascii
import gc
import hashlib
import json
import os
import sys

buf = bytearray(2048)
view = memoryview(buf)


def digest(path):
    """Return the SHA-256 of a file in hex digits and its size."""
    check, size = hashlib.sha256(), 0
    with open(path, "rb") as file:
        while True:
            n = file.readinto(buf)
            if not n:
                return binascii.hexlify(check.digest()).decode(), size
            check.update(view[:n])
            size += n


def walk(folder, deep):
    """Print the files of a folder; `deep` also those below."""
    try:
        found = sorted(os.ilistdir(folder or "/"))
    except OSError:
        return
    for entry in found:
        path = folder + "/" + entry[0]
        if entry[1] & 0x4000:
            if deep:
                walk(path, deep)
        elif deep or entry[0].endswith((".py", ".mpy", ".txt")):
            print("%s %d %s" % (digest(path) + (path,)))


names = os.listdir("/")
if "swap.new" in names or "swap.trial" in names or "swap.back" in names:
    import slots

    slots.give_up()
    names = os.listdir("/")
try:
    import machine

    ident = binascii.hexlify(machine.unique_id()).decode()
except (ImportError, AttributeError):
    ident = ""
try:
    import deflate
except ImportError:
    deflate = None
try:
    import board_layout

    board = board_layout.NAME + ":" + board_layout.LAYOUT_ID
except (ImportError, AttributeError):
    board = ""
start = "main.py" in names or ("rom" in names and "main.py" in os.listdir("/rom"))
room = os.statvfs("/")
print(
    json.dumps(
        {
            "id": ident,
            "machine": getattr(sys.implementation, "_machine", ""),
            "platform": sys.platform,
            "micropython": list(sys.implementation.version[:3]),
            "mpy": getattr(sys.implementation, "_mpy", 0) & 0xFF,
            "board": board,
            "start": start,
            "block": room[0],
            "blocks": room[2],
            "free": room[3],
            "deflate": deflate is not None,
            "swap": [name[5:] for name in names if name.startswith("swap.")],
        }
    )
)
try:
    with open("/lib/release.txt") as file:
        for line in file:  # of the manifest what the files do not tell
            if " lib/kostka/" not in line:
                print("=" + line.rstrip())
except OSError:
    pass
walk("", False)
walk("/lib", False)
for name in FOLDERS:
    walk("/" + name, True)
gc.collect()
