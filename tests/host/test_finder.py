"""How a board finds its compiled modules, in the MicroPython VM."""

from __future__ import annotations

import os
import re
from pathlib import Path
from types import ModuleType

import kostka
import pytest
from kostka_host import layout
from kostka_host.boards.sources import device_folder
from kostka_host.build import build

pytestmark = pytest.mark.vm

CASES = """\
import sys
sys.path[:] = {path!r}
import finder
import kostka
assert kostka.__path__ == {at!r}, kostka.__path__
import kostka.app, kostka.config, kostka.games.ludo, kostka.play.session, kostka.text
from kostka.play import guide
assert kostka.text.__file__.startswith(kostka.__path__)
assert kostka.text.Catalog().say("app.stopped") != "app.stopped"
for name in ("kostka.nothing", "kostka.app.nothing", "kostka.games.dragon_dice.x", "kostka.a"):
    try:
        __import__(name)
    except ImportError:
        pass
    else:
        assert False, name
if kostka.__path__ == "/kostka":
    import os
    assert ("app", 0x4000) in [entry[:2] for entry in os.ilistdir("/kostka")]
    assert os.stat("/kostka/app")[0] == 0x4000
    assert not any(os.statvfs("/kostka"))
    for path in ("/kostka/ap", "/kostka/app/guard", "/kostka/app/__init__.mpy", "/kostka/a.py"):
        try:
            os.stat(path)
        except OSError:
            pass
        else:
            assert False, path
print("found")
"""


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("release")
    build(out, layout.profile(layout.FULL))
    return out / "lib"


def _run(vm: ModuleType, folder: Path, path: list[str], at: str) -> None:
    script = folder / "cases.py"
    script.write_text(CASES.format(path=path, at=at), encoding="utf-8")
    done = vm.run(script, heap="1M")
    assert done.out == "found\n", done.out + done.err


def test_compiled_modules_come_by_the_short_way(
    vm: ModuleType, release: Path, tmp_path: Path
) -> None:
    _run(vm, tmp_path, [str(release)], "/kostka")


def test_sources_come_as_ever(vm: ModuleType, tmp_path: Path) -> None:
    package = Path(os.path.dirname(kostka.__file__ or ""))
    path = [str(package.parent), str(device_folder())]
    _run(vm, tmp_path, path, str(package))


def test_it_knows_the_packages_of_a_release(release: Path) -> None:
    text = (device_folder() / "finder.py").read_text(encoding="utf-8")
    known = " ".join(re.findall(r'"(.*)"', text[text.index("_PACKAGES") : text.index("_FOLDER")]))
    root = release / "kostka"
    folders = {"/" + str(path.relative_to(root)) for path in root.rglob("*") if path.is_dir()}
    speaking = {"/" + str(path.relative_to(root)) for path in root.rglob("*/__init__.mpy")}
    assert set(known.split()) == folders | speaking
