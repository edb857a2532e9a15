"""Run recorded signals again: the same frames, the same systems, nothing asked of the outside.

What the systems ask for on the way is handed to `take`. Used to wake up after a stop (what was asked and not answered is
still to be done) and to replay a life (what was asked is compared).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ecs.effects import Ask, Effect, WriteVault
from ecs.signals import Signal
from ecs.step import Orders, advance, turn
from ecs.world import World

Take = Callable[[Effect], None]


def rerun(world: World, orders: Orders, signals: Iterable[Signal], take: Take) -> int:
    """Apply signals, each on its own frame. Returns the last seq applied, 0 for none."""
    seq = 0
    for signal in signals:
        go_to(world, orders, signal.frame, take)
        apply(world, orders, signal, take)
        seq = signal.seq
    return seq


def go_to(world: World, orders: Orders, frame: int, take: Take) -> None:
    """Advance to a frame."""
    while world.frame < frame:
        advance(world, orders, frame)
        _hand_over(world, take)


def apply(world: World, orders: Orders, signal: Signal, take: Take) -> None:
    """One signal on the present frame."""
    turn(world, orders, (signal,))
    _hand_over(world, take)


def _hand_over(world: World, take: Take) -> None:
    while world.effects:
        effects, world.effects = world.effects, []
        for effect in effects:
            take(effect)


class Unanswered:
    """Collects what was asked of her folder and not confirmed. Asks to models are left out: a restart asks them anew."""

    def __init__(self, others: Take) -> None:
        self._others = others
        self._writes: dict[str, WriteVault] = {}

    def take(self, effect: Effect) -> None:
        if isinstance(effect, WriteVault):
            self._writes[effect.write] = effect
        elif not isinstance(effect, Ask):
            self._others(effect)

    def see(self, signal: Signal) -> Signal:
        """Note an answer on its way by."""
        if signal.type in ("written", "turn_committed") and not signal.payload.get("error"):
            self._writes.pop(signal.payload["write"], None)
        return signal

    def left(self) -> list[WriteVault]:
        """In the order they were asked."""
        return list(self._writes.values())
