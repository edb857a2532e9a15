"""When the moment that a line names is over: "tonight", "on Friday", "closes at six"."""

from __future__ import annotations

import re
from datetime import timedelta

from ecs.attention.scene import DAY_US, Scene, Wish
from ecs.clock import civil_at
from ecs.reading.dates import DAYS, Moment
from ecs.reading.ends import end_of

_TODAY = re.compile(r"\b(?:today|tonight|this (?:morning|afternoon|evening|noon))\b")
_PART = re.compile(r"\bthis (?P<part>morning|noon|afternoon)\b")
_OVER = {"morning": 13, "noon": 14, "afternoon": 19}
_TOMORROW = re.compile(r"\btomorrow\b")
_WEEKDAY = re.compile(rf"(?<!promised )(?<!meant )(?<!held )\b(?:on|for|this) (?P<day>{'|'.join(DAYS)})(?: (?:night|evening|morning|afternoon))?\b")
_HOUR = re.compile(
    r"\b(?:closes?|shuts?|ends?|starts?|begins?|leaves?|goes on sale|go on sale|sale|opens?|departs?|is|are) (?:only )?(?:at|by|until|till|before) (?P<hour>(?:half past |quarter past |quarter to )?[\w:.]+(?: ?[ap]m)?)"
)


def passed(scene: Scene, wish: Wish) -> bool:
    """The day or the hour that its words name lies behind. They are counted from when it was meant, or else first thought of."""
    from_us = wish.created_us if wish.due_us < 0 else wish.due_us
    if from_us < 0:
        return False
    low, moment = wish.text.lower(), Moment(from_us, scene.clock)
    meant, today = moment.day, civil_at(scene.clock, scene.now_us).date()
    if _TODAY.search(low) and (today > meant or _part_passed(low, scene)):
        return True
    if _TOMORROW.search(low) and today > meant + timedelta(days=1):
        return True
    return _weekday_passed(low, wish, scene) or _hour_passed(low, moment, scene)


def _part_passed(low: str, scene: Scene) -> bool:
    found = _PART.search(low)
    return found is not None and civil_at(scene.clock, scene.now_us).hour >= _OVER[found["part"]]


def _weekday_passed(low: str, wish: Wish, scene: Scene) -> bool:
    found = _WEEKDAY.search(low)
    if found is None or wish.created_us < 0:
        return False
    created = civil_at(scene.clock, wish.created_us).date()
    named = created + timedelta(days=(DAYS[found["day"]] - created.weekday()) % 7)
    return civil_at(scene.clock, scene.now_us).date() > named


def _hour_passed(low: str, moment: Moment, scene: Scene) -> bool:
    found = _HOUR.search(low)
    ends = end_of(f"until {found['hour']}", moment) if found is not None else None
    return ends is not None and ends - moment.us < DAY_US // 2 and scene.now_us >= ends
