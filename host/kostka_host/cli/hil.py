"""``kostka hil``: tests of a board and its firmware, the suite that comes with Kostka."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import click
from kostka.errors import KostkaError

from kostka_host.cli.completion import boards
from kostka_host.ui import Ui

SUITE = Path(__file__).resolve().parents[1] / "hil" / "suite"
NEEDED = ("pytest", "filelock", "coverage")
SETTINGS = {"ignore_unknown_options": True, "allow_extra_args": True}


@click.command("hil", context_settings=SETTINGS)
@click.option(
    "--board",
    "selectors",
    multiple=True,
    shell_complete=boards,
    help="Which board; may be repeated.  [default: virtual]",
)
@click.option("--smoke", is_flag=True, help="The short set, under three minutes.")
@click.option("--full", is_flag=True, help="Everything, also what is destructive.")
@click.option(
    "--compare",
    nargs=2,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="A B",
    help="Say what differs in two JUnit files, and run nothing.",
)
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="[ARGUMENTS OF PYTEST]")
@click.pass_obj
def command(
    ui: Ui,
    selectors: tuple[str, ...],
    smoke: bool,
    full: bool,
    compare: tuple[Path, Path] | None,
    words: tuple[str, ...],
) -> int:
    """Test boards and their firmware.

    Boards are virtual, emulated or real; the suite comes with Kostka. What else is given goes to
    pytest: --junitxml FILE, --hil-report FILE, -k NAME, or files with tests of your own. The exit
    code is that of pytest; 8: only boards, cables or flashing failed; 9: too few healthy boards.
    """
    if smoke and full:
        raise click.UsageError("--smoke and --full are two sets; give one of them")
    if compare:
        return _compare(compare)
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        raise KostkaError("hil.packages", ", ".join(missing))
    return subprocess.run(command_line(selectors, smoke, full, words), check=False).returncode


def command_line(
    selectors: tuple[str, ...], smoke: bool, full: bool, words: tuple[str, ...]
) -> list[str]:
    """Return the call of pytest."""
    line = [sys.executable, "-m", "pytest", "-p", "kostka_host.pytest_plugin"]
    line += ["-p", "no:cacheprovider", "-c", os.fspath(SUITE / "pytest.ini")]
    line += [f"--board={selector}" for selector in selectors or ("virtual",)]
    line += ["-m", "smoke"] if smoke else []
    line += ["--destructive"] if full else []
    line += words
    if not names_tests(words):
        line.append(os.fspath(SUITE))
    return line


def names_tests(words: tuple[str, ...]) -> bool:
    """Say whether files or folders with tests are among the arguments."""
    for before, word in zip(("", *words), words, strict=False):
        path = Path(word.partition("::")[0])
        if path.suffix == ".py" and path.is_file():
            return True
        if path.is_dir() and not before.startswith("-"):
            return True
    return False


def _compare(pair: tuple[Path, Path]) -> int:
    from kostka_host.hil import history

    try:
        old, new = (history.read_one(path) for path in pair)
    except ValueError as problem:
        raise click.UsageError(str(problem)) from None
    lines = history.compare(old, new)
    for line in lines:
        click.echo(line)
    click.echo(f"{len(old)} and {len(new)} tests, {len(lines)} differences")
    return (
        1 if any(line.startswith(f"{history.PASSED} -> {history.FAILED}") for line in lines) else 0
    )
