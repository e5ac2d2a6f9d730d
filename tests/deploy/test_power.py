"""A change of release, with the power cut at every operation of the flash, on real littlefs."""

import json
from pathlib import Path

import pytest
from kostka_host.deploy.found import Found
from kostka_host.deploy.plan import make_plan
from kostka_host.deploy.prompt import BOARD
from kostka_host.deploy.transfer import blocks, frame
from kostka_host.release import Release, digest

TESTS = Path(__file__).parents[1]
OLD = {
    "main.py": b"# starts it\n",
    "lib/wiring.mpy": b"w" * 700,
    "lib/board_layout.mpy": b"before",
    "lib/kostka/same.mpy": b"same" * 300,
    "lib/kostka/play/other.mpy": b"old one" * 200,
    "lib/kostka/gone.mpy": b"gone" * 200,
}
NEW = {
    "main.py": b"# starts it\n",
    "lib/board_layout.mpy": b"a name before that of the package",
    "lib/wiring.mpy": bytes(range(256)) * 3,
    "lib/kostka/same.mpy": OLD["lib/kostka/same.mpy"],
    "lib/kostka/play/other.mpy": b"new one" * 200,
    "lib/kostka/added/more.mpy": b"\x03\x10more" * 150,
}


def board_with(files):
    about = {"start": True, "swap": [], "platform": "rp2", "machine": "", "board": ""}
    release = Release(files, {"version": "old"}).whole()
    listed = {path: digest(data) for path, data in files.items()}
    return Found(
        {path: digest(data) for path, data in release.items()},
        {path: len(data) for path, data in release.items()},
        about,
        {"version": "old"},
        listed,
    )


@pytest.fixture
def folder(tmp_path):
    """What update_on_littlefs.py reads."""
    for name in ("prepare", "receive"):
        (tmp_path / f"{name}.py").write_text((BOARD / f"{name}.py").read_text())
    old, new = Release(OLD, {"version": "old"}), Release(NEW, {"version": "new"})
    for name, release in (("old", old), ("new", new)):
        pairs = {path: data.hex() for path, data in release.whole().items()}
        (tmp_path / f"{name}.json").write_text(json.dumps(pairs))
    plan = make_plan(board_with(OLD), new)
    assert plan.gone == ("lib/kostka/gone.mpy",)
    assert "lib/kostka/same.mpy" not in plan.changed
    (tmp_path / "said.json").write_text(json.dumps({"folders": plan.folders}))
    frames = b"".join(frame(block) for block in blocks(plan.items)) + b"0000"
    assert b"\x03" not in frames
    (tmp_path / "frames.bin").write_bytes(frames)
    return tmp_path


@pytest.mark.vm
@pytest.mark.slow
def test_power_cuts(vm, folder):
    done = vm.run(
        Path(__file__).with_name("update_on_littlefs.py"),
        str(folder),
        path=[TESTS.parent / "firmware" / "device", TESTS / "journal"],
        heap="8M",  # flashes lie in it
        timeout_s=300,
    )
    assert done.code == 0, done.out + done.err
    print(done.out)
    lines = done.out.replace("!", "").replace(".", "").split("\n")
    cuts = [int(line.split()[0]) for line in lines if " cuts of " in line]
    assert len(cuts) == 4, done.out
    assert min(cuts) > 20, done.out
    assert done.out.rstrip().endswith("ok")
