"""When a mind should wake ahead of its cadence: a timer runs out, a goal becomes fitting, a wait is over."""

from __future__ import annotations

from ecs.attention.here import due_us, open_goals
from ecs.clock import FRAME_US, elapsed_us, now_us
from ecs.components.initiative import Initiative, Timers
from ecs.world import World


def next_moment(world: World, name: str) -> int | None:
    """The earliest later frame on which something of hers comes due; None when nothing will."""
    clock = world.clock
    now = elapsed_us(clock)
    ahead = [at for at in _moments(world, name, now) if at > now]
    return None if not ahead else -(-(min(ahead) - clock.slept_us) // FRAME_US)


def _moments(world: World, name: str, now: int) -> list[int]:
    timers, initiative = world.find(name, Timers), world.find(name, Initiative)
    found = [timer.due_us for timer in timers.open[:1]] if timers else []
    found += initiative.later.values() if initiative else []
    ahead = now - now_us(world.clock)
    return found + [ahead + due for item in open_goals(world, name) if (due := due_us(item)) >= 0]
