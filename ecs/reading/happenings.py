"""Dated events in the owner's life: "the interview is tomorrow evening" is one; a chore, a dream, a cancelled match and a film are none."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ecs.reading.ahead import Piece, resolve
from ecs.reading.dates import Moment
from ecs.reading.spoken import BOUNDARY, Sentence, words_without_times

_NOUNS = (
    "interview|exam|exams|examination|test|tests|midterm|midterms|final|finals|semi|semis|semi-?final|quarter-?final|match|derby|game|marathon|half-marathon|triathlon|10k|5k|tournament|competition|contest|championship|regatta|recital|concert|gig|premiere|audition|rehearsal|"
    "performance|performance review|opening night|surgery|operation|op|mri|ct|scan|ultrasound|biopsy|x-ray|colonoscopy|endoscopy|results|diagnosis|appointment|appt|check-?up|dentist|dentist's|orthodontist|cardiologist|oncologist|doctor's|doctors|gp|physio|therapy|therapist|chemo|root canal|extraction|injection|vaccination|"
    "hearing|court|court date|trial|verdict|custody|mediation|arbitration|wedding|engagement|funeral|memorial|christening|baptism|bar mitzvah|bat mitzvah|communion|party|birthday|bday|anniversary|graduation|prom|reunion|ceremony|first date|blind date|flight|trip|journey|voyage|holiday|vacation|camping|hike|"
    "presentation|demo|pitch|keynote|lecture|workshop|conference|webinar|deadline|viva|defen[cs]e|thesis|dissertation|submission|exhibition|vernissage|auction|inspection|audit|evaluation|assessment|appraisal|first day|last day|new job|house move|moving day|viewing|"
    "(?:call|meeting|coffee|tea|lunch|dinner|brunch|drinks|zoom|chat|sit-?down|one-on-one|1:1|mtg|session|talk)(?: \\w+)? (?:with|w/) (?:the |my |her |his |our |a )?(?:\\w+ )?(?:recruiter|hr|boss|manager|ceo|director|lawyer|bank|investors?|client|clients|landlord|headmaster|principal|teacher|professor|supervisor|advisor|ex|dad|mum|mom|mother|father|parents|in-laws|consultant|surgeon|doctor|therapist|mediator|solicitor|agent|publisher|editor)|"
    "d-?day|(?:the )?big day|big (?:game|match|talk|meeting|night|race|one)|first shift|blood tests?|housewarming|hen do|stag do|hen night|stag night|bachelor party|bachelorette|baby shower|sports day|school trip|open day|taster day|trial (?:day|shift)|second round|cat scan|pet scan|smear|mammogram|fitting|sweet sixteen|quinceanera|\\d+th(?= (?:is|on|party|birthday))|confirmation|bar exam|boards|mocks?|gcses?|a-levels?|sats?(?= (?:on|is|are|tomorrow))|vote|convocation|enrol+ment|orientation|parole|eviction|viewing|house viewing|handover|kick-?off|grand final|bake sale|bake-off|spelling bee|science fair|play-?off|wisdom (?:tooth|teeth)|parents' evening|parent-teacher|board meeting|big meeting|citizenship|visa interview|embassy|consulate|driving test|licen[cs]e test|boat test|oral|orals|olympiad|tryout|tryouts|casting|screen test|photoshoot|recording|festival|pilgrimage|due date|c-section|induction|adoption|transplant|mot test|inspection|sentencing|election|debate|quiz night|pub quiz|swim meet|grading|belt test|ballet|open mic|stand-?up set|book launch|completion date|tribunal|redundancy|performance|competition|finale|playoff|playoffs|league|friendly|sprint review|retreat|ski trip|cruise|boat race|bout|match-?up|audition|coronation|naturali[sz]ation"
)
#: Words that name an event only beside a word that makes them one: "the play", "my talk", "a hot date".
_SHY = "show|play|date|talk|paper|move|shoot|reading|cup|meet|fight|launch|release|tour|race|opening|speech|signing|closing|session|call|dinner|brunch|visit|meeting|trip|barbecue|bbq|class|course|shift|walk|vote|service|do|closing|dance|drinks|picnic|sleepover"
_EVENT = re.compile(rf"(?<![\w'-])(?:(?:{_NOUNS})(?:'s)?|(?:my|the|our|a|an|her|his|this|first|big|school|fashion|talent|dog|ted|hot|zoom|video|book|product|job|town|team|client|family|anniversary|birthday|court|due|trial)\s+(?:(?!of|to|for|in|on|at|about|and|with|from)[\w'-]+ ){{0,2}}(?:{_SHY}))(?![\w'-])")
_HAPPENS = re.compile(
    r"(?<![\w'])(?:(?:^\W*|(?:i|we)(?:'m|'re|m|'ll be| am| are| will be|'m gonna be)? )(?:both |all |finally |so |also |only |still )?(?:fly(?:ing)?|mov(?:e|ing) (?:house|out|in|to|into)|defend(?:ing)?|compet(?:e|ing)|perform(?:ing)?|graduat(?:e|ing)|audition(?:ing)?|sit(?:ting)? (?:my|the|an?)|tak(?:e|ing) (?:my|the) (?:\w+ )?(?:test|exam|bar|boards)|runn?(?:ing)? (?:the|my|a) (?:\w+ )?(?:marathon|10k|race|half)|"
    r"start(?:ing)? (?:my|the|at|a) (?:new )?(?:job|school|course|uni\w*|\w+ing)|getting (?:married|engaged|my (?:\w+ )?(?:tooth|teeth|stitches|cast|braces|results|tattoo|keys|knee|eyes|tonsils|appendix|divorce))|moving(?= on| tomorrow| this| next| at)|sign(?:ing)? (?:the|my|our|a) (?:\w+ )?(?:lease|contract|papers|deed|divorce)|clos(?:e|ing) on|getting (?:my|the|our|an?) (?:\w+ ){0,2}(?:pierced|tattoo|done|removed|out|results|keys|cast|stitches|fixed)|find(?:ing)? out(?: \w+){0,3} (?:if|whether|about)|(?:on|going on) (?:the radio|tv|air|stage)|having (?:my|an?) (?:\w+ ){0,2}(?:out|removed|done|operation|scan|surgery)|propos(?:e|ing) to|meet(?:ing)? (?:her|his|my|the|their|your) (?:\w+ )?(?:parents|family|mother|father|dad|mum|mom|in-laws|son|daughter|birth|biological|ex)|giving (?:the|a|my) (?:\w+ )?(?:toast|speech|talk|eulogy|lecture|presentation)|play(?:ing)? (?:the|against|in|at)(?: \w+)?|testify(?:ing)?|adopting|singing (?:at|in|the)|picking up (?:the|my|our) (?:puppy|kitten|dog|cat|baby)|(?:go|going) (?:into|under|in for)|presenting|pitching|facing|travel(?:l?ing)? to|leav(?:e|ing) for|seeing (?:the|my|a) (?:\w+ )?(?:specialist|surgeon|cardiologist|doctor|consultant|lawyer|therapist|oncologist|dentist|neurologist|vet|bank))"
    r"|they(?:'re| are) (?:operating|doing (?:the|my|her|his)|inducing|removing|taking (?:out|my)|giving me|putting (?:him|her|me) under)|(?:my|the|his|her|our) (?:\w+ )?(?:parents|mother|father|mum|mom|dad|brother|sister|son|daughter|best friend|girlfriend|boyfriend|in-laws|nephew|niece|cousin|kid|kids) (?:arrives?|gets? (?:married|here|back)|comes? home|lands?|is (?:getting married|having (?:her|his|a|an|the)|being operated|arriving|landing|coming home|due))|(?:is|are|'re|'s) (?:getting married|due on|due (?=\w+day)|being operated on|having (?:an? )?(?:op|operation|surgery))|(?:is|'s|are|being|been) induced|putting \w+ (?:under|to sleep)|(?:sister|brother|mum|mom|dad|parents|girlfriend|boyfriend|wife|husband|son|daughter|friend|fianc\w+|she|he) (?:lands|arrives|gets home|comes home|flies in|gets in|comes back)|(?:the )?(?:jury|committee|board|judge|panel|inspectors?|council) (?:decides?|meets?|rules?|comes?|visits?|votes?)|is due|are due|due (?:on|by|in|at|tomorrow|tonight|friday|monday|tuesday|wednesday|thursday|saturday|sunday)|turns? \d+|operat(?:e|ing) on|(?:get|gets|getting|find out|hear(?:ing)?|hear) (?:my|the) (?:\w+ )?results|find out (?:if i got|whether i got|if they|about the job)|meet(?:ing)? (?:her|his|my) (?:\w+ )?(?:parents|mother|father|dad|mum|mom)|(?:goes|going|go) (?:under the knife|into hospital|in for (?:an?|the|her|his|my)))(?![\w'])"
)
_CANCELLED = re.compile(r"(?<![\w'])(?:cancell?ed|called off|postponed|fell through|filled (?:it )?internally|no longer|not happening|isn't happening|scrapped|rained off|isn't (?:on|until)|won't be|wont be|never mind|isnt|is off|was off|didn't get|didnt get|not going|there's no|theres no|there is no|no (?:interview|exam|match|game|test|party|date))(?![\w'])")
_UNREAL = re.compile(r"(?<![\w'])(?:if|dreamt|dreamed|dream|imagine|would(?:'ve)?|would have|i'd|wish|as if|could've|might|maybe|someday|some day|should|hopefully|unless|suppose|pretend|used to|almost|nearly|in the (?:film|movie|book|show|song|story|novel)|this (?:show|film|movie|book|series|podcast|novel|game)|the (?:episode|heroine|hero|character|protagonist)|binge|watching|re-?watch|rerun|wikipedia|the news|they say|on tv|on the telly|tv)(?![\w'])")
_PAST = re.compile(r"(?<![\w'])(?:was|were|had|went|did|got|passed|failed|bombed|aced|survived|happened|died|clapped|won|lost|finished|ended|missed|blew)(?![\w'])")
_PLAN = re.compile(r"(?<![\w'])(?:is|are|'s|'re|am|'m|starts?|begins?|kicks? off|leaves?|comes?|gets?|takes? place|will|due|tomorrow|coming|it's|got|have|has|in|next|be|play|fly|going to|on|at|today|this)(?![\w'])")
_NOT_MINE = re.compile(r"(?<![\w'])(?:test the|tests? (?:my|your) patience|play (?:it|with|the (?:piano|guitar|song|record))|in the end|show (?:me|you)|talk (?:to|about|later)|move (?:the|my|it|on)|date (?:back|of)|race (?:to|against)|on paper|the paper(?:s)? (?:is|are|says)|reading (?:a|the|my)|watch(?:ing)? the (?:game|match|show|final|race)|final(?:ly)?\b(?= (?:page|straw|word|answer|season|episode|chapter))|party (?:pooper|line)|see you|tour guide|release me)(?![\w'])")
_CHORE = re.compile(r"(?<![\w'])(?:study for|studying for|revise for|revising for|prepare for|prep for|pack for|buy|clean|cook|tidy|wash|iron|book|sign up|register|apply|shop for|write|print|practi[sc]e for)(?![\w'])")
_OTHER = re.compile(r"(?<![\w'])(?:your|ur)(?![\w'])")


@dataclass(frozen=True, slots=True)
class Happening:
    """Characters [first, last) that name it and the times said with it."""

    first: int
    last: int
    times: tuple[Piece, ...]
    evening: bool


def happenings(lines: list[Sentence], low: str, moment: Moment) -> list[Happening]:
    """The dated events of a line. A time may stand in the sentence after: "I meet her parents tomorrow. At eleven." """
    found: list[Happening] = []
    for number, sentence in enumerate(lines):
        opening = re.sub(r"(?:find(?:ing)? out|hear|know|see|learn|decide)(?![\w'])[^,]*?(?<![\w'])(?:if|whether)(?![\w'])", " ", sentence.low)
        if _UNREAL.search(opening) and not re.search(r"(?:wish me|hopefully|should (?:be|i)|i'd (?:quite )?like|watching)", opening) or sentence.end == "?" and not _told_with_question(sentence):
            continue
        for first, last in _thoughts(sentence):
            happening = _happening(sentence, low, first, last, lines, number, moment)
            if happening is not None:
                found.append(happening)
    return _merged(found, low, moment)


def _told_with_question(sentence: Sentence) -> bool:
    return not re.match(r"^\W*(?:is|are|was|were|do|does|did|can|could|would|will|should|what|when|where|who|how|why|which|hey is|so is|wait is)(?![\w'])", sentence.low) and not re.search(r"(?:,| )(?:isn't it|right|arent they|aren't they|yeah|no|or what|or not)\W*$", sentence.low)


def _thoughts(sentence: Sentence) -> list[tuple[int, int]]:
    """Stretches between boundaries, as places in the line."""
    cuts = [got.start() for got in BOUNDARY.finditer(sentence.low) if got.group(0) not in ("(", "so") and not (got.group(0) in (",", "and") and _within_time(sentence, got.start()))]
    edges = [0, *cuts, len(sentence.low)]
    return [(sentence.first + one, sentence.first + two) for one, two in zip(edges, edges[1:]) if two > one]


def _within_time(sentence: Sentence, place: int) -> bool:
    return any(piece.first - sentence.first <= place < piece.last - sentence.first for piece in sentence.times)


def _happening(sentence: Sentence, low: str, first: int, last: int, lines: list[Sentence], number: int, moment: Moment) -> Happening | None:
    said = low[first:last]
    named = _named(said)
    if named is None or _CHORE.search(said) or _OTHER.search(said[: named.end()]):
        return None
    around = low[max(0, first - 60) : last + 60]
    if _CANCELLED.search(around) or _NOT_MINE.search(said) or re.search(r"(?<![\w'])(?:remind|wake|ask|tell|ping|nudge|nag|poke|don't let|quiz|let) (?:me|us|how|about)", said[: named.start()]):
        return None
    times = _times(sentence, first, last, lines, number, low, moment)
    if any(piece.kind in ("past", "habit") for piece in times) or resolve(times, moment) is None:
        return None
    if re.search(r"(?<![\w'])(?:i|we|he|she|they) (?:just |already |finally )?had (?!to)", said):
        return None
    if _PAST.search(said) and not _PLAN.search(said.replace("had", "").replace("got", "")):
        return None
    if re.search(r"(?<![\w'])(?:was|were|went|died)(?![\w'])", said) and not re.search(r"(?<![\w'])(?:is|are|'s|isn't)(?![\w'])", said):
        return None
    return Happening(first, last, times, bool(re.search(r"dinner|hot date|first date|date with|date night|concert|gig|party|show|premiere|opening|recital|performance|play|match|game|party|drinks|final|quiz|ballet|open mic|prom", said)))


def _named(said: str) -> re.Match | None:
    return _HAPPENS.search(said) or _EVENT.search(said)


def _times(sentence: Sentence, first: int, last: int, lines: list[Sentence], number: int, low: str, moment: Moment) -> tuple[Piece, ...]:
    own = tuple(piece for piece in sentence.times if first <= piece.first < last and piece.kind != "vague")
    if not _has_day(own):
        own = (*_neighbour_day(sentence, first, lines, number, low, own), *own)
    if _has_day(own) and not _has_clock(own):
        own = (*own, *_neighbour_clock(sentence, last, lines, number, low))
    return own


def _has_day(times: tuple[Piece, ...]) -> bool:
    return any(piece.day is not None or piece.kind in ("span", "past", "habit") for piece in times)


def _has_clock(times: tuple[Piece, ...]) -> bool:
    return any(piece.kind in ("clock", "span", "past", "habit") for piece in times)


def _neighbour_day(sentence: Sentence, first: int, lines: list[Sentence], number: int, low: str, own: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """A day said just before: in this sentence, or in the sentence before when it says little else."""
    near = [piece for piece in sentence.times if piece.first < first and piece.kind in ("day", "part", "span", "past") and (piece.day is not None or piece.kind in ("span", "past"))]
    if near and (own or not re.search(r"(?<![\w'])(?:haven't|hasn't|have|has|since|because|of)(?![\w'])", low[first : first + 24]) and len(words_without_times(low, near[-1].last, first, sentence.times)) <= 4):
        return (near[-1],) if own or near[-1].kind != "past" else ()
    if any(piece.kind == "clock" for piece in own):
        earlier = [piece for line in lines[:number] for piece in line.times if piece.day is not None]
        if earlier:
            return (earlier[-1],)
    later = lines[number + 1] if number + 1 < len(lines) else None
    if not own and later is not None and len(words_without_times(low, later.first, later.last, later.times)) <= 1 and any(piece.day for piece in later.times):
        return tuple(later.times)
    before = lines[number - 1] if number else None
    if before is not None and (own or len(words_without_times(low, before.first, before.last, before.times)) <= 5):
        return tuple(piece for piece in before.times if piece.day is not None and piece.kind == "day")[-1:]
    return ()


def _neighbour_clock(sentence: Sentence, last: int, lines: list[Sentence], number: int, low: str) -> tuple[Piece, ...]:
    """A time of day said just after, where nothing else is said or nobody else acts."""
    after = [piece for piece in sentence.times if piece.first >= last and piece.kind in ("clock", "part")]
    if after and len(words_without_times(low, last, after[0].first, sentence.times)) <= 4 and not any(piece.day for piece in after[:1]) and not re.search(r"(?<![\w'])(?:remind|wake|tell|ask|ping|nudge|me|i'll|alarm)(?![\w'])", low[last : after[0].first + 40]):
        return (after[0],)
    for later in lines[number + 1 : number + 3]:
        clocks = [piece for piece in later.times if piece.kind == "clock"]
        if clocks and len(words_without_times(low, later.first, later.last, later.times)) <= 3:
            return (clocks[0],)
        if clocks and re.match(r"\W*(?:it|party|doors|kick-?off|they|we) (?:starts?|begins?|opens?|'s at|is at|kicks? off|leaves?)", later.low):
            return (clocks[0],)
    return ()


def _merged(found: list[Happening], low: str, moment: Moment) -> list[Happening]:
    """One event that is named twice counts once, with the fuller time."""
    kept: list[Happening] = []
    for one in found:
        twin = next((place for place, other in enumerate(kept) if _same(one, other, moment)), None)
        if twin is None:
            kept.append(one)
        elif _has_clock(one.times) and not _says_clock(kept[twin]):
            near = one.last - kept[twin].first < 120
            kept[twin] = Happening(kept[twin].first if near else one.first, one.last, one.times, one.evening)
    return kept


def _says_clock(one: Happening) -> bool:
    return any(piece.kind in ("clock", "span") and one.first <= piece.first < one.last for piece in one.times)


def _same(one: Happening, other: Happening, moment: Moment) -> bool:
    mine, theirs = resolve(one.times, moment), resolve(other.times, moment)
    return mine is not None and theirs is not None and (mine.us == theirs.us or abs(mine.us - theirs.us) <= 60_000_000 * max(mine.loose, theirs.loose, 1) and not (mine.timed and theirs.timed))
