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
    r"(?:call|meeting|coffee|tea|lunch|dinner|brunch|drinks|zoom|chat|sit-?down|one-on-one|1:1|mtg|session|talk)(?: \w+)? (?:with|w/) (?:the |my |her |his |our |a )?(?:\w+ )?(?:recruiter|hr|boss|manager|ceo|director|lawyer|bank|investors?|client|clients|landlord|headmaster|principal|teacher|professor|supervisor|advisor|ex|dad|mum|mom|mother|father|parents|in-laws|consultant|surgeon|doctor|therapist|mediator|solicitor|agent|publisher|editor)|"
    r"comp|comps|heats?|time trial|sprint finish|slam|poetry slam|open stage|karaoke|gala|ball|commencement|colloquium|panel|hackathon|go-?live|ofsted|asylum|probation|divorce|bris|vigil|shiva|burial|cremation|c-?section|ivf|embryo transfer|egg retrieval|amnio|radiation|radiotherapy|dialysis|cataract|laser|lasik|filling|crown|braces|cortisone|jab|vaccine|gastroscopy|dermatologist|gynaecologist|gynecologist|urologist|psychiatrist|neurologist|surgeon|specialist|oncology|vet|vet's|trek|dive|first lesson|dress rehearsal|musical|opera|craft fair|book signing|phone screen|screening|assessment centre|assessment day|appraisal|salary talk|ielts|toefl|jlpt|lsat|mcat|gre|gmat|abitur|matura|baccalaureate|theory test|essay|assignment|hand-?in|turn-?in|recruitment|casting call|callback|callbacks|investiture|inauguration|swearing-in|naming|name day|rematch|bouldering|climbing comp|half marathon|fun run|park ?run|ultra|ironman|crossing|expedition|pilgrimage|stopover|transfer|discharge|moving van|removal|exam period|thesis defen[cs]e|peer review|site visit|home visit|house inspection|driving exam|swim test|eye test|hearing test|allergy test|sleep study|stress test|pregnancy test|job trial|talent show|school fair|flea market|bazaar|yard sale|pitch day|demo day|investor call|investor meeting|sentencing|plea|deposition|testimony|tenancy|closing date|"
    r"d-?day|(?:the )?big day|big (?:game|match|talk|meeting|night|race|one)|first shift|blood tests?|housewarming|hen do|stag do|hen night|stag night|bachelor party|bachelorette|baby shower|sports day|school trip|open day|taster day|trial (?:day|shift)|second round|cat scan|pet scan|smear|mammogram|fitting|sweet sixteen|quinceanera|\\d+th(?= (?:is|on|party|birthday))|confirmation|bar exam|boards|mocks?|gcses?|a-levels?|sats?(?= (?:on|is|are|tomorrow))|vote|convocation|enrol+ment|orientation|parole|eviction|viewing|house viewing|handover|kick-?off|grand final|bake sale|bake-off|spelling bee|science fair|play-?off|wisdom (?:tooth|teeth)|parents' evening|parent-teacher|board meeting|big meeting|citizenship|visa interview|embassy|consulate|driving test|licen[cs]e test|boat test|oral|orals|olympiad|tryout|tryouts|casting|screen test|photoshoot|recording|festival|pilgrimage|due date|c-section|induction|adoption|transplant|mot test|inspection|sentencing|election|debate|quiz night|pub quiz|swim meet|grading|belt test|ballet|open mic|stand-?up set|book launch|completion date|tribunal|redundancy|performance|competition|finale|playoff|playoffs|league|friendly|sprint review|retreat|ski trip|cruise|boat race|bout|match-?up|audition|coronation|naturali[sz]ation"
)
#: Words that name an event only beside a word that makes them one: "the play", "my talk", "a hot date".
_SHY = "show|play|date|talk|paper|move|shoot|reading|cup|meet|fight|launch|release|tour|race|opening|speech|signing|closing|session|call|dinner|brunch|visit|meeting|trip|barbecue|bbq|class|course|shift|walk|vote|service|do|closing|dance|drinks|picnic|sleepover"
_EVENT = re.compile(rf"(?<![\w'-])(?:(?:{_NOUNS})(?:'s)?|(?:my|the|our|a|an|her|his|this|first|big|school|fashion|talent|dog|ted|hot|zoom|video|book|product|job|town|team|client|family|anniversary|birthday|court|due|trial)\s+(?:(?!of|to|for|in|on|at|about|and|with|from)[\w'-]+ ){{0,2}}(?:{_SHY}))(?![\w'-])")
_HAPPENS = re.compile(
    r"(?<![\w'])(?:(?:^\W*|(?:i|we)(?:'m|'re|m|'ll be| am| are| will be|'m gonna be)? )(?:both |all |finally |so |also |only |still )?(?:fly(?:ing)?|mov(?:e|ing) (?:house|out|in|to|into)|defend(?:ing)?|compet(?:e|ing)|perform(?:ing)?|graduat(?:e|ing)|audition(?:ing)?|sit(?:ting)? (?:my|the|an?)|tak(?:e|ing) (?:my|the) (?:\w+ )?(?:test|exam|bar|boards)|runn?(?:ing)? (?:the|my|a) (?:\w+ )?(?:marathon|10k|race|half)|"
    r"start(?:ing)? (?:my|the|at|a) (?:new )?(?:job|school|course|uni\w*|\w+ing)|getting (?:married|engaged|my (?:\w+ )?(?:tooth|teeth|stitches|cast|braces|results|tattoo|keys|knee|eyes|tonsils|appendix|divorce))|moving(?= on| tomorrow| this| next| at)|hand(?:ing)? in|submit(?:ting)?|turn(?:ing)? in (?:my|the|our)|present(?:ing)? (?:my|the|our|to)|seeing \w+(?: \w+){0,3} for the first time|sign(?:ing)? (?:the|my|our|a) (?:\w+ )?(?:lease|contract|papers|deed|divorce)|clos(?:e|ing) on|getting (?:my|the|our|an?) (?:\w+ ){0,2}(?:pierced|tattoo|done|removed|out|results|keys|cast|stitches|fixed)|find(?:ing)? out(?: \w+){0,3} (?:if|whether|about)|(?:on|going on) (?:the radio|tv|air|stage)|having (?:my|an?) (?:\w+ ){0,2}(?:out|removed|done|operation|scan|surgery)|propos(?:e|ing) to|meet(?:ing)? (?:her|his|my|the|their|your) (?:\w+ )?(?:parents|family|mother|father|dad|mum|mom|in-laws|son|daughter|birth|biological|ex)|giving (?:the|a|my) (?:\w+ )?(?:toast|speech|talk|eulogy|lecture|presentation)|play(?:ing)? (?:the|against|in|at)(?: \w+)?|testify(?:ing)?|adopting|singing (?:at|in|the)|picking up (?:the|my|our) (?:puppy|kitten|dog|cat|baby)|(?:go|going) (?:into|under|in for)|presenting|pitching|facing|travel(?:l?ing)? to|leav(?:e|ing) for|seeing (?:dr\.? \w+|(?:the|my|a) (?:\w+ )?(?:specialist|surgeon|cardiologist|doctor|consultant|lawyer|therapist|oncologist|dentist|neurologist|vet|bank)))"
    r"|they(?:'re| are) (?:operating|doing (?:the|my|her|his)|inducing|removing|taking (?:out|my)|giving me|putting (?:him|her|me) under)|(?:my|the|his|her|our) (?:\w+ )?(?:parents|mother|father|mum|mom|dad|brother|sister|son|daughter|best friend|girlfriend|boyfriend|in-laws|nephew|niece|cousin|kid|kids) (?:arrives?|gets? (?:married|here|back)|comes? home|lands?|is (?:getting married|having (?:her|his|a|an|the)|being operated|arriving|landing|coming home|due))|(?:is|are|'re|'s) (?:getting married|due on|due (?=\w+day)|being operated on|having (?:an? )?(?:op|operation|surgery))|(?:is|'s|are|being|been) induced|putting \w+ (?:under|to sleep)|(?:sister|brother|mum|mom|dad|parents|girlfriend|boyfriend|wife|husband|son|daughter|friend|fianc\w+|she|he) (?:lands|arrives|gets home|comes home|flies in|gets in|comes back)|(?:the )?(?:jury|committee|board|judge|panel|inspectors?|council) (?:decides?|meets?|rules?|comes?|visits?|votes?)|operat(?:es?|ing) on|(?:stitches|cast|braces|bandages?|splint|drain|tube|plaster) (?:comes? |come |are |get |gets |is )?(?:coming )?(?:out|off)|(?:results|list|grades|marks|decisions?|verdict|winners|shortlist|offers?) (?:\w+ )?(?:comes?|goes|go|are|is|gets?) (?:out|up|in|announced|posted|published|due|back|through)|announc(?:e|es|ing) the|hear(?:ing)? back|(?:we|they)(?:'re|re)? bury(?:ing)?|(?:landlord|inspector|inspectors|bailiffs?|estate agent|midwife|auditors?|social worker|home study) (?:comes?|visits?|is coming)|(?:train|ferry|plane|coach|boat|bus) to \w+ (?:leaves|goes|departs|is|takes off)|(?:i'm|im|we're|i am|we are) off to (?!bed|work|sleep|the shops?|school|bake|lunch)\w+|(?:^\W*|gonna |going to |i'll |i )propos(?:e|ing)(?! (?:a|that))|tell(?:ing)? (?:my|him|her|them) (?:\w+ )?(?:boss|parents|that i (?:quit|love))|i quit|quit(?:ting)? my job|com(?:e|ing) out to|sing(?:ing)? (?:my|the|a) (?:\w+ )?solo|is due|are due|due (?:on|by|in|at|tomorrow|tonight|friday|monday|tuesday|wednesday|thursday|saturday|sunday)|turns? \d+|operat(?:e|ing) on|(?:get|gets|getting|find out|hear(?:ing)?|hear) (?:my|the) (?:\w+ )?results|find out (?:if i got|whether i got|if they|about the job)|meet(?:ing)? (?:her|his|my) (?:\w+ )?(?:parents|mother|father|dad|mum|mom)|(?:goes|going|go) (?:under the knife|into hospital|in for (?:an?|the|her|his|my)))(?![\w'])"
)
#: What a time makes an event of without a known name: "I've got my X on Friday", "the X is at nine". Not everyday things.
_EVERYDAY = r"(?:alarm|day|time|weather|rain|snow|sun|bins?|trash|rubbish|shop|shops|store|bus|dinner|lunch|breakfast|supper|tea|coffee|pizza|food|soup|bread|oven|dishes|laundry|washing|shift|meeting|idea|plan|plans|feeling|question|minute|second|hour|hours|lot|bit|cold|headache|beer|drink|nap|sleep|week|weekend|night|morning|evening|afternoon|bed|work|job|gym|run|walk|swim|film|movie|show|series|episode|game night|book club|book|news|moon|tide|clocks?|thing|things|way|rest|house|kitchen|flat to|chance|good|bad|same|best|worst|next one|last one|others?|kids|dog|cat|milk|market|recipe|list|window|mood|forecast|sunset|sunrise|eclipse|delivery|parcel|package|plumber|electrician|lesson|chores?)"
_CALLED = re.compile(
    rf"(?<![\w'])(?:(?:i|we)(?:'ve got|ve got| have got|'ve| have|ve| got|'ve still got) (?:an?|my|the|our|this|his|her|another) (?!{_EVERYDAY}(?![\w'])|\w+ {_EVERYDAY}(?![\w']))[\w'-]+|"
    rf"(?:my|our|the|\w+'s) (?!{_EVERYDAY}(?![\w'])|(?:\w+ ){{1,2}}{_EVERYDAY}(?![\w']))(?:[\w'-]+ ){{0,3}}?[\w-]+(?:'s| is| are| starts| begins| kicks off| happens| takes place| opens)(?: on| at| finally| already| this)? (?=\x00)|"
    rf"(?:first|last|final|big) (?!{_EVERYDAY}(?![\w'])|thing|time|one|of|week|minute|and|page)[\w-]+(?! (?:page|ones?))|"
    r"(?:i'm|im|we're|i am|we are|i|we|she's|he's|she|he) (?:finally |both |all |also )?(?:hosting|performing|speaking at|racing|rowing|climbing (?!the stairs)|teaching my first|donating|becoming|launching|opening|competing|emigrating|divorcing|marrying|adopting|giving birth|get(?:ting)? (?:the keys|out of (?:hospital|prison|rehab|jail)|spayed|neutered|promoted|sworn in|ordained|knighted|my citizenship)|com(?:ing|es) out of hospital|go(?:ing|es)? in for|judging|conducting|auctioning|djing|playing (?:the|a|my|our|in|at|against)|dancing in|acting in|swimming the|running the|hiking|sailing|skydiving|bungee|scuba)"
    r")(?![\w'])"
)
_CANCELLED = re.compile(r"(?<![\w'])(?:cancell?ed|called off|postponed|fell through|filled (?:it )?internally|no longer|not happening|isn't happening|scrapped|rained off|isn't (?:on|until)|won't be|wont be|never mind|isnt|is off|was off|didn't get|didnt get|not going|there's no|theres no|there is no|no (?:interview|exam|match|game|test|party|date))(?![\w'])")
_ELSEWHERE = re.compile(r"(?<![\w'])(?:dreamt|dreamed|dream i|in my dream|in the (?:film|movie|book|show|song|story|novel|game)|this (?:show|film|movie|series|podcast|novel)|the (?:episode|heroine|hero|protagonist)|binge|binging|re-?watch\w*|rerun|wikipedia|the news|on tv|on the telly|tv)(?![\w'])")
_SUPPOSED = re.compile(r"(?<![\w'])(?:(?<!as )if(?! i survive| i'm lucky| all goes| they)|imagine|would have|would've|could've|could have|wish(?! me| us)|unless|suppose|supposing|pretend|as if)(?![\w'])")
_HEDGED = re.compile(r"(?<![\w'])(?:would(?:n't)?|i'd|might|maybe|someday|some day|used to|they say|watching)(?![\w'])")
_PAST = re.compile(r"(?<![\w'])(?:was|were|had|went|did|got|passed|failed|bombed|aced|survived|happened|died|clapped|won|lost|finished|ended|missed|blew)(?![\w'])")
_PLAN = re.compile(r"(?<![\w'])(?:is|are|'s|'re|am|'m|starts?|begins?|kicks? off|leaves?|comes?|gets?|takes? place|will|due|tomorrow|coming|it's|got|have|has|in|next|be|play|fly|going to|on|at|today|this)(?![\w'])")
_NOT_MINE = re.compile(r"(?<![\w'])(?:test the|tests? (?:my|your) patience|play (?:it|with|the (?:piano|guitar|song|record))|in the end|(?:show|series|favourite show) is on|season \w+|finale of|show (?:me|you)|talk (?:to|about|later)|move (?:the|my|it|on)|date (?:back|of)|race (?:to|against)|on paper|the paper(?:s)? (?:is|are|says)|reading (?:a|the|my)|watch(?:ing)? the (?:game|match|show|final|race)|final(?:ly)?\b(?= (?:page|straw|word|answer|season|episode|chapter))|party (?:pooper|line)|see you|tour guide|release me)(?![\w'])")
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
        if _ELSEWHERE.search(sentence.low) or sentence.end == "?" and not _told_with_question(sentence):
            continue
        for first, last in _thoughts(sentence):
            if _supposed(sentence, first) or _HEDGED.search(low, first, last) or _SUPPOSED.search(_known(low[first:last])):
                continue
            happening = _happening(sentence, low, first, last, lines, number, moment)
            if happening is not None:
                found.append(happening)
    return _merged(found, low, moment)


