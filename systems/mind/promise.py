"""REFLECT, one part: what the owner asked for and told, and what she promised, becomes goals in `goals.md`, with this tick's commit.

Only whole exchanges that are in her folder are read; what was cut or is not written yet files nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from ecs.components.mind import Mind, Thought
from ecs.components.notes import Notes
from ecs.components.promised import Exchanged, Unscanned
from ecs.reading.dates import Moment
from ecs.signals import Signal
from ecs.stores.filing import Filed, file_exchange
from ecs.stores.goals import find
from ecs.ticking import jot, keep_goals
from ecs.world import World


def promise(world: World, inbox: Sequence[Signal]) -> None:
    for name, mind, unscanned in world.each(Mind, Unscanned):
        if mind.awake and unscanned.exchanges:
            exchanges, unscanned.exchanges = unscanned.exchanges, []
            _file_all(world, name, exchanges)


def _file_all(world: World, name: str, exchanges: list[Exchanged]) -> None:
    thought, listing = world.get(name, Thought), world.get(name, Notes).goals
    for turn in exchanges:
        filed = file_exchange(listing, turn, Moment(turn.at_us, world.clock), Moment(turn.answered_us or turn.at_us, world.clock))
        thought.promises += len(filed.new)
        if filed.new or filed.merged or filed.withdrawn:
            keep_goals(world, name, _cause(filed, turn))
        for ident in filed.withdrawn:
            jot(world, name, f"Let go of “{find(listing, ident).text}” ({ident}), as was asked of me.")


def _cause(filed: Filed, turn: Exchanged) -> str:
    parts = [f"{verb} {', '.join(ids)}" for verb, ids in (("Noted", filed.new), ("Said again", filed.merged), ("Withdrew", filed.withdrawn)) if ids]
    return f"{'; '.join(parts)} ({turn.turn})"
