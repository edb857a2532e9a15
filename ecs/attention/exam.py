"""Labelled moments as the policy's own input, and how verdicts compare with labels.

A moment is a week told in events, what might be said now, and what a considerate person would do. Its events go through the
same account-keeping as a live week (`ecs.stores.attention`), its ask through the same judge.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta, timezone
from hashlib import blake2b
from typing import Any

from ecs.attention.gates import quiet_hours, today
from ecs.attention.judging import judge, weighed
from ecs.attention.scene import HOUR_US, Scene, Verdict, Wish
from ecs.clock import Clock, local_day
from ecs.components.attention import Attention
from ecs.reading.dates import Moment
from ecs.stores.attention import answer, arrive, hear, reach, ring

GROUP = 3
_KINDS = {"written": "write"}
_UTC = datetime(1970, 1, 1, tzinfo=timezone.utc)
LABELS = ("silent", "suggest", "speak")


def half(ident: str) -> str:
    """"A" was tuned on, "B" only counted. Neighbours share a half: contrasting moments were written side by side."""
    writer, number = ident.rsplit("-", 1)
    key = f"{writer}-{int(number) // GROUP}"
    return "AB"[blake2b(key.encode(), digest_size=8).digest()[0] % 2]


def us(text: str) -> int:
    """RFC 3339 as microseconds since the Unix epoch."""
    return int((datetime.fromisoformat(text) - _UTC) / timedelta(microseconds=1))


def scene_of(moment: Mapping[str, Any], dials: Mapping[str, Any]) -> Scene:
    """The scene a moment tells of. Elapsed time is counted from the Unix epoch."""
    attention, since = Attention(), -1
    for event in moment["week"]:
        at = us(event["at"])
        clock = _clock(event["at"])
        if event["what"] == "owner_said":
            hear(attention, event["text"], event["channel"], at, Moment(at, clock))
        elif event["what"] == "her_reply":
            answer(attention, event["text"], "", at)
        elif event["what"] == "reached_out":
            reach(attention, _KINDS.get(event["kind"], event["kind"]), event["text"], "", at, local_day(clock), event["answered"])
        elif event["what"] == "rang":
            ring(attention, event["label"], at)
        elif event["what"] == "arrive":
            since = at
            arrive(attention, at)
    now = us(moment["now"])
    set_by_owner = {key: "" if key == "mind.quiet_hours" and "-" not in str(value) else value for key, value in moment["dials"].items()}  # "off" in plain words
    here = {one["channel"]: one["can_hear"] for one in moment["here"]}
    return Scene(_clock(moment["now"]), now, now, {**dials, **set_by_owner}, attention, here, since)


def _clock(text: str) -> Clock:
    """A clock that stands at that instant, in that instant's own offset."""
    offset = datetime.fromisoformat(text).utcoffset() or timedelta()
    return Clock(epoch_us=us(text), transitions=((0, int(offset.total_seconds())),))


def wish_of(ask: Mapping[str, Any]) -> Wish:
    """What might be said. A trigger's result is asked for when its owner wanted it announced."""
    due = us(ask["due"]) if ask.get("due") else -1
    asked = bool(ask.get("announce")) or (ask["kind"] == "task" and ask["from"] == "owner")
    return Wish(ask["kind"], ask["text"], ask["from"].partition(":")[0], ask["priority"], due, us(ask["created"]), ask.get("policy") or "", asked, ask.get("count", 1), stated=not ask["text"].lower().startswith("webhook"))


def verdict_of(moment: Mapping[str, Any], dials: Mapping[str, Any]) -> Verdict:
    """What the policy does at that moment."""
    return judge(scene_of(moment, dials), wish_of(moment["ask"]))


def confusion(moments: Sequence[Mapping[str, Any]], decide: Callable[[Mapping[str, Any]], str]) -> dict[tuple[str, str], int]:
    """{(label, outcome): how many}; outcomes in small letters."""
    counts = {(label, outcome): 0 for label in LABELS for outcome in LABELS}
    for moment in moments:
        counts[moment["label"], decide(moment).lower()] += 1
    return counts


def precision_recall(counts: Mapping[tuple[str, str], int]) -> tuple[float, float]:
    """Of imposing (suggest or speak): how often it was right, and how much of what was right was done. 0 where nothing was."""
    both = sum(count for (label, outcome), count in counts.items() if label != "silent" and outcome != "silent")
    done = sum(count for (_, outcome), count in counts.items() if outcome != "silent")
    right = sum(count for (label, _), count in counts.items() if label != "silent")
    return (both / done if done else 0.0), (both / right if right else 0.0)


def always_when_due(moment: Mapping[str, Any]) -> str:
    """A baseline: it speaks whenever the time has come or no time was set."""
    due = moment["ask"].get("due")
    return "silent" if due and us(due) > us(moment["now"]) else "speak"


def plain_weights(moment: Mapping[str, Any], dials: Mapping[str, Any]) -> str:
    """A baseline: the paper's two hard gates and five weights, each factor in its plainest reading, and nothing of what was said."""
    scene, wish = scene_of(moment, dials), wish_of(moment["ask"])
    if quiet_hours(scene, wish)[0] or today(scene) >= int(scene.dials["mind.max_interrupts_per_day"]) or always_when_due(moment) == "silent":
        return "silent"
    said = scene.attention.said
    plain = {
        "relevance": wish.priority, "time_sensitivity": 1.0 if wish.due_us >= 0 else 0.5, "availability": 1.0 if scene.present else 0.5,
        "contact_license": min(1.0, (scene.elapsed_us - said[-1].us) / (8 * HOUR_US)) if said else 1.0, "welcome": max(0.0, 1 - today(scene) / 3),
    }
    score, threshold = weighed(scene, plain), float(scene.dials["mind.interrupt_threshold"])
    return "silent" if score < threshold else "suggest" if score < threshold + float(scene.dials["mind.suggest_band"]) else "speak"
