"""An answer in plain words, with the beliefs it rests on: the question read, the holes filled, the time chosen."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ecs.reading.asked import Question, read_question
from ecs.reading.dates import Moment, in_words
from ecs.reading.finding import Mind, fill, who
from ecs.reading.frames import Frame, role_of
from ecs.reading.lexicon import ROLES, is_person_noun
from ecs.reading.phrases import Phrase
from ecs.reading.scene import NOTHING, OWNER, SOMEBODY, known
from ecs.stores.belief import ALWAYS, FOREVER, UNKNOWN, Belief, Pattern
from ecs.stores.belief_rows import singular, words_of
from ecs.stores.beliefs import Beliefs


@dataclass(frozen=True, slots=True)
class Answer:
    """`say` is the answer in a word or a few; `beliefs` is what it rests on, for citation."""

    say: str
    beliefs: tuple[Belief, ...]


def ask(beliefs: Beliefs, words: str, moment: Moment, as_of: int | None = None) -> list[Answer]:
    """Answers to a question in plain words, best first; none when nothing she believes answers it."""
    question = read_question(words, moment, lambda name: bool(known(beliefs, name)))
    if question is None:
        return []
    if as_of is not None and question.as_of is None:
        question.as_of = as_of
    mind = Mind(beliefs, moment.us, question.as_of, times=question.times)
    answers = _HOW.get(question.wants, _value)(mind, question, moment)
    return list({answer.say.lower(): answer for answer in reversed(answers)}.values())[::-1]


def display(mind: Mind, key: str) -> str:
    """A key as she would say it to the owner."""
    if key == OWNER:
        return "you"
    names = mind.rows(Pattern(key, "called"))
    if names:
        return names[-1].object
    return "your" + key[2:] if key.startswith("my ") else key


def _value(mind: Mind, question: Question, moment: Moment) -> list[Answer]:
    if question.frame is None:
        return _who_is(mind, question)
    found = [(value, row) for value, rows in fill(mind, question.frame) for row in rows if value not in (SOMEBODY, NOTHING, "")]
    if question.frame.relation == "feel":
        found = [(value, row) for value, row in found if row.sign == question.frame.sign]
    found = _in_time(mind, question, found)
    if question.noun:
        found = _of_kind(mind, question, found)
    return [Answer(display(mind, value), (row,)) for value, row in found]


def _who_is(mind: Mind, question: Question) -> list[Answer]:
    phrase, at = question.about, _instant(mind, question)
    if phrase.owner is not None and not phrase.clause and not phrase.name:
        owners = who(mind, phrase.owner, at)
        rows = [row for owner in owners for row in mind.rows(Pattern(owner, _relation(phrase))) if row.sign > 0]
        if phrase.head == "name":
            return [Answer(display(mind, owner), ()) for owner in owners]
        fitting = [row for row in rows if _extra(phrase) <= set(words_of(f"{row.said} {row.object}"))] or rows
        found = _in_time(mind, question, [(row.object, row) for row in fitting])
        if found:
            return [Answer(display(mind, value), (row,)) for value, row in (found if singular(phrase.head) != phrase.head else found[-1:])]
    keys = who(mind, phrase, at)
    if phrase.name and keys and keys[0] != phrase.name and phrase.name not in keys[0]:
        return [Answer("your" + keys[0][2:] if keys[0].startswith("my ") else keys[0], tuple(mind.rows(Pattern(keys[0], "called"))[-1:]))]
    if phrase.name or not keys:
        return [Answer(row.object, (row,)) for key in keys for row in mind.rows(Pattern(key, "be"))] + [
            Answer(f"your {row.said}" if row.subject == OWNER else f"{display(mind, row.subject)}'s {row.said}", (row,)) for key in keys for row in mind.rows(Pattern(object=key)) if row.relation in {relation for relation, _ in ROLES.values()}]
    return [Answer(display(mind, key), tuple(mind.rows(Pattern(subject=key))[-1:])) for key in keys[:1]]


def _relation(phrase: Phrase) -> str:
    return role_of(phrase.words)


def _extra(phrase: Phrase) -> set[str]:
    return set(words_of(" ".join(phrase.words[:-1])))


def _of_kind(mind: Mind, question: Question, found: list[tuple[str, Belief]]) -> list[tuple[str, Belief]]:
    """ "What phone": those that are one, if any is known to be."""
    noun = next(iter(words_of(question.noun[-1])), "")
    kinds = [(value, row) for value, row in found if noun in words_of(value) or any(noun in words_of(other.object) for other in mind.rows(Pattern(value, "be")))]
    return kinds or found


def _instant(mind: Mind, question: Question) -> int:
    return mind.now if question.span is None else (question.span[0] + question.span[1]) // 2


def _in_time(mind: Mind, question: Question, found: list[tuple[str, Belief]]) -> list[tuple[str, Belief]]:
    """Those that hold at the time asked for. States give way to each other, events need only overlap."""
    found = [(value, row) for value, row in found if row.sign > 0 or row.relation == "feel" or not row.state]
    if question.span is not None:
        first, last = question.span
        if question.mode == "since":
            return [(value, row) for value, row in found if row.valid_to > first]
        inside = [(value, row) for value, row in found if row.valid_from < last and first < row.valid_to]
        return _longest(inside, first, last) if question.mode != "in" or all(row.state for _, row in inside) else inside
    if question.past:
        ended = [(value, row) for value, row in found if row.state and row.valid_to <= mind.now]
        events = [(value, row) for value, row in found if not row.state]
        return events or ended or found
    current = [(value, row) for value, row in found if row.state and row.valid_from <= mind.now < row.valid_to]
    events = [(value, row) for value, row in found if not row.state]
    return current or events


def _longest(found: list[tuple[str, Belief]], first: int, last: int) -> list[tuple[str, Belief]]:
    """Of states that fill a span in turn, those that fill most of it."""
    def filled(row: Belief) -> int:
        return min(row.valid_to, last) - max(row.valid_from, first)

    most = max((filled(row) for _, row in found if row.state), default=0)
    return [(value, row) for value, row in found if not row.state or 2 * filled(row) >= most]


def _where(mind: Mind, question: Question, moment: Moment) -> list[Answer]:
    frame = question.frame
    if frame.relation in ("live", "at", "stay", "be"):
        frame = _with_object(frame, Phrase(gap=True))
    found = _value(mind, _with(question, frame), moment)
    if found or frame.relation not in ("at", "live"):
        return found
    if frame.relation == "at":
        for other in ("stay", "live"):
            found = _value(mind, _with(question, Frame(frame.subject, other, Phrase(gap=True))), moment)
            if found:
                return found
    if frame.relation == "live":
        return [answer for answer in _value(mind, _with(question, Frame(frame.subject, "at", Phrase(gap=True))), moment) if answer.say[:1].isupper()]
    return found


def _with_object(frame: Frame, object: Phrase) -> Frame:
    links = [(relation, phrase) for relation, phrase in frame.links if phrase is None or not phrase.gap]
    return Frame(frame.subject, frame.relation, object, frame.sign, frame.said, links)


def _with(question: Question, frame: Frame) -> Question:
    return replace(question, frame=frame)


def _when(mind: Mind, question: Question, moment: Moment) -> list[Answer]:
    rows = [row for _, rows in fill(mind, question.frame) for row in rows]
    events = [row for row in rows if not row.state] or [row for row in rows if row.state and row.valid_from > ALWAYS]
    known_times = [row for row in events if row.grain != UNKNOWN] or events
    return [Answer(in_words(row.valid_from, row.grain, moment.clock), (row,)) for row in known_times[-1:]]


def _since(mind: Mind, question: Question, moment: Moment) -> list[Answer]:
    rows = [row for _, rows in fill(mind, question.frame) for row in rows if row.state and row.sign > 0 and row.valid_from > ALWAYS]
    now = [row for row in rows if row.valid_to == FOREVER] or rows
    return [Answer(in_words(row.valid_from, row.grain, moment.clock), (row,)) for row in now[-1:]]


def _yes(mind: Mind, question: Question, moment: Moment) -> list[Answer]:
    """Yes, no, or nothing: no needs a belief that says so, or one that ended or had not begun."""
    rows = [row for _, rows in fill(mind, question.frame) for row in rows]
    if question.frame.relation == "at":
        rows += [row for name in ("stay", "live", "work") for _, more in fill(mind, Frame(question.frame.subject, name, question.frame.object)) for row in more]
    first, last = question.span or (mind.now, mind.now + 1)
    if question.frame.relation == "feel":
        return _feels(mind, question, rows)
    if question.past and question.span is None:
        return [Answer("yes" if row.sign > 0 else "no", (row,)) for row in rows[-1:]]
    states = [row for row in rows if row.state]
    held = [row for row in states if row.valid_from < last and first < row.valid_to]
    if held:
        best = max(held, key=lambda row: (min(row.valid_to, last) - max(row.valid_from, first), row.id))
        return [Answer("yes" if best.sign > 0 else "no", (best,))]
    events = [row for row in rows if not row.state]
    inside = [row for row in events if row.valid_from < last and first < row.valid_to] if question.span else events
    if inside and not states:
        return [Answer("yes" if inside[-1].sign > 0 else "no", (inside[-1],))]
    if states:
        return [Answer("no" if states[-1].sign > 0 else "yes", (states[-1],))] if states[-1].sign > 0 else []
    return _elsewhere(mind, question, first, last)


def _elsewhere(mind: Mind, question: Question, first: int, last: int) -> list[Answer]:
    """Of one-at-a-time things another answers no."""
    if question.frame.relation not in ("live",) or question.frame.subject is None:
        return []
    rows = [row for key in who(mind, question.frame.subject) for row in mind.rows(Pattern(key, question.frame.relation)) if row.valid_from < last and first < row.valid_to]
    return [Answer("no", (rows[-1],))] if rows and question.frame.object is not None and who(mind, question.frame.object) else []


def _feels(mind: Mind, question: Question, rows: list[Belief]) -> list[Answer]:
    now = _feeling_row(mind, question, rows)
    return [Answer("yes" if now.sign * question.frame.sign > 0 else "no", (now,))] if now is not None else []


def _feeling_row(mind: Mind, question: Question, rows: list[Belief]) -> Belief | None:
    if question.span is not None:
        first, last = question.span
        rows = [row for row in rows if row.valid_from < last and first < row.valid_to]
        return max(rows, key=lambda row: (min(row.valid_to, last) - max(row.valid_from, first), row.id), default=None)
    if question.past:
        ended = [row for row in rows if row.valid_to <= mind.now]
        return (ended or rows or [None])[-1]
    now = [row for row in rows if row.valid_to > mind.now]
    return (now or [None])[-1]


def _feeling(mind: Mind, question: Question, moment: Moment) -> list[Answer]:
    rows = [row for _, rows in fill(mind, question.frame) for row in rows]
    row = _feeling_row(mind, question, rows)
    return [Answer(f"{row.said} {display(mind, row.object)}", (row,))] if row is not None else []


def _job(mind: Mind, question: Question, moment: Moment) -> list[Answer]:
    """What somebody is by trade: what they are called with "a", what they are to somebody, where or what they work."""
    at = _instant(mind, question)
    for key in who(mind, question.about, at):
        trades = [row for row in mind.rows(Pattern(key, "be")) if row.sign > 0 and _trade(row) and row.valid_from <= at]
        held = [row for row in trades if row.valid_to > at] or trades
        if held:
            return [Answer(row.object, (row,)) for row in held]
        roles = [row for row in mind.rows(Pattern(object=key)) if row.relation not in {name for name, _ in ROLES.values()} and is_person_noun(row.relation)]
        works = [row for name in ("work as", "work for", "work at", "work in", "run", "teach", "work", "build", "sell", "make") for row in mind.rows(Pattern(key, name)) if row.state and row.valid_to > at]
        if roles or works:
            return [Answer(row.relation if row in roles else f"{row.relation} {row.object}", (row,)) for row in (*roles, *works)][:2]
        if words_of(key) and key.islower() and is_person_noun(words_of(key)[-1]) and words_of(key)[-1] not in _NO_TRADES:
            return [Answer(key, tuple(mind.rows(Pattern(subject=key))[:1]))]
    return []


_NO_TRADES = frozenset("man woman girl boy lady guy person friend owner couple saint kid twin".split())


def _trade(row: Belief) -> bool:
    """ "A judge" is one, "happy" and "a woman" are not."""
    head = words_of(row.object)[-1] if words_of(row.object) else ""
    return head not in _NO_TRADES and not row.object[:1].isupper() and ROLES.get(head, ("boss",))[0] == "boss" and (row.said == "a" or is_person_noun(head))


def _being(mind: Mind, question: Question, moment: Moment) -> list[Answer]:
    """What somebody or something is, or was."""
    rows = [(row.object, row) for key in who(mind, question.about, mind.now) for row in mind.rows(Pattern(key, "be"))]
    return [Answer(value, (row,)) for value, row in _in_time(mind, question, rows)]


def _doing(mind: Mind, question: Question, moment: Moment) -> list[Answer]:
    """What somebody is busy with."""
    rows = [(row.object, row) for key in who(mind, question.about, mind.now) for row in mind.rows(Pattern(key, "doing"))]
    return [Answer(value, (row,)) for value, row in _in_time(mind, question, rows)]


def _name(mind: Mind, question: Question, moment: Moment) -> list[Answer]:
    keys = who(mind, question.about, mind.now)
    return [Answer(display(mind, key), tuple(mind.rows(Pattern(key, "called"))[-1:])) for key in keys[:1]]


_HOW = {"value": _value, "where": _where, "when": _when, "since": _since, "yes": _yes, "feeling": _feeling, "job": _job, "doing": _doing, "being": _being, "name": _name}
