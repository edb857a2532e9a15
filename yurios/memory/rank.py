"""How a memory's fitness for a question becomes one number: the weights, and what each of them was measured to be worth.

Every number is tuned on LoCoMo conversations 26 and 42 by a listwise softmax fit and rounded by hand (docs/memory.md has the
table of what each part gains). Floats stay in this edge; what leaves it is rounded to 1/1000.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

DAY_US = 86_400_000_000

WORDS = 10.5      # BM25 with the two entries before, as bm / (bm + half)
TALK_WORDS = 5.0  # the mean of the three best of these in the same conversation
SENTENCE = 4.0    # cosine of the best sentence
PAIR = 3.0        # cosine of the entry together with the one before
FOLLOWED = 2.0    # cosine of the next such pair: what was said in answer
TALK = 4.5        # mean cosine of the three best pairs of the same conversation
WHO = 0.2         # said by the one the question names
ASKING = -0.7     # only asks
ANSWERING = 1.0   # comes after a question
TELLS_WHEN = 2.5  # holds a date or a day, and the question asks when
IN_TIME = 6.0     # within the time the question names

WHOLE_WORDS = WORDS + TALK_WORDS                        # a perfect fit comes to 1 by words alone
WHOLE = WHOLE_WORDS + SENTENCE + PAIR + FOLLOWED + TALK  # and with an embedder
FULL = 0.7        # nobody says a thing again in all its words: seven tenths of everything count as a perfect fit
WORDS_HALF = 1.6  # × ln(1 + memories): as the weight of a rare word grows, so does what counts as half a match (10 at 500)

AFTER_DAYS, BEFORE_DAYS, BEFORE_SHARE = 10.0, 10.0, 0.5
SURE = 0.43     # from this fitness on a question is specific, and age stops counting
LEAN_LEAST, LEAN_LATELY, LEAN_MOST = 0.02, 0.3, 1.0
ALIKE_FROM = 0.7


@dataclass
class Evidence:
    """What is known of each candidate for one question; arrays of one length. Cosines are None without an embedder."""

    half: float
    words: np.ndarray
    talk_words: np.ndarray
    sentence: np.ndarray | None
    pair: np.ndarray | None
    followed: np.ndarray | None
    talk: np.ndarray | None
    who: np.ndarray
    asking: np.ndarray
    answering: np.ndarray
    tells_when: np.ndarray
    in_time: np.ndarray


def fitness(seen: Evidence) -> np.ndarray:
    """How well each candidate fits the question, about 0 to 1; nothing of age or salience in it."""
    told = WORDS * seen.words / (seen.words + seen.half) + TALK_WORDS * seen.talk_words / (seen.talk_words + seen.half)
    whole = WHOLE_WORDS
    if seen.sentence is not None:
        told += SENTENCE * seen.sentence + PAIR * seen.pair + FOLLOWED * seen.followed + TALK * seen.talk
        whole = WHOLE
    signs = WHO * seen.who + ASKING * seen.asking + ANSWERING * seen.answering + TELLS_WHEN * seen.tells_when + IN_TIME * seen.in_time
    return np.maximum(told + signs, 0) / (FULL * whole)


def weight(age_us: np.ndarray, half_life_days: int) -> np.ndarray:
    """Recency: 2^(-age / half-life), 1 now and exactly 0.5 at one half-life. A half-life of 0 means that age does not count."""
    if half_life_days <= 0:
        return np.ones(len(age_us))
    return np.exp2(-np.maximum(age_us, 0) / (half_life_days * DAY_US))


def lean(best: float, floor: float, lately: bool) -> float:
    """How far recency counts for a question: the share of a score that age may take.

    All of it when nothing fits; 0.02 (between equals the newer one wins, nothing else) when something fits it well, or 0.3 when it asks
    for what is newest; in between by a straight line. So an answer to a precise question is found after any number of years, and small
    talk is about last week.
    """
    least = LEAN_LATELY if lately else LEAN_LEAST
    unsure = (SURE - best) / max(SURE - floor, 1e-6)
    return least + (LEAN_MOST - least) * min(1.0, max(0.0, unsure))


def final(fit: np.ndarray, salience: np.ndarray, age_us: np.ndarray, half_life_days: int, leaning: float) -> np.ndarray:
    """fitness × sqrt(salience / 1000) × (1 − leaning + leaning × weight). The root: a distilled fact (2000) comes before the exchange it rests on, not before everything."""
    return fit * np.sqrt(salience / 1000) * (1 - leaning + leaning * weight(age_us, half_life_days))


def near_span(day: np.ndarray, spans: list[tuple[int, int]]) -> np.ndarray:
    """1 for days (ordinals) inside a stretch; past its end falling to 1/e in ten days, since things are told after they happen; before it half as much."""
    best = np.zeros(len(day))
    for first, last in spans:
        late, early = np.maximum(day - last, 0), np.maximum(first - day, 0)
        told = np.exp(-late / AFTER_DAYS) * np.where(early > 0, BEFORE_SHARE * np.exp(-early / BEFORE_DAYS), 1)
        best = np.maximum(best, told)
    return best


def diverse(order: np.ndarray, scores: np.ndarray, alike: np.ndarray, k: int) -> list[tuple[int, float]]:
    """Maximal marginal relevance (Carbonell & Goldstein 1998) over the best candidates: what repeats a chosen one loses by how alike they are.

    Likeness counts from 0.7 on, so that only repetition is punished, not a second memory of the same subject: an MMR on
    likeness of meaning cost three hundredths of LoCoMo recall@10.
    `order` names candidates best first; `alike` [n, n] is by position in `order`. Returns (candidate, what is left of its score), best first.
    """
    worth = scores[order].astype(float).copy()
    chosen: list[tuple[int, float]] = []
    loss = np.zeros(len(order))
    free = np.ones(len(order), bool)
    while len(chosen) < min(k, len(order)):
        now = np.where(free, worth * (1 - loss), -np.inf)
        pick = int(np.argmax(now))
        chosen.append((int(order[pick]), float(now[pick])))
        free[pick] = False
        loss = np.maximum(loss, np.clip((alike[pick] - ALIKE_FROM) / (1 - ALIKE_FROM), 0, 1) * 0.5)
    return chosen
