"""What a mind knows about when to leave its owner in peace: their own lines, its lines that nobody asked for, and what it was told of quiet."""

from __future__ import annotations

from dataclasses import field

from ecs.component import component, part


@part
class OwnerLine:
    """Something the owner said, or she in answer. `us` is elapsed time."""

    us: int
    text: str
    channel: str


@part
class Reached:
    """A line of hers that nobody had asked for. `us` is elapsed time, `day` her date then; `kind` is speak, suggest, write or murmur."""

    us: int
    day: str
    kind: str
    text: str
    ref: str = ""
    answered: bool = False


@part
class Hush:
    """A spoken wish to be left alone. `from_us` and `until_us` are elapsed time, `until_us` -1 when it was said without an end.

    `scope` is "all", "sleep" (until the owner's next word), "leave" (no quiet: what `words` are about may always be told), or the
    words about what may pass.
    """

    from_us: int
    until_us: int
    words: str
    scope: str = "all"


@part
class Rang:
    """An appointment that was announced. `us` is elapsed time."""

    us: int
    label: str


@component()
class Attention:
    """`replies` are her answers. Newest last, and bounded: what is older than a few weeks decides nothing any more."""

    said: list[OwnerLine] = field(default_factory=list)
    reached: list[Reached] = field(default_factory=list)
    hushes: list[Hush] = field(default_factory=list)
    rang: list[Rang] = field(default_factory=list)
    replies: list[OwnerLine] = field(default_factory=list)