def _known(said: str) -> str:
    """Without the "if" of "I find out if …": that is no condition."""
    return re.sub(r"(?:find(?:ing)? out|hear|know|see|learn|decide)(?![\w'])[^,]*?(?<![\w'])(?:if|whether)(?![\w'])", " ", said)


def _supposed(sentence: Sentence, first: int) -> bool:
    """Whether a condition stands before this thought, with no "but" between."""
    got = next(_SUPPOSED.finditer(_known(sentence.low[: first - sentence.first])), None)
    return got is not None and not re.search(r"(?<![\w'])(?:but|anyway|anyways|so)(?![\w'])|\(", sentence.low[got.start() : first - sentence.first + 4])


def _told_with_question(sentence: Sentence) -> bool:
    if re.match(r"^\W*(?:\w+ ){0,2}?(?:can you believe|did i (?:tell you|mention|say)|have i (?:told you|mentioned)|guess (?:who|what)|(?:do )?you know|is it (?:bad|weird|normal|ok|okay|sad))(?![\w'])", sentence.low):
        return True
    return not re.match(r"^\W*(?:is|are|was|were|do|does|did|can|could|would|will|should|what|when|where|who|how|why|which|hey is|so is|wait is)(?![\w'])", sentence.low) and not re.search(r"(?:,| )(?:isn't it|right|arent they|aren't they|yeah|no|or what|or not)\W*$", sentence.low)


