"""REFLECT, one part: judge her own committed lines and this tick's act. What is worth it goes into her journal; all of it weighs on what comes next."""

from __future__ import annotations

import json
from collections.abc import Sequence

from ecs.components.belief import Unthought
from ecs.components.mind import Mind, Thought
from ecs.components.mood import Mood
from ecs.components.selfview import SelfView
from ecs.components.soul import Soul
from ecs.components.speech import Exchange, Talk
from ecs.prompt import called
from ecs.selfhood.judging import LOOP_AT, confidence_in, judge, note_doing
from ecs.selfhood.mood import move
from ecs.selfhood.persona import character, faults
from ecs.signals import Signal
from ecs.ticking import jot
from ecs.world import World

#: How much a new line weighs in her slow confidence: one part in eight.
SLOWLY = 8
SAY_MOST = 3
#: What the owner asked for comes as often as they ask.
NO_LOOP = ("rest", "propose", "announce")


def judge_herself(world: World, inbox: Sequence[Signal]) -> None:
    """Stands before `believe` in TICK, which takes the messages whose turns are committed, and before `keep`."""
    for name, mind, thought, view, unthought in world.each(Mind, Thought, SelfView, Unthought):
        if mind.awake:
            turns = [said.turn for said in unthought.said if said.kept]
            for exchange in [one for one in world.get(name, Talk).window if one.turn in turns] if turns else []:
                _judge_line(world, name, view, exchange)
            if thought.intention not in NO_LOOP and _was_done(thought):
                _judge_act(world, view, thought, f"tick {mind.tick}")
            _say(world, name, view, thought)


def _judge_line(world: World, name: str, view: SelfView, exchange: Exchange) -> None:
    soul = world.get(name, Soul)
    slips = faults(exchange.her, exchange.owner, character(called(soul, name), soul.files.get("soul/PERSONA.md", "")))
    weighed = next((one for one in view.weighed if one.turn == exchange.turn), None)
    view.weighed = [one for one in view.weighed if one.turn != exchange.turn]
    score, why = confidence_in(exchange.her, weighed, len(slips))
    view.confidence += (score - view.confidence) // SLOWLY
    judge(world, view, "confidence", "reply", exchange.turn, score, why)
    for slip in slips[:1]:
        judge(world, view, "persona", "reply", exchange.turn, 0, f"it {slip.says}: “{slip.words}”")
        _later(view, f"What I answered in {exchange.turn} was not like me: it {slip.says}.")
    if slips and (mood := world.find(name, Mood)) is not None:
        move(mood, "slipped")
    _loop(world, view, "reply", exchange.her, exchange.turn, note_doing(world, view, "reply", exchange.her, exchange.turn))


def _judge_act(world: World, view: SelfView, thought: Thought, ref: str) -> None:
    """The same intention about the same thing; what an act said, where it says so, is its words."""
    _loop(world, view, thought.intention, f"{thought.intention} {thought.ref}", ref, note_doing(world, view, thought.intention, f"{thought.intention} {thought.ref}", ref), about=thought.ref)


def _was_done(thought: Thought) -> bool:
    """Something came of it: neither silence nor the mere beginning of an act."""
    acted = json.loads(thought.acted) if thought.acted else {}
    return bool(acted) and acted.get("kind") != "silent" and not acted.get("started")


def _loop(world: World, view: SelfView, intention: str, words: str, ref: str, count: int, about: str = "") -> None:
    if count == LOOP_AT:
        judge(world, view, "loop", intention, about, 0, f"the same {intention} for the {count}rd time ({ref}): “{words[:80]}”")
        _later(view, f"I notice that I go in circles: {intention.replace('_', ' ')}, the third time with the same words ({ref}).")


def _later(view: SelfView, text: str) -> None:
    view.to_say = [*view.to_say, text][-SAY_MOST:]


def _say(world: World, name: str, view: SelfView, thought: Thought) -> None:
    for text in view.to_say:
        jot(world, name, text)
    view.to_say = []
