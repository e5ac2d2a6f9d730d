"""Stock mpremote on a board that plays: its prompts, its resets, and the game after them."""

from __future__ import annotations

import json
import socket
import subprocess
import sys

import pytest
from kostka_program import Running

pytestmark = pytest.mark.vm


def mpremote(place: str, *words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "mpremote", "connect", place, *words],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert done.returncode == 0, done
    return done.stdout


def test_exec_works_and_a_reset_brings_the_game_back(running: Running) -> None:
    assert mpremote(running.place, "exec", "print(6 * 7)") == "42\n"
    # mpremote leaves a board at its prompt after exec
    assert running.wait_for("prompt")["game"] is None
    mpremote(running.place, "reset")
    running.is_back()
    files = mpremote(running.place, "ls", ":/")
    assert "journal" in files
    mpremote(running.place, "reset")
    running.is_back()


def test_ctrl_d_at_the_prompt_brings_the_game_back(running: Running) -> None:
    with socket.create_connection(("127.0.0.1", running.entry["tcp"])) as port:
        port.settimeout(10)
        port.sendall(b"\x03")
        heard = b""
        while not heard.endswith(b">>> "):
            heard += port.recv(4096)
        assert b"The table has stopped. Ctrl-D at the prompt starts it again." in heard
        assert b"Traceback" not in heard
        port.sendall(b"\x04")
        while b"soft reboot" not in heard:
            heard += port.recv(4096)
    running.is_back()


def test_a_soft_reset_of_mpremote_ends_at_the_prompt(running: Running) -> None:
    mpremote(running.place, "soft-reset")
    running.wait_for("prompt")
    shown = running.kostka.run("ls")
    assert "at the prompt" in shown.stdout
    code, sentence = running.kostka.refuse(
        "play", "ludo", "--terminal", "--board", f"id:{running.entry['id']}"
    )
    assert code == 1
    assert sentence.endswith("is at its MicroPython prompt; `mpremote reset` starts the table.")
    mpremote(running.place, "reset")
    running.is_back()


def test_the_port_is_one_host_s_alone(running: Running) -> None:
    with socket.create_connection(("127.0.0.1", running.entry["tcp"])):
        place = f"tcp:127.0.0.1:{running.entry['tcp']}"
        code, sentence = running.kostka.refuse("play", "ludo", "--terminal", "--board", place)
        assert code == 1
        assert sentence in (
            f"Port {place} is in use by another program.",
            f"Nothing answers at {place}.",
            f"Port {place} is gone.",
        ), sentence


def test_what_the_host_sends_may_be_anything(running: Running) -> None:
    with socket.create_connection(("127.0.0.1", running.entry["tcp"])) as port:
        port.sendall(b'\r\n!!{}\r\n\xff\x00\xfe{"m":"new"}\n' + b"x" * 5000 + b"\r\n")
        port.sendall(json.dumps({"m": "undo", "n": 0}).encode() + b"\r\n")
    running.is_back()
