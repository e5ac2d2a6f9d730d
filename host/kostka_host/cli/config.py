"""``kostka config``: the settings of a board, on the board itself."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from kostka.config import Config
from kostka.config.schema import SCHEMA
from kostka.errors import OptionError
from kostka.line import Raw, dumps
from rich.table import Table

from kostka_host.link.client import Client
from kostka_host.link.stream import Message
from kostka_host.places import finder
from kostka_host.settings import FLAG, HELP, kind, since
from kostka_host.ui import Ui

ANSWER_S = 3.0
FORM = 1  # of an exported file
AT_ONCE = 8  # settings in one line to the board, which has 240 bytes


@click.group("config")
def command() -> None:
    """Look at and change the settings of a board."""


def _board(function: Any) -> Any:
    return click.option(
        "--board", "selector", default="auto", show_default=True, help="Which board."
    )(function)


@command.command("list")
@_board
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of words.")
@click.pass_obj
def list_(ui: Ui, selector: str, as_json: bool) -> None:
    """List all settings: value, range, default, and what each is for."""
    with settings_of(selector) as settings:
        if as_json:
            print(json.dumps([_plain(name, settings, ui) for name in sorted(settings.values)]))
        else:
            _show(settings, ui)


@command.command("get")
@click.argument("name")
@_board
@click.pass_obj
def get(ui: Ui, name: str, selector: str) -> None:
    """Print the value of one setting."""
    with settings_of(selector) as settings:
        settings.known(name)
        ui.out.print(str(settings.values[name]), markup=False)


@command.command("set")
@click.argument("pairs", nargs=-1, required=True, metavar="NAME VALUE...")
@_board
@click.pass_obj
def set_(ui: Ui, pairs: tuple[str, ...], selector: str) -> None:
    """Set one or more settings, all or none: NAME VALUE, or NAME=VALUE."""
    values = parse(pairs)
    with settings_of(selector) as settings:
        settings.change(values)
        for name in sorted(values):
            ui.out.print(f"{name} {settings.values[name]}", markup=False)


@command.command("reset")
@click.argument("names", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="All settings.")
@_board
def reset(names: tuple[str, ...], everything: bool, selector: str) -> None:
    """Take settings back to their defaults."""
    if bool(names) == everything:
        raise click.UsageError("name the settings to reset, or give --all")
    with settings_of(selector) as settings:
        if everything:
            settings.forget()
        else:
            settings.change({name: None for name in names})


@command.command("export")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path), required=False)
@_board
@click.pass_obj
def export(ui: Ui, file: Path | None, selector: str) -> None:
    """Write what was chosen on this board to FILE, or to standard output."""
    with settings_of(selector) as settings:
        chosen = {name: settings.values[name] for name in sorted(settings.own)}
    text = json.dumps({"kostka_config": FORM, "settings": chosen}, indent=2) + "\n"
    if file is None:
        sys.stdout.write(text)
    else:
        file.write_text(text, encoding="utf-8")
        ui.note("cli.config.exported", len(chosen), str(file))


@command.command("import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@_board
@click.pass_obj
def import_(ui: Ui, file: Path, selector: str) -> None:
    """Take over settings from an exported FILE; all others take their defaults."""
    values = read(file)
    config = Config()
    strange = sorted(set(values) - set(SCHEMA))
    config.choose({name: values[name] for name in values if name in SCHEMA})
    with settings_of(selector) as settings:
        settings.replace(dict(config.chosen))
        ui.note("cli.config.imported", len(config.chosen), str(file))
        if strange:
            ui.note("config.kept", ", ".join(strange))


# Values --------------------------------------------------------------------------------------


def parse(pairs: tuple[str, ...]) -> dict[str, object]:
    """Return settings from words of a command line, checked against the schema.

    Raises:
        OptionError: there is no such setting, or a value does not fit it.
        UsageError: a value is missing.
    """
    words = [part for pair in pairs for part in (pair.split("=", 1) if "=" in pair else [pair])]
    if len(words) % 2:
        raise click.UsageError(f"{words[-1]}: a value is missing")
    values: dict[str, object] = {}
    for name, text in zip(words[::2], words[1::2], strict=True):
        values[name] = value_of(name, text)
    Config().choose(values)
    return values


def value_of(name: str, text: str) -> object:
    """Return a value that a person typed: a whole number, or on and off for a flag."""
    if name in SCHEMA and kind(name) == FLAG:
        text = {"on": "1", "off": "0"}.get(text.lower(), text)
    try:
        return int(text)
    except ValueError:
        return text


def read(file: Path) -> dict[str, object]:
    """Return the settings of an exported file.

    Raises:
        OptionError: it is no such file.
    """
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except ValueError:
        found = None
    values = found.get("settings") if isinstance(found, dict) else None
    if not isinstance(values, dict) or found.get("kostka_config") != FORM:
        raise OptionError("cli.config.no_export", str(file))
    return values


# The board -----------------------------------------------------------------------------------


class Settings:
    """The settings of a board as it last told them: `values`, `own` (chosen) and `kept` names."""

    def __init__(self, client: Client) -> None:
        self.values: dict[str, int] = {}
        self.own: list[str] = []
        self.kept: list[str] = []
        self._client = client
        self._take({})

    def _take(self, fields: dict[str, Any]) -> None:
        answer: Message = self._client.request("config", ANSWER_S, **fields)
        self.values = answer.get("v") or {}
        self.own = list(answer.get("own") or [])
        self.kept = list(answer.get("kept") or [])

    def known(self, name: str) -> None:
        """Raise OptionError unless the board has a setting."""
        if name not in self.values:
            raise OptionError("config.unknown", name, ", ".join(sorted(self.values)))

    def change(self, values: dict[str, object]) -> None:
        """Set values, None for the default; the board takes all or none of a line.

        Raises:
            KostkaError: the board refuses one.
        """
        for name in values:
            self.known(name)
        self._send(values, {})

    def forget(self) -> None:
        """Take all back to their defaults."""
        self._take({"reset": 1})

    def replace(self, values: dict[str, object]) -> None:
        """Set these values, all others to their defaults."""
        for name in values:
            self.known(name)
        self._send(values, {"reset": 1})

    def _send(self, values: dict[str, object], more: dict[str, object]) -> None:
        names = sorted(values)
        for at in range(0, max(1, len(names)), AT_ONCE):
            part = [(name, values[name]) for name in names[at : at + AT_ONCE]]
            fields: dict[str, Any] = dict(more) if not at else {}
            if part:
                fields["set"] = Raw(dumps(part))
            self._take(fields)


@contextlib.contextmanager
def settings_of(selector: str) -> Iterator[Settings]:
    """Greet a board for a moment and yield its settings.

    Raises:
        LinkError: it is not there, in use, or does not answer.
    """
    client = Client(finder(selector))
    try:
        client.start()
        yield Settings(client)
    finally:
        client.close()


# Words ---------------------------------------------------------------------------------------


def _plain(name: str, settings: Settings, ui: Ui) -> dict[str, object]:
    found: dict[str, object] = {
        "name": name,
        "value": settings.values[name],
        "chosen": name in settings.own,
    }
    if name in SCHEMA:  # a newer board has settings of its own
        low, high, default, unit = SCHEMA[name]
        found.update(type=kind(name), min=low, max=high, default=default, unit=unit)
        found.update(since=since(name), help=ui.say(HELP[name]))
    return found


def _show(settings: Settings, ui: Ui) -> None:
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for name in sorted(settings.values):
        value = str(settings.values[name])
        if name not in SCHEMA:
            table.add_row(name, value, "", "", "")
            continue
        low, high, default, unit = SCHEMA[name]
        span = "0, 1" if kind(name) == FLAG else f"{low} … {high}"
        table.add_row(
            name,
            f"{value} {unit}".strip(),
            span,
            ui.say("cli.games.default", str(default)),
            ui.say(HELP[name]),
            style="bold" if name in settings.own else "",
        )
    ui.out.print(table)
    if settings.kept:
        ui.note("config.kept", ", ".join(settings.kept))
