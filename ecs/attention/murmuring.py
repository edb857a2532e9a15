"""When a murmur has its place: somebody is there, two to five minutes after the last word, by day, never on a phone."""

from __future__ import annotations

from ecs.attention.factors import factors
from ecs.attention.gates import blocked, today
from ecs.attention.scene import DAY_US, MINUTE_US, Scene, Verdict, Wish
from ecs.attention.words import shared, subject

FROM_US, TO_US = 2 * MINUTE_US, 5 * MINUTE_US
_PHONE = "phone"
_GATES_OF_TALK = "engaged_elsewhere"


def murmur(scene: Scene, wish: Wish) -> Verdict:
    """SPEAK or SILENT; a murmur is never worth less than a suggestion and never more than a word."""
    found, threshold = factors(scene, wish, ""), float(scene.dials["mind.interrupt_threshold"])
    gate, again_us, because = blocked(scene, wish)
    if gate and gate != _GATES_OF_TALK:
        return Verdict("SILENT", 0.0, threshold, gate, found, again_us=again_us, because=because)
    why = out_of_place(scene, wish)
    return Verdict("SILENT", 0.0, threshold, "", found, because=why) if why else Verdict("SPEAK", threshold, threshold, "", found, because="a lull, and you are there")


def out_of_place(scene: Scene, wish: Wish) -> str:
    """Why a murmur has no place now, or ""."""
    if not [channel for channel, voice in scene.channels.items() if voice and channel != _PHONE]:
        return "nobody is there who would hear a murmur"
    if today(scene) >= int(scene.dials["mind.max_interrupts_per_day"]):
        return "she has spoken first often enough today"
    said = scene.attention.said
    silence = scene.elapsed_us - said[-1].us if said else -1
    if scene.busy or not FROM_US <= silence <= TO_US:
        return "a murmur belongs two to five minutes after a talk"
    wanted = subject(wish.text)
    for one in scene.attention.reached:
        same = one.text.strip().casefold() == wish.text.strip().casefold() or (wanted and shared(wanted, subject(one.text)) >= max(3, len(wanted)))
        if scene.elapsed_us - one.us < 7 * DAY_US and wish.text and same:
            return "she said that within the week"
    return ""
