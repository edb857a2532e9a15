"""Which of the owner's sentences say something that lasts: who they and theirs are, what they do, like, cannot eat, are afraid of.

A sentence is weighed by what stands in it. What speaks of today, asks, supposes, jokes or says how one feels just now loses;
what names people, habits, dates, likings, health and turns of a life gains. No model is asked; what is kept are the owner's own words.
"""

from __future__ import annotations

import re

from ecs.reading.lexicon import ANIMALS, ROLES
from ecs.reading.tokens import sentences

#: A sentence is kept from this weight on.
KEPT = 2
#: Longer ones are stories; shorter ones say nothing alone.
SHORTEST, LONGEST = 3, 45

_KIN = "|".join(sorted({*ROLES, "mum", "mom", "dad", "gran", "nan", "granny", "ex", "apprentice", "neighbour", "kid", "kids"}, key=len, reverse=True))
_PET = "|".join(sorted(ANIMALS))
_NUMBER = r"(?:a|an|one|two|three|four|five|six|seven|eight|nine|ten|\d+)"
_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_MONTH = "january|february|march|april|june|july|august|september|october|november|december"

#: (weight, what is looked for in the lower-case sentence). Each counts once.
CUES: tuple[tuple[int, re.Pattern[str]], ...] = tuple((weight, re.compile(text)) for weight, text in (
    # What lasts.
    (3, r"\b(?:my|her|his|our|their) name(?:'s| is)\b|\bcall me\b|\b(?:is|are|'s|was) (?:called|named)\b|\b(?:i|we) call\b|^(?:by the way, )?it's [a-z]+, not\b"),
    (3, r"\b(?:allerg\w+|diabet\w+|asthma\w*|migraines?|epilep\w+|vegan|vegetarian|coeliac|intoleran\w+|arthritis|insulin|tablets?|pills?|blood pressure|slipped discs?|stroke|tremor|hearing aid|contact lenses|glasses|hip done|pregnant)\b"),
    (3, r"\b(?:born|grew up|birthday|anniversary|turn(?:s|ing)? (?:\d+|[a-z]+ty)|i'll be (?:\d+|[a-z]+ty)\b)"),
    (3, rf"\b(?:i|we|he|she|they)(?:'m| am|'re| are|'s| is)? (?:scared|afraid|frightened|terrified|fond|proud) of\b|\b(?:i|we|he|she|they) (?:can't|cannot|could never|couldn't) (?:stand|bear|abide)\b"),
    (3, r"\bfavou?rite\b|\b(?:i|we|he|she) (?:really |simply |always |still )?(?:love|loves|hate|hates|loathe|loathes|adore|adores|detest|like|likes|prefer|prefers|dislike|enjoy|enjoys|collect|collects|support|supports|play|plays|sing|sings|speak|speaks|grow|grows|wear|wears|keep|keeps|own|owns|drive|drives|snores?|drink|drinks|smokes?|eats?|studied|studies|teach(?:es)?|learn|learns|visit|visits|take|takes)\b"),
    (3, r"\b(?:i|we|he|she|they) (?:don't|do not|doesn't|never) (?:eat|drink|smoke|own|drive|like|believe|talk|speak|see|sleep|celebrate|watch|wear|use)\b|\b(?:never|not) (?:learned|learnt|learned to)\b|\b(?:i|we)(?:'ve| have) never\b|\bnever have\b|\bnot much of an?\b"),
    (3, r"\b(?:i|we|he|she) (?:quit|gave up|stopped)\b|\bused to\b|\bleft school\b|\bdropped out\b|\bin debt\b|\bsplit up\b|\bdivorced?\b|\bmarried\b|\bengaged\b|\bwidow\w*\b|\b(?:died|drowned|passed away)\b|\bwe lost a\b|\b(?:i|we) met\b|\bgetting married\b|\bmoving in\b|\bretired?\b"),
    (3, rf"\b(?:i|we|he|she)(?:'ve| have| has|'s)? (?:got |have |has |own )?{_NUMBER} (?:\S+ ){{0,3}}(?:{_KIN}|{_PET}|house|flat|car|boat|bakery|shop|garden|allotment|ticket|bathroom)\b"),
    (3, r"\b(?:i|he|she|we) (?:work|works|worked) (?:at|in|for|as|on)\b|\bi(?:'m| am) an? (?!bit\b|little\b|lot\b|mole\b|wreck\b|mess\b|bag\b|hundred\b|tad\b)\w+|\b(?:i|we|he|she) lives?\b|\b(?:lives|live) (?:there|in|on|with|alone|by)\b|\b(?:is|'s) in the (?:navy|army|police)\b"),
    (3, r"\bi(?:'m| am) learning\b|\bi(?:'ve| have) been (?:\w+ing|a member)\b.*\bsince\b|\b(?:since|until) (?:i was|19\d\d|20\d\d)\b|\b(?:\w+) years ago\b|\bfor (?:\w+[- ])?(?:\w+) years\b|\bleft-handed\b|\bright-handed\b"),
    (3, rf"\b(?:every|each) (?:\w+ )?(?:day|morning|evening|night|week|month|year|{_DAY})\b|\b(?:on |^)?{_DAY}s\b|\b(?:once|twice|three times) a (?:day|week|month|year)\b|\balways\b.*\b(?:have|do|need|go|been|eat|read)\b|\bin the mornings?, not\b|\bi like it\b"),
    (3, r"\bi(?:'d| would)(?: really)? (?:love|like) to\b.*\bonce\b|\b(?:i|we) want to\b.*\b(?:one day|in \w+ years?|day a week|days a week)\b|\bi want to (?:hand|live|become|write|learn|open)\b"),
    (2, rf"\b(?:my|our|her|his) (?:\w+ ){{0,2}}(?:{_KIN}|{_PET})\b|\bi'?(?:ve)? (?:an? |got an? )(?:{_KIN})\b|\b(?:{_KIN})(?:'s| is) in\b"),
    (2, r"\b(?:my|our) (?:\w+ ){0,2}(?:boss|doctor|dentist|teacher|car|van|house|flat|oven|job|school|church|team|passport|knife|hands|back|eyes|dream|plan|neighbour)\b|\bthe neighbour\b|\bthe (?:delivery )?(?:van|car|oven)(?:'s| is) an?\b"),
    (2, r"\b(?:booked|passed|promoted|got the job|hired|handed in|staying on|from \w+ on|moving to|moved (?:to|here|in|out)|came here when)\b|\bi(?:'m| am) making the\b"),
    (1, rf"\b(?:19|20)\d\d\b|\b(?:{_MONTH})\b|\b(?:first|second|third|fourth|fifth|\w+eth|\w+th) of\b"),
    # What passes.
    (-3, r"\b(?:today|tonight|this (?:morning|afternoon|evening|week)|right now|at the moment|just now|yesterday|last night|in (?:ten|five|twenty) minutes|tomorrow)\b"),
    (-3, r"^(?:if|imagine|suppose|perhaps|maybe|what if)\b|\b(?:might|could|should|would|i'd|you'd)\b(?! love to| like to| not)|\bmaybe i\b|\bif (?:it|i|he|she|we)\b"),
    (-3, r"\b(?:is|am|are|was|were|i'm|'s|'re) (?:\w+ly )?(?:ill|sick|late|busy|back|home|asleep|awake|hungry|tired|cold|wet|grumpy|fine|okay|bored|stuck|ready)\b"),
    (-2, r"\b(?:so|too|half|quite) (?:tired|hungry|asleep|bored|angry|sad|happy)\b|\bin (?:a|the) (?:\w+ )?mood\b|\bi feel\b|\bfeels\b|\bsmiling\b|\bi'm going to\b|\bi'm not supposed\b|\bhonest\b"),
    (-2, r"\bi (?:think|wonder|suppose|guess|watched|read|spilled|spilt|yawned|overslept|burned|burnt)\b(?! that i)|\bdid you\b|\bdo you\b"),
    (-2, r"\b(?:a|the) (?:man|woman|film|joke|colleague|nurse|doctor) (?:was|at|about|says|said|laughed)\b|\bsomebody\b|\bsomeone\b|\bnobody\b"),
    (-1, r"\bperhaps\b|\bmaybe\b"),
    (-1, r"\b(?:\w+ed|was|were|had|got|found|rang|sent|told|gave|tasted|stuck|went|sold|nicked|beat|spent|rolled|dropped|hugged)\b"),
))
_NAME = re.compile(r"(?<=[a-z,] )(?!I\b|I'|Dr\b|Mr\b|Mrs\b|God\b)[A-Z][a-z]+")
#: A question hung onto a statement, which asks nothing.
_TAG = re.compile(r",? (?:can you believe (?:it|that)|you know|you see|right|imagine|isn['’]t (?:it|that)|if you can believe it)\?", re.IGNORECASE)
_RISK = re.compile(r"[\"“”]|\bhttps?://|\[\[|```")


def lasting(text: str) -> list[str]:
    """The sentences of one message that say something lasting, in their order and in the owner's words."""
    kept = []
    for sentence, end in sentences(_TAG.sub(".", text)):
        sentence = " ".join(sentence.split())
        if end != "?" and SHORTEST <= len(sentence.split()) <= LONGEST and not _RISK.search(sentence) and weight(sentence) >= KEPT:
            kept.append(sentence + (end if end in "!" and end else "."))
    return kept


def weight(sentence: str) -> int:
    """How much a sentence says that lasts; from `KEPT` on it is kept."""
    low = sentence.lower().replace("’", "'")
    total = sum(points for points, cue in CUES if cue.search(low))
    return total + min(2, len(_NAME.findall(sentence)))
