"""A clause: who, does or is, what, to whom, where, when. One pass from left to right, without going back."""

from __future__ import annotations

from dataclasses import dataclass, field

from ecs.reading.lexicon import ADVERBS, DEGREES, DETERMINERS, FORMS, JOINS, MODALS, NOUNISH, PARTICLES, POSSESSIVES, PREPOSITIONS, SUBJECTS, verb_form
from ecs.reading.phrases import _MARKS, Phrase, is_verb_at, phrase_at, step_over
from ecs.reading.tokens import Token

PHRASAL = frozenset({
    "hand in", "give up", "give away", "give back", "show around", "put up", "sign up", "take out", "split up", "close down", "move out", "move in", "break up", "pick up",
    "throw out", "turn out", "find out", "pass away", "grow up", "take up", "shut down", "break down", "fall out", "set up", "look after", "throw away", "make up", "turn down", "work out", "get up",
})
SAYING = frozenset("say think believe know hope guess reckon swear claim mention tell admit insist feel hear suppose notice realise realize suggest recommend promise worry remember find show see explain mean".split())
#: Without a subject these are the speaker's own; of other verbs it is an order.
DIARY = frozenset("love hate like miss adore live work feel hope guess think need want".split())
#: Present and past look alike; told once, they are past.
UNCHANGED = frozenset("quit put cut let hit set shut split hurt".split())


@dataclass(slots=True)
class Clause:
    """`tense` is present, past, perfect, pluperfect or bare; `aspect` is "", progressive, passive or used; `said` is the verb as it stood.

    `object` what the verb acts on (or what the subject is), `to` the one between verb and object, `rest` (preposition,
    phrase) pairs, `infinitive` the words after "to", `content` the words of what is said or thought.
    """

    subject: Phrase | None = None
    verb: str = ""
    particle: str = ""
    tense: str = "present"
    aspect: str = ""
    modal: str = ""
    sign: int = 1
    object: Phrase | None = None
    to: Phrase | None = None
    rest: list[tuple[str, Phrase | None]] = field(default_factory=list)
    infinitive: list[Token] = field(default_factory=list)
    content: list[Token] = field(default_factory=list)
    adverbs: list[str] = field(default_factory=list)
    times: list[int] = field(default_factory=list)
    adjective: bool = False
    helper: str = ""
    end: int = 0


def clause_of(tokens: list[Token], subject: Phrase | None = None) -> Clause | None:
    """The clause that begins these tokens; None without a verb. `subject` stands in when none is named."""
    clause = Clause()
    place = _opening(clause, tokens, _note(clause, tokens, 0))
    if not _verb_first(tokens, place):
        clause.subject, place = phrase_at(tokens, place)
    if clause.subject is None:
        clause.subject = subject
    place = _skip_aside(tokens, place)
    place = verb_group(clause, tokens, place)
    if place < 0:
        return None
    if clause.subject is subject and subject is not None and not clause.modal and clause.tense == "present" and not clause.aspect and _form_at(tokens, place - 1) == "base" and clause.verb not in UNCHANGED | DIARY:
        clause.modal = "must"
    if clause.verb in UNCHANGED and clause.tense == "present" and not clause.modal and tokens[place - 1].low == clause.verb and not (clause.subject and clause.subject.pronoun and "always" in clause.adverbs):
        clause.tense = "past"
    clause.end = complements(clause, tokens, place)
    for token in tokens[clause.end :]:
        if token.time >= 0 and not any(later.low in SUBJECTS for later in tokens[clause.end :]):
            clause.times.append(token.time)
    return clause


def _opening(clause: Clause, tokens: list[Token], place: int) -> int:
    """ "Before Stockholm I lived…": what stands before the subject."""
    while place + 1 < len(tokens) and tokens[place].low in PREPOSITIONS:
        phrase, after = phrase_at(tokens, place + 1, object=True)
        if phrase is None:
            break
        clause.rest.append((tokens[place].low, phrase))
        place = _note(clause, tokens, after)
    return place


