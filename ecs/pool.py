"""Texts that only grow in number: a `Pool` is one component field that holds interned strings, in blocks.

A text has a number, its place in the order of arrival, and is kept once. A digest hashes the block that grew and
remembers the rest; the look-up from text to number is a cache that a load fills again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import blake2b

BLOCK = 1024


class Pool:
    """`pool.add("tea")` → 0; `pool[0]` → "tea"; `pool.find("milk")` → None."""

    def __init__(self, texts: tuple[str, ...] = ()) -> None:
        self._texts: list[str] = []
        self._numbers: dict[str, int] = {}
        self._hashes: list[str] = []
        for text in texts:
            self.add(text)

    def __len__(self) -> int:
        return len(self._texts)

    def __getitem__(self, number: int) -> str:
        return self._texts[number]

    def add(self, text: str) -> int:
        """The text's number; a new one when it was not here."""
        number = self._numbers.get(text)
        if number is None:
            number = self._numbers[text] = len(self._texts)
            self._texts.append(text)
            del self._hashes[number // BLOCK :]
        return number

    def find(self, text: str) -> int | None:
        """The text's number, or None."""
        return self._numbers.get(text)

    def blocks(self) -> list[tuple[str, bytes]]:
        """(hash hex, bytes) of every block, in order."""
        return [(key, self._block_bytes(block)) for block, key in enumerate(self._keys())]

    def outline(self) -> dict:
        """What `from_blocks` needs beside the bytes."""
        return {"texts": len(self._texts), "blocks": list(self._keys())}

    @classmethod
    def from_blocks(cls, outline: Mapping, chunks: Mapping[str, bytes]) -> "Pool":
        """The pool back from its outline and a mapping hash → bytes."""
        pool = cls(tuple(text for key in outline["blocks"] for text in json.loads(chunks[key].decode("utf-8", "surrogatepass"))))
        if len(pool) != outline["texts"]:
            raise ValueError(f"a pool was saved with {outline['texts']} texts and has {len(pool)} now: the save is damaged")
        return pool

    def _keys(self) -> list[str]:
        for block in range(len(self._hashes), -(-len(self._texts) // BLOCK)):
            self._hashes.append(blake2b(self._block_bytes(block), digest_size=32).hexdigest())
        return self._hashes

    def _block_bytes(self, block: int) -> bytes:
        texts = self._texts[block * BLOCK : (block + 1) * BLOCK]
        return json.dumps(texts, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
