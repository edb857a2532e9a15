"""The hard gates, in the order in which they are named when several hold."""

from __future__ import annotations

from ecs.attention.scene import DAY_US, MINUTE_US, Scene, Wish
from ecs.attention.told import put_off
from ecs.attention.words import shared, subject
from ecs.clock import SECOND_US, civil
from ecs.components.attention import Hush
from ecs.hours import left_us

#: Unanswered lines in a row, and the least gap after so many.
BACK_OFF = ((6, 7 * DAY_US), (3, 2 * DAY_US))
#: Where several messages came lately, a talk is over only after so long.
LONG_LULL_US = 5 * MINUTE_US
_LEAVE, _ALL = "leave", "all"

Gate = tuple[str, int, str]
_FREE: Gate = ("", -1, "")


def blocked(scene: Scene, wish: Wish) -> Gate:
    """(the gate that holds or "", the elapsed time at which it may be over or -1, the reason in words)."""
    for gate in (not_yet, quiet_hours, daily_cap, do_not_disturb, min_gap, engaged_elsewhere):
        found = gate(scene, wish)
        if found[0]:
            return found
    return _FREE


def not_yet(scene: Scene, wish: Wish) -> Gate:
    """Its time lies ahead, or the owner said that it was moved."""
    early, later = wish.due_us - scene.now_us, put_off(scene, wish)
    if later >= 0:
        return "not_yet", later, "by what you said, its time has not come"
    return ("not_yet", scene.elapsed_us + early, "its time has not come") if wish.due_us >= 0 and early > 0 else _FREE


def quiet_hours(scene: Scene, wish: Wish) -> Gate:
    """The owner's window of the day."""
    left = left_us(str(scene.dials["mind.quiet_hours"]), scene.clock)
    return ("quiet_hours", scene.elapsed_us + left, "these are your quiet hours") if left else _FREE


def daily_cap(scene: Scene, wish: Wish) -> Gate:
    """Suggestions, words and murmurs count; what is written counts too."""
    most = int(scene.dials["mind.max_interrupts_per_day"])
    if today(scene) < most:
        return _FREE
    now = civil(scene.clock)
    left = DAY_US - ((now.hour * 60 + now.minute) * 60 + now.second) * SECOND_US
    return "daily_cap", scene.elapsed_us + left, f"she has spoken first {most} times today, and you allow no more"


def today(scene: Scene) -> int:
    """How many lines of hers count for her present day. A date seen twice is one day."""
    day = f"{civil(scene.clock):%Y-%m-%d}"
    return sum(1 for one in scene.attention.reached if one.day >= day)


def do_not_disturb(scene: Scene, wish: Wish) -> Gate:
    """A spoken wish for quiet that has not ended, unless this is what may pass."""
    wanted = subject(wish.text)
    for hush in reversed(scene.attention.hushes):
        if hush.scope != _LEAVE and _holds(hush, scene) and not _excepted(scene, hush, wanted):
            return "do_not_disturb", hush.until_us, f"you asked for quiet: “{hush.words[:80]}”"
    return _FREE


def _holds(hush: Hush, scene: Scene) -> bool:
    return hush.from_us <= scene.elapsed_us and (hush.until_us < 0 or scene.elapsed_us < hush.until_us)


def _excepted(scene: Scene, hush: Hush, wanted: frozenset[str]) -> bool:
    """What the owner said may pass: in the same breath, or as a standing leave."""
    if hush.scope != _ALL and shared(wanted, subject(hush.scope)):
        return True
    return any(leave.scope == _LEAVE and _holds(leave, scene) and shared(wanted, subject(leave.words)) for leave in scene.attention.hushes)


def min_gap(scene: Scene, wish: Wish) -> Gate:
    """The owner's least gap; a longer one after three and after six lines that nobody answered."""
    if not scene.attention.reached:
        return _FREE
    last, gap = scene.attention.reached[-1], int(scene.dials["mind.min_gap_s"]) * SECOND_US
    ignored = unanswered(scene)
    longer = next((least for count, least in BACK_OFF if ignored >= count), 0)
    if scene.elapsed_us - last.us < max(gap, longer):
        why = f"the last {ignored} lines went unanswered" if longer else "she said something first a short while ago"
        return "min_gap", last.us + max(gap, longer), why
    return _FREE


def unanswered(scene: Scene) -> int:
    """Her last lines in a row that nobody reacted to. That the owner talked of other things later is no reaction; one answer ends the row."""
    count = 0
    for one in reversed(scene.attention.reached):
        if one.answered:
            break
        count += 1
    return count


def engaged_elsewhere(scene: Scene, wish: Wish) -> Gate:
    """The owner is in the middle of a talk, with her or with somebody else."""
    said = scene.attention.said
    lately = sum(1 for line in said[-3:] if scene.elapsed_us - line.us < 3 * LONG_LULL_US)
    talk_over = max(int(scene.dials["mind.engaged_timeout_s"]) * SECOND_US, LONG_LULL_US if lately > 1 else 0)
    since = scene.elapsed_us - said[-1].us if said else talk_over
    if scene.busy or since < talk_over:
        return "engaged_elsewhere", scene.elapsed_us + max(talk_over - since, MINUTE_US), "you were in the middle of a talk"
    return _FREE
