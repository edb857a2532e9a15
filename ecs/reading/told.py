"""What the owner tells becomes beliefs: sentence by sentence, clause by clause, each with its time.

Questions, wishes and "if" are no facts. What somebody is quoted as saying belongs to that speaker. What follows from an
event (who sells has no longer, who moves lives elsewhere) is in the table `FOLLOWS`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ecs.components.belief import Discourse
from ecs.reading.clauses import TIME_JOINS, Part, has_verb, parts
from ecs.reading.dates import Moment, When, take_times
from ecs.reading.follows import about, follow, same_thing, variants
from ecs.reading.frames import WHERE, Frame, frame_of, name_of, role_of
from ecs.reading.grammar import Clause, clause_of
from ecs.reading.lexicon import FORMS, PARTICLES, ROLES, STOPS, PREPOSITIONS, UNREAL, ing, is_person_noun
from ecs.reading.phrases import Phrase, phrase_at, step_over
from ecs.reading.replies import completed, open_question
from ecs.reading.scene import LANGUAGE, NOTHING, OWNER, SELF, SOMEBODY, Scene, key_of, keys_of, known, meet, mention, new_in_role
from ecs.reading.timing import LASTING, Timing, timing
from ecs.reading.tokens import Token, sentences, tokens
from ecs.stores.belief import UNKNOWN, Pattern, Source
from ecs.stores.belief_rows import singular
from ecs.stores.beliefs import Beliefs

#: Verbs whose subject may be a thing: they do not tell that a name is a person's.
ANYTHING_DOES = frozenset("be close open start end begin die cost break happen stop finish arrive become look smell taste sound seem change help work stay turn".split())
_I = Phrase(pronoun="i")


def take_in(beliefs: Beliefs, discourse: Discourse, text: str, moment: Moment, source: Source, before: str = "") -> list[int]:
    """Believe what one message of the owner tells; `before` is what she said last. Returns the ids of what it rests on, new and old."""
    scene = Scene(beliefs, discourse, moment, source)
    scene.before = before
    _overhear(scene, before)
    scene.asked = open_question(scene, before, lambda name: bool(known(beliefs, name)))
    for sentence, end in sentences(text):
        scene.sentence = sentence
        _sentence(scene, sentence, end == "?")
        scene.asked = None
    return scene.told


def _overhear(scene: Scene, text: str) -> None:
    """Whom she named herself is spoken of; nothing she says is a fact."""
    for sentence, _ in sentences(text):
        _name_rest(scene, tokens(sentence, lambda name: bool(known(scene.beliefs, name))))


def _sentence(scene: Scene, sentence: str, asked: bool) -> None:
    plain, times = take_times(sentence, scene.moment)
    before = None
    for part in parts(tokens(plain, lambda name: bool(known(scene.beliefs, name))), asked):
        if part.join == ":" and scene.heading is not None and part.real:
            _headed(scene, part.tokens)
        scene.heading = None if has_verb(part.tokens) else phrase_at(part.tokens, step_over(part.tokens, 0), object=True)[0]
        if part.real:
            before = _part(scene, part, times, before) or before
        else:
            _spoken_of(scene, part.tokens)


def _headed(scene: Scene, own: list[Token]) -> None:
    """ "New favourite game: Tern": the heading names what stands behind the colon."""
    phrase, after = phrase_at(own, 0, object=True)
    if phrase is not None and after == len(own) and scene.heading.words and not scene.heading.name:
        scene.observe(scene.speaker, role_of(scene.heading.words), key_of(scene, phrase), first=scene.moment.us, said=" ".join(scene.heading.words))


def _spoken_of(scene: Scene, own: list[Token]) -> None:
    """What is not told as so names things all the same: "if she asked for the pie"."""
    place = 0
    while place < len(own):
        phrase, after = phrase_at(own, place, object=True)
        if phrase is not None and phrase.name and known(scene.beliefs, phrase.name):
            key_of(scene, Phrase(name=phrase.name))
        elif phrase is not None and phrase.det == "the":
            meet(scene, phrase)
        elif phrase is not None and (phrase.name or phrase.owner is not None and phrase.words):
            key_of(scene, phrase)
        place = max(after, place + 1)


def _part(scene: Scene, part: Part, times: list[When], before: Clause | None, shifted: bool = False) -> Clause | None:
    """Read one clause; the clause, for the next to lean on. `shifted`: "she said she was a nurse", and she is."""
    if scene.asked is not None and _reply(scene, part.tokens, times):
        return None
    own = _completed(part.tokens)
    if [token.low for token in own[:2]] in (["there", "is"], ["there", "are"], ["there", "was"], ["there", "were"]):
        _fragment(scene, own[2:], times)
        return None
    clause = clause_of(own, before.subject if before is not None and part.join in ("and", "but", "then", ",") else _implied(scene, own))
    if clause is None:
        _fragment(scene, own, times)
        return None
    if shifted and clause.tense == "past" and clause.verb in LASTING and not clause.aspect:
        clause.tense = "present"
    if part.join == "where" and scene.discourse.mentions and scene.discourse.mentions[-1].sort == "thing":
        clause.rest.append(("in", Phrase(name=scene.discourse.mentions[-1].key)))
    if clause.verb and not (part.join in TIME_JOINS and clause.tense not in ("past", "pluperfect")) and not _wished(clause):
        _clause(scene, clause, times)
        if clause.subject is not None and clause.subject.pronoun in ("he", "she", "it") and scene.doing:
            clause.subject = replace(clause.subject, key=scene.doing)
    else:
        _spoken_of(scene, own)
    _name_rest(scene, own[clause.end :])
    return clause


_HOW_IS = re.compile(r"\b(?:how (?:is|are|was)|how['’]s|what (?:is|are)|what['’]s) (\w+)(?: doing| up to)?\s*\?\s*$", re.IGNORECASE)


def _implied(scene: Scene, own: list[Token]) -> Phrase:
    """ "How is he?" "Sleeping on my couch.": he is. Without such a question it is the speaker."""
    got = _HOW_IS.search(scene.before)
    if got and own and not own[0].name and own[0].low.endswith("ing"):
        asked, _ = phrase_at(tokens(got.group(1), lambda name: bool(known(scene.beliefs, name))), 0)
        if asked is not None and asked.pronoun in ("he", "she", "they") or asked is not None and asked.name:
            return asked
    return _I


def _reply(scene: Scene, own: list[Token], times: list[When]) -> bool:
    """Read the words as an answer to what she asked; False when they are none."""
    made = completed(scene.asked, own, times)
    if made is None:
        return False
    frame, clause, said = made
    frame = _bound(scene, frame)
    when = timing(clause, [times[number] for number in said], scene.moment)
    if when is None:
        return False
    if scene.asked.wants in ("when", "since") and frame.object is None and scene.discourse.event >= 0 and frame.relation in ("happen", "do"):
        return False
    for subject in keys_of(scene, frame.subject):
        if not _adds_place(scene, frame, subject):
            _believe(scene, frame, clause, when, subject)
        for prep, inner in clause.object.tail if frame.relation == "be" and clause.object is not None else ():
            scene.observe(subject, "at", key_of(scene, inner, place=prep in WHERE), said=prep)
        mention(scene, subject, "")
    for phrase in (frame.subject, frame.object, *(phrase for _, phrase in frame.links)):
        _relative(scene, phrase, times)
    return True


def _adds_place(scene: Scene, frame: Frame, subject: str) -> bool:
    """ "Where did you meet?" "At the clinic": the meeting that was told gets its place."""
    told = [row for row in scene.beliefs.query(Pattern(subject, frame.relation)) if not row.state]
    if scene.asked.wants != "where" or frame.object is not None or not told:
        return False
    for relation, phrase in frame.links:
        row = told[-1]
        scene.observe(subject, relation, key_of(scene, phrase, place=True), first=row.valid_from, last=row.valid_to, state=False, grain=row.grain, event=row.event)
    return True


def _completed(own: list[Token]) -> list[Token]:
    """ "Back in Leeds": I am."""
    place = step_over(own, 0)
    if own and own[0].low in ("back", "home", "here") and place < len(own) and own[place].low in ("in", "at", "from"):
        return [Token("I", "i"), Token("am", "am"), *own]
    return own


def _name_rest(scene: Scene, own: list[Token]) -> None:
    """Whoever is named where the clause was not read on is still somebody who was named."""
    for token in own:
        if token.name and known(scene.beliefs, token.text):
            key_of(scene, Phrase(name=token.text))


def _wished(clause: Clause) -> bool:
    """True for what could or should be, or is only wanted."""
    return clause.modal in UNREAL or clause.verb in ("hope", "wish", "need", "wonder", "seem") or (clause.modal == "can" and clause.sign > 0)


def _clause(scene: Scene, clause: Clause, times: list[When]) -> None:
    scene.fresh, scene.doing = True, ""
    frame, when = frame_of(clause), timing(clause, [times[number] for number in clause.times], scene.moment)
    if when is None:
        _planned(scene, frame, clause)
        return
    if frame.relation == "happen" and frame.subject is not None and frame.subject.pronoun == "it":
        spans = [times[number] for number in clause.times if times[number].mode == "in"]
        if spans and scene.discourse.event >= 0:
            _retime(scene, spans[0])
        return
    frame = _bound(scene, frame)
    _reported(scene, clause, times)
    subjects = _subjects(scene, frame)
    for subject in subjects:
        scene.doing = subject
        if subject == SELF or (subject == SOMEBODY and frame.object is None):
            continue
        _believe(scene, frame, clause, when, subject, [other for other in subjects if other != subject])
        for phrase in (clause.subject, clause.object, clause.to, *(phrase for _, phrase in clause.rest)):
            _relative(scene, phrase, times)
        named = clause.subject is not None and not clause.subject.pronoun
        mention(scene, subject, "person" if named and clause.verb not in ANYTHING_DOES else "")


def _bound(scene: Scene, frame: Frame) -> Frame:
    """ "It" and "them" are what was spoken of before this clause, so they are looked up before anything in it is."""
    def bind(phrase: Phrase | None) -> Phrase | None:
        if phrase is None or phrase.pronoun not in ("it", "them"):
            return phrase
        key = key_of(scene, phrase)
        return phrase if key == SOMEBODY else replace(phrase, key=key)

    return replace(frame, object=bind(frame.object), links=[(relation, bind(phrase)) for relation, phrase in frame.links])


def _planned(scene: Scene, frame: Frame, clause: Clause) -> None:
    """A plan is no fact; but who plans is spoken of, and who is leaving a place is still there."""
    for subject in keys_of(scene, frame.subject) if frame.subject is not None else ():
        if frame.relation == "leave" and clause.aspect == "progressive" and frame.object is not None and frame.object.name:
            place = key_of(scene, frame.object, place=True)
            if not scene.beliefs.query(Pattern(subject, object=place), at=scene.moment.us):
                scene.observe(subject, "live", place)
        mention(scene, subject, "person")
    for _, phrase in frame.links:
        if phrase is not None and phrase.owner is not None:
            key_of(scene, phrase.owner if phrase.head == "place" else phrase)


def _subjects(scene: Scene, frame: Frame) -> list[str]:
    if frame.subject is None:
        return [SOMEBODY]
    if frame.relation == "be" and frame.object is not None and frame.object.name and frame.subject.words and not frame.subject.name:
        key = key_of(scene, replace(frame.subject, name=frame.object.name))
        key_of(scene, frame.object)
        return [key]
    return keys_of(scene, frame.subject)


def _believe(scene: Scene, frame: Frame, clause: Clause, when: Timing, subject: str, beside: Sequence[str] = ()) -> None:
    is_place = frame.relation in ("live", "at") or frame.relation.startswith(("live ", "at "))
    if frame.relation == "be" and frame.object is not None and frame.object.name and clause.subject is not None and clause.subject.words and not clause.subject.name:
        return
    if frame.relation == "called":
        name = frame.object.name or frame.object.text
        scene.observe(subject, "called", name)
        return
    first = key_of(scene, frame.object, place=is_place, own=False) if frame.object is not None and frame.object.pronoun else ""
    links = [(relation, key_of(scene, each, place=_is_where(relation), own=relation.endswith(" with"))) for relation, phrase in frame.links if phrase is not None for each in (phrase, *phrase.others)]
    if not when.state:
        links += [(f"{frame.relation} with", other) for other in beside]
    if frame.relation == "be" and frame.object is not None and not (frame.object.name or frame.object.pronoun or frame.object.owner):
        object = " ".join(frame.object.words)
    else:
        object = first or key_of(scene, frame.object, place=is_place)
    if object == NOTHING and frame.relation in ("live", "at", "stay") and {"there", "here"} & set(clause.adverbs):
        object = next((one.key for one in reversed(scene.discourse.mentions) if one.sort == "thing" and one.key[:1].isupper()), NOTHING)
    elif frame.relation in ("live", "stay") and {"there", "here"} & set(clause.adverbs) and when.state:
        place = next((one.key for one in reversed(scene.discourse.mentions) if one.sort == "thing" and one.key[:1].isupper()), "")
        if place:
            scene.observe(subject, "at", place, first=when.first, last=when.last, grain=when.grain)
    if object == NOTHING and frame.relation in RECIPROCAL and beside:
        object = beside[0]
    if object in (SELF, SOMEBODY) and frame.object is not None and frame.relation != "feel":
        return
    if frame.relation == "at" and object == NOTHING:
        object = next((word for word in ("home", "away", "abroad") if word in clause.adverbs), NOTHING)
    if frame.relation in ("be", "at") and object == NOTHING:
        return
    _state(scene, frame, clause, when, subject, object, links) if when.state else _event(scene, frame, when, subject, object, links)
    if frame.object is not None and frame.object.others and frame.relation != "be":
        rest = replace(frame.object.others[0], others=frame.object.others[1:])
        _believe(scene, replace(frame, object=rest), clause, when, subject, beside)
    _had(scene, frame, subject, object, when)
    if when.state and object == NOTHING and not links and clause.verb in FORMS:
        mention(scene, ing(clause.verb), "thing")


#: What two do to each other.
RECIPROCAL = frozenset("spouse partner marry engage divorce meet kiss date".split())
TRAVELS = frozenset("move go fly travel return drive come leave walk sail cycle relocate emigrate head go back fly back move out move in take".split()) - {"out", "in", "back", "take"} | {"go back", "fly back", "move out", "move in"}
_FROM_PEOPLE = frozenset("buy borrow get hear learn receive take steal rent hire order inherit accept".split())


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
    relation = frame.relation
    pairs = [(relation, object)] if object != NOTHING or not links else []
    over = when.over or (frame.sign < 0 and frame.relation != "feel" and "anymore" in clause.adverbs) or "no-longer" in clause.adverbs
    if frame.sign < 0 and {"anymore", "no-longer"} & set(clause.adverbs):
        over = True
    if relation == "work" and "now" in clause.adverbs:
        _end_others(scene, subject, "work", when)
    if relation == "at" and "back" in clause.adverbs and scene.beliefs.query(Pattern(subject, "live", object)):
        scene.observe(subject, "live", object, first=when.start, grain=when.grain)
    if relation == "at" and object == "home" and not over:
        for name in ("at", "stay"):
            scene.beliefs.close(Pattern(subject, name), when.start, scene.moment.us, scene.source)
    if relation == "be" and frame.said == "a" and is_person_noun(object.split(" ")[-1]):
        for name, key in links:
            if name in ("be at", "be for", "be with", "be in"):
                scene.observe(subject, "work at", key, first=when.first, last=when.last, grain=when.grain)
    if relation == "feel" and when.over and not clause.aspect and when.first is None and when.last == when.now:
        when, over = replace(when, last=None, over=False), False
    if relation == "feel" and not over:
        when = _changed_mind(scene, subject, object, frame.sign, when)
    event = -1
    for name, key in [*pairs, *links]:
        if over and frame.relation != "feel":
            sign, first, last = 1, when.first, when.last if when.last is not None else when.now
        else:
            sign, first, last = frame.sign, when.first, when.last
        id = scene.observe(subject, name, key, first=first, last=last, sign=sign, grain=when.grain, said=frame.said, event=event)
        event = event if event >= 0 else scene.beliefs.rows.get(id).event
    for name, key in links if frame.sign > 0 and not over else ():
        if name in ("live with", "stay with", "share with", "work with"):
            scene.observe(key, name, subject, first=when.first, last=when.last, grain=when.grain)
    if clause.aspect == "progressive" and frame.sign > 0:
        busy = f"{relation} {'' if object == NOTHING else object}".strip()
        scene.observe(subject, "doing", busy, first=when.first, last=when.last, grain=when.grain, event=event)
    follow(scene, relation, subject, object, links, when)


def _changed_mind(scene: Scene, subject: str, object: str, sign: int, when: Timing) -> Timing:
    """Liking the coffee ends hating the smell of coffee."""
    for row in about(scene, subject, "feel", object, when.start):
        if row.sign != sign and row.object != object and same_thing(scene, row.object, object) and when.last is None:
            scene.beliefs.close(Pattern(subject, "feel", row.object), when.start, scene.moment.us, scene.source)
            when = replace(when, first=when.start)
    return when


def _end_others(scene: Scene, subject: str, relation: str, when: Timing) -> None:
    for name in variants(relation):
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


def _reported(scene: Scene, clause: Clause, times: list[When]) -> None:
    """What somebody says: a quotation speaks in their voice; of themselves they are believed, a little less."""
    if not clause.content or clause.subject is None:
        return
    speaker = key_of(scene, clause.subject)
    if clause.content[0].quote:
        inner = Scene(scene.beliefs, scene.discourse, scene.moment, scene.source, speaker, scene.sentence, 700)
        for sentence, end in sentences(clause.content[0].text):
            _sentence(inner, sentence, end == "?")
        scene.told += inner.told
    elif name_of(clause) in ("say", "think", "tell", "reckon", "claim", "mention", "hear", "know", "believe", "find", "see", "mean", "feel", "notice", "realise", "remember") and clause.sign > 0 and not clause.modal:
        mine = speaker == OWNER
        if mine or _about(scene, clause, speaker):
            kept, scene.confidence = scene.confidence, 600 if clause.verb in ("think", "believe", "reckon") else 700 if not mine else scene.confidence
            for part in parts(clause.content):
                if part.real:
                    _part(scene, part, times, None, shifted=clause.tense == "past" and not mine)
            scene.confidence = kept


def _about(scene: Scene, clause: Clause, speaker: str) -> bool:
    """True when what is said is said of the speaker: "she says she hates it"."""
    phrase, _ = phrase_at(clause.content, 0)
    return phrase is not None and phrase.pronoun in ("he", "she", "they") and clause.verb in ("say", "tell", "mention") and key_of(scene, phrase) == speaker


def _relative(scene: Scene, phrase: Phrase | None, times: list[When]) -> None:
    """What a "who …" says about somebody."""
    for one in (phrase, *(phrase.others if phrase else ()), *((inner for _, inner in phrase.tail) if phrase else ())):
        if one is None or not (one.clause or (one.role is not None and one.role.clause)):
            continue
        inner = list((one.clause or one.role.clause)[1:])
        bare = replace(one, clause=(), others=(), role=None)
        clause = clause_of(inner, bare)
        stranded = next((number for number, (_, held) in enumerate(clause.rest) if held is None), None) if clause is not None else None
        if clause is not None and clause.subject is not bare and stranded is not None:
            clause.rest[stranded] = (clause.rest[stranded][0], bare)
        elif clause is not None and clause.subject is not bare and clause.object is None:
            clause.object = bare
        elif clause is not None and clause.subject is not bare and clause.to is None and clause.object.pronoun:
            clause.to, clause.object = clause.object, bare
        if clause is not None and clause.verb and not _wished(clause):
            when = timing(clause, [times[number] for number in clause.times], scene.moment)
            if when is not None:
                frame = frame_of(clause)
                for key in keys_of(scene, frame.subject):
                    _believe(scene, frame, clause, when, key)


def _fragment(scene: Scene, own: list[Token], times: list[When]) -> None:
    """No verb: who is named is met; a bare time tells when the last thing happened."""
    place = 0
    _named_after(scene, own)
    while place < len(own):
        phrase, after = phrase_at(own, place)
        lone = len(own) == 1 and scene.asked is None and own[0].name and not known(scene.beliefs, own[0].text) and not LANGUAGE.search(own[0].text)
        if phrase is not None and not phrase.pronoun and not lone and (phrase.name or phrase.owner is not None):
            where = scene.asked is not None and scene.asked.wants == "where"
            key_of(scene, phrase, place=where or place > 0 and own[place - 1].low in ("in", "at", "from", "to"))
            _relative(scene, phrase, times)
        elif phrase is not None and phrase.words and phrase.words[0] == "new" and (is_person_noun(phrase.head) or scene.beliefs.query(Pattern(scene.speaker, role_of(phrase.words)))):
            new_in_role(scene, scene.speaker, phrase)
        elif phrase is not None and phrase.words and len(phrase.words) < 4 and phrase.words[0] not in STOPS:
            key_of(scene, phrase)
            _relative(scene, phrase, times)
        elif phrase is not None:
            _relative(scene, phrase, times)
        for prep, inner in phrase.tail if phrase is not None else ():
            if inner.name or inner.owner is not None:
                key_of(scene, inner, place=prep in ("from", "in", "at"))
        place = max(after, place + 1)
    _hang_on(scene, own)
    _placed(scene, own)
    _greeted(scene, own)
    since = [times[token.time] for token in own if token.time >= 0 and (times[token.time].mode == "since" or own[0].low == "since")]
    if since and scene.told:
        _began(scene, since)
        return
    spans = [times[token.time] for token in own if token.time >= 0 and times[token.time].mode == "in"]
    if spans and scene.discourse.event >= 0 and (scene.told or scene.asked is not None):
        _retime(scene, spans[0])


def _named_after(scene: Scene, own: list[Token]) -> None:
    """ "We've got a dog! A greyhound named Pixel": the dog is Pixel."""
    phrase, _ = phrase_at(own, 0)
    if not scene.told or phrase is None or not (phrase.name and phrase.words and phrase.det == "a") or is_person_noun(phrase.head):
        return
    told = scene.beliefs.rows.get(scene.told[-1])
    if any(one.key == told.object and one.sort == "thing" and not one.key[:1].isupper() for one in scene.discourse.mentions) and not known(scene.beliefs, phrase.name):
        scene.observe(told.object, "called", phrase.name)


def _placed(scene: Scene, own: list[Token]) -> None:
    """ "A bakery in Oakland": a thing, and where it is."""
    phrase, after = phrase_at(own, 0, object=True)
    if phrase is None or not phrase.det or phrase.name or after + 1 >= len(own) or own[after].low not in ("in", "at", "near", "on"):
        return
    where, _ = phrase_at(own, after + 1, object=True)
    if where is not None and where.name:
        scene.observe(key_of(scene, phrase), "at", key_of(scene, where, place=True))
        key_of(scene, phrase)


def _greeted(scene: Scene, own: list[Token]) -> None:
    """ "Greetings from Lisbon": there is where the speaker is."""
    if len(own) > 2 and own[0].low in ("greetings", "hello", "hi", "love", "postcard") and own[1].low == "from" and own[2].name:
        scene.observe(scene.speaker, "at", key_of(scene, Phrase(name=own[2].text), place=True), first=scene.moment.start(scene.moment.day))


def _began(scene: Scene, times: list[When]) -> None:
    """ "I smoke again. Since the wedding in August": the last state, with its beginning."""
    row = next((row for row in map(scene.beliefs.rows.get, reversed(scene.told)) if row.state), scene.beliefs.rows.get(scene.told[-1]))
    if times and row.state and row.sign > 0 and times[0].first <= scene.moment.us:
        scene.observe(row.subject, row.relation, row.object, first=times[0].first, grain=times[0].grain, said=row.said)


def _hang_on(scene: Scene, own: list[Token]) -> None:
    """ "He sold it. To a dentist": a phrase that belongs to what was just told."""
    if not scene.told or scene.discourse.event < 0:
        return
    for place, token in enumerate(own):
        if token.low in ("to", "from", "for", "with") and not token.name:
            phrase, _ = phrase_at(own, place + 1, object=True)
            if phrase is not None and phrase.head in _WHILES:
                continue
            for id in scene.events if phrase is not None and not phrase.pronoun else ():
                event = scene.beliefs.rows.get(id)
                base = event.relation if event.relation.split(" ")[-1] not in PREPOSITIONS - PARTICLES else event.relation.rsplit(" ", 1)[0]
                key, when = key_of(scene, phrase), Timing(False, event.valid_from, event.valid_to, event.grain, scene.moment.us)
                scene.observe(event.subject, f"{base} {token.low}", key, first=event.valid_from, last=event.valid_to, state=False, grain=event.grain, event=event.event)
                follow(scene, base, event.subject, event.object, [(f"{base} {token.low}", key)], when)
                mention(scene, event.subject, "")


_WHILES = frozenset("term while bit moment good ever year month week day weekend semester summer winter now life".split())


def _retime(scene: Scene, when: When) -> None:
    """ "They sold it. Two weeks ago": the same event, and what followed from it, with the time that was added."""
    event = scene.beliefs.rows.get(scene.discourse.event)
    if event.grain != UNKNOWN:
        return
    scene.beliefs.retime(scene.discourse.event, [id for id in scene.told], when.first, when.last, when.grain, scene.moment.us, scene.source)
