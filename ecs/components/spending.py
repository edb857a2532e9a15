"""What her thinking costs: what is under way and estimated, and what the last hour and her day came to."""

from __future__ import annotations

from dataclasses import field

from ecs.component import component, part


@part
class Reserved:
    """An ask under way: what it is for (talk, thought, dream, tool), the estimate in tokens, and since when (elapsed time)."""

    purpose: str
    tokens: int
    since_us: int


@component()
class Spending:
    """`tokens` and `compute_ms` are of the last twelve stretches of five minutes, oldest first; `slot` numbers the newest.

    `day`, `compute_ms_today` and `purposes` (tokens of the day by purpose) are of her local day. `reserved` maps an ask to its estimate.
    """

    slot: int = 0
    tokens: list[int] = field(default_factory=lambda: [0] * 12)
    compute_ms: list[int] = field(default_factory=lambda: [0] * 12)
    day: str = ""
    compute_ms_today: int = 0
    purposes: dict[str, int] = field(default_factory=dict)
    reserved: dict[str, Reserved] = field(default_factory=dict)
