"""What a line promises: her commitments, the owner's asks, the dated events of the owner's life. Heuristics alone, no model.

One entry: `promises(text, who, before, moment)`. The rules of what counts are in docs/promises.md.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from ecs.reading.ahead import Due, Piece, resolve
from ecs.reading.dates import Moment
from ecs.reading.goal_text import as_goal, wording
from ecs.reading.happenings import Happening, answered, event_name, happenings
from ecs.reading.pledges import Pledge, pledges
from ecs.reading.requests import Request, requests
from ecs.reading.spoken import BOUNDARY, Sentence, masked, sentences, words_without_times

MOST = 5


@dataclass(frozen=True, slots=True)
class Found:
    """`kind` is promise, ask or event; `due_us` None where no time was said, else the instant, off by at most `loose` minutes.
    `name` is what an event is called, where it has a name.

    `timed` is true when a time of day was said; `said` are the words it rests on.
    """

    kind: str
    due_us: int | None
    loose: int
    timed: bool
    text: str
    said: str
    name: str = ""


_YES = re.compile(r"^\W*(?:(?:oh|mm+|hm+|ah|ooh|god|um|uh|hell|haha|ha|aw+|you know what|actually|ok so|well|why not|that'd be|go on|go ahead|sounds?|do|do it|make it so|i'd)[\s,!.]*)*(?:y(?:es|eah|ep|ea|up|a|ess+)+|sure|please|pls|ok(?:ay|ie)?|go on|go for it|go ahead|do|great|good|lovely|perfect|nice|absolutely|definitely|deal|alright|all right|of course|by all means|love(?:ly)? (?:that|it|to)|like that|why not|aye|wonderful|fine|i'd (?:like|love|appreciate)|that'd be|that would be|would be|that helps|mhm|mm|mmhm|if you would|if you could|do that|please do|grand|ye|ja|yesss*|you can|u can|you may|count me in|bring it|why thank you|thank you,? yes|thanks,? yes|deal|sold|i would|i'd be|👍)(?![\w])")
_NO = re.compile(r"(?<![\w'])(?:no|nah|nope|don't|dont|not|never|no need|but don't|rather not|i'll manage|i've got|ive got|i'm good|im good|im fine|i'm fine|leave it)(?![\w'])")
_OFFER = re.compile(r"(?<![\w'])(?:shall i|should i|want me to|do you want me to|would you like me to|d'you want me to|would it help if i|if you(?:'d)? (?:like|want|wish)[^.?!]*?,? (?:i'll|i can|i could|i will)|i (?:can|could|'ll|'d happily)|(?:do you |would you |d'you |u )?(?:want|like|need|fancy|care for)(?= an? )|i'll|or i(?:'ll| can| could)|may i|how about i|what if i|let me|i'd be happy to|i'm happy to)\s+(?P<deed>[^?]+)")
_ACCEPTED = re.compile(r"^\W*(?:will do|consider it done|on it|noted|you got it|you've got it|done(?=[.,!:])|of course(?=[.,!:])|certainly|with pleasure|sure(?=[.,!:])|sure thing|absolutely|gladly|it's in (?:the|my)|okay(?=[.,!:])|ok(?=[.,!:])|all right(?=[.,!:])|alright(?=[.,!:])|right(?=[.,!:])|(?:remind|wake|ask|tell|ping|nudge|call) (?:you|u)\b[^.?!]{0,40}\? (?:done|gladly|of course|sure|with pleasure|consider|no problem|you bet|can do)|as you wish|aye|yes(?=[.,!:])|got it|understood|deal|\w+(?: \w+)? it is(?=\W|$)|very well|count on me|leave it (?:with|to) me|i will(?=[.,!])|promise(?=[.,!]))")
#: Words that accept by themselves; the others need the time said again.
_SURELY = re.compile(r"^\W*(?:will do|consider it done|on it|noted|you got it|you've got it|done|it's in|leave it|count on me|as you wish|(?:remind|wake|ask|tell|ping|nudge|call) (?:you|u)|i will|\w+(?: \w+)? it is)")
_WAKING = re.compile(r"(?<![\w'])(?:wak|awake|woken|have you up|you up by|up by|be up|you're up|sleep past|sleep till|snooze|train|ferry|get me up|get you up|out of bed|alarm|oversleep|sleep in|rouse|sunrise|dawn|early|flight)")


def promises(text: str, who: str, before: str, moment: Moment) -> list[Found]:
    """What is found in a line of `who` ("her" or "owner"), said after `before`, in the order it was said; at most `MOST`."""
    low = masked(text)
    lines = sentences(text, moment)
    found = _hers(text, low, lines, before, moment) if who == "her" else _owners(text, low, lines, before, moment)
    return found[:MOST]


def _day_of_the_first(times: tuple[Piece, ...], lines: list[Sentence], first: int) -> tuple[Piece, ...]:
    """ "I'll wake you at seven tomorrow, and at eight …": a bare clock after a clock tomorrow is tomorrow's."""
    if not times or any(piece.day is not None or piece.kind != "clock" for piece in times):
        return times
    earlier = [piece for line in lines for piece in line.times if piece.last <= times[0].first]
    days = [piece for piece in earlier if piece.kind == "day"]
    told = [piece for piece in earlier if piece.kind == "clock"]
    return (*times, days[-1]) if days and told and days[-1].rank == 9 else times