def _verb_first(tokens: list[Token], place: int) -> bool:
    if place >= len(tokens) or tokens[place].name:
        return False
    form = FORMS.get(tokens[place].low)
    return form is not None and (form[1] in ("past", "pp", "s") and tokens[place].low not in NOUNISH)


def _note(clause: Clause, tokens: list[Token], place: int) -> int:
    """Keep adverbs, negation and times that stand here; past commas between them too."""
    while place < len(tokens):
        token = tokens[place]
        if token.time >= 0:
            clause.times.append(token.time)
        elif token.low in ("not", "never", "no-longer"):
            clause.sign = -1
            clause.adverbs.append(token.low)
        elif token.low in ADVERBS:
            clause.adverbs.append(token.low)
        elif not (token.low in (",", "-") and not clause.verb and clause.subject is None):
            return place
        place += 1
    return place


def _skip_aside(tokens: list[Token], place: int) -> int:
    """Past ", who is a judge," and the like, which were read elsewhere."""
    return place + 1 if place < len(tokens) and tokens[place].low == "," and is_verb_at(tokens, place + 1) else place


def verb_group(clause: Clause, tokens: list[Token], place: int) -> int:
    """Read auxiliaries and the verb; the place behind it, or -1 when there is no verb."""
    first = True
    while True:
        place = _note(clause, tokens, place)
        if place >= len(tokens) or tokens[place].name or tokens[place].quote:
            return -1
        low, after = tokens[place].low, step_over(tokens, place + 1)
        following = _form_at(tokens, after)
        if low in MODALS:
            clause.modal, place = low, place + 1
            continue
        form = verb_form(low, unknown=True)
        if form is None:
            return -1
        lemma, kind = form
        if first:
            first, clause.tense = False, "past" if kind == "past" and not clause.modal else "present"
        if lemma == "do" and following == "base" and low != "doing":
            clause.tense = "past" if low == "did" else "present"
        elif lemma == "have" and (following in ("pp", "past") or (after < len(tokens) and tokens[after].low in ("been", "had", "run", "come", "become", "read", *UNCHANGED))) and tokens[after].low not in NOUNISH and tokens[after].low != "called":
            clause.tense = "pluperfect" if low == "had" else "perfect"
        elif lemma == "be" and after + 1 < len(tokens) and tokens[after].low == "going" and tokens[after + 1].low == "to" and _form_at(tokens, after + 2) == "base":
            clause.modal, place = "will", after + 1
        elif lemma == "be" and following == "ing":
            clause.aspect = "progressive"
        elif lemma == "be" and after < len(tokens) and tokens[after].low in UNCHANGED | {"run", "read", "overcome"}:
            clause.aspect, clause.helper = "passive", lemma
        elif lemma in ("be", "get") and following in ("pp", "past") and tokens[after].low in FORMS and (lemma == "be" or _passive_get(tokens, after)):
            clause.aspect, clause.helper = "passive", lemma
        elif low in ("used", "use") and after + 1 < len(tokens) and tokens[after].low == "to" and _form_at(tokens, after + 1) == "base":
            clause.aspect, clause.tense, place = "used", "past", after
        else:
            clause.verb = lemma
            return place + 1
        place += 1


def _form_at(tokens: list[Token], place: int) -> str:
    if place >= len(tokens) or tokens[place].name or tokens[place].quote:
        return ""
    form = verb_form(tokens[place].low, unknown=True)
    return form[1] if form else ""


def _passive_get(tokens: list[Token], place: int) -> bool:
    return tokens[place].low not in NOUNISH | {"lost"}


def complements(clause: Clause, tokens: list[Token], place: int) -> int:
    """Read what follows the verb."""
    place = _particle(clause, tokens, place) if clause.verb != "be" else place
    place = _note(clause, tokens, place)
    if clause.verb == "be":
        return _rest(clause, tokens, _predicate(clause, tokens, place))
    if clause.verb in SAYING and clause.aspect != "passive" and _takes_content(clause, tokens, place):
        return len(tokens)
    place = _objects(clause, tokens, place)
    if clause.verb in SAYING and clause.object is not None and _takes_content(clause, tokens, place):
        clause.to, clause.object = clause.object, None
        return len(tokens)
    after_object = not clause.particle and place < len(tokens) and f"{clause.verb} {tokens[place].low}" in PHRASAL
    return _rest(clause, tokens, _particle(clause, tokens, place) if after_object or clause.object is None and not clause.particle else place)


