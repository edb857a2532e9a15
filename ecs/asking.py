"""Asking a model for a line that she says first, and what of its answer is a line at all."""

from __future__ import annotations

import re

from ecs.clock import elapsed_us
from ecs.components.initiative import Act, Initiative
from ecs.components.soul import Voice
from ecs.dice import dice
from ecs.effects import Ask
from ecs.prompt import assemble_first
from ecs.world import World

LONGEST = 400
#: What a model says when it means to say nothing.
_NOTHING = re.compile(r"^\W*(?:nothing(?: to say)?|none|no message|silence|silent|n/?a|null|pass|no[-_ ]?reply|quiet|heartbeat[_ ]?ok)\W*$", re.IGNORECASE)
_THOUGHT = re.compile(r"<think>.*?(?:</think>|\Z)|\[\[.*?(?:\]\]|\Z)|<[^<>]{1,40}>", re.DOTALL)


def ask_for_line(world: World, name: str, intention: str, ref: str, about: str, prompt: str) -> str:
    """Begin an act: ask for one line about `about`. Returns the ask's key; the answer is awaited by nobody."""
    initiative, voice = world.get(name, Initiative), world.get(name, Voice)
    initiative.serial += 1
    key = f"p-{name}-{initiative.serial}"
    head, talk, tail = assemble_first(world, name, about, prompt)
    seed = dice(world.seed, "initiative", name, world.frame, initiative.serial) % (2**31) or 1
    world.emit(Ask(key, name, "chat", head, talk, tail, max_tokens=voice.max_tokens, temperature=voice.temperature, stop=voice.stop, match_text=about, seed=seed, turn=key))
    initiative.acts = [Act(key, intention, ref, about, elapsed_us(world.clock))]
    return key


def line_of(text: str) -> str:
    """The one line in a model's answer, "" when there is none: no thoughts, no marks of tools, no word for silence."""
    plain = _THOUGHT.sub(" ", text).strip()
    first = next((line.strip() for line in plain.splitlines() if re.search(r"\w", line)), "")
    return "" if _NOTHING.match(first) else first[:LONGEST]
