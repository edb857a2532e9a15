"""Looking for what was said before: which rows are looked at, what is known of them, and the hits that come of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import log

import numpy as np

from ecs.effects import Recall
from yurios.memory import rank
from yurios.memory.dates import FIRST, LAST, When, when
from yurios.memory.index import Index, cited
from yurios.memory.rows import minute
from yurios.memory.shelf import quoted
from yurios.memory.wording import asks_when, subject, words

ALL_BELOW = 2_000       # so few rows are all looked at
NEAREST, MATCHES = 64, 64
WINDOW_ROWS = 300       # of the rows within a named time, so many of the newest are looked at for that alone
POSTINGS = 1_000        # a question's commonest words are left out of the search once its rarer ones are in this many rows
RESULTS = 3             # MMR chooses among so many times k


@dataclass
class Question:
    """A `Recall` as the index sees it."""

    index: Index
    asked: Recall

    @cached_property
    def vector(self) -> np.ndarray | None:
        """The question's own vector, None when she looks by words alone."""
        return self.index.embedder.embed([self.about])[0] if self.index.hybrid else None

    @cached_property
    def about(self) -> str:
        """The question without the event that it only counts from: "before we moved" asks nothing of the move."""
        if self.anchor is None:
            return self.asked.query
        at = self.asked.query.find(self.when.event)
        return self.asked.query[:at] + self.asked.query[at + len(self.when.event):]

    @cached_property
    def when(self) -> When:
        return when(self.asked.query, self.index.calendar.civil(self.asked.now_us).date(), self.index.rows.years())

    @cached_property
    def shown(self) -> frozenset[int]:
        """Rows that the prompt holds already."""
        without = set(self.asked.without)
        return frozenset(row for row, turn in self.index.rows.turns.items() if turn in without) if without else frozenset()

    def may(self, rows: np.ndarray) -> np.ndarray:
        """Which of these rows were said before now and not let go."""
        record = self.index.rows.all[rows]
        return record["live"] & (record["at_us"] <= self.asked.now_us)

    @cached_property
    def matches(self) -> tuple[np.ndarray, np.ndarray]:
        """(rows, their BM25) of those that share words with the question, best first."""
        index, asked = self.index, subject(self.about)
        few = index.rows.live <= ALL_BELOW
        chosen = asked if few else rarest(index, asked)
        found = index.shelf.matching(" OR ".join(map(quoted, chosen)), index.rows.live if few else MATCHES) if chosen else []
        rows, scores = zip(*found) if found else ((), ())
        return np.array(rows, np.int64), np.array(scores, float)

    @cached_property
    def spans(self) -> list[tuple[int, int]]:
        """The stretches of days that the question names, as ordinals; an event ("before we moved") is looked up by its words."""
        spans = [(first.toordinal(), last.toordinal()) for first, last in self.when.spans]
        if self.anchor is not None:
            before = self.when.edge in ("before", "until")
            spans.append((FIRST.toordinal(), self.anchor - 1) if before else (self.anchor, LAST.toordinal()))
        return spans

    @cached_property
    def anchor(self) -> int | None:
        """The day of the event that the question counts from: of the memory whose own words fit it best, when one has them all."""
        if not self.when.event:
            return None
        found = self.index.shelf.matching(" AND ".join(f"text : {quoted(word)}" for word in subject(self.when.event)), MATCHES)
        return next((int(self.index.rows.all[row]["day"]) for row, _ in found if self.may(np.array([row]))[0] and row not in self.shown), None)


def recall(index: Index, asked: Recall) -> tuple[str, list[dict]]:
    """(mode, hits) for a question: hits as the signal `recalled` carries them, best first, at most k, none below the floor, no turn twice."""
    mode = "hybrid" if index.hybrid else "keyword"
    question = Question(index, asked)
    rows = candidates(question)
    if not len(rows):
        return mode, []
    record = index.rows.all[rows]
    fit = rank.fitness(evidence(question, rows))
    new = np.array([int(row) not in question.shown for row in rows])
    best = float(fit[new].max()) if new.any() else 0.0
    leaning = rank.lean(best, asked.floor / 1000, question.when.lately)
    scores = rank.final(fit, record["salience"], minute(asked.now_us) - record["at_us"], asked.half_life_days, leaning)
    scores[~new | (np.rint(scores * 1000) < asked.floor)] = -1
    order = np.lexsort((-rows, -scores))
    order = order[scores[order] >= 0][:RESULTS * asked.k]
    texts = index.shelf.texts([int(row) for row in rows[order]])
    chosen = rank.diverse(order, scores, alike([texts[int(row)] for row in rows[order]]), RESULTS * asked.k)
    return mode, hits(index, asked, [(int(rows[pick]), score) for pick, score in chosen], texts)


def candidates(question: Question) -> np.ndarray:
    """The rows to look at, ascending: all of few; of many, those near in meaning, in words or in time, with their neighbours."""
    index, rows = question.index, question.index.rows
    if rows.live <= ALL_BELOW:
        every = np.arange(rows.count)
        return every[question.may(every)]
    found = [question.matches[0]]
    if question.vector is not None:
        found.append(index.owner[index.sentences.nearest(question.vector, NEAREST)])
    for first, last in question.spans:
        within = np.flatnonzero((rows.all["day"] >= first) & (rows.all["day"] <= last))
        found.append(within[question.may(within)][-WINDOW_ROWS:])
    near = np.unique(np.concatenate(found))
    near = np.unique(np.concatenate([near, rows.all[near]["before"], rows.all[near]["after"]]))
    return near[question.may(near)]


