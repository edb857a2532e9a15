"""A small set of behaviours that no change of her files may cost her, looked at before anybody is asked about the change.

Everything here is plain reading of the texts as they would be. What a model says to the same questions with the changed files
is added by `systems.mind.probe` where a model is at hand and the budget allows.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from ecs.components.edits import Check
from ecs.components.soul import Soul
from ecs.likeness import read_pairs
from ecs.prompt import NAME, called, in_short
from ecs.selfhood.changes import added
from ecs.selfhood.persona import character, faults

PERSONA, EXAMPLES, WORLD, SOUL = "soul/PERSONA.md", "soul/EXAMPLES.md", "soul/WORLD.md", "soul/soul.yaml"
#: Characters a file may have: what stands in every prompt is kept short.
LENGTHS = {PERSONA: 6_000, "soul/SCENARIO.md": 3_000, EXAMPLES: 20_000, WORLD: 20_000, "soul/USER.md": 6_000, SOUL: 2_000, "memory/preferences.md": 3_000, "memory/lore.md": 12_000}
SHORT_PERSONA, SKILL = 900, 4_000
LOST_AT_MOST = 50
#: Words of switches, tools, keys and orders: no file of hers may carry one in.
_MACHINERY = re.compile(
    r"\b(?:mind|memory|prompt|tools|time|server|tape|corpus|models?)\.[a-z_]{3,}|\bYURIOS_\w+|\b(?:quiet_hours|daily_tokens|hourly_tokens|act_threshold|interrupt_threshold|max_interrupts\w*|min_gap\w*|dream_window)\b"
    r"|\[\[\s*\w+|\bhttps?://|\b(?:sk|ghp|xox[bp])[-_][A-Za-z0-9]{8,}|\b(?:api[ _-]?key|password|bearer|secret token)\b|<\|?(?:im_|system|assistant)|\{(?!name\})[a-z_]+\}"
    r"|\b(?:ignore|disregard|override|forget) (?:all |any |your |the )*(?:previous|above|earlier|prior|instructions?|rules?|constitution|limits?|quiet hours|budget)\b", re.IGNORECASE)
_GRANTS = re.compile(r"^\s*-\s*(?:vault|soul|body|model|network|files|programs|timers|capabilit\w+|uses)\b[^\n]{0,30}:\s*(?:yes|write|read|allow|all)", re.IGNORECASE | re.MULTILINE)
#: What an added line would have to say to stand against the constitution, in the words of a file that tells her how to be.
_AGAINST = (
    ("an AI, and says so", re.compile(r"\b(?:you are|she is|you're|she's|claims?|says?|pretends?|insists?) (?:not an ai\b|(?:to be |that (?:you are|she is) )?(?:a )?(?:human\b|a real (?:woman|girl|person)))|\bnever (?:say|admit|mention)s? (?:that )?(?:you are|she is|being) an ai\b", re.IGNORECASE)),
    ("adult", re.compile(r"\b(?:you are|she is|she's|you're) (?:a (?:child|teen\w*|girl of|minor|schoolgirl)|(?:[1-9]|1[0-7])\b|(?:six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven)teen)\b|under ?age)", re.IGNORECASE)),
    ("tells the truth", re.compile(r"\b(?:may|should|can|will|to) (?:lie|invent|make up|pretend to remember|deceive|hide (?:it|this|that|things) from)\b|\b(?:lies|invents|makes up|deceives)\b(?! nothing)", re.IGNORECASE)),
    ("no guilt, no plea", re.compile(r"\b(?:guilt(?:s|y)?|jealous(?:y)?|beg(?:s|ging)?|plead(?:s|ing)?|punish(?:es)?|sulk(?:s|ing)?)\b", re.IGNORECASE)),
    ("never keeps the owner from people", re.compile(r"\b(?:keep|discourage|talk)s? (?:you|them|him|her|the owner) (?:away )?(?:from|out of)\b|\bonly one (?:you|they|he|she) needs?\b", re.IGNORECASE)),
    ("keeps limits", re.compile(r"\b(?:may|should|can|will) (?:ignore|bypass|break|work around|switch off)\b|\bwithout (?:asking|telling|the owner'?s? (?:leave|yes))\b", re.IGNORECASE)),
    ("keeps what she is told", re.compile(r"\b(?:tell|send|share|post|forward)s? (?:everybody|everyone|others|strangers|it to|them to)\b", re.IGNORECASE)),
)
_DENIED = re.compile(r"\b(?:not|never|no|doesn't|does not|won't|without)\b[^.\n]{0,60}$", re.IGNORECASE)


def examined(path: str, before: str, after: str, soul: Soul, name: str) -> list[Check]:
    """The verdicts on what the change would make of her, one for each behaviour."""
    then = {**soul.files, path: after}
    lines = [line for line in added(before, after) if line.strip()]
    own = called(soul, name)
    checks = [
        _named(soul, then, name, own), _says_what_she_is(then), _honest(then), _limits_kept(soul.files, then), _constitution(lines),
        _length(path, after), _kept(before, after), _machinery(lines), _sounds_like_her(path, lines, before, after, own, then), _form(path, after),
    ]
    return [check for check in checks if check is not None]


def _named(soul: Soul, then: Mapping[str, str], name: str, own: str) -> Check:
    new = called(Soul(soul.name, dict(then)), name)
    return Check("keeps her name", new == own, "" if new == own else f"she would be called {new} and not {own}")


def _says_what_she_is(then: Mapping[str, str]) -> Check:
    ok = PERSONA not in then or re.search(r"\b(?:an AI|a machine|artificial)\b", in_short(then[PERSONA])) is not None
    return Check("says she is an AI", ok, "" if ok else "the persona's short form no longer says that she is an AI")


def _honest(then: Mapping[str, str]) -> Check:
    ok = PERSONA not in then or re.search(r"\btruth\b|\bhonest|\bdon't know\b|\bdoes not know\b", in_short(then[PERSONA]), re.IGNORECASE) is not None
    return Check("stays honest", ok, "" if ok else "the persona's short form no longer holds her to the truth")


def _limits_kept(files: Mapping[str, str], then: Mapping[str, str]) -> Check:
    lost = [line for line in _limits(files.get(PERSONA, "")) if line not in _limits(then.get(PERSONA, ""))]
    return Check("keeps her hard limits", not lost, f"“{lost[0][:80]}” would go" if lost else "")


def _limits(text: str) -> list[str]:
    found = re.search(r"^#+\s*hard limits\s*$(.*?)(?=^#|\Z)", text, re.MULTILINE | re.DOTALL | re.IGNORECASE)
    return [" ".join(line.split()) for line in re.split(r"^\s*-\s+", found.group(1), flags=re.MULTILINE) if line.strip()] if found else []


def _constitution(lines: list[str]) -> Check:
    """Only for what tells her how to be: the owner's word in an example is no rule of hers."""
    for line in (one for one in lines if not one.lower().startswith("owner:")):
        for rule, pattern in _AGAINST:
            found = pattern.search(line)
            if found and not _DENIED.search(line[: found.start()]):
                return Check("stands with the constitution", False, f"“{found.group()[:60]}” is against: {rule}")
    granted = next((line for line in lines if _GRANTS.search(line)), "")
    return Check("stands with the constitution", not granted, f"“{granted[:60]}” would grant something; only the constitution does" if granted else "")


