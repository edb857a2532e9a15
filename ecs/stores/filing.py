"""From what an exchange promised to goals in `goals.md`: what is filed with which due, what merges, what is withdrawn.

An ask is the owner's, with the said time as due, and comes at that time (`policy=wake`) when a time of day was said. Her
own commitment is a goal of hers. A dated event is two goals: wished well before, asked after, each once.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, timezone

from ecs.attention.words import stem, subject
from ecs.clock import SECOND_US, civil_at
from ecs.components.promised import Exchanged
from ecs.reading.ahead import MINUTE_US, instant
from ecs.reading.dates import Moment
from ecs.reading.promising import Found, promises
from ecs.stores import goals
from ecs.stores.lines import Item, Listing

_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
HOUR_US = 60 * MINUTE_US
DAY_US = 24 * HOUR_US
#: Two goals with the same subject and dues this near are one matter.
NEAR_US = 36 * HOUR_US
#: How long after its beginning an event is taken to be over, and the hours between which people are asked things.
LASTS_US, MORNING, EVENING = 3 * HOUR_US, 10, 21
#: A "never mind" without a name means what was filed this shortly before.
SAME_BREATH_US = 15 * MINUTE_US
_WITHDRAWN = re.compile(
    r"(?<![\w'])(?:never ?mind(?! (?:if|that he|that she))|forget (?:that|the|about the|my|about my|it|about it)(?: \w+){0,2}? ?(?:reminder|alarm|timer)?(?= |$|[.,!])|(?:cancel|scrap|drop|delete|remove|skip) (?:that|the|my|this|all)(?: \w+){0,3}? ?(?:reminder|alarm|wake|one|thing|reminders)|"
    r"(?:you )?(?:don't|do not|dont|needn't|no longer) (?:need to |have to |bother to |bother )?(?:remind(?:ing)?|wak(?:e|ing)|ask(?:ing)?|ping(?:ing)?|nudg(?:e|ing)) me(?: after all| any ?more| about| to|$|[.,!])|no need to (?:remind|wake|ask|ping|nudge) me|no (?:reminder|alarm) (?:needed|after all)|(?:don't|do not|dont) (?:remind|wake) me(?! \w+ me\b))"
)
_ASKS = re.compile(r"(?:ask|want|hear|see|check)\b", re.IGNORECASE)
_ASKS_HOW = re.compile(r"ask (?:you |him |her |them )?(?:how|whether|if|what|about)|want (?:to hear|to know|all|every|a full)|hear (?:all|how|everything)", re.IGNORECASE)
_GRAVE = re.compile(r"funeral|memorial|burial|trial|court|hearing|surgery|operation|biopsy|scan|mri|chemo|results|sentencing|divorce|custody", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Filing:
    """A goal to be: `origin` as in `from`, `due_us` None for none, `kind` of the finding it comes from."""

    text: str
    origin: str
    due_us: int | None
    priority: str
    kind: str
    policy: str = ""


@dataclass(slots=True)
class Filed:
    """What became of an exchange: ids that are new, that took something up, and that were withdrawn."""

    new: list[str]
    merged: list[str]
    withdrawn: list[str]


def file_exchange(listing: Listing, turn: Exchanged, moment: Moment, answered: Moment) -> Filed:
    """Take an exchange's promises into a listing of goals. `moment` is when the owner spoke, `answered` when she did."""
    filed = Filed([], [], withdraw(listing, turn.owner, moment))
    told = [] if filed.withdrawn else promises(turn.owner, "owner", turn.before, moment)
    hers = promises(turn.her, "her", turn.owner, answered) if turn.her else []
    events = [one for one in told if one.kind == "event"]
    wanted = [filing for one in told for filing in _of_owner(one, turn.turn, moment)]
    for one in hers:
        event = next((event for event in events if _asks_after(one, event)), None)
        if event is not None:
            wanted = [_taken_up(filing, one, turn.turn) if filing.kind == "after" and filing.text == _question(event) else filing for filing in wanted]
        else:
            wanted.append(_of_hers(one, turn.turn))
    for filing in wanted:
        _file(listing, filing, filed, turn, moment)
    return filed


def withdraw(listing: Listing, text: str, moment: Moment) -> list[str]:
    """The ids of goals that the owner's words call off: those they name, else what was filed shortly before. They become abandoned."""
    low = text.lower().replace("’", "'")
    got = _WITHDRAWN.search(low)
    if got is None or low[: got.start()].rstrip().endswith(("if", "why", "so")):
        return []
    open_ones = [item for item in listing.items if goals.is_open(item) and goals.value(item, "kind") in ("reach_out", "follow_up")]
    named = subject(low) - frozenset(map(stem, ("remind", "reminder", "alarm", "never", "mind", "forget", "cancel", "timer", "need", "scrap", "drop", "bother", "don't", "nevermind", "wake")))
    about = [item for item in open_ones if named & subject(item.text)]
    if not about:
        fresh = [item for item in open_ones if _filed_us(item) >= moment.us - SAME_BREATH_US]
        about = fresh if fresh and not named else [item for item in fresh if len(named) <= 2][-1:]
    for item in about:
        goals.set_state(listing, item.id, "abandoned")
    return [item.id for item in about]


def _filed_us(item: Item) -> int:
    """When a goal was filed, by its `filed` key; -1 for one of another hand."""
    try:
        filed = datetime.fromisoformat(item.keys.get("filed", ""))
    except ValueError:
        return -1
    return _us(filed) if filed.tzinfo is not None else -1


def _us(at: datetime) -> int:
    return (at - _EPOCH) // timedelta(microseconds=1)


