"""Noun phrases: who or what is spoken of, in the words that were used. Who that is, is not decided here."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ecs.reading.dates import NUMBERS
from ecs.reading.lexicon import ADVERBS, DEGREES, DETERMINERS, FAMILY, FORMS, JOINS, MODALS, NOUNISH, OBJECTS, PEOPLE, POSSESSIVES, PREPOSITIONS, RELATIVES, SUBJECTS, WH, is_person_noun, verb_form
from ecs.reading.tokens import Token

_MARKS = frozenset(".!?,;:()—–-")


@dataclass(frozen=True, slots=True)
class Phrase:
    """`det` is a, the, or ""; `words` the adjectives and nouns; `owner` whose it is; `clause` what a who/that clause says.

    `tail` holds (preposition, phrase) that belongs to the noun, `others` what stands beside it with "and". `content`: words that
    are said or advised, nobody and nothing by themselves. `key`: who it is, where that was found out before.
    """

    pronoun: str = ""
    det: str = ""
    words: tuple[str, ...] = ()
    name: str = ""
    owner: "Phrase | None" = None
    clause: tuple[Token, ...] = ()
    tail: tuple[tuple[str, "Phrase"], ...] = ()
    others: tuple["Phrase", ...] = ()
    role: "Phrase | None" = None
    content: bool = False
    key: str = ""
    gap: bool = field(default=False)

    @property
    def head(self) -> str:
        return self.words[-1] if self.words else ""

    @property
    def text(self) -> str:
        words = " ".join((*self.words, self.name) if self.name else self.words)
        return words + "".join(f" {prep} {phrase.said}" for prep, phrase in self.tail)

    @property
    def said(self) -> str:
        """The words as they stood."""
        if self.pronoun:
            return self.pronoun
        mine = f"{self.owner.possessive} " if self.owner else f"{self.det} " if self.det in ("the",) else ""
        return mine + self.text

    @property
    def possessive(self) -> str:
        return next((word for word, who in POSSESSIVES.items() if who == self.pronoun), "") if self.pronoun else f"{self.said}'s"


def is_verb_at(tokens: list[Token], place: int) -> bool:
    """True when a finite verb group can begin here (adverbs and times before it are stepped over)."""
    place = step_over(tokens, place)
    if place >= len(tokens) or tokens[place].name or tokens[place].quote:
        return False
    low = tokens[place].low
    found = verb_form(low, unknown=True)
    return low in MODALS or (found is not None and found[1] in ("past", "s", "base", "pp"))


def step_over(tokens: list[Token], place: int) -> int:
    """Past adverbs, "not" and times."""
    while place < len(tokens) and (tokens[place].time >= 0 or tokens[place].low in ADVERBS or tokens[place].low == "not"):
        place += 1
    return place


def phrase_at(tokens: list[Token], place: int, object: bool = False) -> tuple[Phrase | None, int]:
    """(phrase, where it ends) or (None, place). `object`: behind a verb, where a form like "play" is a noun."""
    first, after = _one(tokens, place, object)
    if first is None:
        return None, place
    others, after = _beside(tokens, after, object)
    return replace(first, others=others), after


def _beside(tokens: list[Token], place: int, object: bool) -> tuple[tuple[Phrase, ...], int]:
    if object and place + 1 < len(tokens) and tokens[place].low == ",":
        listed, after = _listed(tokens, place, object)
        if listed:
            return listed, after
    if not (place + 1 < len(tokens) and tokens[place].low in ("and", "&")):
        return (), place
    other, after = _one(tokens, place + 1, object)
    if other is None or (object and is_verb_at(tokens, after) and not _ends(tokens, after)):
        return (), place
    if not object and not is_verb_at(tokens, after) and after < len(tokens):
        return (), place
    return (other,), after


def _listed(tokens: list[Token], place: int, object: bool) -> tuple[tuple[Phrase, ...], int]:
    """ "…, two canaries and strong opinions": a list is one when an "and" ends it."""
    found: list[Phrase] = []
    while place + 1 < len(tokens) and tokens[place].low in (",", "and"):
        last = tokens[place].low == "and" or tokens[place + 1].low == "and"
        other, after = _one(tokens, place + 1 + (tokens[place].low == "," and tokens[place + 1].low == "and"), object)
        if other is None or is_verb_at(tokens, after) and not _ends(tokens, after):
            return (), place
        found.append(other)
        place = after
        if last:
            return tuple(found), place
    return (), place


def _ends(tokens: list[Token], place: int) -> bool:
    return place >= len(tokens) or tokens[place].low in _MARKS


def _one(tokens: list[Token], place: int, object: bool) -> tuple[Phrase | None, int]:
    if place >= len(tokens) or tokens[place].low in _MARKS or tokens[place].time >= 0 or tokens[place].quote:
        return None, place
    low = tokens[place].low
    if object and low in ("better", "worse", "faster", "harder", "more", "less") and not _noun_follows(tokens, place + 1):
        return None, place
    if low == "her" and not _noun_follows(tokens, place + 1):
        return Phrase(pronoun="she"), place + 1
    if low in POSSESSIVES and low not in ("his",) or (low == "his" and _noun_follows(tokens, place + 1)):
        return _noun(tokens, place + 1, object, owner=Phrase(pronoun=POSSESSIVES[low]))
    if low in SUBJECTS or low in OBJECTS:
        return Phrase(pronoun=OBJECTS.get(low, low)), place + 1
    if low in ("this", "that", "these", "those") and not _noun_follows(tokens, place + 1):
        return (Phrase(pronoun="it"), place + 1) if low in ("this", "that") else (None, place)
    if low in ("someone", "somebody", "everyone", "everybody", "nobody", "something", "everything", "nothing", "anything"):
        return _after(tokens, place + 1, Phrase(words=(low,), det="a"), object)
    return _noun(tokens, place, object)


def _noun_follows(tokens: list[Token], place: int) -> bool:
    if place >= len(tokens) or tokens[place].low in _MARKS or tokens[place].time >= 0 or tokens[place].quote:
        return False
    low = tokens[place].low
    if tokens[place].name:
        return True
    if low in ("own", "old", "little", "first", "last") or low == "back" and tokens[place - 1].low in POSSESSIVES:
        return True
    closed = (DETERMINERS | ADVERBS | PREPOSITIONS | JOINS | SUBJECTS | MODALS | WH | {"not"}) - DEGREES
    if low in closed or low in POSSESSIVES or low in OBJECTS or low == "to":
        return False
    form = FORMS.get(low)
    return form is None or low in NOUNISH or form[1] in ("pp", "ing")


def _noun(tokens: list[Token], place: int, object: bool, owner: Phrase | None = None) -> tuple[Phrase | None, int]:
    start, det, words, name = place, "", [], ""
    if owner is None and tokens[place].low in FAMILY and not tokens[place].name:
        owner = Phrase(pronoun="i")
    number = ""
    while place < len(tokens) and owner is None and tokens[place].low in DETERMINERS:
        number = tokens[place].low if tokens[place].low in NUMBERS else ""
        det = det or ("the" if tokens[place].low in ("the", "this", "that", "these", "those") else "a")
        place += 1
        if place < len(tokens) and tokens[place].low == "of":
            inner, after = _one(tokens, place + 1, object)
            if inner is not None:
                return inner, after
    while place < len(tokens) and _belongs(tokens, place, words, bool(det or owner), object):
        token = tokens[place]
        if _reduced(tokens, place, words, det):
            break
        if token.name and not (_noun_follows(tokens, place + 1) and not words and (det or owner) and not tokens[place + 1].name):
            name = token.text
            place += 1
            break
        words.append(token.text if token.name else token.low)
        place += 1
    if words and (det or owner) and not name and place < len(tokens) and tokens[place].low in ("one", "ones"):
        words.append("one")
        place += 1
    if not words and not name and number:
        words = [number]
    if not words and not name:
        return None, start
    phrase = Phrase(det=det, words=tuple(word for word in words if word not in DEGREES), name=name, owner=owner)
    if place < len(tokens) and tokens[place].low == "'s":
        inner, after = _noun(tokens, place + 1, object, owner=phrase) if place + 1 < len(tokens) else (None, place)
        return (inner, after) if inner is not None else (Phrase(words=("place",), owner=phrase), place + 1)
    return _after(tokens, place, phrase, object)


def _reduced(tokens: list[Token], place: int, words: list[str], det: str) -> bool:
    """ "The place Daisuke recommended": another subject begins behind the noun."""
    return bool(words) and bool(det) and tokens[place].name and (not is_person_noun(words[-1]) or words[-1] in PEOPLE) and is_verb_at(tokens, place + 1)


#: Adjectives behind which the noun is still to come.
PLAIN = frozenset("own old new first last second third little big small young nice good great best favourite whole same other next late red blue green yellow black white brown tiny huge long short".split())


def _belongs(tokens: list[Token], place: int, words: list[str], opened: bool, object: bool) -> bool:
    token = tokens[place]
    low = token.low
    if token.name:
        return True
    if token.quote or token.time >= 0 or low in _MARKS or low == "'s":
        return False
    if low in DEGREES and not words and opened:
        return True
    if low in ("old", "own", "first", "last", "second", "little") and (opened or not words) or low == "back" and not words and opened:
        return True
    closed = DETERMINERS | ADVERBS | PREPOSITIONS | JOINS | SUBJECTS | MODALS | WH | {"not", "to", "there"}
    if low in closed and not (low.isdigit()) or low in POSSESSIVES or low in OBJECTS:
        return False
    form = FORMS.get(low)
    if form is None:
        found = verb_form(low, unknown=True)
        return not (words and found and (not object or found[1] == "ing" and not _noun_follows(tokens, place + 1)))
    if low in ("called", "named") and words:
        return False
    if not words or opened and all(word in PLAIN for word in words):
        compound = place + 1 < len(tokens) and tokens[place + 1].low not in FORMS and _noun_follows(tokens, place + 1) and is_verb_at(tokens, place + 2)
        made = object and form[1] in ("pp", "past") and _noun_follows(tokens, place + 1)
        return opened or made or (low in NOUNISH and (object or compound or is_verb_at(tokens, place + 1))) or (form[1] == "ing" and not opened and is_verb_at(tokens, place + 1))
    if form[1] == "ing":
        return object and _noun_follows(tokens, place + 1)
    if object and form[1] == "s" and form[0] not in ("be", "have", "do"):
        return True
    return low in NOUNISH and (object or place + 1 >= len(tokens) or is_verb_at(tokens, place + 1)) and form[1] in ("base", "s")


def _after(tokens: list[Token], place: int, phrase: Phrase, object: bool) -> tuple[Phrase, int]:
    """What may stand behind a noun: "there", "called Nadia", "of …", ", Fiona,", "who …"."""
    if place < len(tokens) and tokens[place].low == "there" and place + 1 < len(tokens) and tokens[place + 1].low in ("called", "named"):
        place += 1
    if place + 1 < len(tokens) and tokens[place].low in ("called", "named") and not phrase.name:
        named = place + 1 + (tokens[place + 1].low in ("the", "a") and place + 2 < len(tokens))
        if tokens[named].name:
            phrase, place = replace(phrase, name=tokens[named].text), named + 1
    place_before = place
    while place + 1 < len(tokens) and (tokens[place].low == "of" or (not object and tokens[place].low in PREPOSITIONS and tokens[place].low not in ("since", "until", "before", "after"))):
        inner, after = _one(tokens, place + 1, object)
        if inner is None or (tokens[place_before].low != "of" and not _leads_to_verb(tokens, after)):
            break
        phrase, place = replace(phrase, tail=(*phrase.tail, (tokens[place].low, inner))), after
    if phrase.tail and place + 1 < len(tokens) and tokens[place].low in ("called", "named") and not phrase.name and tokens[place + 1].name:
        phrase, place = replace(phrase, name=tokens[place + 1].text), place + 2
    phrase, place = _apposed(tokens, place, phrase, object)
    if place + 2 < len(tokens) and tokens[place].low == "," and tokens[place + 1].low in ("who", "whom", "which") and (phrase.words or phrase.name):
        place += 1
    if place + 1 < len(tokens) and tokens[place].low in RELATIVES and (phrase.words or phrase.name) and (tokens[place].low != "that" or phrase.words):
        end = _clause_end(tokens, place + 1, object)
        return replace(phrase, clause=tuple(tokens[place:end])), end
    if phrase.words and phrase.det and not phrase.name and _other_subject(tokens, place):
        end = _clause_end(tokens, place, object)
        return replace(phrase, clause=(Token("that", "that"), *tokens[place:end])), end
    return phrase, place


def _other_subject(tokens: list[Token], place: int) -> bool:
    """ "(A coat) my cousin Dev lent me": a subject with its verb begins here."""
    if place + 1 >= len(tokens) or not (tokens[place].low in SUBJECTS or tokens[place].name or tokens[place].low in POSSESSIVES):
        return False
    if tokens[place].low in POSSESSIVES:
        subject, after = _noun(tokens, place + 1, False, owner=Phrase(pronoun=POSSESSIVES[tokens[place].low]))
        return subject is not None and is_verb_at(tokens, after)
    return is_verb_at(tokens, place + 1)


def _leads_to_verb(tokens: list[Token], place: int) -> bool:
    return place >= len(tokens) or is_verb_at(tokens, place) or (place < len(tokens) and (tokens[place].low in RELATIVES or tokens[place].low in PREPOSITIONS or tokens[place].low in ("called", "named", "and")))


def _apposed(tokens: list[Token], place: int, phrase: Phrase, object: bool) -> tuple[Phrase, int]:
    if phrase.name and place + 2 < len(tokens) and tokens[place].time >= 0 and tokens[place + 1].low == "," and tokens[place + 2].low in ("a", "an", "the"):
        place += 1
    if not (place + 1 < len(tokens) and tokens[place].low == ","):
        return phrase, place
    if tokens[place + 1].name and phrase.det == "a" and phrase.name and not phrase.words and (place + 2 >= len(tokens) or tokens[place + 2].low in _MARKS):
        return replace(phrase, words=(phrase.name,), name=tokens[place + 1].text), place + 2
    named = place + 1 + (place + 2 < len(tokens) and tokens[place + 1].low in ("a", "an", "the") and tokens[place + 2].name)
    if tokens[named].name and phrase.words and not phrase.name and (named == place + 1 or named + 1 >= len(tokens) or tokens[named + 1].low == ","):
        after = named + 1
        if after >= len(tokens) or tokens[after].low == "," or (object and tokens[after].low in _MARKS):
            return replace(phrase, name=tokens[named].text), min(after + 1, len(tokens)) if not object else after
    if phrase.name and tokens[place + 1].low in (*POSSESSIVES, "a", "an", "the", "our"):
        role, after = _noun(tokens, place + 2, False, owner=Phrase(pronoun=POSSESSIVES[tokens[place + 1].low])) if tokens[place + 1].low in POSSESSIVES else _noun(tokens, place + 1, False)
        if role is not None and (after >= len(tokens) or tokens[after].low == ","):
            return replace(phrase, role=role), min(after + 1, len(tokens))
    return phrase, place


def _clause_end(tokens: list[Token], place: int, object: bool) -> int:
    """Where a who/that clause stops: at a comma, or before the verb of the sentence it stands in."""
    verbs, start = 0, place
    while place < len(tokens):
        token = tokens[place]
        if token.low in (",", ";", ":", "(", ")", "—"):
            return place
        form = None if token.name or token.quote else verb_form(token.low, unknown=True)
        finite = token.low in MODALS or (form is not None and form[1] in ("past", "s") and token.low not in NOUNISH)
        before = tokens[place - 1].low
        if finite and not object and verbs and place > start + 1 and before not in ("to", "and", "who", "that") and before not in PREPOSITIONS and before not in DETERMINERS and before not in MODALS and not _grouped(tokens, place):
            return place
        verbs += finite
        place += 1
    return place


def _grouped(tokens: list[Token], place: int) -> bool:
    """True when the token before (adverbs stepped over) is an auxiliary or a subject, so this verb is the clause's own."""
    place -= 1
    while place >= 0 and (tokens[place].low in ADVERBS or tokens[place].low == "not" or tokens[place].time >= 0):
        place -= 1
    return place >= 0 and (FORMS.get(tokens[place].low, ("",))[0] in ("be", "have", "do", "get") or tokens[place].low in SUBJECTS or tokens[place].low in MODALS)
