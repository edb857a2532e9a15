"""Facts about the owner, merged: from beliefs into the lines of her block in `soul/USER.md`.

    - You live in Lyon. {#p-3 by=owner turns=t-88,t-140 sure=0.9 first=2026-03-02 last=2026-05-11}

A fact stands here as long as the belief behind it is held and is so now; the belief log keeps the rest. What the owner strikes out of the
block stays out until they say it again; what they write into it stays as they wrote it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ecs.clock import Clock, civil_at
from ecs.components.partner import NotNow, OwnerFact, Partner
from ecs.mention import mentions
from ecs.reading.lexicon import ANIMALS, ROLES, is_person_noun
from ecs.reading.scene import NOTHING, OWNER, SELF, SOMEBODY
from ecs.stores.belief import FOREVER, Belief, Pattern
from ecs.stores.belief_rows import singular, words_of
from ecs.stores.beliefs import Beliefs
from ecs.stores.block import one_line

PATH = "soul/USER.md"
#: So many facts are kept in mind and shown; what was not heard of for longest goes first, and stays a belief.
MOST, SHOWN, TURNS = 200, 40, 6
SURE = 600
#: An object of more words is a story, or was not understood.
LONGEST = 4
#: What one does as a habit, in the present; other verbs say how things stand today.
HABITS = frozenset("play speak eat drink study teach drive sing grow collect run own smoke wear support write paint live cook bake knit breed keep sail ride".split())
_KIN = {relation: word for word, (relation, _) in sorted(ROLES.items())} | {relation: relation for relation, _ in ROLES.values()}
#: What one is "a" of without being one.
_MOODS = frozenset("member bit little lot mess wreck mole state hurry fool idiot touch tad hundred way".split())
#: Where and as what.
_WHERE = frozenset(("work as", "work at", "work for", "work in", "work on", "live with", "live in", "live on", "live near"))


def learn(partner: Partner, beliefs: Beliefs, ids: Iterable[int], turn: str, at_us: int) -> list[OwnerFact]:
    """Merge what one message told of the owner: `ids` are the beliefs it rests on, new and old. Returns the facts that are so no longer."""
    for id in dict.fromkeys(ids):
        belief = beliefs.rows.get(id)
        said = words_for(beliefs, belief, at_us)
        if said:
            _keep(partner, belief, said, turn, at_us)
    return sweep(partner, beliefs, at_us)


def sweep(partner: Partner, beliefs: Beliefs, now_us: int) -> list[OwnerFact]:
    """Let go of facts that are believed no longer or no longer so, and of notes whose time is over. Returns those facts."""
    over = [fact for fact in partner.facts if not _still_so(beliefs, fact, now_us)]
    partner.facts = [fact for fact in partner.facts if fact not in over]
    partner.facts = sorted(partner.facts, key=lambda fact: (-fact.last_us, fact.id))[:MOST]
    partner.notes = [note for note in partner.notes if now_us < note.until_us]
    return over


def words_for(beliefs: Beliefs, belief: Belief, now_us: int) -> str:
    """The belief as a fact about the owner in the second person, "" when it is none: a passing state, somebody else's, unsure, over."""
    lasting = belief.state and belief.valid_from <= now_us < belief.valid_to and belief.superseded_at == FOREVER and belief.confidence >= SURE
    if belief.subject != OWNER or not lasting or belief.object in (NOTHING, SOMEBODY, SELF, ""):
        return ""
    if belief.sign > 0 and re.search(rf"\b(?:no|neither|nor)\s+(?:\w+\s+)?{re.escape(belief.object)}", belief.text, re.IGNORECASE):
        return ""  # "eats no fish" is not read as what it says
    if belief.sign < 0 and belief.relation != "feel" and any(row.id != belief.event for row in beliefs.rows.of_event(belief.event)):
        return ""  # "never drinks coffee after noon" says nothing of coffee alone
    return one_line(_said(beliefs, belief, now_us))


