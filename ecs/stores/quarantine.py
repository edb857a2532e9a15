"""What others say of the owner: kept apart in `memory/semantic/quarantine.md` until a second, independent source says the same.

    - You are allergic to nuts. {#q-1 by=document from=letter.txt day=2026-03-02 sources=1}

Two passages of one document are one source; so are the same words in two documents, since one was copied from the other. What she
recalls is never a source at all: it was somebody's before, and the origin travels with it. Nothing that contradicts the owner's word is let in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from hashlib import blake2b

from ecs.clock import Clock
from ecs.components.belief import Discourse
from ecs.components.pages import LineChange
from ecs.components.partner import Claim, Overheard, Quarantine, Voucher
from ecs.mention import mentions
from ecs.reading.dates import Moment
from ecs.reading.scene import OWNER
from ecs.reading.told import take_in
from ecs.reading.tokens import sentences
from ecs.stores.belief import Belief, Fact, Pattern, Source, contradicts
from ecs.stores.belief_rows import ListRows
from ecs.stores.beliefs import Beliefs
from ecs.stores.block import one_line
from ecs.stores.partner import day, words_for

PATH = "memory/semantic/quarantine.md"
#: So many claims wait at most, so many sentences to be read; the oldest give way. A sentence longer than this is passed over.
MOST, WAITING, LONGEST = 100, 40, 300
#: How sure she is of what two others say.
VOUCHED = 600
_OF_YOU = r"\b(?:the (?:user|owner|human)|(?:her|your|yuri's) (?:owner|user|human))\b"

#: What makes an order of a statement: the order is not followed, the statement is still only a claim.
_SPOKEN_TO = re.compile(r"^(?:please |always |also )*(?:remember|note|know|keep in mind|be aware|store|save|record)(?: that)?:? ", re.IGNORECASE)


def names_owner(text: str, names: Sequence[str]) -> list[str]:
    """The sentences that speak of the owner: by that word, or by the name the owner goes by."""
    named = "|".join(rf"\b{re.escape(name)}\b" for name in names if name)
    speaks = re.compile(f"{_OF_YOU}|{named}" if named else _OF_YOU, re.IGNORECASE if not named else 0)
    told = re.compile(_OF_YOU, re.IGNORECASE)
    return [body for body, end in sentences(text) if end != "?" and len(body) <= LONGEST and (told.search(body) or speaks.search(body))]


def overhear(quarantine: Quarantine, found: Iterable[str], kind: str, ref: str, at_us: int) -> None:
    """Keep sentences to be read at the next tick; the very same from the same source is kept once."""
    for text in found:
        known = any(mark(text) == voucher.mark and ref == voucher.ref for claim in quarantine.claims for voucher in claim.vouchers)
        if not known and not any((one.text, one.ref) == (text, ref) for one in quarantine.overheard):
            quarantine.overheard = [*quarantine.overheard, Overheard(text, kind, ref, at_us)][-WAITING:]


def read(quarantine: Quarantine, beliefs: Beliefs, names: Sequence[str], now: Moment) -> tuple[list[LineChange], list[int]]:
    """Read what was overheard. Returns the lines to write, and the beliefs that came of claims that two sources vouch for."""
    changes: list[LineChange] = []
    ids: list[int] = []
    waiting, quarantine.overheard = quarantine.overheard, []
    for one in waiting:
        for belief, words in _claims(one, names, now):
            claim = _voucher(quarantine, belief, words, one)
            changes += _rewrite(claim, now.clock)
            if len(claim.vouchers) > 1 and not disputed(beliefs, claim):
                ids.append(_accept(quarantine, beliefs, claim, now))
                changes += [LineChange(PATH, "strike", claim.line + "\n", f"{claim.id} is vouched for twice")]
    for claim in quarantine.claims[:-MOST]:
        changes.append(LineChange(PATH, "strike", claim.line + "\n", f"Too many claims wait: {claim.id} gives way"))
    quarantine.claims = quarantine.claims[-MOST:]
    return changes, ids


def _claims(one: Overheard, names: Sequence[str], now: Moment) -> list[tuple[Belief, str]]:
    """What a sentence says of the owner, read by the one reader of beliefs into a store of its own."""
    scratch = Beliefs(ListRows())
    source = Source(one.ref, "owner", one.kind)
    for name in names:
        scratch.observe(Fact(OWNER, "called", name), 0, source)
    bare = _SPOKEN_TO.sub("", one.text)
    plain = re.sub(_OF_YOU, names[0] if names else "Owner", bare, flags=re.IGNORECASE)
    if not names:
        scratch.observe(Fact(OWNER, "called", "Owner"), 0, source)
    ids = take_in(scratch, Discourse(), plain + ".", Moment(one.at_us, now.clock), source)
    told = [scratch.rows.get(id) for id in dict.fromkeys(ids)]
    return [(belief, words) for belief in told if belief.subject == OWNER and belief.relation != "called" and (words := words_for(scratch, belief, one.at_us))]


def _voucher(quarantine: Quarantine, belief: Belief, words: str, one: Overheard) -> Claim:
    claim = next((claim for claim in quarantine.claims if (claim.relation, claim.object, claim.sign) == (belief.relation, belief.object, belief.sign)), None)
    if claim is None:
        quarantine.serial += 1
        claim = Claim(f"q-{quarantine.serial}", belief.relation, belief.object, belief.sign, words, [])
        quarantine.claims = [*quarantine.claims, claim]
    fresh = Voucher(one.kind, one.ref, mark(one.text), one.at_us)
    if all(fresh.ref != other.ref and fresh.mark != other.mark for other in claim.vouchers):
        claim.vouchers = [*claim.vouchers, fresh]
    return claim


def mark(text: str) -> str:
    """A short name of the words, whatever signs and case stand in them."""
    return blake2b(" ".join(re.findall(r"\w+", text.lower())).encode(), digest_size=8).hexdigest()


def sources(claim: Claim) -> str:
    """Who vouches for it, comma-separated, without white space."""
    return ",".join(re.sub(r"\s+", "_", one_line(voucher.ref)) for voucher in claim.vouchers)


def _rewrite(claim: Claim, clock: Clock) -> list[LineChange]:
    first = claim.vouchers[0]
    line = f"- {claim.words} {{#{claim.id} by={first.kind} from={sources(claim)} day={day(clock, first.at_us)} sources={len(claim.vouchers)}}}"
    if line == claim.line:
        return []
    gone = [LineChange(PATH, "strike", claim.line + "\n", f"{claim.id} has another source")] if claim.line else []
    claim.line = line
    return [*gone, LineChange(PATH, "append", line + "\n", f"{first.kind} claims {claim.id} of the owner")]


def disputed(beliefs: Beliefs, claim: Claim) -> bool:
    """Whether the owner's own word says otherwise."""
    fact = Fact(OWNER, claim.relation, claim.object, sign=claim.sign)
    pattern = Pattern(OWNER, claim.relation)
    return any(row.trust == "owner" and contradicts(row, fact) for row in beliefs.query(pattern))


