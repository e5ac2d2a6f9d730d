"""Runs tests at the prompt of a board; pasted by kostka_host.hil, names KEY and RUN before it.

It needs nothing but MicroPython. What came of a test goes out as checked lines: `$<`, JSON with
the id of the run and a counter, `*`, and the CRC-32 of the key of the run and that JSON. A program
that prints something like it knows neither. Files of the host are compiled under their names
there, so that a traceback names host files; modules for the board lie in memory and never in the
flash.
"""

import binascii
import gc
import io
import json
import os
import sys
import time

TEXT_MAX = 1800  # bytes of a traceback that are sent, its end
NAMES = 16  # in one line


class raises:
    """Fail unless the block raises one of these exceptions; `value` is it."""

    def __init__(self, *kinds):
        self.kinds = kinds
        self.value = None

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        if kind is None:
            raise AssertionError("nothing was raised")
        self.value = value
        return issubclass(kind, self.kinds)


class _Memory:
    """A file system of sources in memory, for `import`."""

    def __init__(self):
        self.files = {}

    def mount(self, readonly, mkfs):
        pass

    def umount(self):
        pass

    def chdir(self, path):
        pass

    def getcwd(self):
        return "/"

    def stat(self, path):
        path = path.strip("/")
        if path in self.files:
            return (0x8000, 0, 0, 0, 0, 0, len(self.files[path]), 0, 0, 0)
        for name in self.files:
            if name.startswith(path + "/"):
                return (0x4000, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        raise OSError(2)

    def open(self, path, mode):
        if path.strip("/") not in self.files or mode[0] != "r":
            raise OSError(2)
        return io.BytesIO(self.files[path.strip("/")])


class _Hil:
    """The tests that are on the board, and what is said of them."""

    def __init__(self):
        self.key = KEY
        self.count = 0
        self.spaces = {}
        self.memory = None
        self.seen = {}

    def say(self, kind, **more):
        self.count += 1
        more["h"] = kind
        more["r"] = RUN
        more["n"] = self.count
        body = json.dumps(more).encode()
        check = binascii.crc32(self.key.encode() + body) & 0xFFFFFFFF
        sys.stdout.write("\n$<%s*%08x\n" % (body.decode(), check))

    def module(self, path, source):
        """Keep the source of a module for the board."""
        if self.memory is None:
            self.memory = _Memory()
            try:
                from vfs import mount, umount
            except ImportError:  # before MicroPython 1.23
                mount, umount = os.mount, os.umount
            if "/hil" in sys.path:  # of a session before, which the interpreter has outlived
                umount("/hil")
            else:
                sys.path.insert(0, "/hil")
            mount(self.memory, "/hil")
        self.memory.files[path] = source

    def file(self, path, source, bases):
        """Take the part of a test file that runs here; `bases` name what it has from others."""
        space = {"__name__": path, "raises": raises}
        for name, other, there in bases:
            space[name] = self.spaces[other][there]
        exec(compile(source, path, "exec"), space)
        self.spaces[path] = space

    def found(self, path, functions, classes):
        """Tell every test of a file that is here, also what classes inherit."""
        space = self.spaces[path]
        names = []
        for name in space:
            thing = space[name]
            if isinstance(thing, type):
                if name.startswith(classes):
                    self._of_class(names, name, thing, functions, classes)
            elif name.startswith(functions) and callable(thing):
                names.append(name)
        for at in range(0, len(names), NAMES):
            self.say("found", t=names[at : at + NAMES])
        self.say("all", c=len(names))

    def _of_class(self, names, path, owner, functions, classes):
        if not getattr(owner, "__test__", True):
            return
        for name in dir(owner):
            if name.startswith("__"):
                continue
            thing = getattr(owner, name)
            if isinstance(thing, type):
                if name.startswith(classes):
                    self._of_class(names, path + "." + name, thing, functions, classes)
            elif name.startswith(functions) and callable(thing):
                names.append(path + "." + name)

    def run(self, path, name, arguments):
        """Run one test."""
        gc.collect()
        self.say("begin", t=name)
        began = time.ticks_ms()
        how, text = "passed", ""
        try:
            self._call(path, name, arguments)
        except BaseException as problem:
            if isinstance(problem, AssertionError):
                how = "assertion"
            else:
                how = "stopped" if isinstance(problem, KeyboardInterrupt) else "device"
            out = io.StringIO()
            sys.print_exception(problem, out)
            text = out.getvalue()[-TEXT_MAX:]
        ms = time.ticks_diff(time.ticks_ms(), began)
        self.say("end", t=name, how=how, text=text, ms=ms, free=gc.mem_free())

    def _call(self, path, name, arguments):
        parts = name.split(".")
        call = self.spaces[path][parts[0]]
        one = None
        for part in parts[1:-1]:
            call = getattr(call, part)
        if len(parts) > 1:
            one = call()
            call = getattr(one, parts[-1])
            if hasattr(one, "setup_method"):
                one.setup_method()
        try:
            call(**arguments)
        finally:
            if one is not None and hasattr(one, "teardown_method"):
                one.teardown_method()


_hil = _Hil()
