"""APPRAISE, gate 1: score what was sensed, every open goal, what has come due and the standing impulses, by plain rules.

No model is ever asked here. A goal that was weighed is left alone until its cooldown is over.
"""

from __future__ import annotations

from collections.abc import Sequence

from ecs.announcing import ran_out, somebody_here
from ecs.attention.here import TO_SAY, appointed, due_us, is_hers, open_goals, scene_here
from ecs.attention.judging import judge
from ecs.attention.scene import Wish
from ecs.attention.words import shared, subject
from ecs.clock import SECOND_US, elapsed_us, now_us
from ecs.components.attention import Attention
from ecs.components.belief import Expectations
from ecs.components.dials import dial
from ecs.components.initiative import Initiative, Timers
from ecs.components.mind import Mind, Scored, Thought
from ecs.dice import dice
from ecs.selfhood.judging import cautious
from ecs.signals import Signal
from ecs.stores import goals
from ecs.stores.half_expecting import overdue, take_surprises
from ecs.stores.lines import Item
from ecs.world import World

#: How much a type of signal stirs her by itself. The person speaking outranks everything; unknown types appraise low.
BASE = {
    "user_message": 1.0, "peer_message": 0.5, "turn_committed": 0.3, "user_present": 0.35, "user_absent": 0.1, "timer": 0.6,
    "task_completion": 0.5, "selfedit_decision": 0.45, "wakeup": 0.05, "fs_event": 0.3, "vault_changed": 0.35,
    "suspend_gap": 0.3, "clock_changed": 0.1, "zone_changed": 0.2, "trigger_fired": 0.6, "percept": 0.2,
}
UNKNOWN = 0.05
#: The parts of a goal's score: what it is worth, that its time has come, how firmly she holds to it, and a surprise about it.
PRIORITY, DUE, UNDATED, AHEAD, SURPRISE = 0.45, 0.35, 0.2, 0.1, 0.15
HELD_TO = {"blind": 0.1, "single-minded": 0.1, "open-minded": 0.05}
APPOINTMENT, FINISHED, MURMUR = 1.0, 0.95, 0.42
#: After these the scene is another one, so what was put off is weighed anew.
CHANGED = ("user_present", "vault_changed", "clock_changed", "zone_changed", "suspend_gap")
#: An act whose answer did not come within this time (or came while the machine slept, or her mind was off) is given up and weighed anew.
PATIENCE_US = 600 * SECOND_US
#: Of so many lulls, one gets a murmur.
ONE_LULL_IN = 4


def appraise(world: World, inbox: Sequence[Signal]) -> None:
    for name, mind, thought in world.each(Mind, Thought):
        if mind.awake:
            thought.appraised = [_score(felt.type, felt.seq) for felt in thought.sensed] + _surprises(world, name)
            initiative = world.find(name, Initiative)
            if initiative is not None:
                _look_anew(world, thought, initiative)
                thought.appraised += [*_finished(initiative), *_appointments(world, name, initiative)]
                thought.appraised += [cautious(world, name, one) for one in (*_goals(world, name, initiative), *_impulses(world, name, initiative))]


def _score(type: str, seq: int) -> Scored:
    base = BASE.get(type, UNKNOWN)
    return Scored("signal", f"{type}:{seq}", base, {"base": base})


def _surprises(world: World, name: str) -> list[Scored]:
    """What came late since the last tick."""
    expectations = world.find(name, Expectations)
    if expectations is None or not expectations.surprises:
        return []
    return [Scored("surprise", one.id, SURPRISE, {"surprise": SURPRISE}) for one in take_surprises(expectations)]


def _look_anew(world: World, thought: Thought, initiative: Initiative) -> None:
    now = elapsed_us(world.clock)
    if initiative.later and any(felt.type in CHANGED for felt in thought.sensed):
        initiative.later = {}
    elif initiative.later:
        initiative.later = {ref: until for ref, until in initiative.later.items() if until > now}
    initiative.acts = [act for act in initiative.acts if now - act.begun_us < PATIENCE_US]


def _finished(initiative: Initiative) -> list[Scored]:
    return [Scored("act", act.ref, FINISHED, {"finished": FINISHED}) for act in initiative.acts if act.done]


def _appointments(world: World, name: str, initiative: Initiative) -> list[Scored]:
    """What the owner asked for and can hear. Without a listener it waits aside and starves nothing."""
    timers = world.find(name, Timers)
    due = ran_out(timers, elapsed_us(world.clock)) if timers and timers.open else []
    weight = APPOINTMENT if due and somebody_here(world, name) else 0.0
    return [Scored("appointment", timer.id, weight, {"due": weight}) for timer in due]


def _goals(world: World, name: str, initiative: Initiative) -> list[Scored]:
    """Each goal that is not left alone. What is not worth an act, or not hers to do, is looked at again after the cooldown."""
    items, now = open_goals(world, name), elapsed_us(world.clock)
    found = []
    for item in items:
        initiative.met.setdefault(item.id, now)
        if item.id not in initiative.later:
            scored = _goal(world, name, item)
            found.append(scored)
            if scored.kind == "goal" and (scored.score < dial(world, "mind.act_threshold") or not is_hers(item)):
                initiative.later[item.id] = _again(world, item, now)
    if len(initiative.met) > len(items):
        initiative.met = {item.id: initiative.met[item.id] for item in items}
    return found


def _again(world: World, item: Item, now: int) -> int:
    cooldown, ahead = now + dial(world, "mind.reconsider_cooldown_s") * SECOND_US, due_us(item) - now_us(world.clock)
    return min(cooldown, now + ahead) if ahead > 0 else cooldown


def _goal(world: World, name: str, item: Item) -> Scored:
    due, now = due_us(item), now_us(world.clock)
    if due >= 0 and goals.value(item, "kind") in TO_SAY and appointed(world, name, item):
        weight = APPOINTMENT if due <= now and somebody_here(world, name) else 0.0
        return Scored("appointment", item.id, weight, {"due": weight})
    why = {
        "priority": round(PRIORITY * goals.priority(item), 6), "due": UNDATED if due < 0 else DUE if due <= now else AHEAD,
        "commitment": HELD_TO[goals.value(item, "commitment")],
    }
    surprise = _surprise(world, name, item)
    if surprise:
        why["surprise"] = surprise
    return Scored("goal", item.id, round(sum(why.values()), 6), why)


def _surprise(world: World, name: str, item: Item) -> float:
    """More, when what it is about should have happened by now."""
    expectations = world.find(name, Expectations)
    late = overdue(expectations, now_us(world.clock)) if expectations is not None and expectations.open else []
    about = subject(item.text) if late else frozenset()
    most = max((one.surprise for one in late if shared(about, subject(one.expected.text))), default=0)
    return round(SURPRISE * most / 1000, 6)


def _impulses(world: World, name: str, initiative: Initiative) -> list[Scored]:
    """A murmur, in one lull of a few, where a voice is heard."""
    attention = world.find(name, Attention)
    if attention is None or not attention.heard or initiative.acts or "murmur" in initiative.later:
        return []
    last = int(attention.heard[-1][0])
    if elapsed_us(world.clock) - last > 300 * SECOND_US or dice(world.seed, "murmur", name, last // SECOND_US, 0) % ONE_LULL_IN:
        return []
    scene = scene_here(world, name)
    heard = any(scene.channels.values()) and not any(one.kind == "murmur" and one.us > last for one in attention.reached)
    return [Scored("impulse", "murmur", MURMUR, {"lull": MURMUR})] if heard and judge(scene, Wish("murmur", "")).imposes else []
