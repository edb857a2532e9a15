"""A pool keeps each text once, hashes only what grew, and comes back from a save as it was."""

from dataclasses import field

import pytest
from hypothesis import given, strategies as st

from ecs.component import component, from_plain, kept_apart, to_plain
from ecs.pool import BLOCK, Pool
from ecs.snapshot import canonical


@component()
class PoolHolder:
    texts: Pool = field(default_factory=Pool)


def test_a_text_has_one_number_and_is_found_again():
    pool = Pool()
    assert [pool.add(text) for text in ("tea", "milk", "tea")] == [0, 1, 0]
    assert (pool[1], pool.find("milk"), pool.find("rum"), len(pool)) == ("milk", 1, None, 2)


@given(st.lists(st.text(), max_size=40))
def test_save_and_load_give_the_same_texts_and_digest(texts):
    holder = PoolHolder(Pool(tuple(texts)))
    plain, chunks = to_plain(holder), dict(kept_apart(holder))
    back = from_plain(PoolHolder, plain, chunks)
    assert [back.texts[number] for number in range(len(back.texts))] == list(dict.fromkeys(texts))
    assert canonical(to_plain(back)) == canonical(plain)


def test_a_lone_surrogate_survives():
    holder = PoolHolder(Pool(("\ud800",)))
    assert from_plain(PoolHolder, to_plain(holder), dict(kept_apart(holder))).texts[0] == "\ud800"


def test_growth_hashes_the_last_block_only(monkeypatch):
    pool = Pool(tuple(str(number) for number in range(3 * BLOCK)))
    pool.outline()
    hashed = []
    monkeypatch.setattr(Pool, "_block_bytes", lambda self, block, real=Pool._block_bytes: (hashed.append(block), real(self, block))[1])
    pool.add("one more")
    pool.outline()
    assert hashed == [3]


def test_adding_changes_the_digest_and_adding_again_does_not():
    pool = Pool(("a",))
    before = pool.outline()
    pool.add("b")
    after = pool.outline()
    pool.add("a")
    assert before != after == pool.outline()


def test_a_damaged_outline_is_refused():
    holder = PoolHolder(Pool(("a", "b")))
    plain, chunks = to_plain(holder), dict(kept_apart(holder))
    plain[0]["texts"] = 3
    with pytest.raises(ValueError, match="damaged"):
        from_plain(PoolHolder, plain, chunks)
