"""The verdict: an appointment comes, a gate blocks, or five factors are weighed. Nothing here changes anything."""

from __future__ import annotations

import re

from ecs.attention.factors import factors
from ecs.attention.gates import blocked
from ecs.attention.moot import moot
from ecs.attention.murmuring import murmur
from ecs.attention.scene import HOUR_US, Scene, Verdict, Wish

#: Kinds that are appointments by themselves.
_APPOINTED = ("timer", "reminder")
#: A result that nobody asked for is still worth a quiet line when it matters so much.
_GRAVE = 0.75


def is_appointment(wish: Wish) -> bool:
    """What the owner asked for at a stated time, unless they set it to be held."""
    if wish.policy == "hold":
        return False
    if wish.kind in _APPOINTED or (wish.kind == "trigger" and wish.asked):
        return True
    return wish.policy == "wake" or (wish.origin == "owner" and wish.due_us >= 0 and wish.kind in ("reach_out", "follow_up"))


def judge(scene: Scene, wish: Wish) -> Verdict:
    """What to do about `wish` just now."""
    if is_appointment(wish):
        return _appointed(scene, wish)
    if wish.kind == "murmur":
        return murmur(scene, wish)
    why = moot(scene, wish)
    found = factors(scene, wish, why)
    score, threshold = _weighed(scene, found), float(scene.dials["mind.interrupt_threshold"])
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
    if not scene.present:
        return Verdict("SILENT", appointment=True, because="nobody is there to hear it; it waits")
    return Verdict("SPEAK", 1.0, appointment=True, because="you asked for it at this time")


def _weighed(scene: Scene, found: dict[str, float]) -> float:
    return round(sum(float(scene.dials[f"mind.weight_{name}"]) * value for name, value in found.items()), 6)


def _outcome(scene: Scene, wish: Wish, score: float, threshold: float) -> str:
    if score < threshold:
        return "SILENT"
    if score < threshold + float(scene.dials["mind.suggest_band"]) or (wish.kind == "trigger" and not wish.asked):
        return "SUGGEST"
    return "SPEAK"
