"""Do with a proposed edit what the owner decided; take up what they changed in the queue's file; hear back from her folder."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.components.edits import Edits, Proposal
from ecs.components.soul import Soul
from ecs.events import publish
from ecs.selfhood.editing import WAITS, approve, confirmed, find, reject, take_back
from ecs.selfhood.pending import PATH, read
from ecs.selfhood.surfaces import CONSTITUTION, NotHers
from ecs.signals import Signal
from ecs.world import World


def decide_edit(world: World, inbox: Sequence[Signal]) -> None:
    for signal in inbox:
        edits = world.find(signal.to, Edits)
        if edits is None:
            continue
        if signal.type == "selfedit_decision":
            publish(world, "mind", edit=signal.payload["edit"], said=_decided(world, signal, edits))
        elif signal.type == "written":
            for one in [one for one in edits.open if one.write and one.write == signal.payload["write"]]:
                confirmed(world, signal.to, one, signal.payload.get("error"))
        elif signal.type == "vault_changed" and PATH in signal.payload["files"]:
            _take_up(world, signal.to, edits, signal.payload["files"][PATH] or "")
        elif signal.type == "forgotten":
            _let_go(edits, signal.payload["turns"])


def _decided(world: World, signal: Signal, edits: Edits) -> str:
    """What came of it, in a sentence. Only the owner decides: the word of anybody else changes nothing."""
    id, approved = signal.payload["edit"], signal.payload["approve"]
    if signal.origin.trust != "owner":
        return f"A decision about {id[:40]} came from {signal.origin.who[:40]}, not from you; it was left aside."
    one = find(edits, id)
    if one is None:
        return f"There is no edit {id[:40]!r} that could be decided on. /edits lists them."
    if one.stands == "applied" and not approved:
        return take_back(world, signal.to, one)
    if one.stands not in WAITS:
        return f"{one.id} is {one.stands} already."
    if not approved:
        return reject(world, signal.to, one)
    try:
        return approve(world, signal.to, one, signal.payload.get("text", ""))
    except NotHers as never:
        return str(never)


def _take_up(world: World, name: str, edits: Edits, text: str) -> None:
    """The owner's wording of what waits counts. Edits under way go on."""
    found, complaints = read(text, world.get(name, Soul).files.get(CONSTITUTION, ""))
    for complaint in complaints:
        publish(world, "notice", level="info", text=complaint)
    if complaints and not found:
        return
    edits.open = [one for one in edits.open if one.stands not in WAITS] + found
    edits.serial = max([edits.serial, *(int(one.id[2:]) for one in found if one.id[2:].isdecimal())])


def _let_go(edits: Edits, turns: list[str]) -> None:
    """What rests on a forgotten turn is neither proposed nor weighed any more."""
    edits.noticed = [one for one in edits.noticed if one.turn not in turns]
    edits.people = {who: kept for who, heard in edits.people.items() if (kept := [turn for turn in heard if turn not in turns])}
    edits.open = [one for one in edits.open if one.stands not in WAITS or not _rests_on(one, turns)]


def _rests_on(one: Proposal, turns: list[str]) -> bool:
    return any(turn in turns for turn in one.turns)