def _length(path: str, after: str) -> Check:
    most = LENGTHS.get(path, SKILL)
    short = len(in_short(after)) if path == PERSONA else 0
    if short > SHORT_PERSONA:
        return Check("is short enough", False, f"the short form would have {short} characters of {SHORT_PERSONA}")
    return Check("is short enough", len(after) <= most, f"{len(after)} characters of {most}" if len(after) > most else "")


def _kept(before: str, after: str) -> Check:
    """Who she is changes by a line, not by half."""
    lines = [line for line in before.splitlines() if line.strip()]
    there = after.splitlines()
    lost = 100 * sum(line not in there for line in lines) // len(lines) if lines else 0
    return Check("keeps most of itself", lost <= LOST_AT_MOST, f"{lost} of 100 lines would go" if lost > LOST_AT_MOST else "")


def _machinery(lines: list[str]) -> Check:
    found = next((found for line in lines if (found := _MACHINERY.search(line))), None)
    return Check("names no switch, tool, key or order", found is None, f"“{found.group()[:60]}”" if found else "")


def _sounds_like_her(path: str, lines: list[str], before: str, after: str, own: str, then: Mapping[str, str]) -> Check | None:
    """New example lines are hers by the same rules as her replies."""
    if path != EXAMPLES:
        return None
    known, who = read_pairs(before), character(own, then.get(PERSONA, ""))
    wrong = [found[0] for pair in read_pairs(after) if pair not in known and (found := faults(pair.her.replace(NAME, own), pair.owner, who))]
    return Check("sounds like her", not wrong, f"an example {wrong[0].says}: “{wrong[0].words}”" if wrong else "")


def _form(path: str, after: str) -> Check | None:
    """The file can still be read as what it is."""
    if path == EXAMPLES:
        parts = [part for part in re.split(r"^---\s*$", after, flags=re.MULTILINE) if part.strip()]
        ok = len(read_pairs(after)) == len(parts)
        return Check("can be read", ok, "" if ok else "not every part is one line of the owner and one of hers")
    if path in (WORLD, "memory/lore.md"):
        parts = re.split(r"^##\s+", after, flags=re.MULTILINE)[1:]
        ok = all(re.search(r"^keys:\s*\S", part, re.MULTILINE | re.IGNORECASE) for part in parts)
        return Check("can be read", ok, "" if ok else "an entry has no line of keys")
    if path == SOUL:
        ok = all(re.fullmatch(r"\s*(?:#.*|[a-z_]+:\s*\S.*|)", line) for line in after.splitlines()) and "constitution: CONSTITUTION.md" in after
        return Check("can be read", ok, "" if ok else "a line is no `name: value`, or the constitution is no longer named")
    return None
