"""Who a description means among beliefs, and which beliefs fill a frame's hole: the second hop is the first one again."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ecs.reading.believing import fill_hole
from ecs.reading.dates import When
from ecs.reading.frames import WHERE, Frame, frame_of, role_of
from ecs.reading.grammar import clause_of
from ecs.reading.lexicon import FORMS, MEN, PREPOSITIONS, ROLES, WOMEN, is_person_noun, lemma
from ecs.reading.phrases import Phrase
from ecs.reading.scene import NOTHING, OWNER, SELF, SOMEBODY, is_content, known
from ecs.stores.belief import Belief, Pattern
from ecs.stores.belief_rows import words_of
from ecs.stores.beliefs import Beliefs, held_at

ANYBODY = frozenset("person people somebody someone one".split()) | WOMEN | MEN
#: A relation that is told from the other side: {asked: told of the one asked about}.
OTHER_SIDE = {"spouse": ("spouse",), "partner": ("partner",), "mother": ("son", "daughter", "child"), "father": ("son", "daughter", "child"), "son": ("mother", "father"), "daughter": ("mother", "father"), "brother": ("brother", "sister"), "sister": ("brother", "sister"), "friend": ("friend",), "neighbour": ("neighbour",), "flatmate": ("flatmate",), "colleague": ("colleague",), "boss": ("employee",)}
#: What may answer for a relation.
ALSO = {
    "have": ("have", "run", "keep", "borrow"), "live": ("live", "stay"), "partner": ("partner", "spouse"), "spouse": ("spouse", "partner"), "grandmother": ("grandmother",),
    "at": ("at",), "learn": ("learn", "study"), "study": ("study", "learn"), "stay": ("stay", "live"), "recommend": ("recommend",), "land": ("land", "move", "at"),
    "marry": ("marry", "spouse"), "engage": ("engage", "partner"), "move": ("move", "move out", "move in"), "say": ("say", "recommend"), "get": ("get", "buy", "have"), "like": ("feel",), "own": ("have",), "work": ("work", "at", "teach"), "tell": ("tell", "recommend", "say"),
    "do": ("do", "work", "be"), "meet": ("meet",), "teach": ("teach",), "know": ("know",),
}
_OF_PERSON = frozenset(("mother", "father", "grandmother", "grandfather"))


@dataclass(slots=True)
class Mind:
    """What is asked: the store, as she held it at `as_of` (None: now), the present `now` and whose "I" it is."""

    beliefs: Beliefs
    now: int
    as_of: int | None = None
    speaker: str = OWNER
    times: list[When] = field(default_factory=list)

    def rows(self, pattern: Pattern) -> list[Belief]:
        return self.beliefs.query(pattern, as_of=self.as_of)


def who(mind: Mind, phrase: Phrase | None, at: int | None = None) -> list[str]:
    """The keys a phrase may mean, likeliest first."""
    if phrase is None or phrase.gap:
        return []
    found = _one(mind, phrase, at)
    for other in phrase.others:
        found += [key for key in _one(mind, other, at) if key not in found]
    return found


def _one(mind: Mind, phrase: Phrase, at: int | None) -> list[str]:
    if phrase.pronoun:
        return {"i": [mind.speaker], "we": [mind.speaker], "you": [SELF]}.get(phrase.pronoun, [])
    if phrase.content:
        return []
    if phrase.name:
        key = known(mind.beliefs, phrase.name) or next((key for key in mind.beliefs.rows.things(words_of(phrase.name)[-1]) if set(words_of(phrase.name)) <= set(words_of(key))), "")
        return [key] if key else []
    if phrase.owner is not None:
        return _narrowed(mind, role(mind, who(mind, phrase.owner, at), phrase, at), phrase, at)
    of = next((inner for prep, inner in phrase.tail if prep == "of"), None)
    if of is not None:
        held = role(mind, who(mind, of, at), replace(phrase, tail=(), clause=()), at)
        if held:
            return _narrowed(mind, held, phrase, at)
    if phrase.clause:
        return _kind(mind, described(mind, phrase), phrase)
    marked = _marked(mind, phrase)
    if marked:
        return _kind(mind, marked, phrase)
    return _by_words(mind, phrase)


def _marked(mind: Mind, phrase: Phrase) -> list[str]:
    """ "The man with the wooden leg", "the guy from Leeds": known by what he has or where he is."""
    found: list[str] = []
    for prep, inner in phrase.tail:
        relations = ("have", "keep", "run") if prep == "with" else ("at", "live", "work at", "be in", "be from") if prep in ("in", "at", "from", "near") else ()
        keys = [*who(mind, inner), *_worded(mind, inner)] if relations else []
        found += [row.subject for key in dict.fromkeys(keys) for relation in relations for row in mind.rows(Pattern(relation=relation, object=key)) if row.sign > 0]
    return list(dict.fromkeys(found))


def _narrowed(mind: Mind, keys: list[str], phrase: Phrase, at: int | None) -> list[str]:
    """Of several brothers the one "who plays bass"."""
    if not phrase.clause:
        return keys
    told = described(mind, phrase)
    return [key for key in keys if key in told] or [key for key in told] if not keys else [key for key in keys if key in told]


def role(mind: Mind, owners: list[str], phrase: Phrase, at: int | None) -> list[str]:
    """Whoever is that to one of the owners: as it was told, from the other side, or by way of a parent."""
    relation, found = role_of(phrase.words), []
    for owner in owners:
        rows = [row for row in mind.rows(Pattern(owner, relation)) if row.sign > 0]
        now = [row for row in rows if at is not None and row.valid_from <= at < row.valid_to] or rows
        extra = set(words_of(" ".join(phrase.words[:-1]))) - {"ex"}
        fitting = [row for row in now if extra <= set(words_of(f"{row.said} {row.object}"))] or now
        found += [row.object for row in reversed(fitting)]
        found += [row.subject for told in OTHER_SIDE.get(relation, ()) for row in mind.rows(Pattern(relation=told, object=owner)) if row.subject != owner]
        if relation == "owner":
            found += [row.subject for row in mind.rows(Pattern(object=owner)) if row.sign > 0 and row.state and (row.relation in ("have", "run", "keep") or row.said and row.relation in words_of(row.said) and row.relation not in ROLES)]
        if relation in ("spouse", "partner") and not found:
            found += [row.object for row in mind.rows(Pattern(owner, "partner"))] + [row.object for row in mind.rows(Pattern(owner, "spouse"))]
        if relation in ("grandmother", "grandfather") and not rows:
            found += _grandparents(mind, owner, "mother" if relation == "grandmother" else "father", at)
        if not found:
            found += [row.subject for row in mind.rows(Pattern(relation="owner", object=owner)) if phrase.head in words_of(row.subject)]
        agent = FORMS.get(phrase.head[:-2], FORMS.get(phrase.head[:-1])) if phrase.head.endswith("er") else None
        if agent and not found:
            found += [row.subject for name in (agent[0], f"{agent[0]} to") for row in mind.rows(Pattern(relation=name, object=owner)) if row.sign > 0]
        if relation == "parents":
            found += [row.object for name in ("mother", "father") for row in mind.rows(Pattern(owner, name))]
        if not found:
            found += [row.object for key in _called_so(mind, phrase.head) for name in ("have", "adopt", "keep") for row in mind.rows(Pattern(owner, name, key)) if set(words_of(" ".join(phrase.words))) <= _is_words(mind, key)]
        if not found and is_person_noun(phrase.head):
            found += [row.subject for row in _being(mind, phrase.head)]
    return list(dict.fromkeys(found))


def _being(mind: Mind, word: str) -> list[Belief]:
    """Who is something with this word in it."""
    return [row for key in mind.beliefs.rows.things(word) for row in mind.rows(Pattern(relation="be", object=key))]


def _called_so(mind: Mind, word: str) -> list[str]:
    """Things with this word in their name, and what is one."""
    return list(dict.fromkeys([*mind.beliefs.rows.things(word), *(row.subject for row in _being(mind, word))]))


def _is_words(mind: Mind, key: str) -> set[str]:
    return {word for row in mind.rows(Pattern(key, "be")) for word in words_of(row.object)} | set(words_of(key))


def _grandparents(mind: Mind, child: str, which: str, at: int | None) -> list[str]:
    parents = role(mind, [child], Phrase(words=("mother",)), at) + role(mind, [child], Phrase(words=("father",)), at)
    return [row.object for parent in dict.fromkeys(parents) for row in mind.rows(Pattern(parent, which))]


def described(mind: Mind, phrase: Phrase) -> list[str]:
    """Whoever a "who …" fits."""
    inner, spans = [token for token in phrase.clause[1:] if token.time < 0], [mind.times[token.time] for token in phrase.clause if token.time >= 0]
    gap = Phrase(gap=True)
    clause = clause_of(inner, gap)
    if clause is None:
        return []
    if clause.subject is not gap:
        fill_hole(clause, gap)
    found = fill(mind, frame_of(clause))
    return [key for key, rows in found if all(row.valid_from < when.last and when.first < row.valid_to for row in rows for when in spans)]


def _kind(mind: Mind, keys: list[str], phrase: Phrase) -> list[str]:
    """Those of the right kind first: of "the friend who …" friends, of "the boss who …" bosses; nobody else, if there are such."""
    keys = [key for key in keys if key not in (SOMEBODY, NOTHING)]
    if phrase.head in ANYBODY:
        return keys
    return [key for key in keys if _is_a(mind, key, phrase)] or keys


def _is_a(mind: Mind, key: str, phrase: Phrase) -> bool:
    if set(words_of(" ".join(phrase.words))) & (_is_words(mind, key)):
        return True
    return any(row.relation == role_of(phrase.words) or phrase.head in words_of(row.said) for row in mind.rows(Pattern(object=key)))


def _by_words(mind: Mind, phrase: Phrase) -> list[str]:
    wanted = set(words_of(phrase.text))
    rows = [row.subject for row in mind.rows(Pattern(relation="be", object=" ".join(phrase.words)))]
    if not rows and is_person_noun(phrase.head):
        rows = [row.subject for row in _being(mind, phrase.head) if wanted <= set(words_of(row.object))]
    if not rows and is_person_noun(phrase.head):
        rows = role(mind, [mind.speaker], phrase, None)
    whole = [key for key in mind.beliefs.rows.things(phrase.head) if wanted <= set(words_of(key)) and not is_content(mind.beliefs, key)]
    named = [row.subject for key in list(dict.fromkeys(whole)) for row in mind.rows(Pattern(relation="be", object=key))]
    return list(dict.fromkeys([*rows, *named, *whole]))


def _same(one: str, other: str) -> bool:
    first, second = set(words_of(one)), set(words_of(other))
    return one == other or bool(first and second) and (first <= second or second <= first)


def fill(mind: Mind, frame: Frame) -> list[tuple[str, list[Belief]]]:
    """[(what fills the hole, the beliefs that say so)], in the order they were learnt. Without a hole: ("", beliefs)."""
    found: list[tuple[str, list[Belief]]] = []
    for row in candidates(mind, frame):
        mates = [mate for mate in mind.beliefs.rows.of_event(row.event) if held_at(mate, mind.as_of)]
        values = _fits(mind, frame, row, mates)
        for value in values or ():
            found.append((value, [row]))
    return found


def candidates(mind: Mind, frame: Frame) -> list[Belief]:
    """Beliefs that may carry the frame: by subject and relation where the subject is known, else by relation and words."""
    subject_gap = frame.subject is None or frame.subject.gap
    subjects = [] if subject_gap else who(mind, frame.subject, mind.now)
    found: dict[int, Belief] = {}
    for name in ALSO.get(frame.relation, (frame.relation,)):
        if subject_gap:
            rows = _by_relation(mind, name, frame)
        else:
            rows = [row for subject in subjects for row in _own_rows(mind, subject, name, frame)]
        found |= {row.id: row for row in rows}
    return [found[id] for id in sorted(found)]


#: Above so many rows of one subject and relation they are looked up by what else is known.
MANY = 48


def _own_rows(mind: Mind, subject: str, name: str, frame: Frame) -> list[Belief]:
    relations, found = (name, *(f"{name} {prep}" for prep in _PREPS)), []
    keys: list[str] | None = None
    for relation in relations:
        if mind.beliefs.rows.count(Pattern(subject, relation)) <= MANY:
            found += mind.rows(Pattern(subject, relation))
            continue
        keys = _known_keys(mind, frame) if keys is None else keys
        found += [row for key in keys for row in mind.rows(Pattern(subject, relation, key))] if keys else mind.rows(Pattern(subject, relation))
    return found


def _known_keys(mind: Mind, frame: Frame) -> list[str]:
    phrases = [phrase for phrase in (frame.object, *(phrase for _, phrase in frame.links)) if phrase is not None and not phrase.gap]
    return list(dict.fromkeys(key for phrase in phrases for key in (*who(mind, phrase), *_whole(mind, phrase))))


def _by_relation(mind: Mind, name: str, frame: Frame) -> list[Belief]:
    phrases = [phrase for phrase in (frame.object, *(phrase for _, phrase in frame.links)) if phrase is not None and not phrase.gap]
    keys = [key for phrase in phrases for key in (who(mind, phrase) or _whole(mind, phrase))]
    relations = (name, *(f"{name} {prep}" for prep in _PREPS))
    if keys:
        return [row for key in dict.fromkeys(keys) for relation in relations for row in mind.rows(Pattern(relation=relation, object=key))]
    if phrases:
        return [row for key in _worded(mind, phrases[0]) for relation in relations for row in mind.rows(Pattern(relation=relation, object=key))]
    return [row for relation in relations for row in mind.rows(Pattern(relation=relation))]


def _whole(mind: Mind, phrase: Phrase) -> list[str]:
    return _worded(mind, phrase) if not phrase.pronoun else []


def _worded(mind: Mind, phrase: Phrase) -> list[str]:
    """Keys that hold all telling words of a phrase."""
    words = _telling(phrase)
    if not words:
        return []
    fewest = min((mind.beliefs.rows.things(word) for word in words), key=len)
    return [key for key in fewest if set(words) <= {lemma(word) for word in words_of(key)} | set(words_of(key))]


def _telling(phrase: Phrase) -> list[str]:
    return [word for word in words_of(phrase.text) if word not in ("the", "a", "to", "it", "my", "me", "of", "with") and word not in PREPOSITIONS]


_PREPS = ("to", "at", "for", "in", "with", "from", "on", "about", "as", "by", "off", "into", "near", "of", "like", "under", "over", "behind", "above", "below", "across", "after", "before", "through", "against", "around", "than", "beside", "outside", "inside")


def _fits(mind: Mind, frame: Frame, row: Belief, mates: list[Belief]) -> list[str] | None:
    """What stands in the hole if this belief and those told with it carry the frame; None if they don't."""
    values: list[str] = []
    if frame.sign < 0 and row.sign > 0 and row.relation != "feel":
        return None
    if frame.subject is not None and frame.subject.gap:
        values = [row.subject]
    for relation, phrase in ((frame.relation, frame.object), *frame.links):
        if phrase is None:
            continue
        if relation == "with words":
            if not set(words_of(phrase.text)) <= {lemma(word) for word in words_of(row.object)} | set(words_of(row.object)):
                return None
            continue
        fitting = [mate for mate in mates if mate.object != NOTHING and _filled(mind, mate, relation, phrase, frame)]
        if not fitting:
            return None
        if phrase.gap:
            values = [mate.object for mate in fitting]
    return values or [""]


