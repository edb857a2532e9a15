"""What the owner says about being spoken to: "leave me alone until tomorrow", "not now, I'm in a meeting", "you can always tell me if …".

A wish for quiet is a rule with an end; where none is named, the kind of wish has a usual one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ecs.clock import SECOND_US
from ecs.reading.dates import Moment
from ecs.reading.ends import end_of

HOUR_US = 3600 * SECOND_US


@dataclass(frozen=True, slots=True)
class Rule:
    """`kind` is hush (quiet, except for what `unless` says), leave (`words` may always be told) or lift (quiet is over).

    `until_us` is microseconds since the Unix epoch, -1 for no end.
    """

    kind: str
    until_us: int
    words: str
    unless: str = ""


_ME = r"(?:me|us)"
#: (what it looks like, how many hours it lasts when no end is named; 0: to the next morning).
_HUSHES: tuple[tuple[str, float], ...] = (
    (rf"\b(?:leave|let) {_ME} (?:alone|be\b|in peace|sleep|work|think|rest|focus|concentrate)", 0),
    (rf"\b(?:do not|don't|dont|never|please no|no need to) (?:you )?(?:disturb|bother|wake|interrupt|ask|talk to|speak to|ping|nudge|message|write to|call|poke|text|buzz|ring|speak|talk|say anything|chat)\b", 0),
    (r"\bdo[- ]not[- ]disturb\b|\bdnd\b", 0),
    (r"\b(?:not now|not right now|later, please|some other time)\b", 2),
    (r"\bno (?:chatter|chat|talk|talking|messages|pings|interruptions|interrupting|nudges|small talk|reminders|questions|notes|words|noise|surprises)\b", 0),
    (r"\b(?:be|stay|keep|go) (?:very |really |perfectly )?(?:quiet|still|silent|mum|out of it)\b|\bsilence,? please\b|^silence[.!]*$|\b(?:hush|shush|shh+)\b", 0),
    (r"\bnothing (?:from you|please|more)\b|\bkeep it to yourself\b|\bhold (?:everything|all|it all|your (?:thoughts|tongue|horses))\b", 0),
    (r"\b(?:need|want|could use|would like|give me) (?:some |a bit of |total |complete |absolute )?(?:quiet|peace|silence|space|time alone|rest from)\b", 4),
    (r"\bonly (?:if|when|for|in case|the|fire|emergenc)\b", 4),
    (r"\bpretend (?:i am|i'm|you)\b|\bi(?:'m| am) not here\b", 2),
    (r"\b(?:i'm|i am|am|im|we're|be|stuck)?\s*(?:in|into|have|off to|going into) (?:a|an|the|my|back-to-back|another) (?:[\w-]+ ){0,2}(?:meeting|meetings|call|lecture|exam|class|session|hearing|consultation|interview|service|rehearsal)\b(?! (?:tomorrow|on|next|at))", 2),
    (r"\b(?:heads?[- ]down|deep work|concentrating|focus (?:time|mode)|in the zone)\b", 2),
    (r"\b(?:phone(?:'s| is)? off|(?:be|am|i'm|i'll be) (?:fast )?asleep|sleeping (?:until|till|in)|on the (?:line|phone) (?:with|to)|in labou?r|in theatre|in surgery)\b", 2),
    (r"\b(?:trying to sleep|going to (?:sleep|bed) now|taking a nap|having a nap|napping|lying down|nap (?:time|now))\b", 2),
)
_COMPILED = tuple((re.compile(form), hours) for form, hours in _HUSHES)
_LIFT = re.compile(
    r"\b(?:you (?:can|may) (?:talk|speak|chat|ask|bother me|write)(?: (?:again|now|to me))*|(?:i'm|i am|am) (?:back|free|awake|all ears|done|out)\b|(?:meeting|call|exam|lecture|class|nap)(?:'s| is| was)? (?:over|done|finished)|"
    r"ask (?:me )?(?:away|now)|talk to me|go ahead|i can talk|do ask|please ask|back now|all done)\b"
)
_LEAVE = re.compile(
    r"\b(?:you (?:can|may|should) always|always|by all means|feel free to|please do|even (?:if|when|in|at|during)|any ?time|at any hour|whatever the hour|(?:wake|interrupt|tell|disturb|call) me (?:if|when|whenever|the moment|as soon as|anyway|regardless))\b"
)
_TELL = re.compile(r"\b(?:tell|say|wake|interrupt|speak|ask|let me know|ring|warn|call|message|disturb|shout|remind)\b")
_UNLESS = re.compile(r"\b(?:unless|except(?: for| if| when)?|but (?:for|if|when|wake me if|tell me if)|only (?:if|when|for|in case(?: of)?)?|other than|save for)\b(?P<rest>[^.;!?]*)")
_NEGATED = re.compile(r"\b(?:don't|dont|do not|no need to|needn't|needn't) (?:be quiet|leave|stay quiet|hold back)\b")
_OTHERS = re.compile(r"\b(?:told|asked|said|says|tell|ask) (?:him|her|them|my|the|mum|dad|[A-Z]\w+)\b[^.]*\b(?:leave|disturb|bother)")


def rules(text: str, moment: Moment) -> list[Rule]:
    """What a message asks for, in the order lift, leave, hush. Quoted words are somebody else's."""
    plain = re.sub(r'"[^"]*"|“[^”]*”', " ", text).replace("’", "'")
    low = plain.lower()
    found = [Rule("lift", -1, text)] if _LIFT.search(low) and not re.search(r"\b(?:when|once|until|till|after|if) (?:i'm|i am|the|my|it)\b", low) else []
    leave = _LEAVE.search(low) is not None and _TELL.search(low) is not None
    if leave:
        ends = end_of(low, moment)
        found.append(Rule("leave", -1 if ends is None else ends, plain))
    hush = _hush(low, moment, leave)
    if hush is not None and not _OTHERS.search(plain):
        found.append(hush)
    return found


def _hush(low: str, moment: Moment, leave: bool) -> Rule | None:
    hours = next((hours for form, hours in _COMPILED if form.search(low)), None)
    if hours is None or _NEGATED.search(low):
        return None
    if leave and not re.search(r"\b(?:leave me|meeting|not now|quiet|alone|disturb)\b", low):
        return None
    unless = _UNLESS.search(low)
    ends = end_of(low, moment)
    if ends is None:
        ends = moment.us + int(hours * HOUR_US) if hours else _next_morning(moment)
    return Rule("hush", ends, low, unless["rest"] if unless else "")


def _next_morning(moment: Moment) -> int:
    return end_of("until tomorrow", moment) or moment.us + 12 * HOUR_US
