"""Run recorded signals again: the same frames, the same systems, nothing asked of the outside.

What the systems ask for on the way is handed to `take`. Used to wake up after a stop (what was asked and not answered is
still to be done) and to replay a life (what was asked is compared).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ecs.effects import Ask, Effect, WriteVault
from ecs.signals import Signal
from ecs.step import Orders, advance, next_due, turn
from ecs.world import World

Take = Callable[[Effect], None]
#: The command by which a waking sets aside a signal on which her systems fail.
SET_ASIDE = "set_aside"


class Stumbled(Exception):
    """A system fails on this signal. `seq` names it, `fault` says how."""

    def __init__(self, seq: int, fault: Exception) -> None:
        self.seq, self.fault = seq, f"{type(fault).__name__}: {fault}"
        super().__init__(f"signal {seq}: {self.fault}")


def rerun(world: World, orders: Orders, signals: Iterable[Signal], take: Take, skip: frozenset[int] = frozenset()) -> int:
    """Apply signals, each on its own frame; those in `skip` only take their place. Returns the last seq, 0 for none.

    Raises Stumbled when a system fails on a signal.
    """
    seq = 0
    for signal in signals:
        go_to(world, orders, signal.frame, take)
        if signal.seq not in skip:
            try:
                apply(world, orders, signal, take)
            except Exception as fault:
                raise Stumbled(signal.seq, fault) from fault
        seq = signal.seq
    return seq


def set_aside(signals: Iterable[Signal]) -> frozenset[int]:
    """The seqs of signals that a later `command` set aside, because she could not live through them."""
    return frozenset(
        signal.payload["values"]["seq"] for signal in signals
        if signal.type == "command" and signal.payload["name"] == SET_ASIDE and signal.origin.trust == "host"
    )


def go_on(world: World, orders: Orders, lived: Callable[[World], bool], take: Take) -> None:
    """Live again what came after the last signal, landing by landing, while `lived(world)` says that there was more."""
    while lived(world) and (due := next_due(world, orders)) is not None:
        go_to(world, orders, due, take)


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