def _said(beliefs: Beliefs, belief: Belief, now_us: int) -> str:
    relation, thing, sign = belief.relation, belief.object, belief.sign
    verb = relation.split(" ")[0]
    if relation == "called":
        return f"You are called {thing}."
    if relation == "feel":
        return "" if _in_passing(belief) else f"You {_second(belief.said or ('like' if sign > 0 else 'do not like'))} {_yours(belief)}."
    if verb == "favourite":
        return f"Your {belief.said or relation} is {thing}."
    if len(words_of(thing)) > LONGEST:
        return ""
    if relation in _KIN or is_person_noun(relation) and " " not in relation:
        return _kin(beliefs, belief, now_us)
    if relation == "be":
        noun = words_of(thing)[-1] if words_of(thing) else ""
        trade = beliefs.query(Pattern(OWNER, "work as", thing), at=now_us)
        return f"You are {_not(sign)}{_a(thing)}{thing}." if (belief.said == "a" or is_person_noun(noun)) and not _MOODS & set(words_of(thing)) and not trade else ""
    if relation == "have":
        return _having(beliefs, belief, now_us)
    if relation == "learn":
        return f"You are {_not(sign)}learning {_yours(belief)}."
    if relation in HABITS or relation in _WHERE:
        habit = {"live": "live in", "work as": "work as" if _article(belief) else f"work as {_a(thing)}".strip()}.get(relation, relation)
        return f"You {'do not ' if sign < 0 else ''}{habit} {_yours(belief)}."
    return ""


def _kin(beliefs: Beliefs, belief: Belief, now_us: int) -> str:
    """ "Ana is your sister." One who is only "my dad" is worth a line for nobody."""
    who = belief.object
    if belief.sign < 0 or who.startswith("my ") and not _named(beliefs, who, now_us):
        return ""
    return f"{_named(beliefs, who, now_us) or who} is your {belief.said or belief.relation}."


def _named(beliefs: Beliefs, key: str, now_us: int) -> str:
    names = beliefs.query(Pattern(key, "called"), at=now_us)
    return names[-1].object if names else "" if key.startswith("my ") or key[:1].islower() else key


def _having(beliefs: Beliefs, belief: Belief, now_us: int) -> str:
    """Whom and which animals one has; not a cold, a meeting or a mood."""
    thing = belief.object
    kinds = [row.object for row in beliefs.query(Pattern(thing, "be"), at=now_us) if row.sign > 0]
    head = singular(words_of(thing)[-1]) if words_of(thing) and not thing[:1].isupper() else ""
    if head in ANIMALS or head in ROLES or head in ("child", "kid"):
        return f"You have {_yours(belief)}." if belief.sign > 0 else f"You have no {thing}."
    kind = next((kind for kind in kinds if singular(words_of(kind)[-1]) in ANIMALS), "")
    return f"You have {_a(kind)}{kind}, {thing}." if kind and belief.sign > 0 else ""


def _not(sign: int) -> str:
    return "" if sign > 0 else "not "


def _a(noun: str) -> str:
    return "" if noun[:1].isupper() else "an " if noun[:1].lower() in "aeiou" else "a "


def _second(said: str) -> str:
    """ "am allergic to" as it is said to the one who said it of themselves."""
    return re.sub(r"\bmy\b", "your", re.sub(r"\bwas\b", "were", re.sub(r"\b(?:am|is)\b", "are", said)))


def _yours(belief: Belief) -> str:
    """The thing as it was said: with its article, and hers being hers."""
    thing = belief.object
    return "your" + thing[2:] if thing.startswith("my ") else _article(belief) + thing


def _article(belief: Belief) -> str:
    found = re.search(rf"\b(an?|the|some|two|three|four|five|six)\s+{re.escape(belief.object)}\b", belief.text, re.IGNORECASE)
    return f"{found[1].lower()} " if found else ""


def _in_passing(belief: Belief) -> bool:
    """ "I love that", "I hate this weather": said of what is there, and not of what one likes."""
    head = words_of(belief.object)[-1:]
    return not head or head[0][:5] not in belief.text.lower() or re.search(rf"\b(?:this|that|these|her)\s+(?:\w+\s+)?{re.escape(head[0])}", f"{belief.text} {belief.object}", re.IGNORECASE) is not None


def _keep(partner: Partner, belief: Belief, words: str, turn: str, at_us: int) -> None:
    key = key_of(belief.relation, belief.object, belief.sign)
    known = next((fact for fact in partner.facts if fact.key == key), None)
    partner.struck = [one for one in partner.struck if one != key]
    if known is not None:
        known.words, known.confidence, known.last_us = words, max(known.confidence, belief.confidence), max(at_us, known.last_us)
        known.turns = [*(one for one in known.turns if one != turn), turn][-TURNS:]
        return
    partner.serial += 1
    partner.facts = [*partner.facts, OwnerFact(f"p-{partner.serial}", key, belief.relation, belief.object, belief.sign, words, [turn], belief.trust, belief.confidence, at_us, at_us)]


