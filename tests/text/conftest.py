"""The tool that makes catalogs, the languages there are, and their messages."""

import importlib.util
from importlib.machinery import SourceFileLoader
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PO = sorted((ROOT / "firmware/src/kostka/text/po").glob("*.po"))


def pytest_generate_tests(metafunc):
    """Run a test that takes `po` once for each language."""
    if "po" in metafunc.fixturenames:
        metafunc.parametrize("po", PO, ids=[po.stem for po in PO])


@pytest.fixture(scope="session")
def tool():
    loader = SourceFileLoader("gen_texts", str(ROOT / "tools/gen_texts"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("gen_texts", loader))
    loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def english(tool):
    return tool.read(ROOT / "firmware/src/kostka/text/po/en.po")
