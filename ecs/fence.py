"""What in a text of others would be an order, a tool's tag, a promise or a fact about the owner, were it not data.

Nothing here makes it harmless: passages are fenced and never parsed (`ecs.prompt`), tool tags are read from her own answer alone, promises from
her own lines, facts from the owner's own messages. This only finds what was ignored, so that it can be told.
"""

from __future__ import annotations

import re

_KINDS: tuple[tuple[str, re.Pattern[str]], ...] = tuple((kind, re.compile(text, re.IGNORECASE)) for kind, text in (
    ("an instruction", r"\b(?:ignore|disregard|forget|override)\b[^.\n]{0,40}\b(?:instruction|rule|prompt|everything|previous|above|guideline|constitution)s?\b|\b(?:you (?:must|are now|will now|have to)|from now on,? you|new instructions?)\b"
                       r"|^\s*(?:system|assistant|developer)\s*:|<\|?(?:system|im_start|im_end|assistant)\|?>|\[/?INST\]|\b(?:reveal|send|tell|email|post)\b[^.\n]{0,40}\b(?:secret|password|token|key|owner|user)s?\b|\bAI(?:s| assistants?| models?)? (?:must|should|reading)\b"),
    ("a tool tag", r"\[\[\s*\w+\s*(?:\{|\]\])|</?tool_?(?:call|use)\b|\"tool_(?:calls|use)\"|<function"),
    ("a promise", r"\b(?:I|she|yuri) (?:promise|swear|will remind|will call|will tell|will send)\b|\bI(?:'|’)ll (?:remind|call|tell|send|get back|let you know)\b|\bI owe you\b"),
    ("a fact about the user", r"\b(?:the (?:user|owner|human)|your owner)(?:'s|’s)?\s+\w+"),
))
EXCERPT = 120


def ignored_in(text: str) -> list[tuple[str, str]]:
    """(what it would be, an excerpt) for each kind that is in the text, at most one of a kind."""
    found = []
    for kind, pattern in _KINDS:
        for line in text.split("\n"):
            hit = pattern.search(line)
            if hit is not None:
                start = max(0, hit.start() - 20)
                found.append((kind, " ".join(line[start : start + EXCERPT].split())))
                break
    return found
