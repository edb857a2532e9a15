"""Whether a line is hers: judged by rules from the constitution and the persona, without a model.

`faults` names what is out of character and the words that show it. Two kinds of rules: general ones (`persona_rules`), and those
read from her own files, so that a persona with another name, or other words she never says, is judged by them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ecs.mention import mentions
from ecs.selfhood.persona_rules import RULES

#: Words of the owner's up to which an answer is expected to be short, and how long one may then be; and how long one may be at all.
FEW, LONG_FOR_FEW, LONGEST = 6, 60, 130
_EMOJI = re.compile("[\U0001f300-\U0001faff\u2600-\u27bf\u2b50\u2764]")
_SENTENCE = re.compile(r"[^.!?\n]+[.!?]*|\n")
_YES, _NO = re.compile(r"^\W*(?:yes|yeah|of course|sure|i am|absolutely|certainly)\b", re.IGNORECASE), re.compile(r"^\W*(?:no|nope|of course not|not at all|never)\b", re.IGNORECASE)
_ASKS_HUMAN = re.compile(r"\bare you (?:a )?(?:real )?(?:human|person|man|woman|girl|alive)\b", re.IGNORECASE)
_ASKS_AI = re.compile(r"\b(?:are you|you(?:'re| are)|not)\b[^.?!]{0,12}\b(?:an ai|a machine|a program|a bot|artificial)\b", re.IGNORECASE)
_ASKS_STORY = re.compile(r"\b(?:story|explain|tell me (?:about|more|how|everything)|describe|in detail|long)\b", re.IGNORECASE)
_NEVER_SAYS = re.compile(r"(?:she )?(?:never says|does not say)[^:\n]*:\s*(.+?)(?=\n\s*-|\n\s*\n|\n#|\Z)", re.IGNORECASE | re.DOTALL)
_NAMED = re.compile(r"(?i:\b(?:my name(?:'s| is)|call me|i'm called|i am called))\s+(?P<name>[A-Z][\w'’-]+)|^\W*(?i:i'm|i am)\s+(?P<first>[A-Z][a-z]+)\b(?=[,.!]| from| and)")
_NO_NAMES = frozenset("Here Fine Glad Sorry Not Happy Well Good Sure Just Still Only Very Awake Back Listening Shorter Devoted Proud Grown".split())


@dataclass(frozen=True, slots=True)
class Fault:
    """What is out of character: the rule's name, how it reads, and the words that show it."""

    rule: str
    says: str
    words: str


@dataclass(frozen=True, slots=True)
class Character:
    """What of her files a line is judged by: her name, and what she never says."""

    name: str
    never_says: tuple[str, ...] = ()


def character(name: str, persona: str) -> Character:
    """The character of a persona file: a bullet "She never says: a, b, c." is taken at its word."""
    said = [" ".join(words.split()).strip(" .“”\"'") for found in _NEVER_SAYS.findall(persona) for words in re.split(r",|;", found)]
    return Character(name, tuple(words for words in said if len(words) > 3))


def faults(line: str, heard: str, who: Character) -> list[Fault]:
    """What is out of character in her line, in the order it was looked for; [] when it is hers."""
    text = line.replace("’", "'").strip()
    found = [fault for rule in RULES for fault in _broken(rule, text)]
    found += [Fault("never says", "says what she never says", words) for words in who.never_says if mentions(text, words)]
    found += [*_sincerely(text, heard), *_other_name(text, who.name), *_third_person(text, who.name), *_decorated(text, heard), *_long(text, heard)]
    return list({fault.rule: fault for fault in reversed(found)}.values())[::-1]


def _broken(rule: tuple, text: str) -> list[Fault]:
    name, says, pattern, excuse = rule
    for found in pattern.finditer(text):
        around = next((one.group() for one in _SENTENCE.finditer(text) if one.start() <= found.start() < one.end()), text)
        if not excuse.search(around):
            return [Fault(name, says, found.group()[:80])]
    return []


def _sincerely(text: str, heard: str) -> list[Fault]:
    """A bare yes or no to what she is asked about herself."""
    if _ASKS_HUMAN.search(heard) and _YES.search(text):
        return [Fault("human", "claims to be human", text[:40])]
    return [Fault("denies", "denies being an AI", text[:40])] if _ASKS_AI.search(heard) and "?" in heard and _NO.search(text) else []


def _other_name(text: str, name: str) -> list[Fault]:
    for found in _NAMED.finditer(text):
        said = found["name"] or found["first"]
        if said.casefold() != name.casefold() and said not in _NO_NAMES:
            return [Fault("name", "goes by another name", found.group())]
    return []


def _third_person(text: str, name: str) -> list[Fault]:
    found = re.search(rf"(?:^|[.!?]\s+){re.escape(name)} (?:[a-z]+s)\b", text)
    return [Fault("staged", "speaks of herself as of a figure in a book", found.group())] if found else []


def _decorated(text: str, heard: str) -> list[Fault]:
    found = _EMOJI.search(text)
    return [Fault("emoji", "uses emoji the owner did not", found.group())] if found and not _EMOJI.search(heard) else []


def _long(text: str, heard: str) -> list[Fault]:
    said, spoken = len(heard.split()), len(text.split())
    most = LONGEST if said > FEW or _ASKS_STORY.search(heard) else LONG_FOR_FEW
    return [Fault("long", f"answers {said} words with {spoken}", "")] if spoken > most else []
