"""Tells what lies on a board; pasted by kostka_host.deploy behind `FOLDERS = (…)`, `ALL = …`.

First comes a line of JSON with facts, then the manifest, `=` before each line, then a line
`sha256 size path` for each file. Where there is a manifest, files that are in their place are not
read unless ALL is set: `-` stands for their SHA-256. A change of release that was under way is
taken back first, so that what is told is one whole release.
"""

import binascii
import gc
import hashlib
import json
import os
import sys

import machine

gc.collect()
free = gc.mem_free()
buf = bytearray(2048)
view = memoryview(buf)


def digest(path):
    """Return the SHA-256 of a file in hex digits."""
    check = hashlib.sha256()
    with open(path, "rb") as file:
        while True:
            n = file.readinto(buf)
            if not n:
                return binascii.hexlify(check.digest()).decode()
            check.update(view[:n])


def walk(folder, deep, read):
    """Print the files of a folder; `deep` also those below."""
    try:
        found = list(os.ilistdir(folder or "/"))
    except OSError:
        return
    for entry in found:
        path = folder + "/" + entry[0]
        if entry[1] & 0x4000:
            if deep:
                walk(path, deep, read)
        elif deep or path.endswith((".py", ".mpy")):
            print(digest(path) if read else "-", entry[3], path)


def load(name):
    """Import a module, None where it is missing."""
    try:
        return __import__(name)
    except ImportError:
        return None


names = os.listdir("/")
if "swap.new" in names or "swap.trial" in names or "swap.back" in names:
    __import__("slots").give_up()
    names = os.listdir("/")
board = ""
read = True
try:
    os.stat("/lib/release.txt")
    read = ALL
except OSError:
    layout = load("board_layout")
    if layout:
        board = layout.NAME + ":" + layout.LAYOUT_ID
about = {
    "id": binascii.hexlify(machine.unique_id()).decode(),
    "machine": sys.implementation._machine,
    "platform": sys.platform,
    "micropython": sys.implementation.version[:3],
    "mpy": sys.implementation._mpy & 255,
    "board": board,
    "start": "main.py" in names or ("rom" in names and "main.py" in os.listdir("/rom")),
    "deflate": load("deflate") is not None,
    "heap": [free, free + gc.mem_alloc()],
    "swap": [name[5:] for name in names if name.startswith("swap.")],
}
print(json.dumps(about))
try:
    with open("/lib/release.txt") as file:
        for line in file:
            print("=" + line, end="")
except OSError:
    pass
walk("", False, True)
walk("/lib", False, read)
for name in FOLDERS:
    walk("/" + name, True, read)
walk("/next", True, True)
