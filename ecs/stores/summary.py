"""The rolling summary: what falls out of the raw window is compacted into a page that never grows beyond a few lines.

Days become months and months become years, each a handful of words; what lies ahead of the owner stands until it is past; a
model that answers may say the last days in prose instead. It is bounded, so a talk of years fits a small window.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from ecs.components.summary import Fallen, Stretch, Summary, Thread, Topic
from ecs.effects import Line, Section
from ecs.mention import mentions
from ecs.reading.lexicon import ADVERBS, FORMS, NOUNISH
from ecs.reading.tokens import sentences
from ecs.stores.block import one_line

PATH = "memory/summary.md"
DAY_US = 86_400_000_000
#: How many days, months and years have a line of their own, and how many topics each.
DAYS, MONTHS, YEARS = 5, 5, 12
PER_DAY, PER_MONTH, PER_YEAR, KEPT = 5, 4, 3, 12
#: A topic remembers so many of its turns; one that was touched more often rests on none of them alone.
TURNS = 12
THREADS, THREAD_US, THREAD_LENGTH = 4, 14 * DAY_US, 120
PROSE, FALLEN = 500, 12

SCHEMA = json.dumps({"type": "object", "required": ["summary"], "additionalProperties": False, "properties": {"summary": {"type": "string", "maxLength": PROSE}}}, separators=(",", ":"))
_ASKED = (
    "Write what YURI should still know of the talk below tomorrow: three or four short sentences in the past tense, of the OWNER as \"they\". Only what was said. "
    'Keep what the earlier summary says that still matters. Answer as JSON: {"summary": "…"}.'
)
_AHEAD = re.compile(
    r"\b(?:tomorrow|next (?:week|month|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|on (?:mon|tues|wednes|thurs|fri|satur|sun)day\b|(?:i'm|i am|we're|we are) going to (?!be sick)|i have to|i must|i need to"
    r"|appointment|interview|exam|deadline|i'll (?:have|know|find out|decide|start|see)|waiting for|in (?:two|three|a few) (?:days|weeks))\b", re.IGNORECASE)
_DULL = frozenset("""a about after again all also always and any anything anyway are around back bad because been before being best better big bit both but can cannot could day days did does doing done down each else
enough even ever every everything everybody far few fine first for from full get gets getting give good great had half happy hard has have having hello her here hers hey him his hour hours how however idea
if i'm in into is it its just kind last later least less like little long lot lots made many may maybe me mean might minute minutes mine more morning most much must my name never new next nice night no nobody none not nothing now of
off often oh ok okay old on once one only or other our out over own part people perhaps place please pretty put quite rather really right said same say see seem seven shall she should side since sir so some somebody
someone something sometimes soon sort still stuff such sure tell ten than thank thanks that the their them then there these they thing things think this those though three through till time times to today together
tomorrow tonight too true two under until up upon us very want was way we week weeks well went were what whatever when where which while who whole whom why will with without word words would wow year years
yes yesterday yet you your yours yuri evening afternoon don't didn't can't won't isn't it's that's there's i've i'll i'd else won four five six dear sorry course months month hundred monday tuesday wednesday
thursday friday saturday sunday""".split())


def take_up(summary: Summary, turn: str, day: str, owner: str, her: str, at_us: int) -> None:
    """Compact one exchange that left the raw window. `at_us` is when it was said."""
    summary.since = summary.since or day
    _to_day(summary, day, turn, topics(owner))
    for words in ahead(owner):
        if all(thread.words != words for thread in summary.threads):
            summary.threads = [*summary.threads, Thread(words, turn, day, at_us + THREAD_US)][-THREADS:]
    summary.fallen = [*summary.fallen, Fallen(turn, day, owner[:400], her[:400])][-FALLEN:]
    summary.taken = min(summary.taken, len(summary.fallen))


def topics(text: str) -> list[str]:
    """What a message was about: names first, then nouns, each once."""
    names = [word for word in re.findall(r"(?<![.!?] )(?<!^)\b[A-Z][^\W\d_]{2,}\b", text) if word.lower() not in _DULL]
    nouns = [word for word in re.findall(r"[^\W\d_]{4,}", text.lower()) if word not in _DULL and word not in ADVERBS and (word not in FORMS or word in NOUNISH)]
    known = {name.lower() for name in names}
    return list(dict.fromkeys([*names, *(word for word in nouns if word not in known)]))[:6]


def ahead(text: str) -> list[str]:
    """The owner's sentences about what is still to come."""
    return [one_line(body)[:THREAD_LENGTH] for body, end in sentences(text) if end != "?" and _AHEAD.search(body.replace("’", "'")) and 4 <= len(body.split()) <= 30]


def _to_day(summary: Summary, day: str, turn: str, words: Sequence[str]) -> None:
    stretch = next((one for one in summary.days if one.label == day), None)
    if stretch is None:
        stretch = Stretch(day)
        summary.days = sorted([*summary.days, stretch], key=lambda one: one.label)
    for word in words:
        _touch(stretch, Topic(word, [turn]))
    while len(summary.days) > DAYS:
        _fold(summary.days.pop(0), summary.months, 7)
    while len(summary.months) > MONTHS:
        _fold(summary.months.pop(0), summary.years, 4)
    summary.years = summary.years[-YEARS:]


