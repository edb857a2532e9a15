"""Keep what the owner said until its turn is in her folder; what was cut short is let go."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.clock import now_us
from ecs.components.belief import Said, Unthought
from ecs.components.promised import Exchanged, Unscanned
from ecs.components.speech import Talk
from ecs.signals import Signal
from ecs.world import World

MOST = 200


def keep_in_mind(world: World, inbox: Sequence[Signal]) -> None:
    """Stands before `hear` in TURN, so that it sees which messages are new."""
    for signal in inbox:
        unthought = world.find(signal.to, Unthought)
        if unthought is None:
            continue
        if signal.type == "user_message" and signal.origin.trust == "owner":
            _note(world, signal, unthought)
        elif signal.type == "turn_committed" and not signal.payload.get("error"):
            _keep(unthought, world.find(signal.to, Unscanned), signal.payload["turn"])


def _note(world: World, signal: Signal, unthought: Unthought) -> None:
    talk = world.find(signal.to, Talk)
    if talk is None or signal.payload["message_id"] in talk.seen:
        return
    before = talk.window[-1].her if talk.window else ""
    unthought.said = [*unthought.said, Said(f"t-{signal.seq}", signal.payload["text"], now_us(world.clock), before, signal.payload["channel"])][-MOST:]


def _keep(unthought: Unthought, unscanned: Unscanned | None, turn: str) -> None:
    """Turns are committed in order, so what stands before this one uncommitted was cut."""
    place = next((place for place, said in enumerate(unthought.said) if said.turn == turn), None)
    if place is not None:
        unthought.said = [said for number, said in enumerate(unthought.said) if number >= place or said.kept]
        said = next(said for said in unthought.said if said.turn == turn)
        if unscanned is not None and not said.kept:
            unscanned.exchanges = [*unscanned.exchanges, Exchanged(turn, said.text, said.at_us, said.before, said.reply, said.replied_us)][-MOST:]
        said.kept = True
