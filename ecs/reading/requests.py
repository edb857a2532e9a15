"""What the owner asks of her for later: "remind me to call Ana at six" is one; a question, a refusal and a "tell me a joke" are none."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ecs.reading.ahead import Piece, resolve
from ecs.reading.dates import Moment
from ecs.reading.spoken import BOUNDARY, Sentence, is_filler, thought_end, words_without_times

_POLITE = (
    r"(?:(?:pl+(?:e+a*|a+)?[sz]+(?:e|s|z)*|pretty please|kindly|hey|ok|okay|so|and|then|also|oh|but|anyway|anyways|right|well|listen|psst|btw|yes|yeah|actually|just|maybe|now|again|babe|love|dear|yuri|honey|quick thing|one more thing|first|or|good night|night|thanks|thx|"
    r"(?:can|could|would|will|wld|cld) (?:you|u|ya)(?: please| pls| kindly| just| maybe| perhaps| also)?|would (?:you|u) mind|do me a favou?r and|(?:if|when) (?:you|u) (?:can|could|would|don't mind|get (?:a|the) (?:chance|minute|moment))|be (?:a dear|an angel|a love|a darling|so kind|nice) and|"
    r"(?:you|u) (?:have to|must|need to|gotta|should|could|can|may|might|better)|(?:put|write|note) (?:it|this|that|me) (?:in|down|on)(?: (?:your|the|my) (?:diary|calendar|list|book|notes))?:?|(?:i'd|i would|id) (?:quite |really )?(?:like|love|need|appreciate)(?: it if)? (?:you|u)(?: to| could| would|'d)?|i (?:want|need|would like) (?:you|u) to|i'd (?:quite |really )?(?:like|love|appreciate) it if (?:you|u)|"
    r"(?:it would|it'd|that'd|'twould) be (?:\w+ )(?:of you )?to|i'd be (?:\w+ )if (?:you|u)(?:'d| would| could)?|(?:can|could|may) i ask (?:you|u) to|i(?:'m| am) counting on (?:you|u) to|(?:you|u)(?:'ll| will|'re)(?= wak| remind)|(?:your|one|a) (?:job|task)(?: for you)?:?|do(?= remind| wake| ask| tell)|save (?:this|that|it) for|it'd be (?:great|lovely|nice|good) if (?:you|u)(?: could)?|any chance (?:you|u) (?:could|can)|make sure (?:to|you|u|that you)|be sure to|don't forget to|do not forget to|dont forget to|remember to|try to|feel free to|go on and|go ahead and|tomorrow|you|u|i beg you(?: to)?)[\s,]+)*"
)
#: Deeds that are for later by their nature.
_SURE = (
    r"(?:don't|dont|never) let me (?:forget|oversleep|sleep in|miss|skip|snooze|leave without|get away|weasel|chicken|off the hook)|(?:get me to|make me) (?!laugh|smile|cry|happy|feel|proud|sad|want|think|so)[a-z]+|have me (?=call|ring|do|take|leave|send|go)|i want a (?:reminder|nudge)|"
    r"make sure (?:that )?i|see (?:to it )?that i|help me (?:to )?remember|mind (?:waking|reminding|asking|pinging|nudging|telling) me|(?:waking|reminding|nudging|pinging|poking|telling|asking) me\b|i need (?:waking|reminding|a (?:nudge|reminder|wake[- ]?up|poke|kick|push))|i (?:want|need) to be (?:woken|reminded|told|asked|nudged|up by)|i'd (?:like|love) (?:to be (?:woken|reminded|told|asked|nudged)|a (?:reminder|nudge|wake))|"
    r"(?:could|can|may) i (?:get|have|ask for) a (?:wake|remind|nudg|pok|shout|call|ping)\w*|wake[- ]?up (?=at|for)|alarm (?=\d|at|for|please|pls)|be my (?:alarm|timer|reminder|memory|clock)|ping (?=in|at|when|tomorrow|tonight|pls)|remid me|remined me|remindme|wakeme|rmd me|"
    r"remind(?:ing)? (?:me|us)\b(?!,? (?:why|what|who|how|which|where|again|(?:was|is|did|do|are|were) |not to (?:ever|trust|let)|(?:to )?never|that (?:i|you|we|life|people|men|love)\b))|wake (?:me|us)|get me up|get me out of bed|"
    r"nudge me|ping me|poke me|nag me|pester me|bug me|prod me|buzz me|kick me|drag me|shake me|jab me|(?:yell|shout|holler|scream|bark) at me|"
    r"give me (?:a|another) (?:shout|nudge|poke|kick|ring|buzz|reminder|ping|heads[- ]?up|prod|call|push|wake[- ]?up)|set (?:me )?(?:a|an|the|my|another) (?:timer|alarm|reminder)|(?:timer|alarm|reminder)(?: (?:for|at|in|on|to))|put (?:a|the) (?:timer|alarm|reminder)|make a note|wake[- ]?up call|"
    r"hold me to|keep me (?:posted|honest)|check (?:in )?on me|check (?:in )?with me|check up on me|check if i|check (?:that|whether) i|wish me luck|cross your fingers|keep an eye|follow up|(?:a )?(?:reminder|nudge|poke|heads[- ]?up|wake-up call)(?: from you)?\b(?= (?:at|on|in|to|about|for|tomorrow|tonight|would|please|pls))"
)
#: Deeds that may be meant for now, and are asks once they are put off.
_PUT_OFF = (
    r"(?:i (?:wanna|want to|need to) hear from (?:you|u)|(?:don't|dont|do not) let me|bring up|bring (?:\w+ ){1,4}up(?: again)?|(?:and )?tell (?:me|us)|(?:reminded|woke|pinged|nudged|poked) me(?=.*)|ask(?:ed)? (?:me|us|after|about|how)|let me know|say|show me|send me|read me|sing me|give me|quiz (?:me|us)|test me|text me|message me|call me|ring me|phone me|warn me|alert me|update me|talk to me|chat|help me|go (?:over|through)|come back to (?:this|that|it|me)|check back|get (?:it|that|this|them|the)|shout|yell|holler|check|look up|look for|search|find(?: me)?|play|write|draft|prepare|summari[sz]e|think (?:about|of)|explain|pick|choose|have (?:a|the|my|it|an)|get me|make (?:me|a)|come (?:back|up)|put|start|stop me|order (?=me|the|some|a)|mention|repeat|start|turn|water|be (?:strict|mean|nice)|(?:you|u) tell me|(?:you|u) (?:asked|ask|asking) me|teach me|practi[sc]e|report|(?!give|excuse|forgive|trust|believe|let|call|show|pardon|spare|love|tell|kiss|hug|hate|meet|gave|told|asked|made|let|took|for|with|to|at|of|from|about|like|and|or|than|on|by|remind|wake|woke|reminded|reminds|helps|makes|gives|tells|lets|wants|needs|help|leave|join)[a-z]+ me\b|"
    r"(?:(?<=can you )|(?<=could you )|(?<=would you )|(?<=will you )|(?<=can u )|(?<=could u )|(?<=would u )|(?<=please )|(?<=pls ))(?!believe|see|imagine|go|come|be|feel|hear|remember|guess|like|love|have (?!a|my|the|it)|want|prefer|say|do|mind|tell me what|explain|stop|not|don't|know|think|ever|even|still|keep|wait|hold on|excuse|leave me|leave|let me|bother|disturb|ignore|shut|hush|go away|back off|give me (?:space|some|a (?:day|week|break))|quiet)[a-z]+)\b"
)
_RESEARCH = r"(?:find out|look into|dig up|research|look up (?=.*(?:for me|no (?:rush|hurry)|when you))|find me (?=.*(?:no (?:rush|hurry)|when you|later))|see if you can find|work out|figure out)\b"
_ASK = re.compile(rf"(?P<polite>{_POLITE})(?P<deed>(?P<sure>{_SURE})|(?P<research>{_RESEARCH})|(?P<off>{_PUT_OFF}))")
_REFUSED = re.compile(
    r"(?<![\w'])(?:don't|dont|do not|didn't|didnt|did not|no need|needn't|neednt|doesn't|not need|never(?! remember| get| hear| make| wake up| manage| forget)|stop|without|wouldn't|won't|had you|if you had|you forgot|you were|you did|supposed to|meant to|used to|no point|instead of|thanks for|thank you for|sorry for|nobody|no one|unless you|i told|i said|asks|keep|keeps)(?P<after>(?: [\w']+){0,3} *)$|"
    r"(?<![\w'])(?:should i|shall i|must i|if i asked|if you'd|could've|could have|couldve|should've|should have|shouldve|would've|wish|i asked you|why didnt|why didn't|why did|someone should|somebody|anyone|lyric)(?P<more>(?: [\w']+){0,6} *)$"
)
_OTHERS = re.compile(r"(?<![\w'])(?!(?:i|you|u|ya|so|and|then|also|please|pls|hey|ok|okay|can|could|would|will|to|me|just|that|it|if|love|like|it'd)\b)(?:he|she|they|it|we|mum|mom|dad|ana|who|that|which|people|boss|alarm|phone|mother|father|sister|brother|everyone)(?:'ll|'d|'s| will| would| can| could| should| says?| said| goes?| always| to| has to| must)?\s*$")
_NONSENSE = re.compile(r"wake me(?: up)? (?:when (?:the|it|this|that|he|she|they|everything|all|i'm (?:rich|famous|dead)|\w+ ends|september|november)|if (?:anything|something)|in (?:like )?(?:a hundred|100|1000|a thousand|a million|november|september|january|spring|the next|\w+ years))|remind me (?:to|that i) never|remind me (?:\w+ ){0,3}never|ask me if i care|tell me about it\b(?!.*(?:tomorrow|tonight|later|at |on ))|tell me (?:something|honestly|straight|the truth) (?:now|please)?$|tell me (?:when|if) (?:hell|pigs)|wake me in the next")
_NOW = re.compile(r"(?<![\w'])(?:right now|now|quick(?:ly)?|rn|this second|at once|asap)(?![\w'])")
_QUOTED = re.compile(
    r"(?<![\w'])(?:(?:she's|he's|they're|and i'm|was|were) like|(?:he|she|they|mum|mom|dad|boss|who|everyone|it|man|guy|woman) (?:goes|said|says|asked|told)|asked (?:me|her|him)|told (?:me|her|him))(?: [\w']+){0,2}[,: ]*$|"
    r"(?<![\w'])(?:dreamt|dreamed|in the (?:film|movie|song|book|show|series|game)|this (?:show|film|movie|song|book)|lyrics?|if (?:i(?!'m not|m not| forget| fall| haven't| don't| am not)|you|u|he|she|they|we)(?:'m|'d|'ll|'re|'ve)? (?!can|could|don't mind|get|have|would)(?:[\w']+ ?){0,6})[^.]{0,60}$"
)
_ASKING = re.compile(r"^\W*(?:why|what|when|who|where|how|which|did|do|does|are|is|was|were|have|has|had|should|shall|am)(?![\w'])")


@dataclass(frozen=True, slots=True)
class Request:
    """Characters [first, last) with the deed in them, the times said with it, and where the time came from a neighbour `whole` is true."""

    first: int
    last: int
    times: tuple[Piece, ...]
    sure: bool


def requests(sentence: Sentence, low: str, moment: Moment) -> list[Request]:
    """The asks of one sentence; `low` is the whole masked line."""
    found: list[Request] = []
    starts = _starts(sentence)
    for number, place in enumerate(starts):
        got = _ASK.match(sentence.low, place)
        if got is None or (found and sentence.first + got.start("deed") < found[-1].last and found[-1].sure and not _another(low, found[-1], sentence.first + got.start("deed"))):
            continue
        until = _until(sentence, got, starts[number + 1 :])
        if found and sentence.first + got.start("deed") <= found[-1].first:
            continue
        request = _request(sentence, low, got, place, until, moment)
        if request is not None:
            if found and re.match(_RESEARCH + "|look|check|find|search", low[found[-1].first :]) and re.match(r"(?:and )?(?:tell|let|text|message|send)", low[request.first :]):
                research = found.pop()
                request = Request(research.first, request.last, (*research.times, *request.times), True)
            elif found and _noted(found[-1], low, request.first):
                note = found.pop()
                request = Request(request.first, request.last, request.times if resolve(request.times, moment) else (*note.times, *request.times), True)
            elif found:
                found[-1] = Request(found[-1].first, min(found[-1].last, sentence.first + place), tuple(piece for piece in found[-1].times if piece.first < sentence.first + place), found[-1].sure)
            found += _parted(request, low, moment)
    return found


def _another(low: str, before: Request, deed: int) -> bool:
    """Whether a second deed stands on its own: "wake me at six and remind me to eat"."""
    return re.match(rf"(?:{_SURE}|tell me|ask me|let me know|check)", low[deed:]) is not None and re.search(r"(?:,|and|then|&|:|\)|-)\s*(?:\S+\s+){0,6}$", low[before.first : deed]) is not None


def _starts(sentence: Sentence) -> list[int]:
    """Where a thought may begin: at the sentence's start, after a boundary, after time words, after an address."""
    low = sentence.low
    places = [0, *(got.end() for got in BOUNDARY.finditer(low)), *(piece.last - sentence.first for piece in sentence.times)]
    places += [got.start() for got in re.finditer(rf"(?<![\w'])(?:{_SURE})", low)]
    places += [got.start() for got in re.finditer(r"(?<![\w'])(?:please|pls|plz|can you|could you|would you|will you|can u|could u|would u|will u|i'd (?:quite |really )?like|id (?:quite |really )?like|i want you|i need you|you tell me|you have to|so (?=tell|ask))(?![\w'])", low)]
    return sorted({place + len(low[place:]) - len(low[place:].lstrip(" ,:;-–—!?.")) for place in places if place < len(low)})