def key_of(relation: str, thing: str, sign: int) -> str:
    """What a fact is about, so that the same one told twice is one."""
    return f"{relation}|{thing}|{sign}"


def _still_so(beliefs: Beliefs, fact: OwnerFact, now_us: int) -> bool:
    rows = beliefs.query(Pattern(OWNER, fact.relation, fact.object), at=now_us)
    return any(row.state and row.sign == fact.sign for row in rows)


# The block.


def block(partner: Partner, clock: Clock, now_us: int) -> str:
    """The lines of her block: the owner's own first, then facts by what they were first, then what is not wanted now."""
    shown = sorted(partner.facts[:SHOWN], key=lambda fact: (fact.first_us, int(fact.id[2:])))
    lines = [*partner.by_hand, *(_fact_line(fact, clock) for fact in shown if fact.key not in partner.struck)]
    lines += [_note_line(note, clock) for note in partner.notes if now_us < note.until_us]
    return "".join(line + "\n" for line in lines)


def plain(lines: str) -> str:
    """A block as a model reads it: without where each line comes from."""
    return re.sub(r"[ \t]*\{#[pnq]-\d+[^{}\n]*\}", "", lines)


def of_them(partner: Partner, lines: str) -> str:
    """Her lines as they read to herself: the owner is "they". What the owner wrote stays as they wrote it."""
    theirs = {plain(line) for line in partner.by_hand}
    return "\n".join(line if line in theirs or line.startswith("- Until ") else re.sub(r"\b(you)(r?)\b", _they, line, flags=re.IGNORECASE) for line in lines.splitlines())


def _they(found: re.Match) -> str:
    word = "their" if found[2] else "they"
    return word.capitalize() if found[1][0] == "Y" else word


def _fact_line(fact: OwnerFact, clock: Clock) -> str:
    return (f"- {fact.words} {{#{fact.id} by={fact.by} turns={','.join(fact.turns)} sure={fact.confidence / 1000:g} "
            f"first={day(clock, fact.first_us)} last={day(clock, fact.last_us)}}}")


def _note_line(note: NotNow, clock: Clock) -> str:
    until = civil_at(clock, note.until_us)
    return (f"- Until {until:%Y-%m-%d %H:%M}, and no longer: “{note.words}”{f' (about: {note.about})' if note.about else ''} "
            f"{{#{note.id} by=owner turns={note.turn} first={day(clock, note.from_us)} until={until.isoformat(timespec='minutes')}}}")


def day(clock: Clock, at_us: int) -> str:
    """Her date at an instant."""
    return f"{civil_at(clock, at_us):%Y-%m-%d}"


# The owner's hand, and forgetting.


def heed_hand(partner: Partner, before: str, now: str) -> None:
    """The owner changed her block from `before` to `now`: what is gone is struck, what is new or changed is theirs and stays as it is."""
    was, here = before.splitlines(), now.splitlines()
    names = {fact.id: fact.key for fact in partner.facts}
    for line in was:
        if line not in here and (id := _id(line)):
            partner.struck = [*partner.struck, *([names[id]] if id in names and names[id] not in partner.struck else [])]
            partner.notes = [note for note in partner.notes if note.id != id]
    partner.by_hand = [line for line in here if line.strip() and (line not in was or line in partner.by_hand)]


def _id(line: str) -> str:
    found = re.search(r"\{#([pn]-\d+)\b", line)
    return found[1] if found else ""


def let_go(partner: Partner, words: str, turns: Sequence[str]) -> None:
    """Forget what mentions these words, and what rests on these turns and no other."""
    partner.by_hand = [line for line in partner.by_hand if not (words and mentions(line, words))]
    kept = []
    for fact in partner.facts:
        fact.turns = [turn for turn in fact.turns if turn not in turns]
        if fact.turns and not (words and mentions(f"{fact.words}\n{fact.object}", words)):
            kept.append(fact)
    partner.facts = kept
    partner.struck = [key for key in partner.struck if not (words and mentions(key.replace("|", " "), words))]
    partner.notes = [note for note in partner.notes if note.turn not in turns and not (words and mentions(f"{note.words}\n{note.about}", words))]
