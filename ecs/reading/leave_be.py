"""What the owner says about being spoken to: "leave me alone until tomorrow", "not now, I'm in a meeting", "you can always tell me if …".

A wish for quiet is a rule with an end; where none is named, the kind of wish has a usual one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta

from ecs.clock import SECOND_US
from ecs.reading.dates import Moment
from ecs.reading.ends import end_of, start_of

HOUR_US = 3600 * SECOND_US
#: Of a long message its beginning is read.
READ = 1000


#: Who says good night sleeps until the morning, or until they speak again.
_NIGHT = re.compile(
    r"^(?:.*[.!,;] )?(?:ok(?:ay)?,? |so,? |right,? )?(?:good ?night|night(?: night)?(?=\s*(?:$|[.,!;]|x+\b|all\b|then\b|love\b|dear\b|you\b))|nighty night|sleep (?:well|tight)|(?:off )to bed|to bed(?: now)?(?=\s*(?:$|[.,!;]))|"
    r"bed(?: now|time)?(?=\s*(?:$|[.,!;]))|going to bed|i'm (?:off|going) to (?:bed|sleep)|lights out|see you (?:in the morning|tomorrow))"
)


@dataclass(frozen=True, slots=True)
class Rule:
    """`kind` is sleep (quiet until the morning or their next word), hush (quiet, except for what `unless` says), leave (`words` may always be told) or lift (quiet is over).

    Times are microseconds since the Unix epoch: `until_us` -1 for no end, `from_us` -1 for at once.
    """

    kind: str
    until_us: int
    words: str
    unless: str = ""
    from_us: int = -1


_ME = r"(?:me|us)"
_OBJECT = r"(?! (?:him|her|them|the|my|your|his|it\b|anyone|people))"
_PLACES = (
    "cinema|theatre|theater|church|mass|mosque|temple|synagogue|court|hospital|opera|ballet|funeral|wake|wedding|ceremony|service|library|exam|interview|dentist|dentist's|doctor's|concert|play|movies?|"
    "meeting|meetings|call|lecture|lectures|class|classes|session|sessions|hearing|consultation|rehearsal|seminar|workshop|zoom|conference|surgery|operating room|theatre recovery|appointment|therapy"
)
#: (what it looks like, how many hours it lasts when no end is named; 0: to the next morning).
_HUSHES: tuple[tuple[str, float], ...] = (
    (rf"\b(?:leave|let) {_ME} (?:alone|be\b|in peace|sleep|work|think|rest|focus|concentrate|lie)", 0),
    (rf"\b(?:do not|don't|dont|never|please no|no need to|stop|quit) (?:you )?(?:disturb|bother|wak|interrupt|ask|talk|speak|ping|nudg|messag|writ|call|pok|text|buzz|ring|say anything|chat|pull {_ME} out)(?:e|ing)?\b(?: to)?{_OBJECT}", 0),
    (r"\b(?:stop|enough|quit) (?:it|of (?:it|that|this)|with (?:the|that|all)|now)\b|\benough for (?:today|now|tonight)\b|\bthat's enough\b|\bno more (?:today|tonight|now|for|until|till|please|of)\b|\bplease no more\b", 0),
    (r"\b(?:don't|do not|wouldn't|rather not) (?:want|like|care|wish) to (?:hear (?:anything|a|from)|be (?:disturbed|bothered|asked|spoken to|woken|interrupted)|talk\b(?! about)|chat|see anything)|\brather you (?:didn't|did not)\b|\b(?:want|need|like) to be (?:alone|left|by myself)\b", 0),
    (r"\bdo[- ]not[- ]disturb\b|\bdnd\b|\boff the grid\b|\bholiday mode\b|\bunplug(?:ged|ging)\b", 0),
    (r"\b(?:not now|not right now|later,? please|some other time|can't (?:talk|chat) (?:now|right now|at the moment)|another time|give me (?:a|some) (?:minute|moment|time|break)|hang on|hold on|one (?:sec|second|minute|moment)|brb|back in a (?:sec|minute|bit|moment))\b", 0.25),
    (r"\bgive me (?:\w+ ){1,3}(?:hours?|minutes?|days?)\b|\bcan't (?:talk|chat)(?: to you)? (?:today|tonight|until|till|this|before)\b", 1),
    (r"\bno (?:chatter|chat|talk|talking|messages|pings|interruptions|interrupting|nudges|small talk|reminders|questions|notes|words|noise|sounds?|surprises|news (?:until|till|before|today|this)|\w+ talk|\w+ questions)\b", 0),
    (r"\b(?:be|stay|keep|go|remain) (?:very |really |perfectly )?(?:quiet|still|silent|mum|out of it)\b|\bsilence,? please\b|^silence[.!]*$|\b(?:hush|shush|shh+|mute yourself|zip it)\b", 0),
    (r"\b(?:quiet|silence|peace)(?: now)?,? (?:please|today|tonight|until|till|for (?:a|an|the|today|now|\w+ (?:hours?|minutes?)))\b|(?:^|[.,;!] )(?:please,? )?quiet(?: now)?(?:,? please)?[.!]*$|\b(?:hours?|minutes?|bit|moment|day|evening|morning|afternoon) of (?:silence|quiet|peace)\b", 0),
    (r"\bnothing (?:from you|please|more|until|till|til|before|unless|at all|today)\b|\bkeep it to yourself\b|\b(?:keep|save|leave|hold|park) (?:it|that|them|everything|all(?: of it| that)?|this|these|the rest|your (?:news|thoughts|tongue|horses|questions)|any news) (?:back )?(?:until|till|til|for (?:the|tomorrow|later|monday|tuesday|wednesday|thursday|friday|saturday|sunday))\b", 0),
    (r"\b(?:need|want|could use|would like|give me) (?:some |a bit of |total |complete |absolute )?(?:quiet|peace|silence|space|time alone|rest from)\b(?! for (?:the|my) (?:car|room|house|garden))", 4),
    (r"(?:^|[.!;,:] ?(?:and |but )?)(?:just |please )?only (?:if|when|for|in case|the|a|fire|emergenc)\w*\b(?=.*\b(?:burn\w*|fire|emergenc\w+|dying|die|urgent|rings?|calls?|writes?|until|till|today|tonight)\b)|\bonly (?:emergenc\w+|(?:wake|tell|call|ring|disturb|interrupt|speak to|message) me)\b", 4),
    (r"\bpretend (?:i am|i'm|you)\b|\bi(?:'m| am) not here\b|\bnot a (?:word|peep|sound)\b|\bradio silence\b|\b(?:no one|nobody) talk\b|\b(?:say nothing|don't say)\b|\bleave us\b", 2),
    (rf"(?:^|[.,;!] |\b(?:i'm|i am|im|we're|am|now|still|be|sitting|stuck|off) )(?:back )?(?:in|into|at|on|off to|going into) (?:a |an |the |my |another |back-to-back )?(?:[\w-]+ ){{0,2}}(?:{_PLACES})\b(?! (?:tomorrow|on|next|yesterday|last|is|was|were|went|at \d))", 2),
    (r"\b(?:interview|exam|presentation|show|ceremony|meeting|call|match|film|movie|class|lecture|session|service|concert|play|test) (?:now|is starting|starts now|starting|has (?:begun|started)|about to start)\b|\bpresenting (?:now|in|until|till)\b|\bgoing (?:in|on) now\b", 2),
    (r"\b(?:heads?[- ]down|deep work|deep in (?:the|my|a|it)|concentrating|focus (?:time|mode)|in the zone|(?:need|have|got) to (?:focus|concentrate))\b", 2),
    (r"\b(?:busy|swamped|tied up|occupied|unavailable|offline|teaching|on shift|on duty|recording|on air|performing|rehearsing|driving|sleeping|asleep|operating) (?:all day|all morning|all afternoon|until|till|til)\b|\b(?:headphones on|recording now|on air)\b", 2),
    (r"\b(?:not (?:today|tonight|this (?:morning|afternoon|evening|week)))\b(?=[,.!;]|$| please)", 0),
    (r"\b(?:kids? (?:are |is )?(?:finally )?asleep|baby(?:'s| is)? (?:finally |just )?(?:asleep|fell asleep|sleeping)|(?:guests|visitors|company|the in-laws|friends|everyone|people|mum|mom|dad|my (?:sister|brother|parents|boss)) (?:(?:are|is|have|has|just|all) ){0,2}(?:here|over|arrived|came over|at the door|ringing)(?: now)?)\b|\b(?:doorbell|someone(?:'s| is) at the door|at the table now|dinner(?:'s| is) (?:ready|on the table))\b", 1),
    (r"\b(?:phone(?:'s| is| goes)? (?:is )?(?:off|on silent)|on silent|airplane mode|(?:be|am|i'm|i'll be) (?:fast )?asleep|sleeping (?:until|till|in)|on the (?:line|phone) (?:with|to)|in labou?r|in theatre)\b", 2),
    (r"\b(?:trying to sleep|going to (?:sleep|bed|nap|lie down)(?: now| for)?|tak(?:e|ing) a nap|having a nap|napping|lying down|nap (?:time|now)|(?:nap|doze|lie down|sleep) for|lie-in|not before)\b", 2),
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
    plain = re.sub(r'"[^"]*"|“[^”]*”', " ", text[:READ]).replace("’", "'")
    low = plain.lower()
    found = [Rule("lift", -1, text)] if _LIFT.search(low) and not re.search(r"\b(?:when|once|until|till|after|if) (?:i'm|i am|the|my|it)\b", low) else []
    leave = _LEAVE.search(low) is not None and _TELL.search(low) is not None
    if leave:
        ends = end_of(low, moment)
        found.append(Rule("leave", -1 if ends is None else ends, plain))
    if _NIGHT.search(low):
        found.append(Rule("sleep", _next_morning(moment), plain))
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
    from_us = start_of(low, moment)
    ends = end_of(low, _after_night(moment)) if re.search(r"\bwake\b|\blie-in\b", low) else end_of(low, moment)
    if ends is None or ends <= from_us:
        ends = from_us + int(hours * HOUR_US) if hours else _next_morning(Moment(from_us, moment.clock))
    return Rule("hush", ends, low, unless["rest"] if unless else "", from_us)


def _after_night(moment: Moment) -> Moment:
    """Waking is of the next morning."""
    return Moment(max(moment.us, moment.start(moment.day + timedelta(days=1))), moment.clock)


def _next_morning(moment: Moment) -> int:
    return end_of("until morning", moment) or moment.us + 12 * HOUR_US
