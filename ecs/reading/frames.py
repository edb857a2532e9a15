"""What a clause says, in the words of relations: the same for what is told and for what is asked, so that they meet.

A frame is one relation between two phrases with more phrases hung on it: "Maeve lent me a book" is (Maeve, lend, book)
with ("lend to", me).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ecs.reading.grammar import Clause
from ecs.reading.lexicon import ROLES
from ecs.reading.phrases import Phrase
from ecs.reading.tokens import Token
from ecs.stores.belief_rows import singular

#: Different words for one thing.
SAME = {
    "reside": "live", "own": "have", "possess": "have", "close down": "close", "shut down": "close", "shut": "close", "give away": "give", "give up": "stop", "quit": "stop",
    "begin": "start", "take up": "start", "purchase": "buy", "pass away": "die", "suggest": "recommend", "advise": "recommend", "practice": "practise", "come back": "return", "get back": "return",
    "break up": "split up", "split": "split up", "come home": "return", "go home": "return", "get home": "return", "gift": "give", "donate": "give", "hand": "give", "relocate": "move", "move back": "move", "enrol": "join",
    "found": "found", "set up": "found", "fly in": "fly", "receive": "get", "attend": "attend",
}
#: How verbs of liking weigh.
FEELINGS = {"love": 1, "adore": 1, "like": 1, "enjoy": 1, "prefer": 1, "fancy": 1, "hate": -1, "detest": -1, "loathe": -1, "dislike": -1, "despise": -1}
#: Being something about something is liking it or not: {adjective: weight}.
FEELING_ADJECTIVES = {"obsessed": 1, "fond": 1, "crazy": 1, "mad": 1, "keen": 1, "into": 1, "sick": -1, "tired": -1, "fed": -1, "scared": -1, "afraid": -1, "allergic": -1, "bored": -1, "annoyed": -1, "hooked": 1, "addicted": 1, "enthusiastic": 1, "passionate": 1}
#: What tells where somebody did something.
WHERE = frozenset("in at to near on for into by under over behind above below across from beside opposite inside outside".split())
PLACE_WORDS = frozenset("in at to into near above below under behind beside across opposite on outside inside over by from with around".split())


@dataclass(slots=True)
class Frame:
    """`relation` between `subject` and `object` (None: nothing or nobody named), with `links` as (relation, phrase)."""

    subject: Phrase | None
    relation: str
    object: Phrase | None
    sign: int = 1
    said: str = ""
    links: list[tuple[str, Phrase | None]] = field(default_factory=list)


def frame_of(clause: Clause) -> Frame:
    """The frame of a clause."""
    for reading in (_feeling, _called, _predicate, _advice, _passive):
        frame = reading(clause)
        if frame is not None:
            return frame
    return _plain(clause)


def name_of(clause: Clause) -> str:
    """The relation of a clause's verb."""
    back = next((word for word in ("back", "home") if word in clause.adverbs and f"{clause.verb} {word}" in SAME), "")
    verb = f"{clause.verb} {clause.particle or back}".strip()
    return SAME.get(verb, verb)


def words_phrase(tokens: list[Token]) -> Phrase:
    """What somebody is told to do or what they say, as one phrase."""
    kept = [token.text if token.name or token.quote else token.low for token in tokens if token.time < 0 and (token.name or token.quote or token.low not in (",", "'s", "(", ")"))]
    return Phrase(words=tuple(kept), content=True)


def _feeling(clause: Clause) -> Frame | None:
    weight, verb = FEELINGS.get(clause.verb, 0), clause.verb
    object = clause.object or (words_phrase(clause.infinitive) if clause.infinitive else None)
    if verb in ("stand", "bear", "abide") and clause.modal in ("can", "could") and object is not None:
        return Frame(clause.subject, "feel", object, clause.sign, f"can't {verb}" if clause.sign < 0 else f"can {verb}", _links(clause, "feel"))
    if verb == "care" and clause.rest and clause.rest[0][0] in ("about", "for"):
        return Frame(clause.subject, "feel", clause.rest[0][1], clause.sign, "care about" if clause.sign > 0 else "don't care about")
    if clause.modal in ("would", "could", "might"):
        return None
    fan = clause.object if clause.verb == "be" and clause.object is not None and clause.object.head in ("fan", "fond", "lover", "supporter") else None
    if fan is not None and fan.tail and fan.tail[0][0] == "of":
        return Frame(clause.subject, "feel", fan.tail[0][1], clause.sign, f"{'am' if clause.sign > 0 else 'am not'} {'a ' if fan.det else ''}{fan.head} of")
    adjective = _adjective(clause)
    if adjective in FEELING_ADJECTIVES and clause.rest:
        about = next((phrase for prep, phrase in clause.rest if prep in ("with", "of", "about", "on", "to", "for", "by")), None)
        if about is not None:
            return Frame(clause.subject, "feel", about, FEELING_ADJECTIVES[adjective] * clause.sign, f"{'am' if clause.sign > 0 else 'am not'} {adjective} {clause.rest[-1][0]}")
    if not weight or object is None:
        return None
    said = verb if clause.sign > 0 else f"don't {verb}"
    return Frame(clause.subject, "feel", object, weight * clause.sign, said, _links(clause, "feel"))


