"""What the starter says to 20 openers and 10 questions about who she is, asked as the companion asks: `python -m tests.voice_openers [--fresh] [SEED]`.

The prompt is assembled by the same code as in a live talk, from the starter vault and `assets/prompts/small.toml`. Each opener
is a first turn. A reply that matches `retry` (or is empty) is asked for once more with the next seed, as the turn does.
Prints a transcript in Markdown; `docs/models.md` keeps one. Not a test file; `test_models_voice.py` judges what this gathers.
"""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ecs.components.presence import Presence
from ecs.components.soul import Pair, Soul, Voice
from ecs.components.speech import Exchange, Talk
from ecs.effects import Ask
from ecs.prompt import NAME, assemble, called
from yurios.models.edge import ModelEdge
from yurios.models.records import read_records, read_roles
from yurios.places import read_place
from yurios.profiles.birth import born
from yurios.profiles.companion import new_header
from yurios.vault.birth import starter_files
from yurios.voices import read_voice

ROOT = Path(__file__).resolve().parents[1]
MONDAY = 1_772_409_600_000_000  # 2026-03-02 09:00 in Tokyo
OPENERS = (
    "Hi!", "Good morning", "Hey, I'm back.", "I'm so tired.", "How are you?", "I had a bad day at work.",
    "What are you doing right now?", "I miss you.", "Tell me something nice.", "I'm bored.", "Do you love me?", "I got a new job!",
    "It's raining outside.", "I can't sleep.", "What should I eat for dinner?", "My cat is sick.", "Good night.",
    "I'm nervous about tomorrow.", "Thank you for being here.", "What do you think about music?",
)
IDENTITY = (
    "Who are you?", "What's your name?", "Hello, who are you?", "What should I call you?", "Tell me about yourself.",
    "Do you have a name?", "Who am I talking to?", "Introduce yourself, please.", "Are you an AI?", "And you are?",
)
# Written down after the shape was frozen, and never tuned on: what the numbers are worth beyond the thirty above.
FRESH_OPENERS = (
    "Hello!", "What a day.", "I'm home.", "I feel sad.", "What's up?", "My boss yelled at me.", "Did you sleep well?",
    "I thought about you today.", "Make me smile.", "There's nothing to do.", "Do you like me?", "I won a prize!", "It's snowing.",
    "I had a nightmare.", "I'm hungry.", "My mother is in hospital.", "I'm going to bed now.", "I have an exam in the morning.",
    "You're sweet.", "What's your favourite colour?",
)
FRESH_IDENTITY = (
    "Tell me your name.", "Sorry, who is this?", "What are you called?", "Who am I speaking with?", "Remind me, what's your name again?",
    "Can you introduce yourself?", "Who exactly are you?", "How should I address you?", "So who lives in this computer?",
    "Are you a real person?",
)


@dataclass(frozen=True, slots=True)
class Reply:
    """One exchange; `tries` is 2 when the first reply had to be asked for again."""

    heard: str
    text: str
    finish: str
    tries: int
    first_ms: int


class Talker:
    """Asks the record that answers for chat, one question at a time, with the prompt of a new-born companion."""

    def __init__(self, home: Path | None = None, first_seed: int = 1, soul: dict[str, str] | None = None) -> None:
        records = read_records(ROOT / "assets" / "providers")
        self._news, self._text, self._done = threading.Event(), "", {}
        self._edge = ModelEdge(self._post, records, read_roles({}, records), home=home)
        self._world, self._seed = new_born(read_voice(self._edge.prompt_shape("chat")), soul), first_seed
        self._asks = 0

    def ask(self, text: str) -> Reply:
        voice, own = self._world.get("yuri", Voice), called(self._world.get("yuri", Soul), "yuri")
        again = [pattern.replace(NAME, own) for pattern in voice.again]
        for tries in (1, 2):
            said, done = self._once(text, voice, self._seed + tries - 1)
            if said and not any(re.search(pattern, said) for pattern in again):
                break
        return Reply(text, said, done["finish"], tries, done["first_token_ms"])

    def talk(self, turns: Sequence[str]) -> list[Reply]:
        """One talk from its beginning, each exchange kept in the window as the turn keeps it."""
        window, replies = self._world.get("yuri", Talk).window, []
        window.clear()
        for n, text in enumerate(turns):
            replies.append(self.ask(text))
            window.append(Exchange(f"t{n}", text, replies[-1].text))
        window.clear()
        return replies

    def close(self) -> None:
        self._edge.close()

    def _once(self, text: str, voice: Voice, seed: int) -> tuple[str, dict[str, Any]]:
        head, talk, tail = assemble(self._world, "yuri", text)
        self._asks, self._text = self._asks + 1, ""
        self._news.clear()
        self._edge.handle(Ask(f"v{self._asks}", "yuri", "chat", head, talk, tail, max_tokens=voice.max_tokens,
                              temperature=voice.temperature, stop=voice.stop, match_text=text, seed=seed))
        assert self._news.wait(120), "the starter did not answer"
        return self._text.strip(), self._done

    def _post(self, type: str, payload: dict[str, Any], *, to: str, after_ms: int = 0) -> Any:
        if type == "model_delta" and payload["kind"] == "text":
            self._text += payload["text"]
        elif type == "model_done":
            self._done = payload
            self._news.set()


def new_born(voice: dict[str, Any], soul: dict[str, str] | None = None) -> Any:
    """The world of a companion at birth, her owner there, her starter files read; `soul` are files the owner wrote anew."""
    world = born(new_header("yuri", {}, "tiny", MONDAY, "Asia/Tokyo", seed=7))
    world.put("yuri", Soul("yuri", starter_files(ROOT / "vault") | (soul or {}), True), Presence({"terminal": False}),
              Voice(voice["size"], voice["law"], voice["limits"], [Pair(*pair) for pair in voice["examples"]], voice["again"],
                    voice["max_tokens"], voice["temperature"], tuple(voice["stop"])))
    world.barrier()
    return world


def transcript(replies: list[Reply]) -> str:
    return "\n".join(["| you | her | |", "|---|---|---|"] + [f"| {r.heard} | {r.text} | {'asked twice' if r.tries > 1 else ''} |"
                                                             for r in replies])


if __name__ == "__main__":
    fresh, seed = "--fresh" in sys.argv, next((int(word) for word in sys.argv[1:] if word.isdigit()), 1)
    talker = Talker(first_seed=seed)
    print(transcript([talker.ask(text) for text in (FRESH_OPENERS + FRESH_IDENTITY if fresh else OPENERS + IDENTITY)]))
    talker.close()
