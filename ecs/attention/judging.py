"""The verdict: an appointment comes, a gate blocks, or five factors are weighed. Nothing here changes anything."""

from __future__ import annotations

import re

from ecs.attention.conditions import unmet
from ecs.attention.factors import factors
from ecs.attention.gates import blocked, do_not_disturb
from ecs.attention.moot import closed, moot, rang_already
from ecs.attention.murmuring import murmur
from ecs.attention.scene import HOUR_US, Scene, Verdict, Wish
from ecs.attention.told import moved

#: Kinds that are appointments by themselves.
_APPOINTED = ("timer", "reminder")
#: What came of work. Nobody asked to be told of it, so it stays in the journal; trouble that matters so much is worth a quiet line.
_RESULTS, _GRAVE = ("trigger", "task", "knowledge"), 0.7
_STALE_US = 20 * HOUR_US
_TROUBLE = re.compile(r"\b(?:fail(?:s|ed|ing|ure)?|error|broken?|broke|full|down|lost|missing|leak\w*|alarm|stuck|dead|stopped|refused|empty|overdue|danger\w*|urgent|warning|smoke|fire|flood\w*|expired?|cut off|damaged?)\b", re.IGNORECASE)


def is_appointment(wish: Wish) -> bool:
    """What the owner asked for at a stated time, unless they set it to be held."""
    if wish.policy == "hold":
        return False
    if wish.kind in _APPOINTED or (wish.kind == "trigger" and wish.asked and wish.stated):
        return True
    return wish.policy == "wake" or (wish.origin == "owner" and wish.due_us >= 0 and wish.kind in ("reach_out", "follow_up"))


def judge(scene: Scene, wish: Wish) -> Verdict:
    """What to do about `wish` just now."""
    off = unmet(scene, wish) if wish.kind == "trigger" else ""
    if off:
        return Verdict("SILENT", moot=off, because=off)
    if not scene.dials["mind.enabled"] and wish.kind != "timer":
        return Verdict("SILENT", because="her mind is switched off: timers ring, nothing else is said")
    if is_appointment(wish):
        return _appointed(scene, wish)
    if wish.kind == "murmur":
        return murmur(scene, wish)
    why = moot(scene, wish)
    found = factors(scene, wish, why)
    score, threshold = weighed(scene, found), float(scene.dials["mind.interrupt_threshold"])
    gate, again_us, because = blocked(scene, wish)
    if why and gate != "not_yet":
        return Verdict("SILENT", score, threshold, "", found, moot=why, because=why)
    if gate:
        return Verdict("SILENT", score, threshold, gate, found, again_us=again_us, because=because)
    return Verdict(_outcome(scene, wish, score, threshold), score, threshold, "", found, because=f"{score:g} against {threshold:g}")


def _appointed(scene: Scene, wish: Wish) -> Verdict:
    early = wish.due_us - scene.now_us
    if early > 0:
        return Verdict("SILENT", blocked_by="not_yet", appointment=True, again_us=scene.elapsed_us + early, because="its time has not come")
    later = moved(scene, wish) if wish.kind != "timer" else -1
    if later >= 0:
        return Verdict("SILENT", blocked_by="not_yet", appointment=True, again_us=later, because="you moved it to later")
    over = rang_already(scene, wish) or (closed(scene, wish) if wish.kind != "timer" else "") or _outdated(scene, wish)
    if over:
        return Verdict("SILENT", appointment=True, moot=over, because=over)
    gate, again_us, because = do_not_disturb(scene, wish) if wish.kind == "trigger" and wish.policy != "wake" else ("", -1, "")
    if gate:  # a later word of theirs stands above a schedule they once set; a timer or a reminder they set for this very hour
        return Verdict("SILENT", blocked_by=gate, appointment=True, again_us=again_us, because=because)
    if not scene.present:
        return Verdict("SILENT", appointment=True, because="nobody is there to hear it; it waits")
    return Verdict("SPEAK", 1.0, appointment=True, because="you asked for it at this time")


def _outdated(scene: Scene, wish: Wish) -> str:
    """What a schedule found out is of its day; a reminder keeps."""
    return "it is out of date" if wish.kind == "trigger" and wish.due_us >= 0 and scene.now_us - wish.due_us > _STALE_US else ""


def weighed(scene: Scene, found: dict[str, float]) -> float:
    """The sum of the factors, each by its dial."""
    return round(sum(float(scene.dials[f"mind.weight_{name}"]) * value for name, value in found.items()), 6)


def _outcome(scene: Scene, wish: Wish, score: float, threshold: float) -> str:
    if score < threshold:
        return "SILENT"
    if wish.kind in _RESULTS and not wish.asked and wish.origin in ("self", "trigger"):
        return "SUGGEST" if wish.priority >= _GRAVE and _TROUBLE.search(wish.text) else "SILENT"
    return "SUGGEST" if score < threshold + float(scene.dials["mind.suggest_band"]) else "SPEAK"
