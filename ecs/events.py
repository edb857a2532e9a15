"""Outbound events as the simulation makes them: flat JSON objects with `type` and `at`; the host adds `seq`."""

from __future__ import annotations

from ecs.clock import stamp
from ecs.effects import Publish
from ecs.json_line import compact
from ecs.world import World

#: {type: one line of meaning}. The list is what a frontend may meet.
EVENTS: dict[str, str] = {
    "hello": "The first event of a stream: who lives here.",
    "message": "A finished line of the owner or of her.",
    "draft": "A new piece of the answer that is being spoken.",
    "draft_cancel": "The answer so far is void.",
    "avatar": "Something for her body to show.",
    "journal": "A line was added to her day.",
    "mind": "Her state changed.",
    "world": "Something changed in her room or world.",
    "notice": "A plain line from the host to the owner, never in her voice.",
}


def publish(world: World, type: str, **fields: object) -> None:
    """Send an event to whoever listens."""
    record = {"type": type, "at": stamp(world.clock, "milliseconds"), **fields}
    world.emit(Publish(compact(record)))


def message(id: str, role: str, text: str, channel: str, turn: str, blocks: list[dict], citations: list[dict] | None = None, proactive: bool = False, appointment: bool = False, spoken: bool = False) -> dict:
    """The fields of a `message` event (`role` is owner or her). `proactive`: no answer; `appointment`: asked for at a stated time."""
    return {
        "id": id, "role": role, "text": text, "blocks": blocks, "citations": citations or [], "channel": channel, "turn": turn,
        "proactive": proactive, "appointment": appointment, "spoken": spoken,
    }
