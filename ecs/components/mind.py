"""A mind: its state, its cadence, what it has felt since it last woke, and the thought of the tick under way."""

from __future__ import annotations

from dataclasses import field
from enum import StrEnum

from ecs.component import component, part


class MindState(StrEnum):
    """How awake she is; each has its own cadence."""

    ENGAGED = "ENGAGED"
    IDLE = "IDLE"
    DORMANT = "DORMANT"
    DREAM = "DREAM"


@part
class Felt:
    """A signal as SENSE finds it: its seq, type and trust, not its text."""

    seq: int
    type: str
    trust: str


@part
class Scored:
    """One candidate of APPRAISE: `why` names the parts of the score."""

    kind: str
    ref: str
    score: float
    why: dict[str, float]


@part
class Change:
    """One file that this tick changes: `how` is as in `ecs.effects.FileChange`."""

    path: str
    how: str
    text: str


@part
class HeldLine:
    """A trace line that waits for its commit: `write` is the key it waits for, "" for none; `text` is JSON without `commit`."""

    write: str
    text: str
    commit: str = ""


@component()
class Mind:
    """`next_tick` is a frame (-1: never); `awake` is true during the tick only; `mailbox` fills between ticks."""

    state: MindState
    mailbox: list[Felt]
    held: list[HeldLine]
    tick: int = 0
    next_tick: int = 0
    awake: bool = False
    state_since_us: int = 0


@component()
class Thought:
    """What the stages of one tick hand to each other. Empty between ticks.

    `kind` is the kind of candidate that was decided for. `acted` and `gate2` are JSON for the trace, "" for null. What
    the stages want written gathers in `changes` and `causes` and leaves as one commit.
    """

    sensed: list[Felt]
    appraised: list[Scored]
    state: str = ""
    intention: str = ""
    ref: str = ""
    score: float = 0.0
    write: str = ""
    beliefs: int = 0
    promises: int = 0
    kind: str = ""
    acted: str = ""
    gate2: str = ""
    runners_up: list[Scored] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    causes: list[str] = field(default_factory=list)


def clear(thought: Thought) -> None:
    """The tick is over."""
    thought.sensed, thought.appraised, thought.runners_up, thought.changes, thought.causes = [], [], [], [], []
    thought.state = thought.intention = thought.ref = thought.write = thought.kind = thought.acted = thought.gate2 = ""
    thought.score, thought.beliefs, thought.promises = 0.0, 0, 0


@component()
class Budget:
    """Tokens spent: of her local day `day`, and in all."""

    day: str = ""
    tokens_today: int = 0
    tokens_ever: int = 0
