"""The probe's mat among the others, and PDF pages as pixels."""

import pypdfium2
import pytest
from kostka import games, mats
from kostka.text import Catalog

DPMM = 10  # pixels in a millimeter
# A page is stretched to whole pixels, rounded up: a little less keeps it from one more.
SCALE = DPMM * 25.4 / 72 * (1 - 1e-6)


@pytest.fixture
def words():
    return Catalog("en", keep=True)


@pytest.fixture
def probe(monkeypatch):
    """A game with a mat and without a drawing of its own."""
    monkeypatch.setattr(games, "_modules", {**games._modules, "probe": "kostka_probe"})
    monkeypatch.setattr(mats, "_modules", {**mats._modules, "probe": "kostka_probe_mat"})


@pytest.fixture(scope="session")
def pixels():
    """Return a function that renders pages of a PDF as gray arrays (rows, columns) of 0..255."""

    def render(data, *numbers):
        document = pypdfium2.PdfDocument(data)
        found = []
        for number in numbers or range(len(document)):
            bitmap = document[number].render(scale=SCALE, grayscale=True)
            found.append(bitmap.to_numpy().squeeze().copy())
        document.close()
        return found

    return render