def _thoughts(sentence: Sentence) -> list[tuple[int, int]]:
    """Stretches between boundaries, as places in the line."""
    cuts = [got.start() for got in BOUNDARY.finditer(sentence.low) if got.group(0) != "(" and not (got.group(0) in (",", "and") and _within_time(sentence, got.start()))]
    edges = [0, *cuts, len(sentence.low)]
    return [(sentence.first + one, sentence.first + two) for one, two in zip(edges, edges[1:]) if two > one]


def _within_time(sentence: Sentence, place: int) -> bool:
    return any(piece.first - sentence.first <= place < piece.last - sentence.first for piece in sentence.times)


def _happening(sentence: Sentence, low: str, first: int, last: int, lines: list[Sentence], number: int, moment: Moment) -> Happening | None:
    said = low[first:last]
    named = _named(said) or _called(low, first, last, sentence)
    if named is None or _is_chore(said, named, first, sentence, moment) or _OTHER.search(said[: named.end()]):
        return None
    after = low[last : last + 60]
    other = _EVENT.search(after)
    if _CANCELLED.search(said + (after[: other.start()] if other else after)) or _NOT_MINE.search(said) or re.search(r"(?<![\w'])(?:remind|wake|ask|tell|ping|nudge|nag|poke|don't let|quiz|let) (?:me|us|how|about)|(?<![\w'])(?:can|could|would|will) (?:you|u)(?! believe)(?![\w'])", said[: named.start()]):
        return None
    times = _times(sentence, first, last, lines, number, low, moment)
    if any(piece.kind in ("past", "habit") for piece in times) or resolve(times, moment) is None:
        return None
    if any(piece.kind == "span" or piece.day is not None and piece.rank >= 5 and piece.day > moment.day for piece in times):
        return _made(first, last, times, said)
    if re.search(r"(?<![\w'])(?:i|we|he|she|they) (?:just |already |finally )?had (?!to)", said):
        return None
    if _PAST.search(said if any(first <= piece.first < last for piece in times) else said.replace("got", "")) and not _PLAN.search(said.replace("had", "").replace("got", "")):
        return None
    if re.search(r"(?<![\w'])(?:was|were|went|died)(?![\w'])", said) and not re.search(r"(?<![\w'])(?:is|are|'s|isn't)(?![\w'])", said):
        return None
    return _made(first, last, times, said)


