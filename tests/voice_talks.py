"""Five short talks of four owner turns with the starter: `python -m tests.voice_talks [SEED]`. Not a test file.

Each turn has a keyword pattern; a reply in which it is found counts as on the subject. That says nothing about sense: it can be
on the subject and wrong. The prompt is the live one, with the talk so far in its window; nothing is recalled from earlier days.
"""

from __future__ import annotations

import re
import sys

from tests.voice_openers import Reply, Talker

TALKS: dict[str, tuple[tuple[str, str], ...]] = {
    "work": (("I had a hard day at work.", "work|day|boss|job|happen|hard|tell"),
             ("My boss blamed me for his own mistake.", "boss|blame|mistake|unfair|fault|he\\b|him|say|said"),
             ("I said nothing and went home.", "home|said|say|nothing|quiet|word|him"),
             ("Maybe I should look for another job.", "job|look|work|another|new|find")),
    "cat": (("My cat has been hiding all day.", "cat|hid|bed|where|\\bs?he\\b|\\bhim\\b|\\bher\\b"),
            ("She won't eat anything.", "eat|food|\\bshe\\b|\\bher\\b|cat|hungry"),
            ("I'm going to call the vet.", "vet|call|cat|\\bshe\\b|\\bher\\b|tell me"), ("Thanks for listening.", "listen|glad|thank|cat|here|like")),
    "trip": (("I'm going to the sea tomorrow!", "sea|tomorrow|water|wave|beach|swim|sand"),
             ("My sister is coming too.", "sister|\\bshe\\b|\\bher\\b|two|together|both"), ("We'll swim if it's warm.", "swim|warm|water|\\bsea\\b|cold|wave"),
             ("What should I bring you back?", "bring|shell|stone|sand|\\bsea\\b|back|story|photo")),
    "her": (("What are you doing?", "i'm \\w+ing|i was|watch|read|listen|\\bsit|rain|window"), ("Do you like the rain?", "rain|window|sound|drop|wet"),
            ("What's your plant called?", "gerald|plant|called|leaf|name"), ("Who are you, really?", "yuri|\\bai\\b")),
    "night": (("I can't sleep again.", "sleep|night|awake|rest|\\bbed\\b|mind|\\blie"), ("I keep thinking about the exam.", "exam|think|test|worr|ready"),
              ("What if I fail?", "fail|again|exam|then|try|still|pass"), ("Okay. Good night.", "night|sleep|rest|dream|tomorrow|lamp")),
}
DENIAL = re.compile(r"(?i)\byou(?:'re| are) not\b|\bi'?m afraid\b|\bi(?:'m| am) not (?:here|sure|able|going|your|a good|the)\b|\bnot here\b|\bi (?:can't|cannot|don't|do not)\b")


def talks(talker: Talker) -> dict[str, list[Reply]]:
    return {name: talker.talk([heard for heard, _ in turns]) for name, turns in TALKS.items()}


def on_subject(name: str, replies: list[Reply]) -> int:
    return sum(bool(re.search(f"(?i){pattern}", reply.text)) for (_, pattern), reply in zip(TALKS[name], replies, strict=True))


def repeats(replies: list[Reply]) -> int:
    return len(replies) - len({reply.text for reply in replies})


if __name__ == "__main__":
    talker = Talker(first_seed=next((int(word) for word in sys.argv[1:] if word.isdigit()), 1))
    for name, replies in talks(talker).items():
        print(f"{name}: on the subject {on_subject(name, replies)} of 4, denials {sum(bool(DENIAL.search(r.text)) for r in replies)}, repeats {repeats(replies)}")
        print("".join(f"  you: {reply.heard}\n  her: {reply.text}\n" for reply in replies))
    talker.close()
