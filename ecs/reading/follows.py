"""What follows from what happened: who buys has, who sells has no longer, who moves lives somewhere else."""

from __future__ import annotations

import re

from ecs.reading.lexicon import FORMS, PREPOSITIONS, lemma
from ecs.reading.scene import NOTHING, SOMEBODY, Scene
from ecs.reading.timing import Timing
from ecs.stores.belief import Belief, Pattern
from ecs.stores.belief_rows import words_of

#: {relation: ((verb, state relation, whose, what), …)}: `whose` and `what` name a part of the event: subject, object, a link ("to"), any.
FOLLOWS: dict[str, tuple[tuple[str, str, str, str], ...]] = {
    "buy": (("opens", "have", "subject", "object"),), "get": (("opens", "have", "subject", "object"),), "adopt": (("opens", "have", "subject", "object"),),
    "find": (("opens", "have", "subject", "object"),), "inherit": (("opens", "have", "subject", "object"),), "win": (("opens", "have", "subject", "object"),),
    "sell": (("ends", "have", "subject", "object"), ("ends", "keep", "subject", "object"), ("opens", "have", "to", "object")),
    "give": (("ends", "have", "subject", "object"), ("opens", "have", "to", "object")),
    "lose": (("ends", "have", "subject", "object"),), "throw out": (("ends", "have", "subject", "object"),), "steal": (("ends", "have", "any", "object"),),
    "die": (("ends", "have", "any", "subject"),),
    "move": (("opens", "live", "subject", "to"),), "move out": (("opens", "live", "subject", "to"), ("ends", "live", "subject", "any"), ("ends", "stay", "subject", "any")), "move in": (("opens", "live", "subject", "to"),),
    "settle": (("opens", "live", "subject", "in"),), "settle down": (("opens", "live", "subject", "in"),), "emigrate": (("opens", "live", "subject", "to"),),
    "land": (("opens", "at", "subject", "in"),),
    "leave": (("ends", "at", "subject", "object"), ("ends", "work", "subject", "object"), ("ends", "live", "subject", "object"), ("opens", "at", "subject", "for"), ("opens", "have", "to", "object")),
    "join": (("opens", "at", "subject", "object"),), "retire": (("ends", "work", "subject", "any"),),
    "return": (("ends", "at", "subject", "any"), ("ends", "stay", "subject", "any")),
    "hire": (("opens", "work at", "object", "subject"),), "close": (("ends", "have", "subject", "object"), ("ends", "run", "subject", "object"), ("ends", "run", "any", "subject"), ("ends", "have", "any", "subject")),
    "open": (("opens", "run", "subject", "object"),),
    "marry": (("opens", "spouse", "subject", "object"), ("ends", "partner", "subject", "object")), "engage": (("opens", "partner", "subject", "object"),), "split up": (("ends", "spouse", "subject", "any"), ("ends", "partner", "subject", "any")), "divorce": (("ends", "spouse", "subject", "any"),),
}


#: An event told from the other side: {relation: (link that names the other, their relation, link back)}.
CONVERSE = {"sell": ("to", "buy", "from"), "buy": ("from", "sell", "to"), "give": ("to", "get", "from"), "get": ("from", "give", "to"), "lend": ("to", "borrow", "from"), "borrow": ("from", "lend", "to"), "teach": ("to", "learn", "from")}


def follow(scene: Scene, relation: str, subject: str, object: str, links: list[tuple[str, str]], when: Timing) -> None:
    """Open and end what this event opens and ends."""
    by_link = {name.split(" ")[-1]: key for name, key in links}
    named = {"subject": subject, "object": object, "any": "", **by_link}
    for verb, state, whose, what in FOLLOWS.get(relation, ()):
        if relation in ("buy", "get") and by_link.get("to", by_link.get("for", "")) not in ("", subject):
            named["subject"] = by_link.get("to") or by_link["for"]
        holder, held = named.get(whose, NOTHING), named.get(what, NOTHING)
        if NOTHING in (holder, held) or SOMEBODY in (holder, held):
            continue
        _open(scene, state, holder, held, when) if verb == "opens" else _end(scene, state, holder, held, when, relation)
    _employed(scene, relation, subject, object, by_link, when)
    if relation in ("get", "work", "start", "become", "join") and "as" in by_link:
        scene.observe(subject, "be", by_link["as"], first=when.start if not when.state else when.first, grain=when.grain)
    if relation == "become" and object != NOTHING:
        scene.observe(subject, "be", object, first=when.start, grain=when.grain)
    if relation in CONVERSE and not when.state:
        _converse(scene, relation, subject, object, by_link, when)
    if relation in ("stop", "start"):
        _habit(scene, relation, subject, object, when)


def _employed(scene: Scene, relation: str, subject: str, object: str, by_link: dict[str, str], when: Timing) -> None:
    """ "Got a job at the zoo", "started at the institute"."""
    job = {"job", "post", "position", "role", "place"} & set(words_of(object))
    where = next((by_link[link] for link in ("at", "with", "for", "in") if link in by_link), "")
    if where and not when.state and (relation in ("get", "find", "accept", "take", "land") and job or relation == "start" and object == NOTHING and "at" in by_link):
        scene.observe(subject, "work at", where, first=when.start, grain=when.grain)


