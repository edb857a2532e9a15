"""What the owner's own words since then say of a thing: that they told or did it, that it is wanted no more, that it was moved."""

from __future__ import annotations

import re

from ecs.attention.scene import HOUR_US, MINUTE_US, Scene, Wish
from ecs.attention.topics import related
from ecs.attention.words import subject
from ecs.components.attention import OwnerLine
from ecs.reading.dates import Moment
from ecs.reading.ends import end_of

ASKS = re.compile(r"^(?:ask|see|find out|check|wonder|follow up|inquire|hear)\b", re.IGNORECASE)
#: Something was done or is off, whatever it was.
_CLOSED = re.compile(
    r"\b(?:already|done|did (?:it|that|the|my)|finished|over with|settled|sorted|solved|fixed|mended|repaired|nailed|booked|bought|paid|sent|posted|returned|cancelled|canceled|called (?:it )?off|calling it off|gave up|given up|"
    r"(?:is|are|all|it's|they're) gone|sold|took|taken|found|got (?:it|the|my|a|an|rid)|have it|picked (?:it|them|her|him)? ?up|collected|struck|ticked|crossed off|handled|dealt with|broke up|split up|left me|"
    r"moved out|no longer|not any ?more|changed my mind|decided (?:against|not)|dropped|renewed|watered|fed|ordered|cooked|baked|planted|cleaned|washed|signed|read it|"
    r"not going|didn't go|won't (?:go|happen|be)|pulled out|withdr[ae]w|skipp(?:ed|ing)|missed it|couldn't (?:go|make it)|stayed home|bailed|isn't happening|turned (?:it|them|him|her) down|resigned|quit|"
    r"don't (?:need|want)|no need|(?:we're|it's|all|i'm) (?:over|done)|we (?:split|ended it|are over|are done)|dumped|not together|no longer together|died|is dead|passed away|ran away|fell through)\b"
)
_OPEN = re.compile(
    r"\b(?:another day|later|tell you|not yet|still|no hurry|will hear|don't know yet|no (?:news|word|answer|reply)|nothing yet|waiting|hope|hoping|nervous|excited|worried|wish me|tomorrow|can't wait|going to|haven't|hasn't|soon|moved to|postponed|put off|remind me|ask me|should|must|have to|need to)\b"
)
_RELEASED = re.compile(r"\b(?:cancel (?:it|that|the|my)|scrap (?:it|that|the)|drop (?:it|that)|no reminder|(?:don't|needn't|do not) remind|you can forget|don't bother|never mind|nevermind|forget (?:it|about it|that)|no need|not needed|scrap that|skip it|no longer (?:need|want)|(?:just )?(?:googled|looked) it(?: up)?|found it (?:myself|already))\b")
_MOVED = re.compile(r"\b(?:moved|postponed|pushed|delayed|rescheduled|shifted|put off|put back)\b")
#: A release or a new date this soon after the matter was spoken of means that matter, whatever words it has.
_SAME_BREATH_US = 15 * MINUTE_US
_NOT_OVER = re.compile(r"\b(?:not (?:yet|over|out|done|back|started)|still (?:in|at|waiting|going|here|there|on|running|no)|no (?:news|word|answer|reply|result|results)|nothing yet|running late|delayed|hasn't|haven't|waiting (?:for|on|to)|any minute|about to)\b")
#: A result is new to her when it comes; the owner may have known of it for some hours.
_RESULTS, _NEWS_US = ("trigger",), 6 * HOUR_US
_WAITS = re.compile(r"\b(?:i'll (?:keep|wait|hold|ask|tell|be quiet|save)|then (?:on |at )?(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow)|not (?:before|until|till)|until then|till)\b")
#: Said of nothing by name, it is said of what everybody waits for.
_WAITING = re.compile(r"\b(?:still waiting|running (?:very |so )?late|still in there|not out yet|not over yet|no news yet|nothing yet|they're late|hasn't (?:started|finished|rung|called)|any minute now)\b")
_UNSETTLED_US = 3 * HOUR_US
#: How something went, said so plainly that it needs no name, soon after its time.
_OUTCOME = re.compile(
    r"\b(?:it went|went (?:well|fine|ok|okay|great|badly|better|terribly|smoothly|all right|alright)|(?:i|we|he|she|they|kid|they've|all) (?:passed|failed|survived|won|lost|made it|nailed it|did it|got (?:it|in|the))|passed|failed|survived|(?:i'm|we're|all) done|"
    r"(?:he|she|they|it) (?:said (?:yes|no)|loved it|hated it|liked it|cried|laughed|works|worked)|(?:good|bad|great|terrible) news|no luck|(?:as|better than|worse than) (?:expected|feared|hoped|i thought)|could have been worse|"
    r"(?:all|it's all|everything(?:'s| is| was)?) (?:fine|good|well|ok|okay)\b(?! (?:here|so far|on))|safe and sound|home safe|nailed it|bombed|messed (?:it )?up|what a (?:disaster|triumph|relief)|relieved|over the moon|got the (?:part|job|place|keys|flat|grant)|"
    r"they said (?:yes|no)|(?:was|were|got|been) (?:offered|rejected|accepted|hired|turned down)|all clear|benign|it's (?:over|done|all over)|that's (?:over|done)|glad (?:it's|that's) over|over and done|done and dusted|"
    r"didn't (?:go|get|make|pass|win|happen)|it was (?:great|fine|good|awful|terrible|lovely|ok|okay|fun|a disaster|wonderful|hard|easy|long|bad|brilliant|cancelled)|was (?:great|awful|lovely|a disaster|fine))\b"
)
_OUTCOME_US = 36 * HOUR_US
#: A better moment that the owner names: "tell me tonight", "ask me after the shift", "keep it till five".
_BETTER = re.compile(r"\b(?:(?:tell|ask|show|give|remind) (?:me|it|us)|keep (?:it|that|everything|them|all)|save (?:it|that|them)|hold (?:it|that|everything)|let's talk|we'll talk|i'll (?:look|listen|read|tell you)|not (?:today|tonight|this (?:morning|afternoon|evening|week)))\b")
#: To a line that was to tell or give something: they have it, made it, or need it no more.
_DEALT = re.compile(r"\b(?:named|made|chose|chosen|picked|went with|came|got|gotten|(?:is|are|was) (?:off|ill|cancelled|closed)|after all|instead|not going|won't|out of|just out|over|saw|watched|read it|ate|met|gave|wrote|knew|remembered|in the end|myself|ourselves)\b")
_FINAL = re.compile(r"\b(?:cancelled|canceled|called off|over|already|never mind|done|died|is dead|passed away|fell through|gave up|broke up|split up|no longer|dumped|not going|didn't go|won't (?:go|happen)|pulled out|withdr[ae]w|skipp(?:ed|ing)|missed it|couldn't (?:go|make it)|stayed home|bailed|isn't happening|turned (?:it|them) down)\b")


