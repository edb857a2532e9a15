"""Who is meant while somebody tells: pronouns, names, "my sister Ana", "the band". What is said of them on the way is a fact too."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from ecs.components.belief import Discourse, Mention
from ecs.reading.dates import NUMBERS, Moment
from ecs.reading.frames import WHERE, role_of
from ecs.reading.lexicon import ANIMALS, BELONGINGS, FORMS, NAMED_THINGS, ROLES, is_person_noun, likely_sex, sex_of
from ecs.reading.phrases import Phrase
from ecs.stores.belief import FOREVER, Fact, Pattern, Source
from ecs.stores.belief_rows import singular, words_of
from ecs.stores.beliefs import Beliefs

OWNER, SELF, SOMEBODY = "owner", "self", "(somebody)"
LANGUAGE = re.compile(r"(?:ese|ish|rench|erman|orean|utch|uese|atin|reek|rabic|ussian|orwegian|talian|indi|ungarian)$")
#: An object where there is none: "he smokes".
NOTHING = "*"
REMEMBERED = 24


@dataclass(slots=True)
class Scene:
    """What one message is read against. `speaker` is who "I" is; inside a quotation that changes. `trusted` lowers confidence."""

    beliefs: Beliefs
    discourse: Discourse
    moment: Moment
    source: Source
    speaker: str = OWNER
    sentence: str = ""
    confidence: int = 900
    told: list[int] = field(default_factory=list)
    doing: str = ""
    heading: Phrase | None = None
    asked: object = None
    before: str = ""
    events: list[int] = field(default_factory=list)
    fresh: bool = True

    def observe(self, subject: str, relation: str, object: str, **more) -> int:
        """Believe something of this message."""
        fact = Fact(subject, relation, object, text=self.sentence, confidence=self.confidence, **more)
        id = self.beliefs.observe(fact, self.moment.us, self.source)
        self.told.append(id)
        return id


def key_of(scene: Scene, phrase: Phrase | None, place: bool = False, own: bool = True) -> str:
    """The key of who or what a phrase names; what the phrase says about them is believed.

    `own` False: a pronoun is somebody other than who acts ("she likes her").
    """
    if phrase is None:
        return NOTHING
    if phrase.key:
        return phrase.key
    if phrase.pronoun:
        return _by_pronoun(scene, phrase.pronoun, own)
    if phrase.content:
        return _content(scene, phrase)
    if phrase.name:
        return _named(scene, phrase, place)
    if phrase.owner is not None and phrase.words:
        return _owned(scene, phrase)
    return _described(scene, phrase, place)


def keys_of(scene: Scene, phrase: Phrase | None, place: bool = False) -> list[str]:
    """The keys of a phrase and of what stands beside it with "and"."""
    first = key_of(scene, phrase, place)
    if phrase is not None and phrase.pronoun == "they" and " and " in first:
        return first.split(" and ")
    found = [first]
    for other in phrase.others if phrase is not None else ():
        found.append(key_of(scene, other, place))
    if len(found) > 1 and not any(key in (OWNER, NOTHING) for key in found):
        mention(scene, " and ".join(found), "person", many=True)
    return found


def mention(scene: Scene, key: str, sort: str, sex: str = "", many: bool = False) -> None:
    """Put somebody or something at the top of what the talk is about."""
    if key in (OWNER, SELF, SOMEBODY, NOTHING):
        return
    old = next((one for one in scene.discourse.mentions if one.key == key), None)
    kept = [one for one in scene.discourse.mentions if one.key != key]
    fresh = Mention(key, (old.sort if old else "") or sort, sex or (old.sex if old else ""), many or (old.many if old else False))
    scene.discourse.mentions = [*kept, fresh][-REMEMBERED:]


def known(beliefs: Beliefs, name: str) -> str:
    """The key that goes by this name, "" for none."""
    rows = beliefs.query(Pattern(relation="called", object=name))
    if rows:
        return rows[-1].subject
    if " " not in name and not beliefs.rows.count(Pattern(subject=name)):
        for key in beliefs.rows.things(name.lower()):
            rows = beliefs.query(Pattern(relation="called", object=key)) if name in key.split(" ") else []
            if rows:
                return rows[-1].subject
    return name if beliefs.rows.count(Pattern(subject=name)) or beliefs.rows.count(Pattern(object=name)) else ""


def _by_pronoun(scene: Scene, pronoun: str, own: bool = True) -> str:
    if pronoun in ("i", "we"):
        return scene.speaker
    if pronoun == "you":
        return SELF if scene.speaker == OWNER else OWNER
    if pronoun in ("he", "she"):
        return _he_or_she(scene, "m" if pronoun == "he" else "f", own)
    latest = list(reversed(scene.discourse.mentions))
    if pronoun in ("they", "them"):
        many = [one for one in latest if one.many and (own or one.key != scene.doing)]
        people = [one.key for one in latest if one.sort == "person" and not one.many][:2]
        chosen = next((one for one in many if one.sort == "person" and pronoun == "they"), many[0] if many else None)
        if chosen is None and pronoun == "they":
            group = next((one.key for one in latest if one.sort == "thing" and words_of(one.key)[-1:] and words_of(one.key)[-1] in COMPANIES), "")
            return group or (" and ".join(reversed(people)) if len(people) == 2 else SOMEBODY)
    else:
        single = [one for one in latest if one.sort != "person" and not one.many and one.key != scene.doing]
        chosen = single[0] if single else None
    if chosen is None:
        return SOMEBODY
    mention(scene, chosen.key, chosen.sort)
    return chosen.key


#: Things that are people together.
COMPANIES = frozenset("club company band shop team school council museum bank university college office factory hospital clinic firm library theatre orchestra choir police government church".split())
_ANY_CHILD = frozenset("baby kid child people person".split())


def _he_or_she(scene: Scene, sex: str, own: bool) -> str:
    """The last one named that can be meant: somebody whose name sounds otherwise, or a baby, only when there is nobody else."""
    latest = [one for one in reversed(scene.discourse.mentions) if not one.many and one.key != scene.speaker and (own or one.key != scene.doing)]
    people = [one for one in latest if one.sort != "thing" and one.sex in ("", sex)]
    likely = [one for one in people if one.key not in _ANY_CHILD and (one.sex == sex or likely_sex(one.key) in ("", sex))]
    pets = [one for one in latest if one.sort != "person" and _is_pet(scene, one.key)]
    if pets and latest[0].key == pets[0].key:
        likely = pets
    chosen = next(iter([*likely, *people, *pets]), None)
    if chosen is None:
        return SOMEBODY
    mention(scene, chosen.key, chosen.sort if chosen.sort == "thing" else "person", "" if chosen.sort == "thing" else sex)
    return chosen.key


def _is_pet(scene: Scene, key: str) -> bool:
    """An animal, by its name or by what it was said to be."""
    own = [row.object for row in scene.beliefs.query(Pattern(key, "be"))] + [row.relation for row in scene.beliefs.query(Pattern(object=key))]
    return any(words_of(text)[-1:] and words_of(text)[-1] in ANIMALS for text in (key, *own))


def _content(scene: Scene, phrase: Phrase) -> str:
    """Words that are said or advised, "it" and "them" put in full."""
    for word in phrase.words:
        if word[:1].isupper() and word != "I":
            mention(scene, word, "")
        if word.endswith("ing") and FORMS.get(word, ("", ""))[1] == "ing":
            mention(scene, word, "thing")
    words = [_by_pronoun(scene, word) if word in ("it", "them") else word for word in phrase.words]
    return " ".join(word if word != SOMEBODY else "it" for word in words)


def _named(scene: Scene, phrase: Phrase, place: bool) -> str:
    key = known(scene.beliefs, phrase.name) or _surname(scene, phrase.name) or phrase.name
    thing = place and not is_person_noun(phrase.head) or LANGUAGE.search(phrase.name) or phrase.head in NAMED_THINGS or (phrase.det and not phrase.words)
    sort = "thing" if thing else "person" if phrase.words and is_person_noun(phrase.head) else ""
    _of_whom(scene, phrase, key)
    mention(scene, key, sort, sex_of(phrase.head) if phrase.words else "")
    return key


def _surname(scene: Scene, name: str) -> str:
    """ "Lindqvist" is "Prof Lindqvist", when she was met."""
    return next((one.key for one in reversed(scene.discourse.mentions) if one.sort == "person" and name in one.key.split(" ")), "") or next((key for key in scene.beliefs.rows.things(name.lower()) if name in key.split(" ") and all(word[:1].isupper() for word in key.split(" "))), "")


def _of_whom(scene: Scene, phrase: Phrase, key: str) -> None:
    if phrase.owner is not None and phrase.words:
        owner = key_of(scene, phrase.owner)
        if "new" in phrase.words and is_person_noun(phrase.head):
            new_in_role(scene, owner, phrase, key)
        elif owner != SOMEBODY:
            scene.observe(owner, role_of(phrase.words), key, said=" ".join(phrase.words))
    elif phrase.words and phrase.det == "the" and phrase.head in ROLES:
        if not any(row.valid_to == FOREVER for row in scene.beliefs.query(Pattern(relation=role_of(phrase.words), object=key))):
            scene.observe(_whose(scene), role_of(phrase.words), key, said=" ".join(phrase.words))
    elif phrase.words:
        scene.observe(key, "be", " ".join(phrase.words), said="a" if phrase.det == "a" else "")
    if phrase.owner is not None and len(phrase.words) > 0 and phrase.head not in ROLES and is_person_noun(phrase.head):
        scene.observe(key, "be", " ".join(phrase.words), said="a")
    if phrase.role is not None:
        _of_whom(scene, phrase.role, key)
    _possessed(scene, phrase, key)
    for prep, inner in phrase.tail:
        scene.observe(key, "at", key_of(scene, inner, place=True), said=prep)


def _possessed(scene: Scene, phrase: Phrase, key: str) -> None:
    """ "Our cat Pickle": we have it, and it is a cat. Said again after it was given away it is not had again."""
    if phrase.owner is None or phrase.head not in BELONGINGS:
        return
    owner = key_of(scene, phrase.owner)
    if owner != SOMEBODY and not scene.beliefs.query(Pattern(relation="have", object=key)):
        scene.observe(owner, "have", key)
        if key != phrase.text:
            scene.observe(key, "be", phrase.head)


def _whose(scene: Scene) -> str:
    """ "The owner, Dolores": of what was just spoken of."""
    thing = next((one.key for one in reversed(scene.discourse.mentions) if one.sort == "thing"), "")
    return thing if thing and scene.speaker == OWNER and scene.discourse.mentions[-1].key == thing else scene.speaker


def _owned(scene: Scene, phrase: Phrase) -> str:
    phrase = _last_one(scene, phrase)
    owner, role = key_of(scene, phrase.owner), role_of(phrase.words)
    held = [row for row in scene.beliefs.query(Pattern(owner, role), at=scene.moment.us) if row.sign > 0]
    fitting = [row for row in held if set(phrase.words[:-1]) <= set(words_of(f"{row.said} {row.object}")) or role != phrase.head]
    key = fitting[-1].object if fitting else _own_key(owner, phrase)
    person = is_person_noun(phrase.head) or phrase.head in ROLES
    if "new" in phrase.words and person:
        return new_in_role(scene, owner, phrase)
    if not fitting and owner != SOMEBODY:
        scene.observe(owner, role, key, said=" ".join(phrase.words))
        _possessed(scene, phrase, key)
        if person and phrase.head not in ROLES:
            scene.observe(key, "be", " ".join(phrase.words))
    for prep, inner in phrase.tail:
        scene.observe(key, "at", key_of(scene, inner, place=True), said=prep)
    mention(scene, key, "person" if person else "thing", sex_of(phrase.head), many=phrase.head in ("parents", "kids", "children") or (person and phrase.head.endswith("s") and phrase.head not in ROLES))
    return key


def new_in_role(scene: Scene, owner: str, phrase: Phrase, key: str = "") -> str:
    """ "My new boss": whoever it was before is it no more."""
    relation, key = role_of(phrase.words), key or phrase.text
    for row in scene.beliefs.query(Pattern(owner, relation), at=scene.moment.us):
        if row.object != key:
            scene.beliefs.close(Pattern(owner, relation, row.object), scene.moment.us, scene.moment.us, scene.source)
    scene.observe(owner, relation, key, first=scene.moment.us, said=" ".join(phrase.words))
    mention(scene, key, "person", sex_of(phrase.head))
    return key


def _own_key(owner: str, phrase: Phrase) -> str:
    whose = {OWNER: "my", SELF: "her"}.get(owner, f"{owner}'s")
    if phrase.head in ROLES:
        return f"{whose} {ROLES[phrase.head][0]}"
    return f"{whose} {phrase.text}"


def _described(scene: Scene, phrase: Phrase, place: bool) -> str:
    if phrase.det == "the":
        found = meet(scene, phrase)
        if found:
            return found
    phrase = _last_one(scene, phrase)
    key = phrase.text
    for prep, inner in phrase.tail:
        where = key_of(scene, inner, place=prep in WHERE)
        if prep in WHERE and prep != "for" and inner.name and not place:
            scene.observe(key, "at", where)
    if phrase.words == ("mine",):
        return f"my {_by_pronoun(scene, 'it')}"
    if phrase.det or is_person_noun(phrase.head):
        mention(scene, key, "person" if is_person_noun(phrase.head) and not place else "thing", sex_of(phrase.head), many=_is_many(phrase.head))
    elif len(phrase.words) < 5 and phrase.head not in NUMBERS:
        mention(scene, key, "thing", many=_is_many(phrase.head))
    return key


def _last_one(scene: Scene, phrase: Phrase) -> Phrase:
    """ "The second one" is another of the last thing."""
    if phrase.head != "one":
        return phrase
    last = next((one.key for one in reversed(scene.discourse.mentions) if one.sort == "thing"), "one")
    return replace(phrase, words=(*phrase.words[:-1], singular(last.split(" ")[-1])))


def _is_many(head: str) -> bool:
    return head.endswith("s") and not head.endswith(("ss", "us", "is")) and head not in ("news", "series", "gas", "canvas", "always")


def meet(scene: Scene, phrase: Phrase) -> str:
    """What "the …" means among what was spoken of, which brings it up again; "" for nothing."""
    found = _met(scene, phrase)
    if found:
        mention(scene, found, "person" if is_person_noun(phrase.head) else "thing")
    return found


def _met(scene: Scene, phrase: Phrase) -> str:
    """ "The band" is the one that was spoken of, by its words or by what it is to somebody."""
    wanted = set(words_of(" ".join(phrase.words)))
    for one in reversed(scene.discourse.mentions):
        if wanted <= set(words_of(one.key)):
            return one.key
    if phrase.head in ROLES:
        rows = scene.beliefs.query(Pattern(scene.speaker, role_of(phrase.words)), at=scene.moment.us)
        if rows:
            return rows[-1].object
    whole = [key for key in scene.beliefs.rows.things(phrase.head) if wanted <= set(words_of(key)) and not is_content(scene.beliefs, key)]
    return whole[-1] if whole else ""


def is_content(beliefs: Beliefs, key: str) -> bool:
    """True for words that were only said or advised."""
    said = sum(beliefs.rows.count(Pattern(relation=relation, object=key)) for relation in ("say", "recommend", "teach"))
    return said > 0 and said == beliefs.rows.count(Pattern(object=key)) and key.count(" ") > 1