def _hers(text: str, low: str, lines: list[Sentence], before: str, moment: Moment) -> list[Found]:
    found = []
    for number, sentence in enumerate(lines):
        for pledge in pledges(sentence, low, moment):
            if not pledge.timed and low[pledge.last :].lstrip().startswith(":"):
                continue
            times = pledge.times if pledge.timed else (*pledge.times, *(_then(lines, number, pledge, low) or _just_before(lines, number, low)))
            beside = _beside(text, pledge.first, pledge.last, before)
            times = _day_of_the_first(times, lines, pledge.first)
            last, times = (pledge.last, times) if resolve(times, moment) else _just_after(lines, number, pledge, times, low)
            found.append(_found("promise", text, _deed(low, pledge.first, pledge.last), last, times, moment, "her", beside, low))
    return found or _accepted(text, low, lines, before, moment)


def _just_after(lines: list[Sentence], number: int, pledge: Pledge, times: tuple[Piece, ...], low: str) -> tuple[int, tuple[Piece, ...]]:
    """Where a promise ends that is followed by its time alone: "I'll remind you. Tomorrow, ten o'clock, the form." """
    after = lines[number + 1] if number + 1 < len(lines) else None
    if after is None or not re.match(r"(?:i'll|i will) (?:remind|wake|ask|ping|nudge|call|ring|poke)", low[pledge.first : pledge.last]) or len(words_without_times(low, after.first, after.last, after.times)) > 2:
        return pledge.last, times
    told = tuple(piece for piece in after.times if piece.kind in ("clock", "day", "part", "span"))
    return (after.last, told) if told else (pledge.last, times)


def _then(lines: list[Sentence], number: int, pledge: Pledge, low: str) -> tuple[Piece, ...]:
    """ "Your exam is on Friday. I'll ask then." """
    if not re.search(r"(?<![\w'])(?:then|that day|that evening|that morning)(?![\w'])", low[pledge.first : pledge.last]):
        return ()
    earlier = [piece for line in lines[: number + 1] for piece in line.times if piece.last <= pledge.first and piece.kind in ("clock", "span", "day", "part")]
    return tuple(earlier[-2:])


def _just_before(lines: list[Sentence], number: int, low: str) -> tuple[Piece, ...]:
    """The time of a sentence that says little else: "Quarter to six, ok? Wake me." """
    before = lines[number - 1] if number else None
    if before is None or len(words_without_times(low, before.first, before.last, before.times)) > 2:
        return ()
    return tuple(piece for piece in before.times if piece.kind in ("clock", "day", "part", "span"))


def _deed(low: str, first: int, last: int) -> int:
    """Past "I'll" and its like."""
    got = re.compile(r"(?:i'll|i will|i shall|i'm going to|i am going to|i'm gonna|im gonna|im going to|i promise to|i promise i'll|imma|ill|will|let me|i'm|i am|i've|count on me to|trust me to|,? and|,|;|then)\s+(?:also |then |definitely |certainly |just |gladly |be sure to |make sure to |try to |and )*").match(low, first, last)
    return got.end() if got else first