def _accept(quarantine: Quarantine, beliefs: Beliefs, claim: Claim, now: Moment) -> int:
    quarantine.claims = [one for one in quarantine.claims if one.id != claim.id]
    said = {"feel": _feeling(claim)}.get(claim.relation, "a" if claim.relation == "be" else "")
    return beliefs.observe(Fact(OWNER, claim.relation, claim.object, sign=claim.sign, confidence=VOUCHED, said=said, text=claim.words), now.us, Source("host", sources(claim), claim.vouchers[0].kind))


def _feeling(claim: Claim) -> str:
    """The word it was said with: "You are allergic to nuts." → "am allergic to"."""
    words = claim.words.removeprefix("You ").removesuffix(".")
    return re.sub(r"\bare\b", "am", words[: -len(claim.object)].strip()) if words.endswith(claim.object) else ""


def confirmed(quarantine: Quarantine, beliefs: Beliefs, ids: Iterable[int]) -> list[LineChange]:
    """What the owner says themselves needs no other source: such claims are struck. So is what the owner's word contradicts."""
    told = [beliefs.rows.get(id) for id in ids]
    over = [claim for claim in quarantine.claims if any(belief.subject == OWNER and (belief.relation, belief.object) == (claim.relation, claim.object) for belief in told)]
    quarantine.claims = [claim for claim in quarantine.claims if claim not in over]
    return [LineChange(PATH, "strike", claim.line + "\n", f"The owner's own word settles {claim.id}") for claim in over]


def let_go(quarantine: Quarantine, words: str) -> list[LineChange]:
    """Forget claims that mention these words."""
    gone = [claim for claim in quarantine.claims if words and mentions(f"{claim.words}\n{' '.join(one.ref for one in claim.vouchers)}", words)]
    quarantine.claims = [claim for claim in quarantine.claims if claim not in gone]
    quarantine.overheard = [one for one in quarantine.overheard if not (words and mentions(f"{one.text}\n{one.ref}", words))]
    return [LineChange(PATH, "strike", claim.line + "\n", f"Let go of {claim.id}") for claim in gone]


def heed_hand(quarantine: Quarantine, text: str, waiting: Sequence[str] = ()) -> None:
    """The owner's hand has been at the page: a claim whose line is gone is gone. `waiting` are lines that are not written yet."""
    here = {*text.splitlines(), *waiting}
    quarantine.claims = [claim for claim in quarantine.claims if not claim.line or claim.line in here]
