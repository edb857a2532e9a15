"""LoCoMo evidence recall (Maharana et al. 2024): how many of the turns that answer a question are among the top K.

Every line of talk is one memory, citing its turn; the talk's own pauses make conversations. `hybrid` is what she uses, the
whole way through `recall`; `vector` is plain likeness of a line to the question; `bm25` is plain Okapi BM25 over the same
lines with all their words (k1 1.2, b 0.75), the peer.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from pathlib import Path

import numpy as np

from ecs.effects import MemoryEntry, Recall
from yurios.memory.embedder import Embedder, starter
from yurios.memory.index import Index
from yurios.memory.recall import recall

DEPTHS = (5, 10, 20)
GOAL, GOAL_AT = 0.80, 10
K1, B = 1.2, 0.75
LINE_US = 20_000_000


@dataclass(frozen=True)
class Asked:
    """A question with the turns that answer it."""

    text: str
    category: int
    turns: frozenset[str]


def conversation(path: Path) -> tuple[list[MemoryEntry], list[Asked]]:
    """The lines of talk of one file, in order, and its questions that have evidence."""
    data = json.loads(path.read_text(encoding="utf-8"))
    lines = list(_lines(data))
    known = {line.turn for line in lines}
    asked = [Asked(each["question"], each["category"], frozenset(re.findall(r"D\d+:\d+", " ".join(each.get("evidence") or []))) & known) for each in data["qa"]]
    return lines, [each for each in asked if each.turns]


def _lines(data: dict) -> Iterator[MemoryEntry]:
    session = 1
    while f"session_{session}" in data:
        start = datetime.strptime(data[f"session_{session}_date_time"], "%I:%M %p on %d %B, %Y").replace(tzinfo=timezone.utc)
        for place, line in enumerate(data[f"session_{session}"]):
            at_us = (start - datetime(1970, 1, 1, tzinfo=timezone.utc)) // timedelta(microseconds=1) + place * LINE_US
            photo = f" [shares {line['blip_caption']}]" if line.get("blip_caption") else ""
            yield MemoryEntry(line["dia_id"], at_us, start.strftime("%Y-%m-%d"), f"{line['speaker']}: {line['text']}{photo}")
        session += 1


def ranked_hybrid(lines: list[MemoryEntry], asked: list[Asked], embedder: Embedder | None) -> list[list[str]]:
    """What she would find, best first, asked after the last line."""
    index = Index(None, embedder)
    index.remember(lines)
    while index.work():
        pass
    now_us = lines[-1].at_us + 3_600_000_000
    return [[hit["turn"] for hit in recall(index, Recall("r", "her", each.text, now_us, k=max(DEPTHS), floor=0))[1]] for each in asked]


def ranked_vector(lines: list[MemoryEntry], asked: list[Asked], embedder: Embedder) -> list[list[str]]:
    """Plain cosine of each line to the question."""
    cosines = embedder.embed([each.text for each in asked]) @ embedder.embed([line.text for line in lines]).T
    return [[lines[row].turn for row in np.argsort(-scores, kind="stable")[:max(DEPTHS)]] for scores in cosines]


def ranked_bm25(lines: list[MemoryEntry], asked: list[Asked]) -> list[list[str]]:
    """Okapi BM25 (Robertson & Zaragoza 2009) with Lucene's idf, over all words in lower case."""
    bags = [Counter(re.findall(r"\w+", line.text.lower())) for line in lines]
    lengths = np.array([bag.total() for bag in bags])
    holders = Counter(word for bag in bags for word in bag)
    ranked = []
    for each in asked:
        scores = np.zeros(len(lines))
        for word in re.findall(r"\w+", each.text.lower()):
            times = np.array([bag[word] for bag in bags])
            idf = math.log(1 + (len(bags) - holders[word] + 0.5) / (holders[word] + 0.5))
            scores += idf * times * (K1 + 1) / (times + K1 * (1 - B + B * lengths / lengths.mean()))
        ranked.append([lines[row].turn for row in np.argsort(-scores, kind="stable")[:max(DEPTHS)]])
    return ranked


def evidence_recall(asked: list[Asked], ranked: list[list[str]], depth: int) -> list[float]:
    """For each question, the share of its evidence among the first `depth`."""
    return [len(each.turns & set(found[:depth])) / len(each.turns) for each, found in zip(asked, ranked)]


def rows(folder: Path, embedder: Embedder | None = None, names: tuple[str, ...] = ()) -> list[dict]:
    """The benchmark's rows, `recall@K METHOD CATEGORY|all`, over the conversations in a folder (all, or those named).

    `all` counts every question with evidence, category 5 (asked of the wrong person) too; `1-4` leaves it out.
    """
    embedder = embedder or starter()
    asked: list[Asked] = []
    found: dict[str, list[list[str]]] = {"bm25": [], "vector": [], "hybrid": []}
    for path in sorted(Path(folder).glob("*.json")):
        if names and path.stem not in names:
            continue
        lines, questions = conversation(path)
        asked += questions
        found["bm25"] += ranked_bm25(lines, questions)
        found["vector"] += ranked_vector(lines, questions, embedder) if embedder else [[] for _ in questions]
        found["hybrid"] += ranked_hybrid(lines, questions, embedder)
    return [_row(depth, method, category, asked, found) for method in found for depth in DEPTHS for category in ("all", "1-4", "1", "2", "3", "4", "5")]


def _row(depth: int, method: str, category: str, asked: list[Asked], found: dict[str, list[list[str]]]) -> dict:
    wanted = {"all": range(1, 6), "1-4": range(1, 5)}.get(category) or (int(category),)

    def mean(by: str) -> float:
        shares = [share for each, share in zip(asked, evidence_recall(asked, found[by], depth)) if each.category in wanted]
        return sum(shares) / len(shares) if shares else 0.0

    value, peer = mean(method), mean("bm25")
    goal = GOAL if (method, depth, category) == ("hybrid", GOAL_AT, "all") else None
    return {"what": f"recall@{depth} {method} {category}", "value": round(value, 4), "unit": "share", "goal": goal,
            "ok": value > 0 and (goal is None or value >= goal), "peer": round(peer, 4), "ratio": round(value / peer, 3) if peer else None}
