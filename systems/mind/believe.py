"""REFLECT, one part: what the owner told since the last tick becomes beliefs, and their lines go to her folder with this tick's commit."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.components.belief import Discourse, Expectations, Unthought
from ecs.components.mind import Change, Mind, Thought
from ecs.reading.dates import Moment
from ecs.reading.told import take_in
from ecs.signals import Signal
from ecs.stores.belief import Source
from ecs.stores.belief_log import PATH
from ecs.stores.half_expecting import observe
from ecs.stores.held import beliefs_of, log_lines
from ecs.ticking import write_later
from ecs.world import World


def believe(world: World, inbox: Sequence[Signal]) -> None:
    for name, mind, unthought in world.each(Mind, Unthought):
        kept = [said for said in unthought.said if said.kept]
        if mind.awake and kept:
            unthought.said = [said for said in unthought.said if not said.kept]
            _believe(world, name, kept)


def _believe(world: World, name: str, kept: list) -> None:
    beliefs, discourse, expectations = beliefs_of(world, name), world.get(name, Discourse), world.find(name, Expectations)
    for said in kept:
        take_in(beliefs, discourse, said.text, Moment(said.at_us, world.clock), Source(said.turn), said.before)
        if expectations is not None:
            observe(expectations, said.text, said.at_us)
    text = log_lines(beliefs, world)
    if text:
        thought = world.get(name, Thought)
        thought.beliefs = text.count("\n")
        write_later(world, name, Change(PATH, "append", text), f"Learnt from {', '.join(said.turn for said in kept)}"[:160])
