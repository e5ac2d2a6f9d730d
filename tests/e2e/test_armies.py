"""Forces of Dragon Dice from files, sent to a table."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from kostka_program import Program

pytestmark = pytest.mark.vm


def starter(kostka: Program, folder: Path, race: str, total: int = 18) -> str:
    path = folder / f"{race}-{total}.toml"
    path.write_text(kostka.run("army", "starter", race, "--total", str(total)).stdout)
    return str(path)


def test_armies_of_files_stand_at_a_table(kostka: Program, tmp_path: Path) -> None:
    files = [starter(kostka, tmp_path, race) for race in ("dwarves", "treefolk")]
    words = [word for file in files for word in ("--army", file)]
    report = kostka.auto(
        "dragon_dice",
        *words,
        "--turns",
        "4",
        "--seed",
        "3",
        "--speed",
        "max",
        "--board",
        "virtual",
    )
    assert (report["seats"], report["options"]["force"]) == (2, 18)
    assert report["digest_board"] == report["digest_mirror"]
    built = [json.loads(kostka.run("army", "check", file, "--json").stdout) for file in files]
    played = Path(report["journal"]).read_text()
    for army in built:
        kinds = [int(text[1:]) for text in army["actions"] if text[0] == "k"]
        assert kinds
        for kind in kinds:  # as the action that takes a die of this kind
            assert str(13 << 18 | kind >> 5 << 9 | kind & 31) in played


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["dragon_dice", "--force", "24"], "DD-10"),
        (["dragon_dice", "--seats", "2", "--army", "FILE", "--army", "FILE"], "2 players"),
        (["ludo"], "Dragon Dice"),
    ],
)
def test_what_does_not_fit_is_told(
    kostka: Program, tmp_path: Path, words: list[str], said: str
) -> None:
    file = starter(kostka, tmp_path, "goblins")
    words = [file if word == "FILE" else word for word in words]
    done = kostka.run("play", *words, "--army", file, "--auto")
    assert done.returncode
    assert said in done.stderr