def _until(sentence: Sentence, got: re.Match, later: list[int]) -> int:
    if _is_note(got["deed"]):
        return sentence.last
    for place in later:
        if place > got.end() and (other := _ASK.match(sentence.low, place)) and (other["sure"] or other["off"] and re.match(r"(?:tell|ask|let|call|text|check)", other["off"])) and re.search(r"(?:,|and|then|&|:)\s*(?:\S+\s+){0,5}$", sentence.low[got.end() : other.start("deed")]) and not _same_deed(got, other):
            return sentence.first + place
    return sentence.last


def _same_deed(one: re.Match, other: re.Match) -> bool:
    """ "Look it up and tell me" is one ask."""
    return bool(one["research"] or one["off"] and re.match(r"(?:look|check|find|search|think|read)", one["off"])) and bool(re.match(r"(?:and )?(?:tell|let)", other["deed"]))


def _request(sentence: Sentence, low: str, got: re.Match, place: int, until: int, moment: Moment) -> Request | None:
    deed = sentence.first + got.start("deed")
    start = sentence.first + place
    opening = BOUNDARY.split(sentence.low[:place])[-1] + sentence.low[place : got.end()]
    before, said = sentence.low[: got.start("deed")], low[deed:until]
    gracious = re.search(r"(?:grateful|glad|happy|lovely|great|nice|kind|like|love|appreciate|thankful|good|perfect)(?: it)? if (?:you|u)(?:'d| would| could)?\s*$", before) is not None
    gracious = gracious or re.search(r"(?:do you mind|are you able to|is it (?:ok|okay|possible)|may i ask|have you time to|are you up for)", before) is not None
    if re.match(r"(?:reminded|woke|pinged|nudged|poked|asked) me", said) and not gracious:
        return None
    if not gracious and (_refused(before) or _reported(before, got)) or _NONSENSE.match(said) or not gracious and _ASKING.match(opening) and not re.match(r"^\W*(?:do me|have you|is it ok)", opening) and sentence.end == "?" and (got["polite"].strip() == "" or re.match(r"^\W*(?:what|why|who|where|which|when|how(?! about))(?![\w'])", opening)):
        return None
    lead = _lead(sentence, low, start)
    near = thought_end(low, deed, until)
    times = tuple(piece for piece in sentence.times if lead <= piece.first < near)
    if got["sure"] and resolve(times, moment) is None:
        times = tuple(piece for piece in sentence.times if lead <= piece.first < until)
    own = tuple(piece for piece in times if piece.first >= start)
    if resolve(own, moment) is not None and len(words_without_times(low, lead, start, sentence.times)) > 3:
        times = own
    if any(piece.kind == "habit" for piece in times):
        return None
    timed = resolve(times, moment) is not None
    both = re.search(r"(?<![\w'])both(?![\w'])", said) is not None and len(sentence.times) > 1
    vague = both or any(piece.kind == "vague" for piece in sentence.times if piece.first >= lead) or re.search(r"no (?:rush|hurry)|when you (?:can|have|get)|some time|whenever|^(?:\w+ ){1,2}then\b", low[deed:]) is not None
    if re.search(r"(?<![\w'])(?:you|u)\W*$", before) and re.match(r"remind me of", said) and not timed:
        return None
    if got["sure"] or got["research"]:
        if got["sure"] and re.match(r"(?:cross|wish|keep an|follow|make a note|hold)", got["sure"]) and not (timed or vague):
            return None
        if got["research"] and not timed and not vague and _NOW.search(said):
            return None
        return Request(deed, until, times, True)
    return Request(deed, until, times, False) if (timed or vague) and not _NOW.search(said) and not _about_now(said, times, deed, timed) else None


