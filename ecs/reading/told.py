"""What the owner tells becomes beliefs: sentence by sentence, clause by clause, each with its time.

Questions, wishes and "if" are no facts. What somebody is quoted as saying belongs to that speaker. What follows from an
event (who sells has no longer, who moves lives elsewhere) is in the table `FOLLOWS`.
"""

from __future__ import annotations

import re
from dataclasses import replace

from ecs.components.belief import Discourse
from ecs.reading.believing import believe, relative, wished
from ecs.reading.clauses import TIME_JOINS, Part, has_verb, parts
from ecs.reading.dates import Moment, When, take_times
from ecs.reading.fragments import fragment, headed, name_rest, retime, spoken_of
from ecs.reading.frames import WHERE, Frame, frame_of, name_of
from ecs.reading.grammar import Clause, clause_of
from ecs.reading.phrases import Phrase, phrase_at, step_over
from ecs.reading.replies import completed, open_question
from ecs.reading.scene import OWNER, SELF, SOMEBODY, Scene, key_of, keys_of, known, mention
from ecs.reading.timing import LASTING, timing
from ecs.reading.tokens import Token, sentences, tokens
from ecs.stores.belief import Pattern, Source
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
        name_rest(scene, tokens(sentence, lambda name: bool(known(scene.beliefs, name))))


def _sentence(scene: Scene, sentence: str, asked: bool) -> None:
    plain, times = take_times(sentence, scene.moment)
    before = None
    for part in parts(tokens(plain, lambda name: bool(known(scene.beliefs, name))), asked):
        if part.join == ":" and scene.heading is not None and part.real:
            headed(scene, part.tokens)
        scene.heading = None if has_verb(part.tokens) else phrase_at(part.tokens, step_over(part.tokens, 0), object=True)[0]
        if part.real:
            before = _part(scene, part, times, before) or before
        else:
            spoken_of(scene, part.tokens)


def _part(scene: Scene, part: Part, times: list[When], before: Clause | None, shifted: bool = False) -> Clause | None:
    """Read one clause; the clause, for the next to lean on. `shifted`: "she said she was a nurse", and she is."""
    if scene.asked is not None and _reply(scene, part.tokens, times):
        return None
    own = _completed(part.tokens)
    if [token.low for token in own[:2]] in (["there", "is"], ["there", "are"], ["there", "was"], ["there", "were"]):
        fragment(scene, own[2:], times)
        return None
    clause = clause_of(own, before.subject if before is not None and part.join in ("and", "but", "then", ",") else _implied(scene, own))
    if clause is None:
        fragment(scene, own, times)
        return None
    if shifted and clause.tense == "past" and clause.verb in LASTING and not clause.aspect:
        clause.tense = "present"
    if part.join == "where" and scene.discourse.mentions and scene.discourse.mentions[-1].sort == "thing":
        clause.rest.append(("in", Phrase(name=scene.discourse.mentions[-1].key)))
    if clause.verb and not (part.join in TIME_JOINS and clause.tense not in ("past", "pluperfect")) and not wished(clause):
        _clause(scene, clause, times)
        if clause.subject is not None and clause.subject.pronoun in ("he", "she", "it") and scene.doing:
            clause.subject = replace(clause.subject, key=scene.doing)
    else:
        spoken_of(scene, own)
    name_rest(scene, own[clause.end :])
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
            believe(scene, frame, clause, when, subject)
        for prep, inner in clause.object.tail if frame.relation == "be" and clause.object is not None else ():
            scene.observe(subject, "at", key_of(scene, inner, place=prep in WHERE), said=prep)
        mention(scene, subject, "")
    for phrase in (frame.subject, frame.object, *(phrase for _, phrase in frame.links)):
        relative(scene, phrase, times)
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


def _clause(scene: Scene, clause: Clause, times: list[When]) -> None:
    scene.fresh, scene.doing = True, ""
    frame, when = frame_of(clause), timing(clause, [times[number] for number in clause.times], scene.moment)
    if when is None:
        _planned(scene, frame, clause)
        return
    if frame.relation == "happen" and frame.subject is not None and frame.subject.pronoun == "it":
        spans = [times[number] for number in clause.times if times[number].mode == "in"]
        if spans and scene.discourse.event >= 0:
            retime(scene, spans[0])
        return
    frame = _bound(scene, frame)
    _reported(scene, clause, times)
    subjects = _subjects(scene, frame)
    for subject in subjects:
        scene.doing = subject
        if subject == SELF or (subject == SOMEBODY and frame.object is None):
            continue
        believe(scene, frame, clause, when, subject, [other for other in subjects if other != subject])
        for phrase in (clause.subject, clause.object, clause.to, *(phrase for _, phrase in clause.rest)):
            relative(scene, phrase, times)
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
