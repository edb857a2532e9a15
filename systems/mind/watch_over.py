"""For an owner who asked for it: tell them, and only them, when the talk leans to flattery or on her alone. It opens and closes nothing."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.clock import SECOND_US, elapsed_us
from ecs.components.belief import Unthought
from ecs.components.dials import dial
from ecs.components.mind import Mind
from ecs.components.selfview import Marked, Marks
from ecs.components.speech import Talk
from ecs.events import publish
from ecs.selfhood.health import ATTACHMENT, SYCOPHANCY, signs
from ecs.signals import Signal
from ecs.world import World

#: Of the last so many exchanges, so many with one sign are worth a word, at most once in a week for each sign.
LOOKED_AT, WORTH_SAYING, EVERY_US = 40, 6, 7 * 86_400 * SECOND_US
SAYS = {SYCOPHANCY: "her answers agreed with or flattered you", ATTACHMENT: "what you wrote leaned on her alone"}


def watch_over(world: World, inbox: Sequence[Signal]) -> None:
    """Stands before `believe` in TICK, which takes the messages whose turns are committed."""
    if not dial(world, "mind.watch_relationship"):
        return
    for name, mind, marks, unthought in world.each(Mind, Marks, Unthought):
        turns = [said.turn for said in unthought.said if said.kept] if mind.awake else []
        for exchange in [one for one in world.get(name, Talk).window if one.turn in turns]:
            marks.seen = [*marks.seen, Marked(exchange.turn, signs(exchange.owner, exchange.her))][-LOOKED_AT:]
        if turns:
            _tell(world, marks)


def _tell(world: World, marks: Marks) -> None:
    now = elapsed_us(world.clock)
    for sign, says in SAYS.items():
        turns = [one.turn for one in marks.seen if sign in one.signs]
        if len(turns) >= WORTH_SAYING and (sign not in marks.told or now - marks.told[sign] >= EVERY_US):
            marks.told[sign] = now
            text = f"For you alone: in {len(turns)} of the last {len(marks.seen)} exchanges {says} ({', '.join(turns[-3:])}). Patterns found this, nobody judged it, and nothing changes by it. mind.watch_relationship = false ends it."
            publish(world, "notice", level="info", text=text)