def _about_now(said: str, times: tuple[Piece, ...], deed: int, timed: bool) -> bool:
    """ "Tell me about the time on Tuesday when …": the time belongs to what is told."""
    return bool(re.match(r"(?:and )?(?:tell me about the time|tell me (?:a|an|one) |tell me what (?:day|time|date)|say (?:it|that)|show me (?:the|a)|tell me honestly|give me (?:\w+ ){1,3}(?:minutes?|mins?|sec\w*|hours?|moment)\b)", said)) and not re.search(r"(?:tonight|tomorrow|later|at bedtime|before bed|when i)", said)


def _refused(before: str) -> bool:
    got = _REFUSED.search(re.split(r"[,:;–—]|(?<![\w'])(?:and|but|so|because|cos|cuz)(?![\w'])", before)[-1])
    if got is None:
        return False
    return not re.search(r"(?:don't|dont|do not|never) (?:forget to|hesitate to|let me)\s*$", before)


def _reported(before: str, got: re.Match) -> bool:
    tail = sentence_tail(before).strip()
    other = re.search(r"(?<![\w'])(?!(?:you|u|ya|i|so|and|then|please|ok|okay|hey|that|it)(?!\w))([\w']+)(?:'ll| will| would| can| could| should| has to| must|'s gonna| is going to)$", tail)
    return other is not None or bool(_OTHERS.search(tail)) or bool(_QUOTED.search(before))