def _accepted(text: str, low: str, lines: list[Sentence], before: str, moment: Moment) -> list[Found]:
    """ "Consider it done" after an ask promises what was asked."""
    got = _ACCEPTED.match(low)
    if got is None or not _SURELY.match(low) and not any(piece.kind in ("clock", "day", "part", "span") for line in lines for piece in line.times if piece.first < 90) or "?" in low[:60] and not re.match(r"\W*(?:remind|wake|ask|tell|ping|nudge|call) (?:you|u)", low):
        return []
    asked = [found for found in promises(before, "owner", "", moment) if found.kind == "ask"]
    return [replace(found, kind="promise", said=text) for found in asked]


def _owners(text: str, low: str, lines: list[Sentence], before: str, moment: Moment) -> list[Found]:
    found, asked = [], []
    for number, sentence in enumerate(lines):
        for request in requests(sentence, low, moment):
            times = request.times
            if resolve(times, moment) is None:
                times = (*times, *_borrowed(lines, number, request, low))
            if asked and not request.sure and resolve(times, moment) is None:
                continue
            times = _day_of_the_first(times, lines, request.first)
            asked.append(request)
            found += _of_request(text, low, request, times, moment, before, lines)
    found += [_event(text, low, one, moment) for one in happenings(lines, low, moment) if not any(_in_ask(one, request, low) for request in asked)]
    return found or _agreed(text, low, lines, before, moment) or _answered(text, low, lines, before, moment)


def _answered(text: str, low: str, lines: list[Sentence], before: str, moment: Moment) -> list[Found]:
    told = answered(lines, low, before, moment)
    if told is None:
        return []
    found = _found("event", text, lines[0].first, lines[0].last, told[1], moment, "owner", "", low)
    return [replace(found, text=f"{told[0][:1].upper()}{told[0][1:]}: {found.text}", name=told[0])]


def _in_ask(one: Happening, request: Request, low: str) -> bool:
    """Whether an event is only what an ask is about: "ask me on Friday how the exam went". Told after it with its own time, it is told."""
    if not request.first <= one.first < request.last:
        return False
    end = BOUNDARY.search(low, request.first, request.last)
    if end is None or one.first < end.start():
        return True
    return not (any(piece.last <= end.start() for piece in request.times) and any(one.first <= piece.first < one.last for piece in one.times))


def _of_request(text: str, low: str, request: Request, times: tuple[Piece, ...], moment: Moment, before: str, lines: list[Sentence]) -> list[Found]:
    beside = _beside(text, request.first, request.last, before)
    if re.search(r"(?<![\w'])both(?: times)?(?![\w'])", low[request.first : request.last]):
        each = [(sentence, piece) for sentence in lines for piece in sentence.times if piece.last <= request.first and piece.kind in ("clock", "span")]
        if len(each) > 1:
            return [_both(text, low, request, sentence, piece, moment) for sentence, piece in each]
    return [_found("ask", text, request.first, request.last, times, moment, "owner", beside, low)]


def _both(text: str, low: str, request: Request, sentence: Sentence, piece: Piece, moment: Moment) -> Found:
    cuts = [sentence.first, *(got.end() + sentence.first for got in re.finditer(r",|&|(?<!\w)and(?!\w)", sentence.low)), sentence.last]
    first = max(cut for cut in cuts if cut <= piece.first)
    last = min(cut for cut in cuts if cut >= piece.last)
    found = _found("ask", text, first, last, (piece,), moment, "owner", "", low)
    return replace(found, text=f"Tell the owner: {found.text}")


