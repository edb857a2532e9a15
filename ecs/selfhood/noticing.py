"""What in an owner's message may deserve an edit of her files: a wish how to be called or spoken to, a word to leave out, praise, a wish she has no hands for.

Plain patterns over one message. Quoted speech of others, questions about her and conditionals are no wishes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Wish:
    """`kind` is name, word, manner, praise or capability; `words` what it is about, `quote` the sentence it stands in."""

    kind: str
    words: str
    quote: str


_SENTENCES = re.compile(r"[^.!?\n]+[.!?]*")
_F = re.IGNORECASE
_NAME = re.compile(r"(?i:\b(?:calls? me|i go by|i prefer to be called|my name is|my name's))\s+(?P<name>[A-Z][\w'’-]{1,20}(?: [A-Z][\w'’-]{1,20})?)(?=\s*(?:[.,!?;:]|$|please|from now|instead|not|and\b|like))")
_NO_NAME = frozenset("Tomorrow Later Today Tonight Back When If At On In A An The Monday Tuesday Wednesday Thursday Friday Saturday Sunday Mr Mrs Dr".split())
_SAY = r"(?P<q>[\"“”'‘’])(?P<words>[^\"“”‘]{2,60}?)[\"“”’'](?=\W|$)"
_BARE = r"(?P<bare>[^.,!?;\"“”]{2,40}?)"
_WORD = (
    re.compile(rf"\b(?:stop|quit) (?:saying|calling me|using the word)\s+(?:{_SAY}|{_BARE}(?=\s*(?:[.,!?;]|$| to me| all the time| so (?:much|often)| please| any ?more)))", _F),
    re.compile(rf"\b(?:please )?(?:don't|do not|never) (?:say|call me|use the word)\s+(?:{_SAY}|{_BARE}(?=\s*(?:[.,!?;]|$| to me| again| any ?more| please| all the time)))", _F),
    re.compile(rf"\byou (?:always|keep|constantly|often) (?:say(?:ing)?|call(?:ing)? me|end(?:ing)? with)\s+(?:{_SAY}|{_BARE}(?=\s*(?:[.,!?;]|$| and\b| please| all the time)))", _F),
    re.compile(rf"\bi (?:really )?(?:don't like|do not like|hate|dislike|can't stand)(?: it)? when you (?:say|call me)\s+(?:{_SAY}|{_BARE}(?=\s*(?:[.,!?;]|$| to me| all the time)))", _F),
)
_COMPLAINS = re.compile(r"\b(?:stop|quit|please|annoy\w*|don't|do not|hate|enough|tired|sick of|dislike|can't stand|too (?:much|often)|gets? on)\b", _F)
_NO_WORD = re.compile(r"^(?:that|it|this|them|so|anything|something|nothing|much|a word|sorry to|things?|what|how|if|when|goodbye yet|no|yes)\b", _F)
_MANNER = (
    re.compile(r"\bi (?:like|love|enjoy|prefer|appreciate)(?: it)? (?:when|that|how) you\b[^.!?]{3,100}", _F),
    re.compile(r"\bi (?:don't like|do not like|hate|dislike)(?: it)? (?:when|that|how) you\b[^.!?]{3,100}", _F),
    re.compile(r"\b(?:please )?(?:be|try to be|could you be|can you be) (?:a (?:bit|little) )?(?:more|less)\b[^.!?]{3,80}", _F),
    re.compile(r"\b(?:keep it short|(?:shorter|longer|briefer) (?:answers?|replies)|fewer questions|you (?:talk|write|ask) (?:way |far )?too (?:much|many)\b[^.!?]{0,60}|you don't (?:need|have) to ask\b[^.!?]{0,60}|(?:please )?don't ask me (?:so many|about|how|if)\b[^.!?]{0,80})", _F),
    re.compile(r"\b(?:please )?(?:don't|do not|never|stop) (?:wake|tease|remind|text|lecture|correct|comfort|apologi[sz]\w+|teasing|reminding|lecturing|correcting)\b[^.!?]{0,60}", _F),
    re.compile(r"\b(?:with me|to me|for me),? (?:always|never|please)\b[^.!?]{3,80}|\b(?:always|please) (?:write|speak|talk|answer) (?:to me )?in [A-Z]\w+", 0),
)
_PRAISE = re.compile(
    r"\b(?:that (?:really |actually )?(?:helped|made me (?:laugh|smile)|was (?:lovely|perfect|sweet|kind|beautiful|so good|exactly right|just what i needed|a good (?:answer|question)))|you (?:really )?(?:helped|made me (?:laugh|smile)|cheered me up|always know what to say)"
    r"|(?:good|great|lovely|perfect|nice) (?:answer|way to put it|line)|i love(?:d)? (?:that|how you (?:said|put) (?:that|it))|well said|beautifully (?:said|put)|exactly what i needed|(?:ha){2,}|lol)\b", _F)
_CAPABILITY = (
    ("network: yes", re.compile(r"\b(?:(?:look|search|check|google|find)\b[^.!?]{0,40}\b(?:online|on(?: the)? (?:web|internet)|up on the)|can you (?:go online|browse|google)|search the web)\b", _F)),
    ("files outside this folder: read", re.compile(r"\b(?:read|open|look at|check|go through) (?:my|the) (?:documents?|downloads?|desktop|inbox|e-?mails?|calendar|spreadsheets?)\b", _F)),
    ("programs: yes", re.compile(r"\b(?:run|execute|start|launch) (?:this|that|the|my|a) (?:script|program|code|app|command)\b", _F)),
)
_QUOTED = re.compile(r"\b(?:she|he|they|mom|mum|dad|boss|teacher|who|(?!You\b|I\b)[A-Z][a-z]+) (?:said|says|told|tells|asked|wrote|yelled|keeps|always)\b")
_IF = re.compile(r"^\W*(?:if|imagine|suppose|what if|would you)\b", _F)


def wishes(text: str) -> list[Wish]:
    """What the message wishes, in the order it is said, each kind once."""
    found: dict[str, Wish] = {}
    for sentence in _SENTENCES.findall(text.replace("’", "'")):
        plain = " ".join(sentence.split())
        for wish in (*_named(plain), *_words(plain, text), *_manner(plain), *_praise(plain), *_capability(plain)):
            found.setdefault(wish.kind, wish)
    if "word" in found:
        found.pop("manner", None)
    return list(found.values())


def _named(sentence: str) -> list[Wish]:
    found = None if _IF.match(sentence) or re.search(r"\b(?:they|he|she|mom|mum|dad) (?:used to )?call(?:s|ed)? me\b|\bdon't call me\b", sentence, _F) else _NAME.search(sentence)
    return [Wish("name", found["name"], sentence)] if found and found["name"].split()[0] not in _NO_NAME else []


def _words(sentence: str, text: str) -> list[Wish]:
    """A word to leave out. "You always say X" alone is a remark; it becomes a wish beside a complaint."""
    if _QUOTED.search(sentence) or _IF.match(sentence):
        return []
    for number, pattern in enumerate(_WORD):
        found = pattern.search(sentence)
        words = (found["words"] or found["bare"] or "").strip(" .,") if found else ""
        if words and not (found["bare"] and _NO_WORD.match(words)) and len(words.split()) <= 7 and (number != 2 or _COMPLAINS.search(text)):
            return [Wish("word", words, sentence)]
    return []


def _manner(sentence: str) -> list[Wish]:
    if _QUOTED.search(sentence) or _IF.match(sentence):
        return []
    found = next((found for pattern in _MANNER if (found := pattern.search(sentence))), None)
    return [Wish("manner", " ".join(found.group().split()).strip(" ,.!"), sentence)] if found else []


def _praise(sentence: str) -> list[Wish]:
    if _QUOTED.search(sentence) or re.search(r"\b(?:not|n't|hardly|wasn't)\b[^.!?]{0,12}$", sentence[: found.start()] if (found := _PRAISE.search(sentence)) else "", _F):
        return []
    return [Wish("praise", found.group(), sentence)] if found else []


def _capability(sentence: str) -> list[Wish]:
    return [Wish("capability", grant, sentence) for grant, pattern in _CAPABILITY if pattern.search(sentence) and not re.search(r"\bi(?:'ll| will| can| should| have to)\b", sentence, _F)][:1]
