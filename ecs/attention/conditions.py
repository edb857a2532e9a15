"""Conditions the owner set on being told of a result: "only if it is over 39", "tell me if anything is cancelled"."""

from __future__ import annotations

import re

from ecs.attention.scene import DAY_US, Scene, Wish

_ONLY = re.compile(r"\b(?:only|just|unless|not unless|nothing unless|if (?:there|it|they|any\w*|something|the))\b")
_TELL = re.compile(r"\b(?:tell|say|let me know|announce|warn|hear|wake|ring|shout|report|mention|ping|alert|speak|disturb|bother)\b")
_ABOVE = re.compile(r"\b(?:over|above|more than|higher than|past|exceeds?|beyond|at least)\s+(?P<number>\d+(?:[.,]\d+)?)")
_BELOW = re.compile(r"\b(?:under|below|less than|lower than|drops? to|falls? to|at most)\s+(?P<number>-?\d+(?:[.,]\d+)?)")
_NUMBER = re.compile(r"-?\d+(?:[.,]\d+)?")
_NOTHING = re.compile(
    r"\b(?:nothing|no (?:news|change|changes|delays?|cancellations?|mail|rain|frost|results?|replies|reply|alerts?|problems?|errors?|offers?|movement|match|updates?|snow|storm|luck)|all (?:quiet|well|fine|good|clear|normal)|"
    r"on time|as (?:usual|planned|before|expected)|unchanged|normal|none|still (?:full|closed|sold out|waiting|the same)|not yet)\b", re.IGNORECASE
)
_KEPT_US = 30 * DAY_US


def unmet(scene: Scene, wish: Wish) -> str:
    """Why a result is none that the owner wanted to hear of, or ""."""
    for line in reversed(scene.attention.said):
        low = line.text.lower().replace("’", "'")
        if scene.elapsed_us - line.us < _KEPT_US and _ONLY.search(low) and _TELL.search(low) and (_off(low, wish.text) or _NOTHING.search(wish.text)):
            return f"you wanted to hear of it on another condition: “{line.text[:80]}”"
    return ""


def _off(said: str, text: str) -> bool:
    numbers = [float(number.replace(",", ".")) for number in _NUMBER.findall(text)]
    above, below = _ABOVE.search(said), _BELOW.search(said)
    if not numbers or not (above or below):
        return False
    bound = float((above or below)["number"].replace(",", "."))
    return all(number <= bound for number in numbers) if above else all(number >= bound for number in numbers)
