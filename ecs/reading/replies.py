"""Short answers: "Bristol, last Tuesday." says nothing alone; after "Where did she go?" it is a sentence.

Her question lends its frame, the owner's words fill the hole. Nothing is believed of what she only supposed: a yes or no
to her guess is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from ecs.reading.asked import Question, read_question
from ecs.reading.clauses import has_verb
from ecs.reading.dates import When
from ecs.reading.frames import Frame, place_phrase
from ecs.reading.grammar import Clause
from ecs.reading.lexicon import ADVERBS, PREPOSITIONS
from ecs.reading.phrases import Phrase, phrase_at
from ecs.reading.scene import Scene
from ecs.reading.tokens import Token, sentences

_ASKING = re.compile(r"\b(who|what|where|when|which|since when)\b.*$", re.IGNORECASE)


def open_question(scene: Scene, before: str, known: Callable[[str], bool]) -> Question | None:
    """What she asked last, if it has a hole that a few words can fill."""
    asked = [sentence for sentence, end in sentences(before) if end == "?"]
    got = _ASKING.search(asked[-1]) if asked else None
    question = read_question(got.group(0), scene.moment, known) if got else None
    if question is None or question.wants not in ("value", "where", "when", "since", "name"):
        return None
    return replace(question, frame=_turned(question.frame), about=_swapped(question.about))


def _turned(frame: Frame | None) -> Frame | None:
    """Her "you" is the owner, her "I" herself."""
    if frame is None:
        return None
    return Frame(_swapped(frame.subject), frame.relation, _swapped(frame.object), frame.sign, frame.said, [(relation, _swapped(phrase)) for relation, phrase in frame.links])


def _swapped(phrase: Phrase | None) -> Phrase | None:
    if phrase is None:
        return None
    swap = {"you": "i", "i": "you"}
    owner = _swapped(phrase.owner) if phrase.owner is not None else None
    return replace(phrase, pronoun=swap.get(phrase.pronoun, phrase.pronoun), owner=owner)


def completed(question: Question, own: list[Token], times: list[When]) -> tuple[Frame, Clause, list[int]] | None:
    """(frame, a clause with its tense, time numbers) that the owner's few words make of her question; None if they don't."""
    said = [token.time for token in own if token.time >= 0]
    phrase, prep = _words(own)
    if question.wants in ("when", "since") and said and question.frame is not None and question.clause is not None:
        return question.frame, question.clause, said
    if phrase is None or phrase.pronoun and not _does(own):
        return None
    if question.wants == "name" and question.about is not None and phrase.name:
        return Frame(question.about, "called", phrase), Clause(subject=question.about, verb="call", aspect="passive", object=phrase), []
    if question.about is not None and question.about.pronoun == "it" or question.frame is not None and question.frame.subject is not None and question.frame.subject.pronoun == "it":
        return (Frame(Phrase(pronoun="it"), "called", phrase), Clause(verb="call", aspect="passive", object=phrase), []) if phrase.name and len(own) == 1 else None
    if question.frame is None and question.about is not None and (question.about.name or question.about.owner):
        return Frame(question.about, "be", replace(phrase, tail=()), said=phrase.det), Clause(subject=question.about, verb="be", object=phrase), said
    if question.frame is None or question.clause is None or has_verb(own) and not _does(own) and not phrase.clause and not _is_whole(own):
        return None
    filled = _filled(question, phrase, prep)
    return (filled, question.clause, said) if filled is not None else None


def _does(own: list[Token]) -> bool:
    """ "She does.", "Rob did." """
    words = [token.low for token in own if token.time < 0]
    return len(words) in (2, 3) and words[-1] in ("does", "did", "do", "is", "was", "has")


def _is_whole(own: list[Token]) -> bool:
    """True when all of the words are one phrase ("a florist called Mabel")."""
    return phrase_at(own, 0, object=True)[1] == len(own) or phrase_at(own, 0)[1] == len(own)


def _words(own: list[Token]) -> tuple[Phrase | None, str]:
    place = 0
    while place < len(own) and (own[place].low in ADVERBS or own[place].low in (",", "oh", "well", "just", "an", "from") and own[place].low not in PREPOSITIONS or own[place].time >= 0):
        place += 1
    prep = own[place].low if place < len(own) and own[place].low in PREPOSITIONS and not own[place].name else ""
    whole = phrase_at(own, place + bool(prep))
    return (whole[0] if whole[1] == len(own) and whole[0] is not None else phrase_at(own, place + bool(prep), object=True)[0]), prep


def _filled(question: Question, phrase: Phrase, prep: str) -> Frame | None:
    frame = question.frame
    fits = place_phrase(prep, phrase) if question.wants == "where" and prep and prep != "with" else phrase
    if question.wants == "where" and frame.relation in ("live", "at", "stay", "be"):
        return Frame(frame.subject, "at" if frame.relation == "be" else frame.relation, fits, 1, frame.said)
    swap = lambda one: fits if one is not None and one.gap else one
    links = [(f"{relation.rsplit(' ', 1)[0]} {prep or _toward(relation)}" if one is not None and one.gap and question.wants == "where" else relation, swap(one)) for relation, one in frame.links]
    return Frame(swap(frame.subject), frame.relation, swap(frame.object), frame.sign, frame.said, links)


def _toward(relation: str) -> str:
    return "to" if relation.split(" ")[0] in ("move", "go", "travel", "fly", "leave") else "in"