def _is_chore(said: str, named: re.Match, first: int, sentence: Sentence, moment: Moment) -> bool:
    """ "I'm studying for the exam" tells of no event, unless the exam's own day follows it."""
    got = _CHORE.search(said)
    if got is None:
        return False
    day = next((piece for piece in sentence.times if 0 <= piece.first - first - named.end() <= 6 and piece.day is not None and piece.day > moment.day), None)
    return not (day is not None and got.start() < named.start() and got.group(0).endswith(" for"))


def _made(first: int, last: int, times: tuple[Piece, ...], said: str) -> Happening:
    return Happening(first, last, times, bool(re.search(r"dinner|hot date|first date|date with|date night|concert|gig|party|show|premiere|opening|recital|performance|play|match|game|party|drinks|final|quiz|ballet|open mic|prom", said)))


def _called(low: str, first: int, last: int, sentence: Sentence) -> re.Match | None:
    """An event without a known name: its time is said in the same thought."""
    marked = list(low[first:last])
    for piece in sentence.times:
        if first <= piece.first < last and piece.kind in ("day", "clock", "part", "span"):
            marked[piece.first - first : piece.last - first] = "\x00" * (min(piece.last, last) - piece.first)
    text = "".join(marked)
    dated = any(piece.day is not None and first <= piece.first < last for piece in sentence.times)
    return _CALLED.search(text) if dated else None


