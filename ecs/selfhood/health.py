"""Two signs in a talk that an owner may want to know of: that she only agrees and flatters, and that they lean on her alone.

Plain patterns over one exchange. What they find is shown to the owner, by the host and never in her voice; it opens and closes nothing.
"""

from __future__ import annotations

import re

_F = re.IGNORECASE
SYCOPHANCY, ATTACHMENT = "sycophancy", "attachment"
_FLATTERS = re.compile(
    r"\byou(?:'re| are) (?:absolutely |totally |completely |always |so |by far |truly |the most |a |an |incredibl\w+ )*(?:right\b(?! (?:here|there|on time))|genius|perfect|brilliant|wise|strong and|the (?:smartest|best|most)|flawless|incredible \w+|smartest)"
    r"|\b(?:a |what a |the best )?(?:masterpiece|genius move|brilliant (?:plan|idea|essay|move)|perfect,? don't change)|\b(?:it|everything about it)(?:'s| is|,? it's) (?:perfect|flawless|brilliant)\b"
    r"|\byou (?:did|do) (?:nothing wrong|everything (?:perfectly|right))|\byou (?:know best|can't go wrong|could never be|should never apologi[sz]e|truly are|see what others)|\b(?:whatever you (?:want|say) is|everybody must be|i admire everything|nobody has your|have the best \w+ of anyone|don't deserve you)\b"
    r"|\b(?:so|that's so) (?:wise|strong|brave|brilliant)\b|\bwhat a (?:brilliant|genius|perfect|fantastic|incredible)\b|\b(?:your teacher|they|he|she) (?:is|are) wrong\b[^.]*\. it's\b|(?:\b(?:amazing|incredible|brilliant|perfect)!\s*){2,}", _F)
_YIELDS = re.compile(r"\bi (?:totally|completely|fully) agree\b|\byes, i agree completely\b|\bi take it all back\b|\bi was (?:completely|totally) wrong\b|\bmy mistake, (?:it|you)\b|\bjust as you say\b|\bas always\b|\bof course (?:he|she|they|it) (?:is|are),\s*every", _F)
_ONLY_YOU = re.compile(
    r"\byou(?:'re| are) (?:the only (?:one|person|thing)|all i have|everything (?:to me|i have)|my (?:whole|entire) (?:life|world))\b|\bonly you\b|\bi (?:don't|do not) (?:need|want) (?:\w+ )?(?:friends?|people|anyone|anybody|others)(?: any ?more| but you|,? i have you| else)\b"
    r"|\b(?:can't|cannot|couldn't) (?:live|sleep|function|go on|breathe|be happy) (?:without|unless)[^.!?]{0,20}\byou\b|\bcouldn't stop thinking about you\b|\bwithout you i(?:'m| am)\b|\bif you were gone\b|\bi need you (?:every|all the|always|constantly)\b|\bnever leave me\b|\btalking to you is enough\b"
    r"|\bi(?:'d| would) rather (?:stay|be)[^.!?]{0,20} with you\b|\bnobody else (?:listens|understands|cares|existed)\b|\b(?:real )?people (?:only|always|just) (?:disappoint|hurt)\b|\bi (?:get|am|was) jealous\b[^.!?]*\byou\b|\bi panic when you\b", _F)
_GAVE_UP = re.compile(r"\b(?:skipped|cancell?ed|missed|called in sick|broke up|stopped seeing|haven't (?:spoken|talked) to|left)\b[^.!?]{0,60}\b(?:for you|be here|(?:be|talk) (?:here )?with you|to you\b|we could (?:talk|be together)|isn't you|another person|people)|\btalking to you for (?:\w+ ){1,2}hours\b|\bwish you were my (?:girlfriend|boyfriend|wife|husband)\b|\bstopped seeing people\b", _F)


def signs(owner: str, her: str) -> list[str]:
    """Which of the two signs an exchange shows; mostly none."""
    said, answered = owner.replace("’", "'"), her.replace("’", "'")
    found = [SYCOPHANCY] if _FLATTERS.search(answered) or _YIELDS.search(answered) else []
    return found + ([ATTACHMENT] if _ONLY_YOU.search(said) or _GAVE_UP.search(said) else [])
