"""A question in plain words: what it looks for, and when. "Where did Ana live in January?" is a clause with a hole in it.

The same grammar reads it that reads what is told; only the order of words is put back first.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from ecs.reading.dates import Moment, When, take_times
from ecs.reading.frames import Frame, frame_of
from ecs.reading.grammar import Clause, complements, verb_group
from ecs.reading.lexicon import ADVERBS, DETERMINERS, FORMS, MODALS, NOUNISH, OBJECTS, POSSESSIVES, PREPOSITIONS, ROLES, verb_form
from ecs.reading.phrases import Phrase, phrase_at
from ecs.reading.tokens import Token, tokens

GAP = Phrase(gap=True)


@dataclass(slots=True)
class Question:
    """`wants` is value (who, what), where, when, since, yes, feeling, job or name; `noun` what kind of thing is asked for.

    `span` is the time asked about (None: the present, or for `past` any time); `as_of` when she is to have held it (None: now).
    """

    wants: str
    frame: Frame | None = None
    about: Phrase | None = None
    noun: tuple[str, ...] = ()
    past: bool = False
    span: tuple[int, int] | None = None
    mode: str = "in"
    as_of: int | None = None
    adverbs: list[str] = field(default_factory=list)
    times: list[When] = field(default_factory=list)
    clause: Clause | None = None


_AS_OF = re.compile(r"^(?:as far as you knew|from what you knew|going by what you knew)\b(?P<when>[^,]*),\s*(?P<rest>.*)$", re.IGNORECASE)
_THOUGHTS = [
    re.compile(r"^(?P<wh>\w+)\s+did you (?:think|believe|know)\s+(?P<when>[^?]*?)\bthat\b\s+(?P<rest>.*)$", re.IGNORECASE),
    re.compile(r"^(?P<when>[^,]*),\s*(?P<wh>\w+)\s+did you (?:think|believe|know)\s+(?:that\s+)?(?P<rest>.*)$", re.IGNORECASE),
    re.compile(r"^what did you (?:think|believe|know)\s+(?P<when>.*?)\babout (?P<wh>where|who|what|when) (?P<rest>.*)$", re.IGNORECASE),
    re.compile(r"^(?P<wh>where|who|what|when)\s+did you (?:think|believe)\s+(?P<rest>(?:[A-Z]|my |the |our |his |her ).*)(?P<when>\b(?:back )?(?:in|on|at) .*)$"),
]
_OPINION = re.compile(r"^(?:what|how) (?:do|does|did) (?P<who>.+?) (?:think|feel) (?:of|about) (?P<what>.+)$", re.IGNORECASE)
_JOB = re.compile(r"^what(?:['’]s| is| was) (?:the )?(?:job|profession|occupation) of (?P<who>.+)$|^what(?:['’]s| is| was) (?P<mine>my|our) (?:job|profession|occupation|trade)$|^what(?:['’]s| is| was) (?P<whose>.+?)['’]s? (?:job|profession|occupation)$|^what (?:do|does|did) (?P<does>.+) do(?: for (?:a living|work))?$", re.IGNORECASE)
_DOING = re.compile(r"^what (?:am|is|are|was|were) (?P<who>.+) doing$", re.IGNORECASE)
_NAME = re.compile(r"^what(?:['’]s| is| was) (?:the )?names? of (?P<who>.+)$|^what(?:['’]s| is| was) (?P<whose>.+?)(?:['’]s?)? names?$|^what (?:is|was|are) (?P<called>.+) called$", re.IGNORECASE)


def read_question(text: str, moment: Moment, known) -> Question | None:
    """What a question asks; None when it is not understood."""
    text = text.strip().rstrip("?!. ")
    as_of, text = _as_of(text, moment)
    plain, times = take_times(text, moment)
    plain = re.sub(r"\b(?:for a living|for work)\b", "", plain).strip()
    words = re.sub(r"\s*⟦\d+⟧\s*$", "", plain)
    question = _special(re.sub(r"\s+", " ", re.sub(r"\b(now|these days|nowadays|currently|at the moment)\b", "", words)).strip(), known) or (_special(text, known) if _OPINION.match(text) else None) or _general(tokens(plain, known), words)
    if question is not None:
        span, mode = _span([when for number, when in enumerate(times) if number not in _inside(question)])
        question.as_of, question.span, question.mode, question.times = as_of, span, mode, times
        question.past = question.past or re.match(r"(?:\w+ )?(?:\w+ )?(?:did|was|were|had)\b", text.lower()) is not None
        if as_of is not None and span is None:
            question.span, question.past = (as_of - 1, as_of), False
    return question


def _inside(question: Question) -> list[int]:
    """Times that belong to a "who …" and not to the question."""
    frame = question.frame
    phrases = [question.about, *((frame.subject, frame.object, *(phrase for _, phrase in frame.links)) if frame else ())]
    return [token.time for phrase in phrases for one in _nested(phrase) for token in one.clause if token.time >= 0]


def _nested(phrase: Phrase | None) -> list[Phrase]:
    if phrase is None:
        return []
    inner = [phrase.owner, *phrase.others, *(tail for _, tail in phrase.tail)]
    return [phrase, *(deeper for one in inner for deeper in _nested(one))]


def _as_of(text: str, moment: Moment) -> tuple[int | None, str]:
    got = _AS_OF.match(text) or next((found for form in _THOUGHTS if (found := form.match(text))), None)
    if got is None:
        return None, text
    _, times = take_times(got["when"], moment)
    rest = got["rest"] if "wh" not in got.groupdict() else f"{got['wh']} {_inverted(got['rest'])}"
    return (times[0].last if times else moment.us), rest


def _inverted(clause: str) -> str:
    """ "where did you think that Victor lived" asks where Victor lived: the clause stays told, with its hole at the end."""
    return f"did {clause}"


def _span(times: list[When]) -> tuple[tuple[int, int] | None, str]:
    for when in times:
        if when.mode in ("in", "since", "until", "before", "after"):
            first, last = (when.first, when.last) if when.mode in ("in", "since") else (when.first - 1, when.first) if when.mode in ("until", "before") else (when.last, when.last + 1)
            return (first, last), when.mode
    return None, "in"


def _special(text: str, known) -> Question | None:
    for form, wants in ((_OPINION, "feeling"), (_DOING, "doing"), (_NAME, "name"), (_JOB, "job")):
        got = form.match(text)
        if got is None:
            continue
        parts = [part for part in got.groupdict().values() if part]
        parts = [{"my": "I", "our": "we"}.get(part.lower(), part) for part in parts]
        about, after = phrase_at(tokens(parts[0], known), 0, object=True)
        if about is None or (wants != "feeling" and after < len(tokens(parts[0], known))):
            continue
        if wants == "feeling":
            what, _ = phrase_at(tokens(got["what"], known), 0, object=True)
            return Question(wants, Frame(about, "feel", what), past=text.lower().startswith("what did"))
        return Question(wants, about=about, past=text.lower().startswith(("what was", "what did", "what were")))
    return None


def _general(words: list[Token], text: str) -> Question | None:
    wants, place = _wh(words)
    if wants is None:
        return None
    noun: tuple[str, ...] = ()
    if wants == "noun":
        phrase, after = _asked_noun(words, place)
        if phrase is None:
            return None
        wants, noun, place = "value", phrase, after
    if place >= len(words):
        return None
    if wants == "value" and not _auxiliary(words, place):
        return _subject_gap(words, place, noun)
    return _inverted_clause(words, place, wants, noun)


def _wh(words: list[Token]) -> tuple[str | None, int]:
    lows = [token.low for token in words[:4]]
    if not lows:
        return None, 0
    if lows[:2] == ["since", "when"] or lows[:3] == ["since", "what", "year"] or lows[:2] == ["how", "long"]:
        return "since", 3 if lows[1] == "what" else 2
    if lows[0] in PREPOSITIONS and len(lows) > 1 and lows[1] in ("who", "whom", "what", "which"):
        return "value", 2
    if lows[0] in ("where", "when"):
        return lows[0], 1
    if lows[0] in ("who", "whom"):
        return "value", 1
    if lows[0] in ("what", "which"):
        return ("value" if _auxiliary(words, 1) or (len(words) > 1 and verb_form(words[1].low) and words[1].low not in NOUNISH) else "noun"), 1
    return ("yes", 0) if _auxiliary(words, 0) else (None, 0)


def _asked_noun(words: list[Token], place: int) -> tuple[tuple[str, ...] | None, int]:
    end = place
    while end < len(words) and not _auxiliary(words, end) and not (end > place and verb_form(words[end].low) and words[end].low not in NOUNISH):
        end += 1
    return (tuple(token.low for token in words[place:end]) or None), end


def _auxiliary(words: list[Token], place: int) -> bool:
    return place < len(words) and not words[place].name and (words[place].low in MODALS or FORMS.get(words[place].low, ("",))[0] in ("be", "do", "have") and words[place].low not in ("doing", "being", "having", "done", "been"))


def _subject_gap(words: list[Token], place: int, noun: tuple[str, ...]) -> Question | None:
    clause = Clause(subject=GAP)
    after = verb_group(clause, words, place)
    if after < 0:
        return None
    complements(clause, words, after)
    return Question("value", frame_of(clause), noun=noun, past=clause.tense != "present", adverbs=clause.adverbs, clause=clause)


def _inverted_clause(words: list[Token], place: int, wants: str, noun: tuple[str, ...]) -> Question | None:
    helper, rest = words[place], words[place + 1 :]
    lemma = FORMS.get(helper.low, (helper.low,))[0]
    if lemma == "have" and wants == "value" and not any(token.low in FORMS for token in rest[1:]) and phrase_at(rest, 0, object=True)[1] == len(rest):
        return _subject_gap(words, place, noun)
    if lemma == "be":
        return _be_clause(helper, rest, wants, noun, words[0].low == "what")
    subject, verb = _split(rest, do=lemma == "do")
    if subject is None:
        return _subject_gap(words, place, noun) if wants == "value" else None
    clause = Clause(subject=subject)
    shifted = verb if lemma == "do" else [helper, *verb]
    after = verb_group(clause, shifted, 0)
    if after < 0:
        clause.verb, after = verb[0].low, len(shifted) - len(verb) + 1
    complements(clause, shifted, after)
    if helper.low == "did":
        clause.tense = "past"
    return _with_gap(clause, wants, noun)


def _split(rest: list[Token], do: bool) -> tuple[Phrase | None, list[Token]]:
    """Subject and verb part of "the person who moved to Lyon recommend": the last place where both are whole."""
    wanted = ("base", "past") if do else ("pp", "past", "base")
    verbs = [place for place in range(len(rest) - 1, 0, -1) if _form(rest[place]) in wanted and rest[place - 1].low != "to"]
    unknown = [place for place in range(len(rest) - 1, 0, -1) if not rest[place].name and rest[place].low.isalpha() and rest[place].low not in PREPOSITIONS | ADVERBS | DETERMINERS and rest[place].low not in OBJECTS and rest[place].low not in POSSESSIVES and _form(rest[place]) == ""]
    late = [place for place in range(len(rest) - 1, 0, -1) if _form(rest[place]) in wanted and rest[place - 1].low == "to"]
    for place in (*verbs, *late, *unknown):
        subject, after = phrase_at(rest[:place], 0)
        while after < place and (rest[after].low in ADVERBS or rest[after].time >= 0):
            after += 1
        if subject is not None and after == place:
            return subject, rest[place:]
    return None, []


def _form(token: Token) -> str:
    found = None if token.name else verb_form(token.low, unknown=True)
    return found[1] if found else ""


def _be_clause(helper: Token, rest: list[Token], wants: str, noun: tuple[str, ...], words_ask_what: bool = False) -> Question | None:
    subject, after = _be_subject(rest, predicate=wants == "yes")
    if subject is None:
        return _subject_gap([helper, *rest], 0, noun) if wants == "value" else None
    clause = Clause(subject=subject)
    shifted = [helper, *rest[after:]]
    place = verb_group(clause, shifted, 0)
    if place < 0:
        return None
    complements(clause, shifted, place)
    if wants == "value" and clause.verb == "be" and clause.object is None and not clause.rest:
        if words_ask_what and (subject.pronoun or subject.name):
            return Question("being", None, about=subject, noun=noun, past=helper.low in ("was", "were"))
        return Question("value", None, about=subject, noun=noun, past=helper.low in ("was", "were"))
    return _with_gap(clause, wants, noun, helper.low in ("was", "were"))


def _be_subject(rest: list[Token], predicate: bool) -> tuple[Phrase | None, int]:
    """Of "my bike stolen" the bike; of "the boss who retired" all of it. A `predicate` must remain: of "Carol vegetarian" Carol."""
    last = max((place for place, token in enumerate(rest) if token.time < 0 and token.low not in ADVERBS), default=-1)
    participle = last >= 0 and not rest[last].name and FORMS.get(rest[last].low, ("", ""))[1] in ("pp", "past", "ing")
    whole, after = phrase_at(rest, 0, object=True)
    if whole is not None and after > last and not (predicate or participle and not whole.clause):
        return whole, after
    for place in range(1, last + 1):
        subject, after = phrase_at(rest[:place], 0, object=True)
        if subject is None or after != place:
            continue
        if rest[place].low == "'s":
            continue
        longer = phrase_at(rest[: place + 1], 0, object=True)[1] == place + 1
        if not longer or place == last or (subject.head in ROLES and not rest[place].name) or subject.name or subject.pronoun:
            return subject, place
    return None, 0


def _with_gap(clause: Clause, wants: str, noun: tuple[str, ...], past: bool = False) -> Question:
    stranded = next((number for number, (_, phrase) in enumerate(clause.rest) if phrase is None), None)
    if wants == "value":
        if stranded is not None:
            clause.rest[stranded] = (clause.rest[stranded][0], GAP)
        elif clause.object is None or (clause.to is None and clause.verb in ("give", "lend", "tell", "make", "teach", "bring", "show", "send", "leave", "offer", "recommend", "get", "buy") and clause.object is not None):
            if clause.object is not None:
                clause.to = clause.object
            clause.object = GAP
    if wants == "where":
        if stranded is not None:
            clause.rest[stranded] = (clause.rest[stranded][0], GAP)
        else:
            clause.rest.insert(0, ("in", GAP))
    frame = _advised(clause) or frame_of(clause)
    if wants == "when" and frame.relation == "at" and frame.object is None:
        frame = replace(frame, relation="happen")
    return Question(wants, frame, noun=noun, past=past or clause.tense in ("past", "pluperfect"), adverbs=clause.adverbs, clause=clause)


def _advised(clause: Clause) -> Frame | None:
    """ "What did she tell me to eat?": advice with the eating in it."""
    should = next((place for place, token in enumerate(clause.content[:4]) if token.low == "should"), -1)
    if clause.verb in ("say", "think", "tell") and should > 0:
        return Frame(clause.subject, "recommend", GAP, 1, "", [("with words", Phrase(words=tuple(token.low for token in clause.content[should + 1 :] if token.low != "do"), content=True))])
    if clause.verb not in ("tell", "advise", "recommend", "ask") or not clause.infinitive:
        return None
    words = tuple(token.low for token in clause.infinitive if token.low not in ("do", "try", "go"))
    relation = "ask" if clause.verb == "ask" else "recommend"
    return Frame(clause.subject, relation, GAP, 1, "", [(f"{relation} to", clause.to or clause.object), *([("with words", Phrase(words=words, content=True))] if words else [])])
