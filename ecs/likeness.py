"""Which of her example exchanges are most like what was just said: by the words they share, a rare word counting more.

Whole numbers only, and ties go to the earlier one, so that a prompt is the same on every machine.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from math import isqrt

from ecs.components.soul import Pair

#: Words that say nothing about the subject.
_EMPTY = frozenset("i i'm the a an to of in is it it's and my me was so for on at that do you have tell got".split())
_STEM = 4


def nearest(heard: str, pairs: Sequence[Pair], limit: int) -> list[Pair]:
    """At most `limit` pairs that share a word with `heard`, the most alike last: what a model reads last it copies most."""
    said, asked = words(heard), [words(pair.owner) for pair in pairs]
    spread = Counter(word for one in asked for word in one)
    scores = [sum(1_000_000 // spread[word] for word in one & said) // (isqrt(10_000 * len(one)) or 1) for one in asked]
    ranked = sorted((score, -at) for at, score in enumerate(scores) if score)
    return [pairs[-at] for _, at in ranked[-limit:]] if limit else []


def words(text: str) -> set[str]:
    """The words that carry a text's subject, by their first letters, so that "work" and "working" are near."""
    return {word[:_STEM] for word in re.findall(r"[^\W\d_][\w']*", text.lower()) if word not in _EMPTY}


def read_pairs(text: str) -> list[Pair]:
    """The exchanges of `soul/EXAMPLES.md`: a line `owner: …`, a line with her name and what she says, parted by `---`."""
    found = re.findall(r"^owner:[ \t]*(\S.*)\n(?!owner:)[^:\n]+:[ \t]*(\S.*)$", text, re.MULTILINE | re.IGNORECASE)
    return [Pair(owner.strip(), her.strip()) for owner, her in found]
