"""What everybody may read while answers are secret: notes of the board, and why it disagrees."""

from __future__ import annotations

from kostka.errors import KostkaError

from kostka_host.mirror import Mirror

# A note may carry an action, or the text of whatever went wrong on the board.
TELLING = ("play.source", "app.crash")


def public_problem(problem: KostkaError) -> tuple[str, list[object]]:
    """Return the message of an error, without messages inside it: they may name an action."""
    shown: list[object] = [arg if isinstance(arg, (int, str)) else "…" for arg in problem.params]
    return problem.text, shown


def is_public(text: str, mirror: Mirror) -> bool:
    """Say whether everybody may read a note with this text id that comes now.

    A refusal of the rules may name what somebody has chosen in secret. Where the mirror does not
    know what the board waits for, that could be a secret answer.
    """
    game = mirror.follower.game
    names = [f"{game.name}."] if game is not None else []
    running = mirror.running_name
    if running:
        names.append(f"{running}.")
    if text not in TELLING and not text.startswith(("action.", *names)):
        return True
    return mirror.answers_are_public