def _fold(old: Stretch, into: list[Stretch], length: int) -> None:
    """A day goes into its month, a month into its year."""
    label = old.label[:length]
    stretch = next((one for one in into if one.label == label), None)
    if stretch is None:
        stretch = Stretch(label)
        into.append(stretch)
        into.sort(key=lambda one: one.label)
    for topic in old.topics:
        _touch(stretch, topic)


def _touch(stretch: Stretch, more: Topic) -> None:
    known = next((topic for topic in stretch.topics if topic.word.lower() == more.word.lower()), None)
    if known is None:
        stretch.topics = [*stretch.topics, Topic(more.word, list(more.turns), more.times)]
    else:
        known.turns = list(dict.fromkeys([*known.turns, *more.turns]))[-TURNS:]
        known.times += more.times
        known.word = more.word if known.word.islower() else known.word
    stretch.topics = sorted(stretch.topics, key=lambda topic: (-topic.times, topic.word[:1].islower()))[:KEPT]


def sweep(summary: Summary, now_us: int) -> None:
    """Threads that are too old to be open go."""
    summary.threads = [thread for thread in summary.threads if now_us < thread.until_us]


def page(summary: Summary) -> str:
    """The lines of her block in `memory/summary.md`, "" before anything was compacted."""
    if not summary.since:
        return ""
    lines = [f"You have talked since {summary.since}."]
    lines += [_line(one, PER_YEAR) for one in summary.years if one.topics]
    lines += [_line(one, PER_MONTH) for one in summary.months if one.topics]
    if summary.prose:
        lines.append(summary.prose)
    lines += [_line(one, PER_DAY) for one in summary.days if one.topics]
    lines += [f"- Ahead, said on {thread.day}: {thread.words}. {{#s-1 turns={thread.turn}}}" for thread in summary.threads]
    return "".join(line + "\n" for line in lines)


def plain(lines: str) -> str:
    """The page as a model reads it."""
    return re.sub(r"[ \t]*\{#s-1 [^{}\n]*\}", "", lines).strip()


def _line(stretch: Stretch, most: int) -> str:
    shown = stretch.topics[:most]
    turns = dict.fromkeys(turn for topic in shown for turn in topic.turns)
    return f"- {stretch.label}: {', '.join(topic.word for topic in shown)}. {{#s-1 turns={','.join(turns)}}}"


def let_go(summary: Summary, words: str, turns: Sequence[str]) -> None:
    """Forget what mentions these words or rests on these turns. A model's paragraph may rest on any of them, so it goes whole."""
    before = page(summary)
    gone = set(turns)
    for stretch in (*summary.days, *summary.months, *summary.years):
        stretch.topics = [topic for topic in stretch.topics if not (words and mentions(topic.word, words)) and not (words and mentions(words, topic.word)) and _left(topic, gone)]
    summary.threads = [thread for thread in summary.threads if thread.turn not in gone and not (words and mentions(thread.words, words))]
    fallen = [one for one in summary.fallen if one.turn not in gone and not (words and mentions(f"{one.owner}\n{one.her}", words))]
    if len(fallen) != len(summary.fallen) or page(summary) != before or words and mentions(summary.prose, words):
        summary.prose, summary.ask, summary.answer, summary.taken = "", "", "", 0
    summary.fallen = fallen


def _left(topic: Topic, gone: set[str]) -> bool:
    """Whether a topic still stands on a turn of its own. One touched more often than it remembers turns does."""
    kept = [turn for turn in topic.turns if turn not in gone]
    lost, topic.turns = len(topic.turns) - len(kept), kept
    topic.times = max(0, topic.times - lost)
    return bool(kept) or lost == 0


# What a model says of it.


def question(summary: Summary) -> tuple[tuple[Section, ...], tuple[Line, ...]]:
    """(head, talk) of the ask for a paragraph about what left the window."""
    before = f"Earlier summary: {summary.prose}\n\n" if summary.prose else ""
    shown = "\n".join(f"({one.day}) OWNER: {one_line(one.owner)}\nYURI: {one_line(one.her)}" for one in summary.fallen)
    return (Section("task", _ASKED),), (Line("user", before + shown),)


def answered(summary: Summary, text: str) -> bool:
    """Take a model's paragraph; False when it is none: no JSON, empty, too long, or it names somebody who was not named."""
    try:
        told = one_line(json.loads(text)["summary"])
    except (ValueError, KeyError, TypeError, AttributeError):
        return False
    source = question(summary)[1][0].text.lower()
    named = re.findall(r"(?<![.!?] )(?<!^)\b[A-Z][^\W\d_]{2,}\b", told)
    if not 20 <= len(told) <= PROSE or any(name.lower() not in source for name in named if name.lower() not in ("yuri", "they", "their", "owner")):
        return False
    summary.prose, summary.fallen = told, summary.fallen[summary.taken :]
    return True


def heed_hand(summary: Summary, before: str, now: str) -> None:
    """The owner changed her block: a line that is gone is gone with what it was made of, a new one is kept as a part of the paragraph."""
    was, here = before.splitlines(), now.splitlines()
    for line in (line for line in was if line not in here):
        for part in (summary.days, summary.months, summary.years):
            part[:] = [one for one in part if not line.startswith(f"- {one.label}: ")]
        summary.threads = [one for one in summary.threads if f": {one.words}. {{" not in line]
        summary.prose = "" if line == summary.prose else summary.prose
    fresh = [plain(line) for line in here if line.strip() and line not in was]
    summary.prose = " ".join(filter(None, [summary.prose, *fresh]))[:PROSE]
    summary.ask, summary.since = "", summary.since or ("" if not fresh else "a day I do not know")