def _borrowed(lines: list[Sentence], number: int, request: Request, low: str) -> tuple[Piece, ...]:
    """An ask without a time takes that of the words before it when they lead up to it."""
    sentence = lines[number]
    here = [piece for piece in sentence.times if piece.last <= request.first and piece.kind in ("clock", "span", "day", "part")]
    then = re.search(r"(?<![\w'])then(?![\w'])", low[request.first : request.last]) is not None
    if here and (then or len(words_without_times(low, here[-1].last, request.first, sentence.times)) <= 4):
        return tuple(here)
    if then:
        earlier = [piece for line in lines[:number] for piece in line.times if piece.kind in ("clock", "span", "day", "part")]
        return tuple(earlier[-2:])
    after = lines[number + 1] if number + 1 < len(lines) else None
    if after is not None and len(words_without_times(low, after.first, after.last, after.times)) <= 2:
        told = tuple(piece for piece in after.times if piece.kind in ("clock", "day", "part", "span"))
        if told:
            return told
    return _just_before(lines, number, low)


def _event(text: str, low: str, one: Happening, moment: Moment) -> Found:
    found = _found("event", text, one.first, one.last, one.times, moment, "owner", _beside(text, one.first, one.last, ""), low, late=one.evening)
    return replace(found, name=event_name(low, one.first, one.last))


def _agreed(text: str, low: str, lines: list[Sentence], before: str, moment: Moment) -> list[Found]:
    """A clear yes to her offer is an ask with the offer's time, or with the one the yes names."""
    offer = _OFFER.search(masked(before))
    if offer is None or not _YES.match(low) or _NO.search(re.split(r"[,.!;]", low.strip(" ,.!"))[0]) or _NO.match(low.strip()):
        return []
    offered = before[offer.start("deed") : offer.end("deed")]
    offers = sentences(before, moment)
    times = tuple(piece for line in offers for piece in line.times if piece.kind in ("clock", "span", "day", "part"))
    named = tuple(piece for line in lines for piece in line.times if piece.kind in ("clock", "span", "day", "part"))
    when = _mended(times, named)
    inside = tuple(piece for line in offers for piece in line.times)
    low_before = masked(before)
    found = _found("ask", before, offer.start("deed"), offer.end("deed"), inside, moment, "her", "", low_before)
    due = resolve(when, moment, early=bool(_WAKING.search(low_before)))
    if due is None and not re.match(r"(?:also |then |just )*(?:remind|find|look|keep an|check on|nudg)", masked(offered).strip()):
        return []
    if not re.match(r"(?:also |then |just )*(?:an? (?:\w+ )?(?:nudge|reminder|wake|poke|shout|call|ping|alarm)|wak|remind|ping|nudg|pok|tell|ask|check|call|ring|get you|look|find|set|bring|nag|send|read|text|give|message|keep|shout|come back|let you|drag|put|quiz)", masked(offered).strip()):
        return []
    return [_timed(found, due)]


def _mended(offered: tuple[Piece, ...], named: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """ "Yes, but at nine": the day of the offer, the time of the yes."""
    if not named:
        return offered
    kept = tuple(piece for piece in offered if piece.kind == "day" and not any(other.day for other in named))
    return (*named, *kept)


def _timed(found: Found, due: Due | None) -> Found:
    return replace(found, due_us=due.us if due else None, loose=due.loose if due else 0, timed=bool(due and due.timed))


def _found(kind: str, text: str, first: int, last: int, times: tuple[Piece, ...], moment: Moment, speaker: str, beside: str, low: str, late: bool = False) -> Found:
    said = low[first:last]
    due = resolve(_first_of_each(times), moment, early=kind != "event" and _WAKING.search(said) is not None or kind == "event" and re.search(r"flight|plane|train|ferry|operation|surgery", said) is not None, late=late)
    found = Found(kind, None, 0, False, as_goal(wording(text, first, last, times, speaker, beside)), text[first:last].strip())
    return _timed(found, due)


def _first_of_each(times: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Of several clocks the first counts; of several days `resolve` takes the surest."""
    return tuple(piece for piece in times if piece.kind in ("clock", "span", "day", "part"))


def _beside(text: str, first: int, last: int, before: str) -> str:
    """What stands around: the line itself where it says more, and the line before."""
    rest = (text[:first] + " " + text[last:]).strip(" ,.;:!?")
    around = text[max(0, first - 160) : first].strip() + " … " + text[last : last + 160].strip(" .!?")
    here = around.strip(" …") if len(rest) > 12 else ""
    return " / ".join(part for part in (before.strip(), here) if part)