def _converse(scene: Scene, relation: str, subject: str, object: str, by_link: dict[str, str], when: Timing) -> None:
    link, other, back = CONVERSE[relation]
    if link in by_link and by_link[link] != SOMEBODY and object != NOTHING:
        span = {"first": when.start, "last": when.end, "state": False, "grain": when.grain}
        id = scene.observe(by_link[link], other, object, **span)
        scene.observe(by_link[link], f"{other} {back}", subject, event=scene.beliefs.rows.get(id).event, **span)


def _open(scene: Scene, state: str, holder: str, held: str, when: Timing) -> None:
    if state == "have":
        for row in scene.beliefs.query(Pattern(relation="have", object=held), at=when.start):
            if row.subject != holder:
                scene.beliefs.close(Pattern(row.subject, "have", held), when.start, scene.moment.us, scene.source)
    scene.observe(holder, state, held, first=when.start, grain=when.grain)
    if state == "live":
        scene.beliefs.close(Pattern(holder, "stay"), when.start, scene.moment.us, scene.source)


def _end(scene: Scene, state: str, holder: str, held: str, when: Timing, relation: str) -> None:
    ended = 0
    rows = about(scene, holder, state, held, when.start) if held else [row for name in variants(state) for row in scene.beliefs.query(Pattern(holder, name), at=when.start)]
    for row in rows:
        if row.state:
            ended += len(scene.beliefs.close(Pattern(row.subject, row.relation, row.object), when.start, scene.moment.us, scene.source))
    if not ended and held and holder and state in ("have", "at") and relation != "give":
        scene.observe(holder, state, held, last=when.start)


_PREPS = ("at", "in", "for", "with", "on", "as", "to", "by", "near")


def variants(relation: str) -> list[str]:
    """A relation with the prepositions that may have been told with it."""
    return [relation, *(f"{relation} {prep}" for prep in _PREPS)]


def about(scene: Scene, subject: str, relation: str, object: str, at: int) -> list[Belief]:
    """Beliefs of a relation ("" any) at an instant whose object is this thing, by another name too; found by its words."""
    words = sorted(core_words(object))
    keys = dict.fromkeys([object, *(key for word in words for key in scene.beliefs.rows.things(word) if same_thing(scene, key, object))])
    names = variants(relation) if relation else [""]
    return [row for key in keys for name in names for row in scene.beliefs.query(Pattern(subject, name, key), at=at)]


def same_thing(scene: Scene, one: str, other: str) -> bool:
    """True when two keys name one thing, or one is said shorter: "boat" and "the old boat"."""
    if one == other:
        return True
    first, second = core_words(one), core_words(other)
    return bool(first and second) and (first <= second or second <= first) and bool(_heads(one) & _heads(other))


def _heads(key: str) -> set[str]:
    """The word that says what a thing is: the last one, and the last before "of", "by" and the like."""
    words = words_of(key)
    before = next((words[place - 1] for place, word in enumerate(words) if place and word in PREPOSITIONS), words[-1])
    return {before, words[-1]}


def core_words(key: str) -> set[str]:
    """The words that tell what a thing is, without whose and which."""
    return set(words_of(re.sub(r"^(?:.*['’]s|my|her) ", "", key))) - {"first", "last", "new", "old", "own", "same", "of"}


def _habit(scene: Scene, relation: str, subject: str, object: str, when: Timing) -> None:
    """ "Stopped smoking", "gave up the piano", "quit the bank": a habit's end or beginning."""
    words = object.split(" ")
    verb, rest = lemma(words[0]), " ".join(words[1:])
    doing = words[0].endswith("ing") and verb != words[0]
    if relation == "start":
        if doing:
            scene.observe(subject, verb, rest or NOTHING, first=when.start, grain=when.grain)
        return
    ended = 0
    if doing:
        rows = [row for name in variants(verb) for row in scene.beliefs.query(Pattern(subject, name), at=when.start)]
    else:
        rows = about(scene, subject, "", object, when.start) + [row for name in variants("work") for row in scene.beliefs.query(Pattern(subject, name), at=when.start)]
    for row in rows:
        base = row.relation.split(" ")[0]
        job = base in ("work", "at") and ("job" in words_of(object) or same_thing(scene, row.object, object))
        habit = base == verb and (not rest or same_thing(scene, row.object, rest)) if doing else base in FORMS and base not in ("be", "call", "feel", "have") and same_thing(scene, row.object, object)
        if row.state and row.sign > 0 and (job or habit):
            ended += len(scene.beliefs.close(Pattern(subject, row.relation, row.object), when.start, scene.moment.us, scene.source))
    if doing:
        if not ended:
            scene.observe(subject, verb, rest or NOTHING, last=when.start)
        scene.observe(subject, verb, rest or NOTHING, first=when.start, sign=-1, grain=when.grain)
    elif not ended and "job" not in words_of(object):
        scene.observe(subject, "at", object, last=when.start)