def _adjective(clause: Clause) -> str:
    if clause.verb == "be" and clause.adjective and clause.object is not None:
        return clause.object.head
    if clause.aspect == "passive":
        return {"obsess": "obsessed", "feed": "fed", "scare": "scared", "bore": "bored", "tire": "tired"}.get(clause.verb, "")
    return ""


def _called(clause: Clause) -> Frame | None:
    if clause.aspect == "passive" and clause.verb in ("call", "name") and clause.object is not None:
        return Frame(clause.subject, "called", clause.object)
    if clause.verb == "be" and clause.subject is not None and clause.subject.head == "name" and clause.subject.owner is not None and clause.object is not None:
        return Frame(clause.subject.owner, "called", clause.object)
    return None


def _predicate(clause: Clause) -> Frame | None:
    if clause.aspect == "passive" and clause.verb in ("marry", "engage", "divorce") and clause.helper == "get":
        beside = next((phrase for prep, phrase in clause.rest if prep == "to"), None)
        return Frame(clause.subject, clause.verb, beside, clause.sign)
    if clause.aspect == "passive" and clause.verb in ("marry", "engage"):
        beside = next((phrase for prep, phrase in clause.rest if prep == "to"), clause.object)
        return Frame(clause.subject, "spouse" if clause.verb == "marry" else "partner", beside, clause.sign, "married to" if clause.verb == "marry" else "engaged to")
    if clause.verb != "be" or clause.aspect:
        return None
    places = [(prep, phrase) for prep, phrase in clause.rest if prep in PLACE_WORDS]
    if clause.object is None:
        at = places[0] if places else None
        if at is None and clause.times and not {"home", "away", "abroad", "there", "here", "back"} & set(clause.adverbs):
            return Frame(clause.subject, "happen", None, clause.sign)
        return Frame(clause.subject, "at", place_phrase(*at) if at else None, clause.sign, "", [(f"at {prep}", phrase) for prep, phrase in clause.rest[1:]])
    if clause.object.head == "birthday" and clause.object.owner is not None and clause.times:
        return Frame(clause.object, "happen", None)
    if clause.subject is not None and clause.subject.owner is not None and {"favourite", "favorite"} & set(clause.subject.words):
        return Frame(clause.subject.owner, role_of(clause.subject.words), clause.object, clause.sign, " ".join(clause.subject.words))
    if clause.object.owner is not None and not clause.object.name and clause.object.head != "place":
        return Frame(clause.object.owner, role_of(clause.object.words), clause.subject, clause.sign, " ".join(clause.object.words))
    return Frame(clause.subject, "be", clause.object, clause.sign, clause.object.det, _links(clause, "be"))


def role_of(words: tuple[str, ...]) -> str:
    """The relation that a noun after "my" names: "wife" and "husband" are one, "desk neighbour" is a neighbour."""
    head = words[-1].removeprefix("ex-") if words else ""
    head = singular(head) if singular(head) in ROLES and head not in ROLES else head
    if {"favourite", "favorite"} & set(words):
        return f"favourite {head}"
    return ROLES[head][0] if head in ROLES else " ".join(words[-1:])


def place_phrase(prep: str, phrase: Phrase | None) -> Phrase | None:
    """Where: "in Lyon" is Lyon, "above the pharmacy" stays as it is said."""
    if phrase is None or prep in ("in", "at", "to", "into", "on", "from") or phrase.gap:
        return phrase
    return Phrase(words=(prep, *phrase.said.split(" "))) if not phrase.pronoun else phrase


