"""What she is, as the simulation holds it: the texts of her soul files, and how the model at hand wants to be spoken to."""

from __future__ import annotations

from ecs.component import component, part


@part
class Pair:
    """One example exchange."""

    owner: str
    her: str


@component()
class Soul:
    """`files` maps a path in the vault to its text, byte for byte as last seen."""

    name: str
    files: dict[str, str]
    born: bool = False


@component()
class Voice:
    """How the chosen model is asked: `size` ("small" or "full"), examples, sampling, and what counts as no answer.

    `temperature` is in 1/1000. `again` are regular expressions; a reply that one of them finds is asked for once more.
    """

    size: str
    law: str
    limits: str
    examples: list[Pair]
    again: list[str]
    max_tokens: int = 160
    temperature: int = 700
    stop: tuple[str, ...] = ()
