"""How a goal is worded: from what was said, without its time words, and from her side ("Remind the owner to ring the locksmith")."""

from __future__ import annotations

import re

from ecs.reading.ahead import Piece

LONGEST = 200
_OWNER_SAYS = {"me": "the owner", "myself": "the owner", "my": "the owner's", "mine": "the owner's", "i": "the owner", "i'm": "the owner is", "im": "the owner is", "i've": "the owner has", "ive": "the owner has", "i'll": "the owner will", "we": "they", "our": "their", "us": "them", "you": "she", "your": "her"}
_SHE_SAYS = {"you": "the owner", "your": "the owner's", "yours": "the owner's", "you're": "the owner is", "you've": "the owner has", "yourself": "themselves", "u": "the owner", "ya": "the owner", "ur": "the owner's"}
_VAGUE = re.compile(r"\b(?:it|it's|its|that|this|those|these|them|they|him|her|he|she|there|both|one|so|then|what|everything|all|how)\b")
_THIN = frozenset("the owner owner's remind ask tell wake call shout yell give say check know nudge text message hear up ping poke nudge to about for of at on in and a an it that how went go goes went with please again me you out find look let know get back be her his is was if whether".split())
_ENDS = re.compile(r"^[\s,:;.!?&–—-]+|[\s,:;&–—(-]+$")
_DANGLING = re.compile(r"(?:\s+(?:on|at|by|in|and|to|for|until|till|the|,))+$")


def wording(text: str, first: int, last: int, times: tuple[Piece, ...], speaker: str, beside: str = "") -> str:
    """Characters [first, last) of a line as a goal. `beside` (what stands around it) is cited when the goal alone says too little."""
    said = _without(text, first, last, times)
    said = _DANGLING.sub("", _ENDS.sub("", said))
    turned = _turned(said, _OWNER_SAYS if speaker == "owner" else _SHE_SAYS)
    goal = turned[:1].upper() + turned[1:]
    if beside and (says_little(goal) or _VAGUE.search(goal.lower())):
        room = LONGEST - len(goal)
        cited = cut(beside.replace("\n", " ").strip(), max(60, room))
        goal = f"{goal} (“{cited}”)" if cited else goal
    return cut(goal, LONGEST + 80)


_REMINDS = re.compile(r"^(?:and )?(?:please )?(?:(?:remind(?:ing)?|tell|nudge|ping|poke|nag|buzz|shout at|yell at) (?:the owner|them)(?: (?:again|please|pls|then|also|once))?,? to (?!the |a |my |your )|(?:don't|dont) let the owner forget (?:to |about )?|make sure the owner (?:doesn't forget |remembers )?(?:to )?)(?P<rest>\w.*)$", re.IGNORECASE | re.DOTALL)
_TO_HER = re.compile(r"(?<![\w'])the owner(?P<s>'s)?(?![\w'])")


def as_goal(text: str) -> str:
    """As it stands in her file, where the owner reads it: "Remind the owner to call Ana" is "Call Ana", "Ask the owner how …" is "Ask how …"."""
    got = _REMINDS.match(text)
    short = got["rest"] if got else re.sub(r"^((?:ask|tell|let|wake|remind|call|quiz|text)(?:ing)?) the owner(?!')(?= (?:how|whether|if|what|about|again|when|why|who|that|to)\b)", r"\1", text, flags=re.IGNORECASE)
    turned = _TO_HER.sub(lambda found: "your" if found["s"] else "you", short)
    return turned[:1].upper() + turned[1:]


def says_little(goal: str) -> bool:
    """True when no word of a goal names what it is about."""
    return not [word for word in re.findall(r"[^\W_][\w'-]+", goal.lower()) if word not in _THIN]


def cut(text: str, most: int) -> str:
    """At most so many characters, ended at a word."""
    text = " ".join(text.split())
    return text if len(text) <= most else text[: most - 1].rsplit(" ", 1)[0].rstrip(" ,;:") + "…"


def _without(text: str, first: int, last: int, times: tuple[Piece, ...]) -> str:
    kept, place = [], first
    for piece in times:
        if first <= piece.first < last and piece.kind not in ("past", "habit", "vague"):
            kept.append(text[place : piece.first])
            place = min(piece.last, last)
    kept.append(text[place:last])
    return re.sub(r"\s+([,.;:!?])", r"\1", " ".join(" ".join(kept).split()))


def _turned(said: str, persons: dict[str, str]) -> str:
    return re.sub(r"[\w'’]+", lambda got: persons.get(got.group(0).lower().replace("’", "'"), got.group(0)), said)