def _filled(mind: Mind, mate: Belief, relation: str, phrase: Phrase, frame: Frame) -> bool:
    base, prep = _parted(mate.relation)
    wanted_base, wanted_prep = _parted(relation)
    if phrase.gap:
        if relation == frame.relation:
            return mate.relation == relation or not prep and base in ALSO.get(relation, (relation,))
        return prep == wanted_prep or (wanted_prep == "in" and prep in WHERE) or (wanted_prep == "in" and base in ("live", "at", "stay") and not prep)
    keys = who(mind, phrase)
    if mate.object in keys or any(_same(mate.object, key) for key in keys if key not in (OWNER, SELF)):
        return not prep or not wanted_prep or prep == wanted_prep or {prep, wanted_prep} == {"to", "for"} or wanted_prep in ("in", "at", "on", "to")
    if phrase.pronoun:
        return False
    words = set(_telling(replace(phrase, tail=()) if phrase.tail else phrase))
    return bool(words) and words <= {lemma(word) for word in words_of(mate.object)} | set(words_of(mate.object))


def _parted(relation: str) -> tuple[str, str]:
    words = relation.split(" ")
    return (" ".join(words[:-1]), words[-1]) if len(words) > 1 and words[-1] in PREPOSITIONS and words[-1] not in ("out", "up", "off", "down", "away") else (relation, "")
