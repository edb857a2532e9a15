"""When the model for small inner work is asked: one that can read a page, within what her own thinking may cost."""

from __future__ import annotations

from ecs.clock import local_day
from ecs.components.dials import dial
from ecs.components.mind import Budget
from ecs.components.soul import Voice
from ecs.world import World

#: What one ask may cost, by which the budgets are looked at before it is made.
ASK_TOKENS = 1600


def asks_model(world: World, name: str) -> bool:
    """Whether a model is asked at all: a very small one makes up more than it reads (docs/memory.md)."""
    voice = world.find(name, Voice)
    return voice is not None and voice.size != "small" and bool(voice.law)


def affords(world: World, name: str) -> bool:
    """Whether one more ask is within the owner's budgets of today and of a tick."""
    budget = world.find(name, Budget)
    spent = budget.tokens_today if budget is not None and budget.day == local_day(world.clock) else 0
    return ASK_TOKENS <= dial(world, "mind.dream_tick_tokens") and spent + ASK_TOKENS <= dial(world, "mind.daily_tokens")
