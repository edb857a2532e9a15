"""Her own commitments in a reply: "I'll ask you how it went on Tuesday" is one; an offer, a story, a joke and a feeling are none."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ecs.reading.ahead import Piece, resolve
from ecs.reading.dates import Moment
from ecs.reading.spoken import BOUNDARY, Sentence, is_filler, words_without_times

_SOFT = r"(?:(?:also|then|definitely|certainly|just|gladly|happily|surely|totally|personally|absolutely|of course|really|probably|even|still|simply|quietly|gently|promptly|only|sure as sugar|be sure to|be sure and|make sure to|make sure i|make a point of|try to|try and|remember to|make a note to|do my best to|go and|come and|take care to|see to it that i|not forget to|never forget to|not fail to|have to|be the one(?: to)?|be|be happy to|be glad to|dutifully|faithfully|cheerfully|solemnly|tactfully|kindly|better|gonna)\s+)*"
#: Deeds that wait for later by their nature; they need no time.
_LATER = (
    r"find(?:ing)? out|do (?:some|a bit of|a little|my) (?:\w+ )?(?:digging|reading|research|homework|asking)|put (?:\w+ ){0,3}?together|draw up|come up with|think (?:up|of) (?:a|an|some|something|one|two|three)\b|make (?:you |us )?(?:a|the) (?:\w+ )?(?:list|plan|note)|study up|bear (?:it|that|this) in mind|find (?:it|that|this|you|him|her|them)\b|have a (?:think|look around|dig)|think (?:it over|about (?:it|that|this)\b)|work on (?:it|that)|practise|practice|keep looking|save (?:it|that|this|you)|get you (?:the|a|that)|come back with|tell you (?:once|as soon as|when|if) i|write (?:it|that) down|ask (?:her|him|them|around)|try to (?:find|remember|work)|learn (?:it|that|the|to)|check whether|check if|see to (?:it|that)|inquire|enquire|look(?:ing)? into|look(?:ing)? (?:\w+ ){1,6}?up\b|look(?:ing)? up|get(?:ting)? back to|read(?:ing)? up|dig(?:ging)? (?:\w+ ){0,4}?(?:up|out|into|for|around)|research|report back|see what i can (?:find|dig)|"
    r"come back to|circle back|let you know|keep an? (?:eye|ear)|remind|ask around|make inquiries|make enquiries|chase|hunt (?:\w+ ){0,5}?down|track (?:\w+ ){0,5}?down|bring (?:\w+ ){1,6}up again|bring up|follow(?:ing)? up|"
    r"put (?:\w+ ){0,4}?on my list|make a note|set an? (?:alarm|timer|reminder)|figure out|work out|check (?:on|in on|back)|check and|keep you posted|report to you|go and find|get to the bottom|remember (?!this evening|today|when|the (?:time|day|night|evening|way)|how|you\b|us\b|every|being|it all|always|thinking)(?=\w)|keep (?:that|it|this) in mind|not forget|never forget to"
)
#: Deeds that are a commitment once a time is said.
_TIMED = (
    r"want (?:an?|my) |hunt|ask|tell|wak|remind|nudg|ping|pok|nag|bug|pester|prod|check|call|ring|text|messag|writ|send|shout|yell|holler|buzz|giv|hav|get|say|wish|bring|read|sing|show|mak|do|start|finish|end|sort|prepar|put|set|plan|draft|collect|gather|"
    r"look|find|search|dig|think|work|pick|choos|compil|translat|summaris|summariz|listen|learn|practis|practic|drag|pull|throw|turf|shoo|rouse|get|haul|chas|knock|tap|poke|kick|quiz|test|help|go through|go over|run through|walk you|"
    r"report|come|be back|be asking|be checking|be back with|be at your|be on (?:your|the phone)|be after|enquir|inquir|follow|raise|mention|warn|alert|announc|count|name|play|pack|watch|keep|save|hold|revis|return|try|order|book|water|feed|let|explain|describ|recit|continu|pray|light|cross|drop|leave a|post|answer|reply|want to (?:hear|know)|want (?:all|every|the|to)|need (?:the|a full)|expect|be after|be wanting|be curious|see (?:how|whether|if)|talk|speak|chat|reach|pop|swing|sit|stay up|recap|repeat|update|hand|share|fetch|be at your|be on your|be in touch|keep|compare|deliver|serve|begin|note|mark|tackle|interrupt|pounce|hassle|harass|badger|jog your|whisper|hum|ruin|deal|break"
)
_HEAD = re.compile(
    r"(?<![\w'])(?:(?P<will>i'll|i (?:intend|plan|mean|aim|want) to|i'm (?:planning|aiming) to|i've got to remember to|i will|i shall|i'm going to|i am going to|i'm gonna|im gonna|im going to|i'm|i am|i promise (?:to|i'll|you i'll)|promise i'll|imma|ill(?= (?!in\b|at\b|and\b|with\b|for\b|from\b|health|or\b))|(?<!\w )will(?= (?:do|look|ask|remind|ping|wake|find|check|tell|poke|nudge|let you))|i've (?:set|put|noted|made)|gonna)"
    r"|(?P<set>(?:alarm|timer|reminder|wake-up call)(?:'s| is)? (?:now )?set|(?:a|one) (?:nudge|reminder|poke|shout|knock|wake-up call|ping)(?= (?:at|on|in|tomorrow|tonight|for|about|coming|it is)))|(?P<dig>(?<=[a-z] )i(?= (?:look|find|dig|ask|remind|wake|tell) (?:it up|that up|this up|you|out|into))|i(?= (?:remind|wake|ask|tell) you(?! (?:this|that|something|now|because|again and again)))|consider yourself(?= woken| reminded)|(?<=: )i(?= (?:dig|look|find|tell|ask|remind|wake))|(?<=, )i(?= (?:wake|remind|ask|ping) you))|(?P<let>let me)|(?P<keep>i won't (?:forget|fail) to|i will not forget to|i shan't forget to|don't worry,? i'll)|(?P<trust>(?:trust|count on|rely on) me to|leave it to me to|allow me to)"
    r"|(?P<you>you'll (?:hear|have (?:it|them|an? \w+|the \w+|my \w+|your \w+)|get|be hearing|find|be woken)|(?:you can )?expect|you (?:get|have|hear)|you shall have|you will (?:hear|have|get)|you're getting|watch for))(?![\w'])"
)
_NOT = re.compile(r"\s*(?:not (?!forget|fail)|never (?!forget to|fail)|n't|no longer|neither|hardly|barely)")
_IDIOM = re.compile(
    r"(?:sing|whistle|hum) to myself|eat my (?:hat|boots|shoe|words)|bet\b|be damned|die\b|be buried|rise again|haunt (?!you)|the judge of that|believe it when|be the death|scream|explode|marry|rot in|go mad|move to the moon|never let you live|throw myself|"
    r"say (?:it|this|so|that)? ?(?:plainly|once|no more|nothing)|have to (?:admit|say|confess)|be honest|be frank|admit|grant you|give you that|give (?:him|her|them|it|you) (?:that|this) (?:much|one)?\b|take (?:that|your word|the compliment)|pretend|spare you|"
    r"miss\b|always be|be here|be right here|be there (?:for|too|in spirit|always)|be there$|be on pins|be on edge|be on tenterhooks|be on your side|be around|be with you|love you|be thinking|be waiting|wait\b|be glad|be happy|be proud|be fine|be counting|be rooting|cheer for|stay quiet|be quiet|keep quiet|survive|have forgotten|thinking of|thinking about|live\b|cope|manage|pass\b|take it\b|"
    r"have you know|leave you to|let you (?:go|sleep|be|off|get|have|rest|work|finish)|let it go|see you|talk to you|speak to you|catch you|know\b|be watching the|hold your hand|need a|be sad|be jealous|be offended|be sulking|try not|keep your secret|take your word|call you (?:my|a)\b|be brief|think of you|think about you|tell you a secret|tell you what(?=[,:.]|$)|tell you this|tell you one thing|tell you something|tell you frankly|tell you straight|hold you to"
)
#: What may have a time beside it and yet commits her to nothing.
_IDLE = r"be|watch|wait|hope|sleep|dream|rest|enjoy|sit|stay|live|love|like|believe|need|wonder|understand|regret|feel|seem|look (?:forward|like|at the|out)|stop|quit|refrain|avoid|bet|wager|swear|guess|assume|suppose|say|admit|confess|agree|grant|concede|take (?!you|a look|care|over)|shut|hush|smile|behave|have (?:to|been|forgotten|had|no|none)|get (?:old|bored|used|over|through|by)|see|die|cry|laugh|smile|blush|survive|go (?!through|over|and|back)|hear|know|think (?!about it|it over|over)|remain|keep (?:quiet|out|off|mum|my|believing|hoping)|leave you|miss|trust|owe|forgive|forget|pretend|lie|stand|fall|lose|win|carry|support|never"
_STORY = re.compile(r"(?:tell|read|sing|give|show|explain|walk|describe|recite|teach|spell|list|translate|play|quote|put|start|begin|help|go|do|say|think|take|have|run|sum|make)")
_FEINT = re.compile(r"(?<![\w'])(?:(?<!even )if(?! i know you| i'm (?:right|not mistaken|honest)| you ask me| memory serves| i may| only)|unless|suppose|supposing|in case|should you|had you|were you|imagine|provided|as long as|on condition|whenever|every time|i wish|say the word|just say|only if)(?![\w'])")
_WONDER = re.compile(r"(?:ask|see|check|know|wonder|tell|hear|find out|look|say|remember|sure|decide|let you know|let me know|want to know|work out|figure out|quiz you on|curious)\b[^.;]*$")
_WANT = re.compile(r"(?<![\w'])(?:(?<!even )if (?:you(?:'d)? (?:like|want|wish|prefer|ask|need|insist|promise|behave|say|give|let|care|fancy|really|still|change|can't|don't|do|tell|are|'re|send|remind|bring)|you'd|that's (?:ok|okay|all right|alright|fine)|needed|need be|necessary|i must|it rains|the \w+ (?:is|isn't|holds)|allowed|ever)|shall i|should i|only if|say the word|just say)(?![\w'])")
_TOLD = re.compile(r"(?<![\w'])(?:(?:he|she|they|you|it|who|mother|boss|\w+man|captain|wolf|king|queen|prince|ana) (?:said|says|say|told me|promised|goes|go|wrote|writes|sings|was like|'s like|is like|swore)|said to me|used to|always say|line (?:is|goes)|lyrics?|would have|in the (?:film|movie|story|song|book|dream))(?![\w'])(?:[^.,;]{0,14}|[,:] *)$")
_RESOLVED = re.compile(r"(?<![\w'])(?:no rush|right now|right away|this very|at once|immediately|now)(?![\w'])")


@dataclass(frozen=True, slots=True)
class Pledge:
    """Characters [first, last) that say what she will do, and the times said with it."""

    first: int
    last: int
    times: tuple[Piece, ...]
    timed: bool


def pledges(sentence: Sentence, low: str, moment: Moment) -> list[Pledge]:
    """The commitments of one sentence; `low` is the whole masked line."""
    heads = [got for got in _HEAD.finditer(sentence.low) if not got["set"] or "set" in got["set"] or not sentence.low[: got.start()].strip(" ,:")]
    found: list[Pledge] = []
    for number, got in enumerate(heads):
        until = _lead(sentence, low, heads[number + 1].start() + sentence.first) if number + 1 < len(heads) else sentence.last
        pledge = _pledge(sentence, low, got, until, moment, number)
        if pledge is not None:
            found += _parted(pledge, low, moment)
    return _one_a_deed(found, low)


def _lead(sentence: Sentence, low: str, head: int) -> int:
    """Where the thought of a head begins: at the boundary before it, or before the time words that lead it."""
    bounds = [sentence.first, *(got.start() + sentence.first for got in BOUNDARY.finditer(sentence.low) if got.start() + sentence.first < head and not _inside(sentence, got.start() + sentence.first))]
    start = bounds.pop()
    while bounds and is_filler(low, bounds[-1], head, sentence.times) and any(bounds[-1] <= piece.first < start for piece in sentence.times):
        start = bounds.pop()
    return start


def _inside(sentence: Sentence, place: int) -> bool:
    return any(piece.first <= place < piece.last for piece in sentence.times)


def _pledge(sentence: Sentence, low: str, got: re.Match, until: int, moment: Moment, number: int) -> Pledge | None:
    head, after = sentence.first + got.start(), sentence.first + got.end()
    lead = _lead(sentence, low, head)
    deed = low[after:until]
    if _NOT.match(deed) or _unreal(sentence, low, head, deed):
        return None
    stripped = re.sub(rf"^\s*{_SOFT}", "", _untimed(low, after, until, sentence.times)).strip()
    if _IDIOM.match(stripped) or _IDIOM.match(deed.strip()) or _habit(sentence, lead, until):
        return None
    if _STORY.match(stripped) and ":" in deed:
        until = after + deed.index(":")
    times = tuple(piece for piece in sentence.times if lead <= piece.first < until)
    if not _own_lead(low, lead, head, sentence.times) and any(piece.first >= head for piece in times if _telling(piece)):
        times = tuple(piece for piece in times if piece.first >= head)
    timed = resolve(times, moment) is not None
    vague = any(piece.kind == "vague" for piece in times) or re.search(r"(?<![\w'])(?:then|that day|that (?:evening|morning|night))\W*$", deed) is not None
    return Pledge(head, until, times, timed) if _commits(got, stripped, timed, vague, sentence, low, until) else None


def _untimed(low: str, first: int, last: int, times: tuple[Piece, ...]) -> str:
    kept = list(low[first:last])
    for piece in times:
        if _telling(piece):
            for place in range(max(piece.first, first), min(piece.last, last)):
                kept[place - first] = " "
    return re.sub(r"^[\s,]+", "", " ".join("".join(kept).split()))


def _telling(piece: Piece) -> bool:
    return piece.kind in ("span", "day", "part", "clock")


def _own_lead(low: str, lead: int, head: int, times: tuple[Piece, ...]) -> bool:
    """Whether the words before a head are nothing but its time: "on Thursday evening I'll ask"."""
    return len(words_without_times(low, lead, head, times)) <= 3


def _unreal(sentence: Sentence, low: str, head: int, deed: str) -> bool:
    before = sentence.low[: head - sentence.first]
    hypothetical = next((got for got in _FEINT.finditer(before) if not _WONDER.search(before[: got.start()])), None)
    if hypothetical is not None and not re.search(r"(?:;| but | anyway)", before[hypothetical.start() :]):
        return True
    if re.search(r"(?<![\w'])(?:maybe|perhaps|might|possibly)\W*$", before) or re.search(r"(?<![\w'])(?:maybe|perhaps)\W", BOUNDARY.split(before)[-1]):
        return True
    if sentence.end == "?" and re.match(r"\W*(?:and |but |so )?(?:do|did|does|what|when|why|how|who|where|are|is|was|have|had|can|could|would|should|shall)(?![\w'])", sentence.low):
        return True
    if _TOLD.search(before) or re.search(r"(?<![\w'])(?:shall i|should i)\W*$", sentence.low):
        return True
    return any(not _WONDER.search(deed[: got.start()]) or re.match(r"if (?:you'd like|you like|you want|that's|you wish|you say|needed|you let|unless)", got.group(0)) for got in _WANT.finditer(deed))


def _habit(sentence: Sentence, first: int, last: int) -> bool:
    return any(piece.kind in ("habit",) and first <= piece.first < last for piece in sentence.times)


def _commits(got: re.Match, deed: str, timed: bool, vague: bool, sentence: Sentence, low: str, until: int) -> bool:
    if got["set"]:
        return timed and ("set" in got["set"] or re.search(r"promis|from me|coming|it is|on its way|as you wish|then\b", low[sentence.first : until]) is not None) and sentence.end != "?"
    if got["dig"]:
        return timed and re.search(r"(?<![\w'])(?:when|if|before|after|until|till|what|that|as|once|do|did|should|can|will|how|where|who|whatever|because|shall|could|may|while|and|or|did)\s+$", sentence.low[: got.start()]) is None and sentence.end != "?"
    if got["you"]:
        return timed and bool(re.search(r"from me|(?:will|'ll|be) hear|(?:'ll|will|shall) have (?:it|them|my|the answer|your)|knock|my (?:answer|report|verdict|list)|nudge|reminder|poke|ping|question|answer|woken|report|shout|call|knock|list|story|verdict|recipe|the rest|name|title|detail|result|translation|summary|poem|ending|it\b", got.group(0) + deed))
    if got["let"]:
        return timed and bool(re.match(rf"(?!know|see|be|go\\b|guess|say)(?:{_TIMED})", deed)) or bool(re.match(r"(?:find out|look into|look (?:\w+ ){1,4}up|get back|check (?:on|with)|sleep on|dig|read up|think (?:about|it|on))", deed)) and (timed or vague or bool(re.match(r"(?:find out|look into|look (?:\w+ ){1,4}up|get back|dig|read up)", deed)) and not re.search(r"get back|i'll", low[until:sentence.last] and low[until:sentence.last][:40]))
    head = got.group(0)
    if head in ("i'm", "i am"):
        return timed and bool(re.match(r"(?:asking|reminding|waking|telling|checking|pinging|nudging|poking|setting|putting|reading up|coming back|picking (?:it|this|that)|following|sending|digging|researching|hunting|calling|ringing|bringing|making a note|making sure|getting (?:you|back)|throwing|dragging|kicking|chasing|sending|writing|marking|looking (?:it|that|this|into)|finding out|coming back to)", deed))
    if head.startswith("i've"):
        return timed and bool(re.match(r"(?:an? |the |your |it |you )?(?:alarm|timer|reminder|note|down)", deed))
    if re.match(r"(?:know|need)", deed) and not timed:
        return False
    if re.match(_LATER, deed):
        return not (re.match(r"remember|remind", deed) and re.search(r"(?:always|forever|fondly)", deed) or not timed and re.match(r"remind you (?:of|that you|why|how)\b", deed)) and not re.match(r"make a note of how", deed)
    if re.match(r"ask (?:you |u )?(?:how|whether|if|what|about|after)|ask (?:him|her|them)", deed) and sentence.end != "?" and not low[until:].lstrip().startswith(":"):
        return timed or vague or ":" not in deed
    if re.match(r"have (?:turned|become|gone|died|eaten|lost|grown|forgotten)\b", deed):
        return False
    if deed_is_being(low, sentence.first + got.end()):
        return False
    if timed and got["will"] and re.match(r"[a-z]", deed) and not re.match(rf"(?:{_IDLE})(?![a-z])", deed) and re.search(r"(?<![\w'])(?:you|your|u|us|it up|with (?:an?|the) \w+)(?![\w'])", deed):
        return True
    if not (timed or vague):
        return False
    if not timed and _STORY.match(deed) and not re.match(r"(?:tell|ask|show|read|sing|explain|finish)", deed):
        return False
    return bool(re.match(rf"(?:{_TIMED})", deed))


def deed_is_being(low: str, first: int) -> bool:
    """ "I'll be proud", "I'll be here": a state, and no deed."""
    if re.match(r"\s*be there (?:at|by|to|with)\b", low[first:]):
        return False
    got = re.match(r"\s*(?:always |really |very |also |just |still |then )*be (?P<what>[\w']+)", low[first:])
    return got is not None and not re.match(r"(?:\w+ing|back|at|after|on|in|sure|the|knocking|up)$", got["what"])


def _parted(pledge: Pledge, low: str, moment: Moment) -> list[Pledge]:
    """ "I'll remind you at six to eat and at nine to sleep" are two, and so is "I'll ask about A on Monday and about B on Friday"."""
    said = low[pledge.first : pledge.last]
    cuts = [got.start() + pledge.first for got in re.finditer(r"(?:,? and |, (?:then )?|; )(?=(?:again |then |about |also )?(?:at |on |in |tomorrow|tonight|about |for )|tell |remind |ask |wake )", said)]
    for place in cuts:
        ahead = [piece for piece in pledge.times if piece.first < place and _telling(piece)]
        behind = [piece for piece in pledge.times if piece.first >= place and _telling(piece)]
        if not (ahead and behind) or not resolve(behind, moment) or {piece.kind for piece in behind} == {"day"} == {piece.kind for piece in ahead} and False:
            continue
        if any(piece.kind in ("clock", "span") for piece in ahead) and any(piece.kind in ("clock", "span") for piece in behind) or any(piece.day for piece in ahead) and any(piece.day for piece in behind) and not _joined(low, ahead[-1], behind[0]):
            return [Pledge(pledge.first, place, tuple(piece for piece in pledge.times if piece.first < place), True), Pledge(place, pledge.last, tuple(behind), True)]
    return [pledge]


def _joined(low: str, one: Piece, two: Piece) -> bool:
    return not re.search(r"[a-z]{3,}", low[one.last : two.first].replace("and", ""))


def _one_a_deed(found: list[Pledge], low: str) -> list[Pledge]:
    """ "I'll look into it and I'll tell you on Monday" is one commitment: what is found out is what is told."""
    kept: list[Pledge] = []
    for pledge in found:
        last = kept[-1] if kept else None
        tells = re.search(r"(?:tell|let|report|get back|have|give|come back|give you|then)\b", low[pledge.first : pledge.first + 22])
        if last is not None and last.timed and not pledge.timed and re.match(r"(?:i'll|i will|i) (?:ask|tell|want|hear)", low[pledge.first : pledge.last]):
            kept[-1] = Pledge(last.first, pledge.last, (*last.times, *pledge.times), True)
        elif last is not None and not last.timed and tells and re.search(rf"(?:{_LATER})|check|look|find|think|read", low[last.first : last.last]):
            kept[-1] = Pledge(last.first, pledge.last, (*last.times, *pledge.times), pledge.timed)
        else:
            kept.append(pledge)
    return kept
