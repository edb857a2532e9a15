"""Fence what others wrote: tell the audit what in it was ignored, and keep apart what it claims of the owner.

It stands before `recollect` in TURN. Nothing of it is followed: passages stand as data in the prompt, and only the owner's own
messages become beliefs. What was recalled is no source of anything: it was heard before.
"""

from __future__ import annotations

from collections.abc import Sequence

from ecs.clock import now_us
from ecs.components.belief import Believed
from ecs.components.partner import Quarantine
from ecs.components.speech import Turn
from ecs.effects import Audit
from ecs.fence import ignored_in
from ecs.reading.scene import OWNER
from ecs.signals import Signal
from ecs.stores.belief import Pattern
from ecs.stores.held import beliefs_of
from ecs.stores.quarantine import mark, names_owner, overhear
from ecs.world import World

TOLD = 300


def fence(world: World, inbox: Sequence[Signal]) -> None:
    for signal in inbox:
        quarantine = world.find(signal.to, Quarantine) if signal.to else None
        if quarantine is None:
            continue
        if signal.type in ("found", "recalled"):
            for text, kind, source, where in _passages(signal):
                _look_at(world, signal, quarantine, text, kind, source, where)
        elif signal.type in ("peer_message", "tool_result") and isinstance(signal.payload.get("text"), str) and signal.origin.trust != "owner":
            _look_at(world, signal, quarantine, signal.payload["text"], signal.origin.trust, signal.origin.who, signal.origin.who)


def _passages(signal: Signal) -> list[tuple[str, str, str, str]]:
    """(text, kind of source, source, source with its place) of what was found; of memories only those that are not the owner's."""
    hits = signal.payload["hits"]
    if signal.type == "found":
        return [(hit["text"], "document", hit["doc"], f"{hit['doc']}[{hit['start']}:{hit['end']}]") for hit in hits]
    return [(hit["text"], "", hit["turn"], f"{hit['turn']} ({hit['trust']})") for hit in hits if hit.get("trust", "owner") != "owner"]


def _look_at(world: World, signal: Signal, quarantine: Quarantine, text: str, kind: str, source: str, where: str) -> None:
    known = mark(f"{where} {text}")
    if known in quarantine.told:
        return
    quarantine.told = [*quarantine.told, known][-TOLD:]
    turn = world.find(signal.to, Turn)
    for what, excerpt in ignored_in(text):
        world.emit(Audit(signal.to, "ignored", f"{what}: “{excerpt}”", where, now_us(world.clock), turn.heard[0].turn if turn is not None and turn.heard else ""))
    if kind:
        overhear(quarantine, names_owner(text, names_of_owner(world, signal.to)), kind, source, now_us(world.clock))


def names_of_owner(world: World, name: str) -> list[str]:
    """What the owner is called, as far as they said."""
    if world.find(name, Believed) is None:
        return []
    return [row.object for row in beliefs_of(world, name).query(Pattern(OWNER, "called"))]