def _named(said: str) -> re.Match | None:
    return _HAPPENS.search(said) or _EVENT.search(said)


def _times(sentence: Sentence, first: int, last: int, lines: list[Sentence], number: int, low: str, moment: Moment) -> tuple[Piece, ...]:
    own = tuple(piece for piece in sentence.times if first <= piece.first < last and piece.kind != "vague")
    if not _has_day(own):
        own = (*_neighbour_day(sentence, first, lines, number, low, own), *own)
    if _has_day(own) and not _has_clock(own):
        own = (*own, *_neighbour_clock(sentence, last, lines, number, low))
    return own if own else _told_after(sentence, last, lines, number, low)


_IT_IS = re.compile(r"\W*(?:and |but |so |cos |because |which |well |like |omg )*(?:it's|its|it is|that's|thats|that is|it starts|it'll be|it will be|they're|theyre|they are|is|are|starts|they want me|i'm up|im up|i'm on|im on|they see me|i have to be there|gotta be there|doors)(?![\w'])")


def _told_after(sentence: Sentence, last: int, lines: list[Sentence], number: int, low: str) -> tuple[Piece, ...]:
    """A time that is told of it right after: "I got the interview! It's on Thursday at two." """
    here = tuple(piece for piece in sentence.times if piece.first >= last and piece.kind in ("day", "clock", "part", "span", "past"))
    if here:
        return here if _IT_IS.match(low, last) and here[0].first - last < 40 or not words_without_times(low, last, here[0].last, sentence.times) else ()
    found: tuple[Piece, ...] = ()
    for later in lines[number + 1 : number + 4]:
        times = tuple(piece for piece in later.times if piece.kind in ("day", "clock", "part", "span", "past"))
        few = len(words_without_times(low, later.first, later.last, later.times)) <= 2
        if times and (few or not found and _IT_IS.match(later.low) and times[0].first - later.first < 40):
            found += times if few else tuple(piece for piece in times if piece.first - times[0].first < 40)
        elif times or found or not few:
            break
    return found


