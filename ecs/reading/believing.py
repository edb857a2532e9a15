"""A frame with its time becomes beliefs: states and events, what hangs on them, and what a "who …" says on the way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ecs.reading.dates import When
from ecs.reading.follows import about, follow, same_thing, variants
from ecs.reading.frames import WHERE, Frame, frame_of, role_of
from ecs.reading.grammar import Clause, clause_of
from ecs.reading.lexicon import FORMS, ROLES, UNREAL, ing, is_person_noun
from ecs.reading.phrases import Phrase
from ecs.reading.scene import NOTHING, SELF, SOMEBODY, Scene, key_of, keys_of, mention, new_in_role
from ecs.reading.timing import Timing, timing
from ecs.stores.belief import Pattern
from ecs.stores.belief_rows import singular

#: What two do to each other.
RECIPROCAL = frozenset("spouse partner marry engage divorce meet kiss date".split())
#: Verbs of going somewhere: behind "to" stands a place.
TRAVELS = frozenset("move go fly travel return drive come leave walk sail cycle relocate emigrate head".split()) | {"go back", "fly back", "move out", "move in"}
#: One does these from people, not from places.
_FROM_PEOPLE = frozenset("buy borrow get hear learn receive take steal rent hire order inherit accept".split())
#: Both are with each other.
_MUTUAL = frozenset(("live with", "stay with", "share with", "work with"))


def believe(scene: Scene, frame: Frame, clause: Clause, when: Timing, subject: str, beside: Sequence[str] = ()) -> None:
    """Believe what a frame says of a subject; `beside` are those who do it too."""
    if frame.relation == "called":
        scene.observe(subject, "called", frame.object.name or frame.object.text)
        return
    if _only_names(frame, clause):
        return
    first = key_of(scene, frame.object, place=_is_place(frame), own=False) if frame.object is not None and frame.object.pronoun else ""
    links = [(relation, key_of(scene, each, place=_is_where(relation), own=relation.endswith(" with"))) for relation, phrase in frame.links if phrase is not None for each in (phrase, *phrase.others)]
    links += [(f"{frame.relation} with", other) for other in beside] if not when.state else []
    object = _object(scene, frame, clause, first, beside)
    if object in (SELF, SOMEBODY) and frame.object is not None and frame.relation != "feel" or frame.relation in ("be", "at") and object == NOTHING:
        return
    _stays_there(scene, frame, clause, when, subject)
    _state(scene, frame, clause, when, subject, object, links) if when.state else _event(scene, frame, when, subject, object, links)
    if frame.object is not None and frame.object.others and frame.relation != "be":
        rest = replace(frame.object.others[0], others=frame.object.others[1:])
        believe(scene, replace(frame, object=rest), clause, when, subject, beside)
    _had(scene, frame, subject, object, when)
    if when.state and object == NOTHING and not links and clause.verb in FORMS:
        mention(scene, ing(clause.verb), "thing")


def _only_names(frame: Frame, clause: Clause) -> bool:
    """ "The new boss is Farah" was believed when Farah was met."""
    return frame.relation == "be" and frame.object is not None and bool(frame.object.name) and clause.subject is not None and bool(clause.subject.words) and not clause.subject.name


def _is_place(frame: Frame) -> bool:
    return frame.relation.split(" ")[0] in ("live", "at")


def _object(scene: Scene, frame: Frame, clause: Clause, first: str, beside: Sequence[str]) -> str:
    """The key of what the relation holds to; "there" and "each other" found out."""
    phrase = frame.object
    if frame.relation == "be" and phrase is not None and not (phrase.name or phrase.pronoun or phrase.owner):
        return " ".join(phrase.words)
    found = first or key_of(scene, phrase, place=_is_place(frame))
    if found == NOTHING and frame.relation in ("live", "at", "stay") and _there(clause):
        found = _last_place(scene)
    if found == NOTHING and frame.relation in RECIPROCAL and beside:
        found = beside[0]
    if found == NOTHING and frame.relation == "at":
        found = next((word for word in ("home", "away", "abroad") if word in clause.adverbs), NOTHING)
    return found


def _there(clause: Clause) -> bool:
    return bool({"there", "here"} & set(clause.adverbs))


def _last_place(scene: Scene) -> str:
    return next((one.key for one in reversed(scene.discourse.mentions) if one.sort == "thing" and one.key[:1].isupper()), NOTHING)


def _stays_there(scene: Scene, frame: Frame, clause: Clause, when: Timing, subject: str) -> None:
    """ "I'm staying here with Carmen": with her, and here."""
    if frame.relation in ("live", "stay") and frame.object is not None and when.state and _there(clause) and _last_place(scene) != NOTHING:
        scene.observe(subject, "at", _last_place(scene), first=when.first, last=when.last, grain=when.grain)


def _is_where(relation: str) -> bool:
    verb, _, prep = relation.rpartition(" ")
    if prep in ("to", "for") and verb in TRAVELS:
        return True
    return prep in WHERE - {"to", "for", "by"} and not (prep == "from" and verb in _FROM_PEOPLE)


def _had(scene: Scene, frame: Frame, subject: str, object: str, when: Timing) -> None:
    """ "We have a new manager, Mr Bell": what he is to us."""
    phrase = frame.object
    if frame.relation == "have" and phrase is not None and phrase.others and singular(phrase.head) in ROLES and all(other.name for other in phrase.others):
        for other in phrase.others:
            scene.observe(subject, role_of((singular(phrase.head),)), key_of(scene, other), first=when.first, last=when.last, said=singular(phrase.head))
        return
    if frame.relation != "have" or frame.sign < 0 or not when.state or phrase is None or phrase.det != "a" or not is_person_noun(phrase.head):
        return
    if "new" in phrase.words:
        new_in_role(scene, subject, phrase, object)
    else:
        scene.observe(subject, role_of(phrase.words), object, first=when.first, last=when.last, said=" ".join(phrase.words))


def _state(scene: Scene, frame: Frame, clause: Clause, when: Timing, subject: str, object: str, links: list[tuple[str, str]]) -> None:
    _make_room(scene, frame, clause, when, subject, object)
    sign, over = frame.sign, _is_over(frame, clause, when)
    if frame.relation == "feel":
        when, over = _changed_mind(scene, subject, object, frame.sign, _still_felt(clause, when)), False
    if over:
        sign, when = 1, replace(when, last=when.now if when.last is None else when.last)
    span = {"first": when.first, "last": when.last, "grain": when.grain}
    event = -1
    for name, key in [*([(frame.relation, object)] if object != NOTHING or not links else []), *links]:
        id = scene.observe(subject, name, key, sign=sign, said=frame.said, event=event, **span)
        event = event if event >= 0 else scene.beliefs.rows.get(id).event
    if frame.sign > 0:
        _beside_it(scene, frame, clause, subject, object, [] if over else links, event, span)
    follow(scene, frame.relation, subject, object, links, when)


def _is_over(frame: Frame, clause: Clause, when: Timing) -> bool:
    """ "Isn't vegan anymore", "used to be", "was"."""
    return when.over or "no-longer" in clause.adverbs or frame.sign < 0 and "anymore" in clause.adverbs


def _still_felt(clause: Clause, when: Timing) -> Timing:
    """ "I hated it" says nothing of an end; "I used to hate it" does."""
    return replace(when, last=None, over=False) if when.over and not clause.aspect and when.first is None and when.last == when.now else when


def _make_room(scene: Scene, frame: Frame, clause: Clause, when: Timing, subject: str, object: str) -> None:
    """What a new state ends: working elsewhere, being away; and back where one lived is living there again."""
    if frame.relation == "work" and "now" in clause.adverbs:
        _end_all(scene, subject, variants("work"), when)
    if frame.relation == "at" and object == "home" and not when.over:
        _end_all(scene, subject, ["at", "stay"], when)
    if frame.relation == "at" and "back" in clause.adverbs and scene.beliefs.query(Pattern(subject, "live", object)):
        scene.observe(subject, "live", object, first=when.start, grain=when.grain)


def _beside_it(scene: Scene, frame: Frame, clause: Clause, subject: str, object: str, links: list[tuple[str, str]], event: int, span: dict) -> None:
    """What is so with it: an electrician at the yard works there, who lives with her is lived with, who is doing something is busy."""
    for name, key in links:
        if name in _MUTUAL:
            scene.observe(key, name, subject, **span)
        if frame.relation == "be" and frame.said == "a" and is_person_noun(object.split(" ")[-1]) and name in ("be at", "be for", "be with", "be in"):
            scene.observe(subject, "work at", key, **span)
    if clause.aspect == "progressive":
        scene.observe(subject, "doing", f"{frame.relation} {'' if object == NOTHING else object}".strip(), event=event, **span)


def _changed_mind(scene: Scene, subject: str, object: str, sign: int, when: Timing) -> Timing:
    """Liking the coffee ends hating the smell of coffee."""
    for row in about(scene, subject, "feel", object, when.start):
        if row.sign != sign and row.object != object and same_thing(scene, row.object, object) and when.last is None:
            scene.beliefs.close(Pattern(subject, "feel", row.object), when.start, scene.moment.us, scene.source)
            when = replace(when, first=when.start)
    return when


def _end_all(scene: Scene, subject: str, relations: list[str], when: Timing) -> None:
    for name in relations:
        scene.beliefs.close(Pattern(subject, name), when.start, scene.moment.us, scene.source)


def _event(scene: Scene, frame: Frame, when: Timing, subject: str, object: str, links: list[tuple[str, str]]) -> None:
    pairs = [(frame.relation, object), *links] if object != NOTHING or not links else links
    event = -1
    for name, key in pairs:
        id = scene.observe(subject, name, key, first=when.start, last=when.end, state=False, sign=frame.sign, grain=when.grain, said=frame.said, event=event)
        event = event if event >= 0 else scene.beliefs.rows.get(id).event
    if scene.fresh:
        scene.events, scene.fresh = [], False
    scene.events.append(event)
    scene.discourse.event = event
    named = next((key for name, key in links if name in ("name to", "call to", "christen to")), "")
    if named and object not in (NOTHING, SOMEBODY):
        scene.observe(named, "called", object)
    if frame.sign > 0:
        follow(scene, frame.relation, subject, object, links, when)


def relative(scene: Scene, phrase: Phrase | None, times: list[When]) -> None:
    """What a "who …" says about somebody."""
    for one in (phrase, *(phrase.others if phrase else ()), *((inner for _, inner in phrase.tail) if phrase else ())):
        if one is not None and (one.clause or (one.role is not None and one.role.clause)):
            _relative(scene, one, times)


def _relative(scene: Scene, one: Phrase, times: list[When]) -> None:
    bare = replace(one, clause=(), others=(), role=None)
    clause = clause_of(list((one.clause or one.role.clause)[1:]), bare)
    if clause is None or wished(clause):
        return
    if clause.subject is not bare:
        fill_hole(clause, bare)
    when = timing(clause, [times[number] for number in clause.times], scene.moment)
    if when is not None:
        frame = frame_of(clause)
        for key in keys_of(scene, frame.subject):
            believe(scene, frame, clause, when, key)


def fill_hole(clause: Clause, phrase: Phrase) -> None:
    """Put a phrase where the clause has none: behind its last word, as what it acts on, or as the one it is done to."""
    stranded = next((number for number, (_, held) in enumerate(clause.rest) if held is None), None)
    if stranded is not None:
        clause.rest[stranded] = (clause.rest[stranded][0], phrase)
    elif clause.object is None:
        clause.object = phrase
    elif clause.to is None and clause.object.pronoun:
        clause.to, clause.object = clause.object, phrase
    elif clause.to is None:
        clause.to = phrase


def wished(clause: Clause) -> bool:
    """True for what could or should be, or is only wanted."""
    return clause.modal in UNREAL or clause.verb in ("hope", "wish", "need", "wonder", "seem") or (clause.modal == "can" and clause.sign > 0)
