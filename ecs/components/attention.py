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
    """Rows of plain values, newest last and bounded: an hourly digest passes over them at no cost. The properties read them.

    `heard` and `answers` hold the fields of OwnerLine (`answers` are hers), `lines` of Reached, `rules` of Hush, `bells` of Rang.
    """

    heard: list[tuple[int | str | bool, ...]] = field(default_factory=list)
    lines: list[tuple[int | str | bool, ...]] = field(default_factory=list)
    rules: list[tuple[int | str | bool, ...]] = field(default_factory=list)
    bells: list[tuple[int | str | bool, ...]] = field(default_factory=list)
    answers: list[tuple[int | str | bool, ...]] = field(default_factory=list)

    @property
    def said(self) -> list[OwnerLine]:
        """What the owner said."""
        return [OwnerLine(*row) for row in self.heard]

    @property
    def replies(self) -> list[OwnerLine]:
        """What she answered."""
        return [OwnerLine(*row) for row in self.answers]

    @property
    def reached(self) -> list[Reached]:
        """What she said first."""
        return [Reached(*row) for row in self.lines]

    @property
    def hushes(self) -> list[Hush]:
        """What she was told of quiet."""
        return [Hush(*row) for row in self.rules]

    @property
    def rang(self) -> list[Rang]:
        """What was announced."""
        return [Rang(*row) for row in self.bells]
