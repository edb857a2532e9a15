"""What comes back for an act under way; and what makes it void: a word of the owner's, the end of the process."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.clock import elapsed_us
from ecs.components.dials import dial
from ecs.components.initiative import Act, Initiative
from ecs.components.mind import Felt, Mind
from ecs.components.speech import Talk
from ecs.effects import CancelAsk
from ecs.signals import Signal
from ecs.world import World

APPOINTED = "announce"


def hear_back(world: World, inbox: Sequence[Signal]) -> None:
    """Stands before `hear` in TURN, so that it sees which messages are new."""
    for signal in inbox:
        for name, initiative in world.addressed(signal.to, Initiative):
            if initiative.acts:
                _take(world, signal, name, initiative)


def _take(world: World, signal: Signal, name: str, initiative: Initiative) -> None:
    act = initiative.acts[0]
    if signal.type == "user_message" and act.intention != APPOINTED:
        if signal.payload["message_id"] not in world.get(name, Talk).seen:
            _drop(world, initiative, act, dial(world, "mind.engaged_timeout_s"))
    elif signal.type == "suspend_gap" and signal.payload["cause"] == "off":
        _drop(world, initiative, act, 0)
    elif signal.type in ("model_delta", "model_done") and signal.payload["ask"] == act.ask:
        _answered(world, signal, name, act)


def _drop(world: World, initiative: Initiative, act: Act, wait_s: int) -> None:
    """It is weighed anew, after the talk that came between."""
    initiative.acts = []
    initiative.later[act.ref] = elapsed_us(world.clock) + wait_s * 1_000_000
    world.emit(CancelAsk(act.ask))


def _answered(world: World, signal: Signal, name: str, act: Act) -> None:
    if signal.type == "model_delta":
        act.text += signal.payload["text"] if signal.payload["kind"] == "text" else ""
        return
    act.done, act.failed = True, signal.payload["finish"] in ("error", "cancelled")
    act.tokens = signal.payload.get("tokens_out", 0)
    mind = world.get(name, Mind)
    mind.mailbox.append(Felt(signal.seq, signal.type, signal.origin.trust))
    mind.next_tick = min(mind.next_tick, world.frame + 1) if mind.next_tick >= 0 else world.frame + 1