def closing(scene: Scene, wish: Wish) -> OwnerLine | None:
    """The owner's line that tells how it went, that it is done, or that it is wanted no more."""
    wanted, created = subject(wish.text), elapsed(scene, wish.created_us)
    if created < 0:
        return None
    created -= _NEWS_US if wish.kind in _RESULTS else 0
    due = elapsed(scene, wish.due_us)
    asks = ASKS.match(wish.text) is not None
    for line in reversed(scene.attention.said):
        if line.us <= created:
            break
        low = line.text.lower().replace("’", "'")
        alike = related(wanted, subject(low))
        after = asks and due >= 0 and line.us >= due - HOUR_US
        if _RELEASED.search(low) and (alike or (wish.kind not in _RESULTS and line.us - created <= _SAME_BREATH_US)):
            return line
        if after and line.us <= due + _OUTCOME_US and _OUTCOME.search(low) and not _OPEN.search(low):
            return line
        if line.us > created + 10 * MINUTE_US and alike and not _OPEN.search(low) and _closes(low, alike, asks and due >= 0 and line.us >= due - 2 * HOUR_US, asks):
            return line
    return None


def _closes(low: str, alike: int, told: bool, asks: bool) -> bool:
    """To speak of it after its time is to have told; before it, only a word that ends it counts."""
    if told or (not asks and _DEALT.search(low)):
        return True
    return _CLOSED.search(low) is not None and (alike >= 2 or not asks or _FINAL.search(low) is not None)


