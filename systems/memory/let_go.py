"""Let go of what the owner wants forgotten: out of the raw window at once, out of the index, and noted in her folder.

The note names turns and not words, so that it does not keep what it is about. What the index is made from again leaves
those turns out. After a purge (`yurios.purge`) there is nothing left to let go of; her day says that something went.
"""

from __future__ import annotations

from collections.abc import Sequence

from ecs.clock import now_us, stamp
from ecs.components.belief import Believed
from ecs.components.speech import Talk
from ecs.diary import journal, owe
from ecs.effects import FileChange, Forget
from ecs.events import publish
from ecs.mention import about
from ecs.signals import Signal
from ecs.stores.belief_log import PATH as BELIEFS
from ecs.stores.held import beliefs_of, log_lines
from ecs.world import World

FORGOTTEN = "memory/semantic/forgotten.md"


def let_go(world: World, inbox: Sequence[Signal]) -> None:
    for signal in inbox:
        if signal.type == "command" and signal.payload["name"] == "forget" and signal.origin.trust == "owner":
            for name, talk in world.addressed(signal.to, Talk):
                _ask_index(world, signal, name, talk)
        elif signal.type == "command" and signal.payload["name"] == "purged" and signal.origin.trust == "host":
            for name, _ in world.addressed(signal.to, Talk):
                _own_gap(world, name, signal.payload["values"]["exchanges"])
        elif signal.type == "forgotten":
            for name, _ in world.addressed(signal.to, Talk):
                _note(world, name, sorted(signal.payload["turns"]))


def _ask_index(world: World, signal: Signal, name: str, talk: Talk) -> None:
    words = signal.payload["values"]["text"]
    gone = tuple(exchange.turn for exchange in talk.window if about(exchange, words))
    talk.window = [exchange for exchange in talk.window if exchange.turn not in gone]
    world.emit(Forget(f"f-{name}-{signal.seq}", name, words, gone))


def _note(world: World, name: str, turns: list[str]) -> None:
    publish(world, "journal", forgot=turns)
    if not turns:
        return
    line = f"- {stamp(world.clock)}: the owner asked to forget {', '.join(turns)}\n"
    changes = (FileChange(FORGOTTEN, "append", line), *_withdraw(world, name, tuple(turns)))
    owe(world, name, changes, f"Let go of {', '.join(turns)}")


def _withdraw(world: World, name: str, turns: tuple[str, ...]) -> tuple[FileChange, ...]:
    """What she believed on the word of those turns, no question finds again; the log says so and not what it was."""
    if world.find(name, Believed) is None:
        return ()
    beliefs = beliefs_of(world, name)
    if not beliefs.withdraw(turns, list(range(beliefs.rows.newest_id() + 1)), now_us(world.clock)):
        return ()
    return (FileChange(BELIEFS, "append", log_lines(beliefs, world)),)


def _own_gap(world: World, name: str, exchanges: int) -> None:
    """She is not to wonder at a gap, nor to be told that there is none."""
    journal(world, name, f"Something was taken out of my past for good, as was asked of me ({exchanges} exchange{'s' * (exchanges != 1)}).")