def _noted(before: Request, low: str, start: int) -> bool:
    """ "Make a note for three: tell me to eat": the note is the way, not the deed."""
    return _is_note(low[before.first :]) and start - before.first < 60


def _is_note(deed: str) -> bool:
    return re.match(r"(?:make a note|put (?:it|this|that) in|save (?:this|that|it)|put (?:a|the) reminder|set (?:\w+ ){1,2}(?:reminder|alarm))", deed) is not None


def sentence_tail(before: str) -> str:
    """What stands after the last comma or the like."""
    return re.split(r"[,:;–—]", before)[-1]


def _lead(sentence: Sentence, low: str, start: int) -> int:
    """Back over time words that stand before the deed: "tomorrow at ten, remind me"."""
    bounds = [sentence.first, *(got.start() + sentence.first for got in BOUNDARY.finditer(sentence.low) if got.start() + sentence.first < start)]
    lead = start
    while bounds:
        bound = bounds.pop()
        if not is_filler(low, bound, start, sentence.times):
            break
        lead = bound
    return lead


def _parted(request: Request, low: str, moment: Moment) -> list[Request]:
    """ "Remind me at 4 to move the car and at 9 to take my pills" are two."""
    said = low[request.first : request.last]
    for got in re.finditer(r"(?:,? and |, (?:and )?(?:then )?|; | & )(?=(?:then |again |about |to |for |of )?)", said):
        place = request.first + got.start()
        ahead = [piece for piece in request.times if piece.first < place and piece.kind in ("clock", "span", "day", "part")]
        behind = [piece for piece in request.times if piece.first >= place and piece.kind in ("clock", "span", "day", "part")]
        if ahead and behind and _both_whole(ahead, behind) and resolve(behind, moment) and len(words_without_times(low, place, request.last, request.times)) >= 2:
            first = Request(request.first, place, tuple(piece for piece in request.times if piece.first < place), request.sure)
            return [first, *_parted(Request(place, request.last, _with_day(ahead, behind), request.sure), low, moment)]
    return [request]


def _both_whole(ahead: list[Piece], behind: list[Piece]) -> bool:
    kinds = [{piece.kind for piece in side} for side in (ahead, behind)]
    return all(kind & {"clock", "span"} for kind in kinds) or all(kind & {"day"} or any(piece.day for piece in side) for kind, side in zip(kinds, (ahead, behind))) or "part" in kinds[0] and "part" in kinds[1]


def _with_day(ahead: list[Piece], behind: list[Piece]) -> tuple[Piece, ...]:
    """ "Tomorrow at nine … and at ten": the second is tomorrow too."""
    if any(piece.day is not None or piece.kind == "span" for piece in behind):
        return tuple(behind)
    return (*(piece for piece in ahead if piece.kind == "day"), *behind)
