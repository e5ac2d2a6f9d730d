"""Turns every error into one sentence and an exit code."""

from __future__ import annotations

import datetime
import os
import platform
import sys
import traceback
from pathlib import Path

import click
from kostka.errors import KostkaError, OptionError
from kostka.version import VERSION

from kostka_host import paths
from kostka_host.ui import Ui

FAILED = 1
WRONG_CALL = 2


def explain(problem: Exception, ui: Ui) -> tuple[int, str]:
    """Return the exit code and the sentence of an error.

    An error that nobody foresaw is written to a crash report, whose path the sentence names.
    """
    if isinstance(problem, OptionError):
        return WRONG_CALL, ui.words.error(problem)
    if isinstance(problem, KostkaError):
        return FAILED, ui.words.error(problem)
    if isinstance(problem, click.UsageError):
        return WRONG_CALL, _one_line(problem.format_message())
    if isinstance(problem, click.ClickException):
        return FAILED, _one_line(problem.format_message())
    if isinstance(problem, OSError):
        return FAILED, _system_error(problem, ui)
    path = write_report(problem)
    what = _one_line(f"{type(problem).__name__}: {problem}")
    return FAILED, ui.say("cli.crash", what, str(path) if path else ui.say("cli.no_report"))


def _system_error(problem: OSError, ui: Ui) -> str:
    reason = problem.strerror or _one_line(str(problem)) or type(problem).__name__
    if problem.filename is not None:
        path = Path(os.fsdecode(problem.filename))
        data = paths.data_dir()
        # the folder itself, or one above it in which it could not be made
        if path.is_relative_to(data) or (data.is_relative_to(path) and not path.is_dir()):
            return ui.say("cli.data", str(path), reason)
        return ui.say("cli.file", os.fsdecode(problem.filename), reason)
    return ui.say("cli.system", reason)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def write_report(problem: Exception) -> Path | None:
    """Write what is known about an unforeseen error to a file; return its path or None."""
    now = datetime.datetime.now(datetime.timezone.utc)
    path = paths.state_dir() / "crashes" / f"{now:%Y%m%d-%H%M%S}-{os.getpid()}.txt"
    lines = [
        f"Kostka {VERSION}, Python {platform.python_version()}, {platform.platform()}",
        f"{now.isoformat(timespec='seconds')}",
        f"arguments: {sys.argv[1:]!r}",
        "",
        "".join(traceback.format_exception(type(problem), problem, problem.__traceback__)),
    ]
    try:
        paths.make_private(path.parent)
        with paths.open_private(path, os.O_CREAT) as file:
            file.write("\n".join(lines).encode(errors="backslashreplace"))
    except OSError:
        return None
    return path
