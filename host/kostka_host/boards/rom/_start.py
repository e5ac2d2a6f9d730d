"""Starts a virtual board as an RP2 starts: file system, boot.py, main.py."""

import _hw

_hw.put(_hw.begin(_hw.HELLO, 1), 1)
info = __import__("json").loads(_hw.answer())

import _clock

_clock.start(info["virtual"], info["now"], info["granted"], info["watchdog"])

import gc
import io
import sys

import _flash
import machine
import neopixel
import os
import rp2
import select
import time
import uos
import vfs

ERASED = b"\xff" * 16


def mount():
    """Put the file system in place; a new flash gets one, a damaged one ends the board."""
    machine._start(info)
    rom = vfs.VfsPosix(info["rom"])
    flash = _flash.Flash(info["flash"], info["blocks"])
    head = bytearray(16)
    flash.readblocks(0, head)
    if head == ERASED:
        flash.readblocks(1, head)
    if head == ERASED:
        vfs.VfsLfs2.mkfs(flash, progsize=256)
    try:
        system = vfs.VfsLfs2(flash, progsize=256)
    except OSError as problem:
        _hw.put(_hw.begin(_hw.DAMAGED, 1), problem.errno)
        _hw.answer()
    vfs.umount("/")
    vfs.mount(system, "/")
    vfs.mount(rom, "/rom", readonly=True)
    uos.chdir("/")
    sys.path[:] = ["", "/rom", "/lib", ".frozen"]
    sys.argv[:] = []
    if info["seed"] is not None:
        import random

        random.seed(info["seed"])


def run(name, scope):
    """Run a file of the file system, else of the ROM; say whether it did not fail."""
    try:
        source = read(name)
        if source:
            exec(compile(source, name, "exec"), scope)
        return True
    except SystemExit:
        _hw.reset(_hw.SOFT, _clock.now)
    except BaseException as problem:
        show(problem)
    return False


def read(name):
    """Return the text of a file of the file system, else of the ROM, else nothing."""
    for path in (name, "/rom/" + name):
        try:
            with open(path) as file:
                return file.read()
        except OSError:
            pass
    return ""


def show(problem):
    """Print a traceback without the frames of this module."""
    text = io.StringIO()
    sys.print_exception(problem, text)
    for line in text.getvalue().split("\n")[:-1]:
        if '_start.py"' not in line:
            print(line)


def tell(stage):
    """Say how far the start has come, whatever is typed meanwhile."""
    while True:
        try:
            _hw.stage(stage, _clock.now)
            return
        except KeyboardInterrupt:
            pass


def start(scope):
    """Run boot.py and, unless told otherwise, main.py; then the prompt comes."""
    mount()
    for name in ("_hw", "_clock", "_flash", "_start"):
        sys.modules.pop(name, None)
    gc.collect()
    tell(_hw.BOOT)
    good = run("boot.py", scope)
    if good and info["main"]:
        tell(_hw.MAIN)
        run("main.py", scope)
    tell(_hw.PROMPT)