def _advice(clause: Clause) -> Frame | None:
    relation = name_of(clause)
    if relation == "tell" and clause.infinitive and clause.object is not None:
        return Frame(clause.subject, "recommend", words_phrase(clause.infinitive), clause.sign, "tell to", [("recommend to", clause.object)])
    against = next((phrase for prep, phrase in clause.rest if prep == "against"), None)
    if clause.verb in ("advise", "warn") and against is not None:
        return Frame(clause.subject, "recommend", against, -1, f"{clause.verb} against", [("recommend to", clause.object)] if clause.object else [])
    if clause.verb in ("advise", "ask", "urge", "encourage") and clause.infinitive and clause.object is not None:
        return Frame(clause.subject, "recommend" if clause.verb != "ask" else "ask", words_phrase(clause.infinitive), clause.sign, f"{clause.verb} to", [(f"{'recommend' if clause.verb != 'ask' else 'ask'} to", clause.object)])
    if relation == "say" and clause.infinitive:
        return Frame(clause.subject, "recommend", words_phrase(clause.infinitive), clause.sign, "say to")
    if relation == "swear" and clause.rest and clause.rest[0][0] == "by":
        return Frame(clause.subject, "recommend", clause.rest[0][1], clause.sign, "swear by")
    if relation in ("say", "think", "tell", "reckon", "recommend", "insist") and clause.content and not clause.content[0].quote:
        for place, token in enumerate(clause.content[:4]):
            if token.low == "should" and clause.content[0].low in ("i", "we", "you"):
                return Frame(clause.subject, "recommend", words_phrase([later for later in clause.content[place + 1 :] if later.low not in ("always", "really", "also")]), 1, "say should", [("recommend to", Phrase(pronoun="i"))])
    if relation in ("say", "think", "tell", "reckon", "mention", "claim") and clause.content:
        return Frame(clause.subject, "say", words_phrase(clause.content), clause.sign, relation, [("say to", clause.to)] if clause.to else [])
    if relation == "recommend":
        what = clause.object or (words_phrase(clause.infinitive) if clause.infinitive else None)
        return Frame(clause.subject, "recommend", what, clause.sign, clause.verb, _links(clause, "recommend"))
    return None


def _passive(clause: Clause) -> Frame | None:
    if clause.aspect != "passive":
        return None
    relation = name_of(clause)
    if relation in ("born", "retire"):
        return Frame(clause.subject, relation, None, clause.sign, "", _links(clause, relation))
    agent = next((phrase for prep, phrase in clause.rest if prep == "by"), None)
    if relation in ("offer", "give", "promise", "lend", "send", "teach", "tell") and clause.object is not None:
        return Frame(agent, relation, clause.object, clause.sign, "", [(f"{relation} to", clause.subject), *_links(clause, relation, without="by")])
    return Frame(agent, relation, clause.subject, clause.sign, "", _links(clause, relation, without="by"))


def _plain(clause: Clause) -> Frame:
    relation, object = name_of(clause), clause.object
    if relation in ("live", "stay"):
        at = next(((prep, phrase) for prep, phrase in clause.rest if prep in PLACE_WORDS and prep not in ("on", "from", "by") and (prep != "with" or relation == "stay")), None)
        away = [(f"{relation} {prep}", phrase) for prep, phrase in clause.rest if at is None or (prep, phrase) != at]
        return Frame(clause.subject, relation, at[1] if at and at[0] == "with" else place_phrase(*at) if at else None, clause.sign, "", away)
    if object is None and clause.infinitive and relation not in ("go", "come", "have", "use"):
        object = words_phrase(clause.infinitive)
    links = _links(clause, relation)
    if object is not None and clause.infinitive and clause.object is not None and relation in ("teach", "help", "want", "ask"):
        return Frame(clause.subject, relation, words_phrase(clause.infinitive), clause.sign, "", [(f"{relation} to", object), *links])
    return Frame(clause.subject, relation, object, clause.sign, "", links)


def _links(clause: Clause, relation: str, without: str = "") -> list[tuple[str, Phrase | None]]:
    found = [(f"{relation} to", clause.to)] if clause.to is not None else []
    return found + [(f"{relation} {prep}", phrase) for prep, phrase in clause.rest if prep != without]
