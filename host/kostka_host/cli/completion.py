"""``kostka completion``: what a shell needs to complete commands, options, boards and profiles."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem, get_completion_class

from kostka_host import layout, names
from kostka_host.boards import registry
from kostka_host.link.ports import usb_ports
from kostka_host.places import OWN

SHELLS = ("bash", "zsh", "fish")
VARIABLE = "_KOSTKA_COMPLETE"


@click.command("completion")
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print the completion for a shell.

    bash: eval "$(kostka completion bash)" in ~/.bashrc; zsh likewise in ~/.zshrc;
    fish: kostka completion fish > ~/.config/fish/completions/kostka.fish
    """
    kind = get_completion_class(shell)
    assert kind is not None
    print(kind(ctx.find_root().command, {}, "kostka", VARIABLE).source())


def boards(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem | str]:
    """Return the selectors of boards that begin with a word; no port is opened."""
    found = [("auto", "the only board there is"), *((kind, "your own") for kind in OWN)]
    for entry in registry.running():
        name = names.name_of(entry.id) or entry.name
        found.append((f"id:{name or entry.id}", entry.kind))
        found.append((f"port:{entry.port}", name))
    for port in usb_ports():
        name = names.name_of(port.serial)
        if port.serial:
            found.append((f"id:{name or port.serial}", port.words))
        found.append((f"port:{port.device}", name or port.words))
    return [CompletionItem(word, help=text) for word, text in found if word.startswith(incomplete)]


def profiles(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem | str]:
    """Return the profiles that begin with a word."""
    return [name for name in layout.profiles() if name.startswith(incomplete)]
