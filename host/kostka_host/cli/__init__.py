"""The command line: a table of commands, each in a module of its own, loaded when called for."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys

import click
from kostka.games import own
from kostka.version import VERSION

from kostka_host import owner
from kostka_host.cli import problems
from kostka_host.ui import Ui, languages

# name: module; each module holds its click command as `command`
COMMANDS = {
    "army": "kostka_host.cli.army",
    "bench": "kostka_host.cli.bench",
    "board": "kostka_host.cli.board",
    "calibrate": "kostka_host.cli.calibrate",
    "completion": "kostka_host.cli.completion",
    "config": "kostka_host.cli.config",
    "data": "kostka_host.cli.data",
    "enroll": "kostka_host.cli.enroll",
    "flash": "kostka_host.cli.flash",
    "games": "kostka_host.cli.games",
    "hil": "kostka_host.cli.hil",
    "journal": "kostka_host.cli.journal",
    "ls": "kostka_host.cli.ls",
    "mat": "kostka_host.cli.mat",
    "name": "kostka_host.cli.name",
    "play": "kostka_host.cli.play",
    "print": "kostka_host.cli.print_",
    "saves": "kostka_host.cli.saves",
    "status": "kostka_host.cli.status",
    "update": "kostka_host.cli.update",
}


def _use_language(ctx: click.Context, _param: click.Parameter, value: str | None) -> None:
    if value:
        ctx.find_root().ensure_object(Ui).use_language(value)


def _use_color(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if value:
        ctx.find_root().ensure_object(Ui).use_color(False)


def _common_options() -> list[click.Parameter]:
    """Return the options that every command takes."""
    return [
        click.Option(
            ["--lang"],
            type=click.Choice(languages()),
            help="Language of all words.",
            callback=_use_language,
            expose_value=False,
        ),
        click.Option(
            ["--no-color"],
            is_flag=True,
            help="No colors; NO_COLOR in the environment does the same.",
            callback=_use_color,
            expose_value=False,
        ),
    ]


def _add_common_options(command: click.Command) -> click.Command:
    if not any(param.name == "no_color" for param in command.params):
        command.params.extend(_common_options())
        if isinstance(command, click.Group):
            for inner in command.commands.values():
                _add_common_options(inner)
    return command


class Table(click.Group):
    """A group whose commands are modules, imported only when one is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands that are installed."""
        return sorted(
            name for name, module in COMMANDS.items() if importlib.util.find_spec(module)
        )

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command: click.Command = importlib.import_module(COMMANDS[cmd_name]).command
        return _add_common_options(command)


@click.command(cls=Table, params=_common_options())
@click.version_option(VERSION, prog_name="kostka")
@click.pass_context
def program(ctx: click.Context) -> None:
    """Kostka: an open smart game table, its boards, games and journals."""
    ctx.ensure_object(Ui)


def main(args: list[str] | None = None) -> int:
    """Run the program and return its exit code: 0, 1 for an error, 2 for a wrong call.

    Every error is one sentence on standard error; there is never a traceback.
    """
    ui = Ui()
    own.read_with(owner.read)
    try:
        result = program.main(args, prog_name="kostka", standalone_mode=False, obj=ui)
        sys.stdout.flush()
        return result if isinstance(result, int) else 0
    except (KeyboardInterrupt, click.Abort):
        return 130
    except SystemExit as exit_:  # click's answer to a shell, or to a pipe that nobody reads on
        return exit_.code if isinstance(exit_.code, int) else 1
    except BrokenPipeError:
        # keep the interpreter from writing again when it ends
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except click.exceptions.Exit as exit_:
        return exit_.exit_code
    except click.exceptions.NoArgsIsHelpError as problem:
        print(problem.message, file=sys.stderr)  # nothing was asked for: all that can be
        return problems.WRONG_CALL
    except Exception as problem:
        code, sentence = problems.explain(problem, ui)
        print("kostka: " + sentence, file=sys.stderr)
        return code