def _of_owner(one: Found, turn: str, moment: Moment) -> list[Filing]:
    if one.kind == "ask":
        return [Filing(one.text, "owner", one.due_us, "0.9", "ask", "wake" if one.timed else "")]
    begins = one.due_us or moment.us
    found, before = [Filing(_question(one), f"told:{turn}", _over(one, begins, moment), "0.8", "after")], _well_before(one, begins, moment)
    return [Filing(_wish(one), f"told:{turn}", before, "0.6", "before"), *found] if before is not None else found


def _of_hers(one: Found, turn: str) -> Filing:
    return Filing(one.text, f"promise:{turn}", one.due_us, "0.8", "promise")


def _question(event: Found) -> str:
    return f"Ask how the {event.name} went" if event.name else f"Ask how it went: {event.text}"


def _wish(event: Found) -> str:
    well = "Wish strength for" if _GRAVE.search(event.name or event.text) else "Wish good luck for"
    return f"{well} the {event.name}" if event.name else f"{well} this: {event.text}"


def _over(event: Found, begins: int, moment: Moment) -> int:
    """When it is fitting to ask: some hours after the beginning, the evening of a day without an hour, and not at night."""
    day = civil_at(moment.clock, begins).date()
    over = begins + LASTS_US if event.timed else instant(moment, day, 19)
    local = civil_at(moment.clock, over)
    if local.hour >= EVENING or local.hour < 6:
        return instant(moment, type(day).fromordinal(local.date().toordinal() + (local.hour >= EVENING)), MORNING)
    return over


def _well_before(event: Found, begins: int, moment: Moment) -> int | None:
    """Two hours before, or the evening before what begins early or has no hour; None when that has gone by."""
    local = civil_at(moment.clock, begins)
    evening = instant(moment, type(local.date()).fromordinal(local.date().toordinal() - 1), 19)
    before = begins - 2 * HOUR_US if event.timed and local.hour >= 12 else evening
    return before if before > moment.us + HOUR_US else None


def _asks_after(promise: Found, event: Found) -> bool:
    """Whether her promise is the question after this event: "I'll ask you how it went"."""
    if not _ASKS_HOW.match(promise.text) and not _ASKS.match(promise.text):
        return False
    near = promise.due_us is None or abs(promise.due_us - (event.due_us or 0)) <= NEAR_US
    said = promise.text.partition("(“")[0]
    return near and bool(subject(said) & subject(event.text) or not subject(said) or re.search(r"(?<!\w)(?:it|that|everything)(?!\w)", said))


def _taken_up(filing: Filing, promise: Found, turn: str) -> Filing:
    """She promised the question: it is hers now, and not before she said."""
    due = filing.due_us if promise.due_us is None or not promise.timed else max(promise.due_us, filing.due_us or 0)
    return replace(filing, origin=f"promise:{turn}", due_us=due)


def _file(listing: Listing, filing: Filing, filed: Filed, turn: Exchanged, moment: Moment) -> None:
    twin = _twin(listing, filing, filed)
    if twin is None:
        due = {} if filing.due_us is None else {"due": written(filing.due_us, moment)}
        policy = {"policy": filing.policy} if filing.policy else {}
        item = goals.adopt(listing, filing.text, kind="reach_out", priority=filing.priority, **due, **{"from": filing.origin}, **policy)
        item.keys.setdefault("turn", turn.turn)
        item.keys.setdefault("filed", written(moment.us // SECOND_US * SECOND_US, moment))
        filed.new.append(item.id)
    elif goals.is_open(twin):
        _take_up(twin, filing, moment)
        if twin.id not in filed.merged and twin.id not in filed.new:
            filed.merged.append(twin.id)


def _twin(listing: Listing, filing: Filing, filed: Filed) -> Item | None:
    """The goal that is this matter already; an event's also when it was done, since it is asked once."""
    for item in listing.items:
        if not (goals.is_open(item) or filing.kind in ("before", "after")):
            continue
        apart = _apart(item, filing)
        mine, theirs = subject(filing.text.partition("(“")[0]), subject(item.text.partition("(“")[0])
        alike = len(mine & theirs) >= max(1, 0.6 * min(len(mine), len(theirs))) if mine and theirs else False
        if item.id in filed.new and filing.kind == "promise" and apart <= 5 * MINUTE_US and (alike or not mine or not theirs or goals.value(item, "from") == "owner"):
            return item
        same_sort = (filing.kind == "before") == item.text.startswith("Wish ")
        if alike and same_sort and apart <= (NEAR_US if filing.kind in ("before", "after") or _ASKS.match(item.text) and _ASKS.match(filing.text) else 5 * MINUTE_US):
            return item
    return None


def _apart(item: Item, filing: Filing) -> int:
    """How far two dues lie from each other, in microseconds; 0 when one has none."""
    due = goals.due(item)
    if due is None or filing.due_us is None:
        return 0
    return abs(_us(due) - filing.due_us)


def _take_up(item: Item, filing: Filing, moment: Moment) -> None:
    """The older stays; what it lacks it takes, and what the owner asks for outweighs what she meant to do anyway."""
    if filing.due_us is not None and (goals.due(item) is None or filing.kind == "after" and _us(goals.due(item)) < filing.due_us):
        item.keys["due"] = written(filing.due_us, moment)
    if float(filing.priority) > goals.priority(item):
        item.keys["priority"] = filing.priority
    if filing.origin == "owner" and goals.value(item, "from") != "owner":
        item.keys["from"] = "owner"
        if filing.policy:
            item.keys["policy"] = filing.policy


def written(us: int, moment: Moment) -> str:
    """An instant as goals.md has it: RFC 3339 there, to the minute where it is a whole one."""
    local = civil_at(moment.clock, us)
    return local.isoformat(timespec="seconds" if local.second else "minutes")