def _particle(clause: Clause, tokens: list[Token], place: int) -> int:
    if place < len(tokens) and tokens[place].low in PARTICLES:
        pair, following = f"{clause.verb} {tokens[place].low}", tokens[place + 1] if place + 1 < len(tokens) else None
        bare = following is None or following.low in _MARKS or following.low in PREPOSITIONS or following.time >= 0 or following.low in JOINS
        if pair in PHRASAL or (bare and tokens[place].low != "on"):
            clause.particle = tokens[place].low
            return place + 1
    return place


def _takes_content(clause: Clause, tokens: list[Token], place: int) -> bool:
    """What somebody says or thinks: in quotation marks, after "that", or simply a clause."""
    start = place + (place < len(tokens) and tokens[place].low in (",", ":"))
    if start < len(tokens) and tokens[start].quote:
        clause.content = [tokens[start]]
        return True
    start = place + (place < len(tokens) and tokens[place].low == "that" and place + 1 < len(tokens))
    phrase, after = phrase_at(tokens, start)
    if phrase is None or not is_verb_at(tokens, after) or (phrase.pronoun and tokens[start].low in ("me", "us", "him", "them")):
        return False
    clause.content = tokens[start:]
    return True


def _predicate(clause: Clause, tokens: list[Token], place: int) -> int:
    while place + 1 < len(tokens) and (tokens[place].low in DEGREES or tokens[place].low in ("that", "all") and clause.sign < 0):
        place += 1
    phrase, after = phrase_at(tokens, place, object=True)
    if phrase is not None:
        clause.object, clause.adjective = phrase, not (phrase.det or phrase.owner or phrase.name or phrase.pronoun)
        return after
    form = _form_at(tokens, place)
    if form in ("pp", "past", "ing") :
        clause.object, clause.adjective = Phrase(words=(tokens[place].low,)), True
        return place + 1
    return place


def _objects(clause: Clause, tokens: list[Token], place: int) -> int:
    found: list[Phrase] = []
    while len(found) < 2 and place < len(tokens) and not (found and (_form_at(tokens, place) == "ing" or tokens[place].low in SUBJECTS - {"it", "you"})):
        phrase, after = _object(clause, tokens, place)
        if phrase is None:
            break
        found.append(phrase)
        place = _note(clause, tokens, after)
    if len(found) == 2:
        clause.to, clause.object = found
    elif found:
        clause.object = found[0]
    return place


def _object(clause: Clause, tokens: list[Token], place: int) -> tuple[Phrase | None, int]:
    if _form_at(tokens, place) == "ing" and tokens[place].low not in DETERMINERS:
        end = place + 1
        while end < len(tokens) and tokens[end].low not in _MARKS and tokens[end].time < 0 and tokens[end].low not in JOINS | ADVERBS | {"when", "because"}:
            end += 1
        return Phrase(words=tuple(token.low if not token.name else token.text for token in tokens[place:end])), end
    return phrase_at(tokens, place, object=True)


def _rest(clause: Clause, tokens: list[Token], place: int) -> int:
    """Prepositional phrases, infinitives, adverbs and times until something else comes."""
    while place < len(tokens):
        place = _note(clause, tokens, place)
        if place >= len(tokens):
            break
        low = tokens[place].low
        if low == "to" and _form_at(tokens, place + 1) == "base" and not (tokens[place + 1].low in POSSESSIVES):
            clause.infinitive = list(tokens[place + 1 :])
            return len(tokens)
        if low == "," and place + 1 < len(tokens) and tokens[place + 1].low in ("to", "from", "with") and clause.verb != "be":
            place, low = place + 1, tokens[place + 1].low
        if low not in PREPOSITIONS:
            break
        phrase, after = _object(clause, tokens, place + 1)
        clause.rest.append((low, phrase))
        place = max(after, place + 1)
    return place
