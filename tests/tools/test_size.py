"""No module grows beyond what one can read at once."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MOST = 400


def test_no_module_is_longer_than_four_hundred_lines():
    modules = [
        path
        for folder in ("firmware", "host", "tests", "tools")
        for path in (ROOT / folder).rglob("*.py")
    ]
    modules += [path for path in (ROOT / "tools").iterdir() if path.is_file() and not path.suffix]
    assert len(modules) > 100
    long = {}
    for path in modules:
        lines = len(path.read_text(encoding="utf-8").splitlines())
        if lines > MOST:
            long[str(path.relative_to(ROOT))] = lines
    assert long == {}
