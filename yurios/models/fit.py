"""Fitting a prompt into a window: what goes first when not all of it can be read.

Pure: the caller brings the counting. The order is fixed: sections by `give_up` (1 first; among equals the later one, so
that the byte-stable beginning lives longest), then the oldest exchanges of the talk. What `give_up` 0 holds is never given up.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from yurios.models.failure import head_too_large

ASSUMED_CONTEXT = 2048  # a window nobody would name is treated as a small one: too short a prompt beats a silently cut one

Message = dict[str, str]
Count = Callable[[list[Message]], int]


@dataclass(slots=True)
class Prompt:
    """A prompt while it is fitted: plain data, so it can also cross to the worker as JSON.

    `head` and `tail` hold `[name, text, give_up]`, `talk` holds `[role, text]`.
    """

    head: list[list]
    talk: list[list[str]]
    tail: list[list] = field(default_factory=list)

    def messages(self, tail: str = "user") -> list[Message]:
        """Chat messages: the head as one system message first, then the talk; see `Record.tail` for the tail.

        Neighbours of one role become one message: strict templates refuse two owner lines in a row.
        """
        out = in_turns(self.talk)
        last_words = "\n\n".join(text for _, text, _ in self.tail)
        if last_words and tail == "user" and out and out[-1]["role"] == "user":
            out[-1]["content"] += "\n\n" + last_words
        elif last_words:
            out.append({"role": "system", "content": last_words})
        if self.head:
            out.insert(0, {"role": "system", "content": "\n\n".join(text for _, text, _ in self.head)})
        return out

    def all_text(self) -> str:
        return "\n\n".join([t for _, t, _ in self.head] + [t for _, t in self.talk] + [t for _, t, _ in self.tail])


@dataclass(frozen=True, slots=True)
class Fitted:
    """What will really be sent: the prompt, its size in tokens, and the names of what was left out."""

    prompt: Prompt
    tokens: int
    left_out: list[str]


def prompt_of(ask: object) -> Prompt:
    """The plain form of an `ecs.effects.Ask`."""
    return Prompt([[s.name, s.text, s.give_up] for s in ask.head], [[line.role, line.text] for line in ask.talk],
                  [[s.name, s.text, s.give_up] for s in ask.tail])


def fit(prompt: Prompt, room: int, count: Count, tail: str = "user") -> Fitted:
    """Shorten `prompt` until `count(messages)` is at most `room`; raises Failure "head_too_large"."""
    left_out: list[str] = []
    lines = 0
    while (tokens := count(prompt.messages(tail))) > room:
        if name := drop_section(prompt):
            left_out.append(name)
        elif dropped := drop_exchange(prompt):
            lines += dropped
        else:
            raise head_too_large(room, tokens)
    return Fitted(prompt, tokens, left_out + ([f"talk:{lines}"] if lines else []))


def in_turns(talk: list[list[str]]) -> list[Message]:
    out: list[Message] = []
    for role, text in talk:
        if out and out[-1]["role"] == role:
            out[-1]["content"] += "\n" + text
        else:
            out.append({"role": role, "content": text})
    return out


def drop_section(prompt: Prompt) -> str:
    """Give up one section and name it, or "" when none is left to give."""
    places = [(part[i][2], -at, -i, part) for at, part in enumerate((prompt.head, prompt.tail)) for i in range(len(part))
              if part[i][2] > 0]
    if not places:
        return ""
    _, _, i, part = min(places, key=lambda place: place[:3])
    return part.pop(-i)[0]


def drop_exchange(prompt: Prompt) -> int:
    """Forget the oldest exchange: lines up to the next owner line. The newest owner line stays. Returns how many went."""
    newest = max((i for i, (role, _) in enumerate(prompt.talk) if role == "user"), default=len(prompt.talk))
    if newest == 0 or not prompt.talk:
        return 0
    end = next((i for i, (role, _) in enumerate(prompt.talk) if i and role == "user"), newest)
    del prompt.talk[:end]
    return end


def estimate(messages: Sequence[Mapping[str, str]]) -> int:
    """Tokens without a tokenizer: 3.2 characters each (low for English, so the guess errs to the safe side), 4 a message."""
    return sum(4 + (len(m["content"]) * 10 + 31) // 32 for m in messages)


def room_for_prompt(context: int, max_tokens: int) -> int:
    """Window minus the answer; the answer never claims more than half of it."""
    return context - min(max_tokens, context // 2)