def put_off(scene: Scene, wish: Wish) -> int:
    """The elapsed time before which it is too early, by the owner's own words; -1 when they said nothing of the kind."""
    return max(moved(scene, wish), _unsettled(scene, wish), _agreed(scene, wish))


def _agreed(scene: Scene, wish: Wish) -> int:
    """She agreed in an answer to a later time ("then Saturday", "I'll keep it till five"), or the owner named one for the thing itself."""
    created, wanted = elapsed(scene, wish.created_us), subject(wish.text)
    found = -1
    for line in scene.attention.replies:
        low = line.text.lower().replace("’", "'")
        if line.us > created >= 0 and _WAITS.search(low) and (related(wanted, subject(low)) or not subject(low)):
            found = max(found, _ahead(scene, line, low))
    for line in scene.attention.said if ASKS.match(wish.text) else ():
        low = line.text.lower().replace("’", "'")
        if line.us > created + 10 * MINUTE_US and created >= 0 and related(wanted, subject(low)):
            found = max(found, _ahead(scene, line, low))
    return found


def _ahead(scene: Scene, line: OwnerLine, low: str) -> int:
    """The elapsed time that a line names, when it still lies ahead; -1 otherwise."""
    ends = end_of(low, Moment(scene.now_us - (scene.elapsed_us - line.us), scene.clock))
    return -1 if ends is None or ends <= scene.now_us else scene.elapsed_us + ends - scene.now_us


def _unsettled(scene: Scene, wish: Wish) -> int:
    """They said after its time that it is not over yet: give it some hours."""
    due, wanted = elapsed(scene, wish.due_us), subject(wish.text)
    for line in reversed(scene.attention.said):
        if due < 0 or not ASKS.match(wish.text) or line.us < due - HOUR_US or scene.elapsed_us - line.us > _UNSETTLED_US:
            break
        low = line.text.lower().replace("’", "'")
        if (_NOT_OVER.search(low) and related(wanted, subject(low))) or _WAITING.search(low):
            return line.us + _UNSETTLED_US
    return -1


def moved(scene: Scene, wish: Wish) -> int:
    """The elapsed time to which the owner said it was moved, -1 when it was not, or that time has come."""
    created, wanted = elapsed(scene, wish.created_us), subject(wish.text)
    for line in reversed(scene.attention.said):
        if created < 0 or line.us <= created:
            break
        low = line.text.lower().replace("’", "'")
        found, better = _MOVED.search(low), _BETTER.search(low)
        about = related(wanted, subject(low)) or (re.search(r"\b(?:it|that|everything)\b", low) and (found or line.us - created <= _SAME_BREATH_US))
        if (found or better) and about:
            at = scene.now_us - (scene.elapsed_us - line.us)
            rest = re.sub(r"^.*?\b(?:to|until|till|til|after|at|on|for|by)\b\s*", "", low[(found or better).end():])
            ends = end_of("until " + rest.strip(" .,!"), Moment(at, scene.clock))
            return -1 if ends is None or ends <= scene.now_us else scene.elapsed_us + ends - scene.now_us
    return -1


def elapsed(scene: Scene, at_us: int) -> int:
    """An instant of the calendar as elapsed time."""
    return scene.elapsed_us - (scene.now_us - at_us) if at_us >= 0 else -1
