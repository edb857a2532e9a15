"""Words without a verb: who is named is met, a time or a place belongs to what was just told."""

from __future__ import annotations

from ecs.reading.believing import relative
from ecs.reading.dates import When
from ecs.reading.follows import follow
from ecs.reading.frames import role_of
from ecs.reading.lexicon import PARTICLES, PREPOSITIONS, STOPS, is_person_noun
from ecs.reading.phrases import Phrase, phrase_at
from ecs.reading.scene import LANGUAGE, Scene, key_of, known, meet, mention, new_in_role
from ecs.reading.timing import Timing
from ecs.reading.tokens import Token
from ecs.stores.belief import UNKNOWN, Pattern

#: "For a whole term": no person and no place.
_WHILES = frozenset("term while bit moment good ever year month week day weekend semester summer winter now life".split())


def headed(scene: Scene, own: list[Token]) -> None:
    """ "New favourite game: Tern": the heading names what stands behind the colon."""
    phrase, after = phrase_at(own, 0, object=True)
    if phrase is not None and after == len(own) and scene.heading.words and not scene.heading.name:
        scene.observe(scene.speaker, role_of(scene.heading.words), key_of(scene, phrase), first=scene.moment.us, said=" ".join(scene.heading.words))


def spoken_of(scene: Scene, own: list[Token]) -> None:
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


def name_rest(scene: Scene, own: list[Token]) -> None:
    """Whoever is named where the clause was not read on is still somebody who was named."""
    for token in own:
        if token.name and known(scene.beliefs, token.text):
            key_of(scene, Phrase(name=token.text))


def fragment(scene: Scene, own: list[Token], times: list[When]) -> None:
    """No verb: who is named is met; a bare time tells when the last thing happened."""
    _named_after(scene, own)
    if not _unknown_word(scene, own):
        _meet_all(scene, own, times)
    _hang_on(scene, own)
    _placed(scene, own)
    _greeted(scene, own)
    since = [times[token.time] for token in own if token.time >= 0 and (times[token.time].mode == "since" or own[0].low == "since")]
    spans = [times[token.time] for token in own if token.time >= 0 and times[token.time].mode == "in"]
    if since and scene.told:
        _began(scene, since)
    elif spans and scene.discourse.event >= 0 and (scene.told or scene.asked is not None):
        retime(scene, spans[0])


def _unknown_word(scene: Scene, own: list[Token]) -> bool:
    """ "Rain." is not somebody, unless she had asked."""
    return len(own) == 1 and scene.asked is None and own[0].name and not known(scene.beliefs, own[0].text) and not LANGUAGE.search(own[0].text)


def _meet_all(scene: Scene, own: list[Token], times: list[When]) -> None:
    place = 0
    while place < len(own):
        phrase, after = phrase_at(own, place)
        if phrase is not None:
            _meet_one(scene, phrase, own[place - 1].low if place else "")
            relative(scene, phrase, times)
            for prep, inner in phrase.tail:
                if inner.name or inner.owner is not None:
                    key_of(scene, inner, place=prep in ("from", "in", "at"))
        place = max(after, place + 1)


def _meet_one(scene: Scene, phrase: Phrase, before: str) -> None:
    if phrase.pronoun:
        return
    if phrase.name or phrase.owner is not None:
        key_of(scene, phrase, place=scene.asked is not None and scene.asked.wants == "where" or before in ("in", "at", "from", "to"))
    elif phrase.words[:1] == ("new",) and (is_person_noun(phrase.head) or scene.beliefs.query(Pattern(scene.speaker, role_of(phrase.words)))):
        new_in_role(scene, scene.speaker, phrase)
    elif 0 < len(phrase.words) < 4 and phrase.words[0] not in STOPS:  # "two" alone is a phrase without a word
        key_of(scene, phrase)


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


def retime(scene: Scene, when: When) -> None:
    """ "They sold it. Two weeks ago": the same event, and what followed from it, with the time that was added."""
    event = scene.beliefs.rows.get(scene.discourse.event)
    if event.grain != UNKNOWN:
        return
    scene.beliefs.retime(scene.discourse.event, when.first, when.last, when.grain, scene.moment.us, scene.source)
