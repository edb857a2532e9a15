"""APPRAISE: score what was sensed by plain rules. No model is ever asked here."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.components.mind import Mind, Scored, Thought
from ecs.signals import Signal
from ecs.world import World

#: How much a type of signal stirs her by itself. The person speaking outranks everything; unknown types appraise low.
BASE = {
    "user_message": 1.0, "peer_message": 0.5, "turn_committed": 0.3, "user_present": 0.35, "user_absent": 0.1, "timer": 0.6,
    "task_completion": 0.5, "selfedit_decision": 0.45, "wakeup": 0.05, "fs_event": 0.3, "vault_changed": 0.35,
    "suspend_gap": 0.3, "clock_changed": 0.1, "zone_changed": 0.2, "trigger_fired": 0.6, "percept": 0.2,
}
UNKNOWN = 0.05


def appraise(world: World, inbox: Sequence[Signal]) -> None:
    for _, mind, thought in world.each(Mind, Thought):
        if mind.awake:
            thought.appraised = [_score(felt.type, felt.seq) for felt in thought.sensed]


def _score(type: str, seq: int) -> Scored:
    base = BASE.get(type, UNKNOWN)
    return Scored("signal", f"{type}:{seq}", base, {"base": base})
