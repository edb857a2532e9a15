"""What the policy is given and what it answers: the scene, the wish to say something, the verdict. Values only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ecs.clock import SECOND_US, Clock
from ecs.components.attention import Attention

MINUTE_US, HOUR_US, DAY_US = 60 * SECOND_US, 3600 * SECOND_US, 86_400 * SECOND_US
#: What blocks a line whatever its score, by the names that the trace uses.
GATES = ("not_yet", "quiet_hours", "daily_cap", "do_not_disturb", "min_gap", "engaged_elsewhere")
#: A factor's weight is the dial of that name.
FACTORS = ("relevance", "time_sensitivity", "contact_license", "availability", "welcome")


@dataclass(frozen=True, slots=True)
class Scene:
    """What is so at this moment. `clock` names the date and the hour; `elapsed_us` measures spans; `dials` are the owner's.

    `channels` says of each channel that is there whether a voice is heard on it. `busy` is true while a turn is under way.
    """

    clock: Clock
    elapsed_us: int
    now_us: int
    dials: Mapping[str, int | float | str | bool]
    attention: Attention
    channels: Mapping[str, bool] = field(default_factory=dict)
    here_since_us: int = -1
    busy: bool = False

    @property
    def present(self) -> bool:
        """Somebody is there on some channel."""
        return bool(self.channels)


@dataclass(frozen=True, slots=True)
class Wish:
    """One thing she might say. `kind` is reach_out, follow_up, reminder, timer, trigger, task, knowledge or murmur.

    `origin` is a goal's `from`; `due_us` and `created_us` are microseconds since the Unix epoch, -1 for none. `policy` is
    the owner's word for this one: "wake", "hold" or "". `asked` is true where the owner wanted to be told, `stated` false where
    nobody named a time (a webhook comes when it comes).
    """

    kind: str
    text: str
    origin: str = "self"
    priority: float = 0.5
    due_us: int = -1
    created_us: int = -1
    policy: str = ""
    asked: bool = False
    count: int = 1
    ref: str = ""
    stated: bool = True


@dataclass(frozen=True, slots=True)
class Verdict:
    """`outcome` is SILENT, SUGGEST or SPEAK. `blocked_by` names a gate or is "". `appointment` was not scored: its factors are empty.

    `moot` is why it should never be said any more, "" otherwise. `again_us` is the elapsed time at which to ask again, -1 for
    after the usual cooldown. `because` is the deciding reason in words.
    """

    outcome: str
    score: float = 0.0
    threshold: float = 0.0
    blocked_by: str = ""
    factors: Mapping[str, float] = field(default_factory=dict)
    appointment: bool = False
    moot: str = ""
    again_us: int = -1
    because: str = ""

    @property
    def imposes(self) -> bool:
        """Something is to be said."""
        return self.outcome != "SILENT"
