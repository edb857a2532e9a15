"""What there is to dream of: finished days that wait to be gone through (`systems/memory/consolidate.py` takes a slice a tick)."""

from __future__ import annotations

from ecs.clock import civil, elapsed_us, local_day
from ecs.components.dials import dial
from ecs.components.distilled import Backlog
from ecs.hours import DAY_MINUTES, left_us, minutes_of
from ecs.utility import affords, asks_model
from ecs.world import World


def dream_backlog(world: World, name: str) -> int:
    """How many finished days have something that can be done now, oldest first. Days that wait for a model's next try do not count."""
    backlog, today = world.find(name, Backlog), local_day(world.clock)
    if backlog is None or not backlog.days or backlog.days[0].day >= today:
        return 0
    asking = asks_model(world, name) and (bool(backlog.ask) or elapsed_us(world.clock) >= backlog.wait_until_us and affords(world, name))
    return sum(one.day < today and (one.next < len(one.exchanges) or asking and one.asked < len(one.exchanges)) for one in backlog.days)


def night_is_over(world: World) -> bool:
    """Whether tonight's window has passed, or there is none: what was not dreamt of is gone through awake."""
    window = str(dial(world, "mind.dream_window"))
    if not window:
        return True
    now = civil(world.clock)
    return not left_us(window, world.clock) and now.hour * 60 + now.minute >= minutes_of(window)[1] % DAY_MINUTES
