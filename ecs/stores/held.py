"""A resident's beliefs as the world keeps them: the store over her components, and the lines it owes her folder."""

from __future__ import annotations

from ecs.clock import now_us
from ecs.components.belief import BeliefIndex, Believed
from ecs.reading.answers import Answer, ask
from ecs.reading.dates import Moment
from ecs.stores.belief import Belief, Pattern
from ecs.stores.belief_log import lines
from ecs.stores.belief_rows import ColumnRows
from ecs.stores.beliefs import Beliefs
from ecs.world import World


def beliefs_of(world: World, name: str) -> Beliefs:
    """The store of a resident. Its index is made again when there is none (after a load), on the first call."""
    index = world.find(name, BeliefIndex)
    if index is None:
        index = BeliefIndex()
        world.put(name, index)
    return Beliefs(ColumnRows(world.get(name, Believed), index))


def query(world: World, name: str, q: str | Pattern, at: int | tuple[int, int] | None = None, as_of: int | None = None) -> list[Answer] | list[Belief]:
    """What she believes: beliefs for a pattern, answers with their beliefs for plain words.

    `at` is when it was so, `as_of` when she held it, microseconds since the Unix epoch. Plain words carry their own times; a question is asked now.
    """
    beliefs = beliefs_of(world, name)
    if isinstance(q, Pattern):
        return beliefs.query(q, at, as_of)
    return ask(beliefs, q, Moment(now_us(world.clock), world.clock), as_of)


def log_lines(beliefs: Beliefs, world: World) -> str:
    """The lines for `world/beliefs.jsonl` of what changed since the last call, "" for nothing."""
    return lines(beliefs.take_changes(), world.clock)