def _has_day(times: tuple[Piece, ...]) -> bool:
    return any(piece.day is not None or piece.kind in ("span", "past", "habit") for piece in times)


def _has_clock(times: tuple[Piece, ...]) -> bool:
    return any(piece.kind in ("clock", "span", "past", "habit") for piece in times)


def _neighbour_day(sentence: Sentence, first: int, lines: list[Sentence], number: int, low: str, own: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """A day said just before: in this sentence, or in the sentence before when it says little else."""
    near = [piece for piece in sentence.times if piece.first < first and piece.kind in ("day", "part", "span", "past") and (piece.day is not None or piece.kind in ("span", "past"))]
    if near and _CANCELLED.search(low, near[-1].last, first):
        return ()
    if near and (own or not re.search(r"(?<![\w'])(?:haven't|hasn't|have|has|since|because|of)(?![\w'])", low[first : first + 24]) and len(words_without_times(low, near[-1].last, first, sentence.times)) <= 4):
        if own:
            return (near[-1],)
        return () if near[-1].kind == "past" else tuple(piece for piece in sentence.times if piece.first < first and piece.kind in ("day", "part", "clock", "span"))
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


def answered(lines: list[Sentence], low: str, before: str, moment: Moment) -> tuple[str, tuple[Piece, ...]] | None:
    """(what it is called, its time) when a line tells the time of what she asked about: "When is the interview?" "Thursday at two." """
    asked = low_of(before)
    named = _EVENT.search(asked)
    if named is None or not lines or _CANCELLED.search(low) or not asked.rstrip().endswith("?"):
        return None
    first = lines[0]
    times = tuple(piece for line in lines[:2] for piece in line.times if piece.kind in ("day", "clock", "part", "span", "past", "habit"))
    opens = len(words_without_times(low, first.first, times[0].first, first.times)) <= 3 if times and times[0].first < first.last + 40 else False
    if not opens or re.match(r"\W*(?:no|nah|nope|not)(?![\w'])", first.low) or any(piece.kind in ("past", "habit") for piece in times) or resolve(times, moment) is None or _HEDGED.search(first.low) or _PAST.search(first.low):
        return None
    return event_name(asked, 0, len(asked)), times[:3]


def low_of(text: str) -> str:
    """Lower case with straight apostrophes."""
    return text.lower().replace("’", "'")


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


_LED = re.compile(r"(?P<led>(?:(?<![\w'])(?!(?:is|are|was|the|my|a|an|our|have|has|got|with|at|on|in|for|of|to|and|i|we|i've|they|his|her|this|tomorrow|today|next|so|then|but|its|it's|is|for|your|that|nope|well|ok|god)(?![\w']))[a-z][\w'-]* ){0,2})$")


def event_name(low: str, first: int, last: int) -> str:
    """What an event is called, with what stands right before it: "second interview"; "" where only a verb tells of it."""
    got = _EVENT.search(low, first, last)
    if got is None:
        return ""
    noun = re.sub(r"^(?:my|the|our|a|an|her|his|this)\s+", "", got.group(0)).removesuffix("'s")
    led = _LED.search(low[first : got.start()])
    return " ".join(((led["led"] if led else "") + noun).split())
