"""What scenes must not know."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CODE = """
import sys
import kostka.scene.scene, kostka.scene.render, kostka.scene.picture, kostka.scene.legend
print(sorted(name for name in sys.modules if name.startswith("kostka.")))
"""


def test_scene_never_sees_a_state():
    done = subprocess.run(
        [sys.executable, "-c", CODE],
        env={"PYTHONPATH": str(ROOT / "firmware" / "src")},
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = done.stdout
    assert "kostka.scene.scene" in loaded
    for hidden in ("kostka.rules.state", "kostka.rules.game", "kostka.games", "kostka.play"):
        assert hidden not in loaded


def test_every_meaning_has_words():
    from kostka.scene.legend import legend

    catalog = (ROOT / "firmware" / "src" / "kostka" / "text" / "po" / "en.po").read_text()
    for name, _, _ in legend():
        assert f'msgid "{name}"' in catalog
