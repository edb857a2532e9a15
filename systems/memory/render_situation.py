"""Render what is so right now into `world/situation.md`, when it has changed since the last time."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.components.rendered import Rendered
from ecs.components.soul import Soul
from ecs.effects import Render
from ecs.signals import Signal
from ecs.situation import PATH, page
from ecs.world import World

#: These come by the hundred and change nothing that is told.
PASSED_OVER = ("model_delta",)


def render_situation(world: World, inbox: Sequence[Signal]) -> None:
    if inbox and all(signal.type in PASSED_OVER for signal in inbox):
        return
    for name, rendered, soul in world.each(Rendered, Soul):
        text = page(world, name) if soul.born else ""
        if text and rendered.texts.get(PATH) != text:
            rendered.texts[PATH] = text
            world.emit(Render(name, PATH, text))