def rarest(index: Index, asked: list[str]) -> list[str]:
    """A question's words from the rarest on, as long as together they are in few enough memories; always one that occurs."""
    chosen, total = [], 0
    for holders, word in sorted((index.holders(word), word) for word in asked):
        if holders and (not chosen or total + holders <= POSTINGS):
            chosen.append(word)
            total += holders
    return chosen


def evidence(question: Question, rows: np.ndarray) -> rank.Evidence:
    """What is known of these rows for the question."""
    index, every = question.index, question.index.rows.all
    record = every[rows]
    matched = scattered(rows, *question.matches)
    sentence = pair = followed = talk = None
    if question.vector is not None:
        sentence = best_sentence(question, record)
        after = record["after"]
        both = np.union1d(rows, after)
        pairs = index.pairs[both].astype(np.float32) @ question.vector
        pair = pairs[np.searchsorted(both, rows)]
        follows = (after > 0) & (every[after]["at_us"] <= question.asked.now_us)
        followed = np.where(follows, pairs[np.searchsorted(both, after)], sentence)
        talk = best_three(record["talk"], pair)
    asked = words(question.asked.query)
    times = asks_when(question.asked.query)
    return rank.Evidence(
        half=rank.WORDS_HALF * log(1 + index.rows.live), words=matched, talk_words=best_three(record["talk"], matched), sentence=sentence, pair=pair, followed=followed, talk=talk,
        who=(record["speakers"] & index.rows.named(asked)) != 0, asking=record["asking"],
        answering=every[record["before"]]["ends_asking"] & (record["before"] > 0),
        tells_when=record["timed"] & times, in_time=rank.near_span(record["day"], question.spans))


def scattered(rows: np.ndarray, some: np.ndarray, values: np.ndarray) -> np.ndarray:
    """The values of those of `rows` (ascending) that are among `some`, 0 for the others."""
    out = np.zeros(len(rows))
    at = np.minimum(np.searchsorted(rows, some), len(rows) - 1)
    here = rows[at] == some
    out[at[here]] = values[here]
    return out


def best_sentence(question: Question, record: np.ndarray) -> np.ndarray:
    """Each row's highest cosine among its sentences; 0 for a row without vectors."""
    counts = record["many"].astype(np.int64)
    starts = np.concatenate([[0], np.cumsum(counts)])
    names = np.arange(starts[-1]) - np.repeat(starts[:-1], counts) + np.repeat(record["first"], counts)
    cosines = np.append(question.index.sentences.vectors(names) @ question.vector, np.float32(0))
    best = np.maximum.reduceat(cosines, np.minimum(starts[:-1], len(cosines) - 1))
    return np.where(counts > 0, best, 0)


def best_three(talks: np.ndarray, values: np.ndarray) -> np.ndarray:
    """For each row, the mean of the three highest values in its conversation (of all, when it has fewer)."""
    order = np.lexsort((-values, talks))
    sorted_talks = talks[order]
    firsts = np.flatnonzero(np.concatenate([[True], sorted_talks[1:] != sorted_talks[:-1]]))
    place = np.arange(len(order)) - np.repeat(firsts, np.diff(np.append(firsts, len(order))))
    top = place < 3
    sums = np.add.reduceat(np.where(top, values[order], 0.0), firsts)
    means = sums / np.add.reduceat(top.astype(np.int64), firsts)
    out = np.empty(len(values))
    out[order] = np.repeat(means, np.diff(np.append(firsts, len(order))))
    return out


def alike(texts: list[str]) -> np.ndarray:
    """How much each of these texts repeats each other one: the share of words they have in common, 0 to 1. Words, not vectors: two
    short sentences of one speaker are near in meaning long before one of them is superfluous."""
    bags = [frozenset(words(text)) for text in texts]
    shared = np.array([[len(a & b) for b in bags] for a in bags], float).reshape(len(bags), len(bags))
    sizes = np.array([len(bag) for bag in bags])
    return shared / np.maximum(sizes[:, None] + sizes[None, :] - shared, 1)


def hits(index: Index, asked: Recall, chosen: list[tuple[int, float]], texts: dict[int, str]) -> list[dict]:
    """The hits of the signal, no turn twice: a fact and the one turn it rests on are one memory, told by the better fit."""
    found, told = [], set()
    trusts = index.shelf.trusts([row for row, _ in chosen])
    for row, score in chosen:
        turn = index.rows.turns[row]
        record = index.rows.all[row]
        mine = frozenset(cited(turn))
        if mine in told or round(score * 1000) < asked.floor or len(found) == asked.k:
            continue
        told.add(mine)
        found.append({"turn": turn[:200], "at": index.calendar.stamp(int(record["at_us"])), "text": texts[row],
                      "kind": "turn" if record["turn"] else "fact", "score": round(score * 1000), **({"trust": trusts[row]} if row in trusts else {})})
    return found
