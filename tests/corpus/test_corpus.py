"""Every file of the corpus, as it is and changed at random, as tools/soak does for long."""

import kostka_corpus as corpus
import pytest
from kostka.rules.rng import XorShift

CASES = [(kind, path) for kind in corpus.READERS for path in corpus.files(kind)]


@pytest.mark.parametrize(("kind", "path"), CASES, ids=lambda one: getattr(one, "name", one))
def test_a_kept_file_is_read(kind, path):
    for seed in range(1, 4):
        corpus.READERS[kind](path.read_bytes(), XorShift(seed))


@pytest.mark.parametrize("kind", corpus.READERS)
def test_changed_files_are_read(kind):
    rng = XorShift(11)
    for _ in range(300):
        corpus.fuzz(kind, rng)


def test_a_reader_that_falls_is_seen(monkeypatch):
    monkeypatch.setitem(corpus.READERS, "line", lambda data, rng: data.index(b"never"))
    with pytest.raises(AssertionError, match="line/"):
        corpus.fuzz("line", XorShift(1))
