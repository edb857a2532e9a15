"""Sentences and tokens: contractions opened, names joined, quotes kept whole."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from ecs.reading.dates import DAYS, MONTHS
from ecs.reading.lexicon import ABBREVIATIONS, ADVERBS, DETERMINERS, FAMILY, FORMS, JOINS, OBJECTS, POSSESSIVES, PREPOSITIONS, ROLES, STOPS, SUBJECTS, WH


@dataclass(frozen=True, slots=True)
class Token:
    """A word or mark. `name`: it is a proper name (perhaps of several words). `quote`: the words inside quotation marks."""

    text: str
    low: str
    name: bool = False
    quote: bool = False

    @property
    def time(self) -> int:
        """The number of the time it stands for, or -1."""
        return int(self.text[1:-1]) if self.text[:1] == "⟦" else -1


_OPENED = (
    (r"\bcan['’]?not\b|\bcan['’]t\b", "can not"), (r"\bwon['’]t\b", "will not"), (r"\bshan['’]t\b", "shall not"), (r"\bain['’]t\b", "is not"),
    (r"(\w)n['’]t\b", r"\1 not"), (r"\b(I)['’]m\b", r"\1 am"), (r"\b(\w+)['’]re\b", r"\1 are"), (r"\b(\w+)['’]ve\b", r"\1 have"), (r"\b(\w+)['’]ll\b", r"\1 will"),
    (r"\bim\b", "i am"), (r"\bive\b", "i have"), (r"\b(did|does|do|is|was|are|were|has|have|had|could|would|should)nt\b", r"\1 not"),
    (r"\b(any) more\b(?=\W*$|\W*[.!,;])", "anymore"), (r"\bno longer\b", "no-longer"), (r"\bany longer\b", "anymore"), (r"\bat last\b", "at-last"), (r"\bthese days\b", "these-days"),
    (r"\b(brother|sister|mother|father|son|daughter)[- ]in[- ]law\b", r"\1-in-law"), (r"\bex[- ](wife|husband|boyfriend|girlfriend|partner|boss)\b", r"ex-\1"), (r"\bbrand new\b", "new"), (r"\bover the moon\b", "happy"),
    (r"\bsecond[- ]hand\b", "second-hand"), (r"\ba lot of\b", "many"), (r"\bnext door\b", ""), (r"\bby the name of\b", "called"), (r"\bbefore that,?(?= (?:i|he|she|we|they)\b)", "previously"), (r"\bafter that,?(?= (?:i|he|she|we|they)\b)", "afterwards"), (r"\bof course\b", ""), (r"\bby the way\b", ""), (r"\bas well\b", "too"), (r"\bright across\b", "across"),
    (r"\b(?:once|twice|\w+ times) (?:a|every|per) (?:day|week|month|year)\b|\bevery (?:other )?(?:day|week|month|year|morning|evening|night|summer|winter|\w+day)\b", "always"),
    (r"\b(?:the|that) (?:same|very) (?:day|week|night|evening|morning)\b", ""), (r"\b(have|has|had) to (?=\w)", "must "), (r"\b(?:\w+ )?(?:days|mornings|evenings|nights|afternoons|times|hours) (?:a|every|per) (?:day|week|month|year)\b", "always"),
    (r"^(?:it )?turns out(?: that)?\b|\b(?:it )?turns out that\b|\byou know\b|^guess what\b|^i mean\b|^i think\b,?|^i heard(?: that)?\b|^apparently\b", ""),
    (r"\bin case\b", "if"), (r"\bas soon as\b", "when"), (r"\bhad better\b", "should"), (r"\bkind of\b|\bsort of\b", ""), (r"\bgonna\b", "going to"), (r"\b(has|have) got (?=(?:an?|the|no|my|his|her|our|their|some|two|three|four|five|many|lots)\b)", r"\1 "),
)
_NEVER = frozenset([*MONTHS, *DAYS, *FAMILY]) - {"may"}
_D = re.compile(r"\b(\w+)['’]d\b(?=\s+(?:\w+ly\s+|never\s+|always\s+|already\s+)?(\w+))", re.IGNORECASE)
_WORD = re.compile(r"⟦\d+⟧|\"[^\"]*\"|[“][^”]*[”]|[^\W_]+(?:[-'’&][^\W_]+)*|['’]s|[.!?,;:()—–]|\s-\s")
_TITLE = re.compile(rf"\b({'|'.join(ABBREVIATIONS)})\.", re.IGNORECASE)


def sentences(text: str) -> list[tuple[str, str]]:
    """(sentence, its end mark) in order; line breaks end sentences, quoted text is not cut."""
    kept = re.sub(r"[\"“][^\"”]*[\"”]", lambda got: re.sub(r"[.!?]", "\x00", got.group(0)), _TITLE.sub(r"\1", text.replace("…", ".")))
    found = re.findall(r"([^.!?\n]+)([.!?\n]*)", re.sub(r"(?<=\d)\.(?=\d)", "\x00", kept))
    return [(body.replace("\x00", " ").strip(), end.strip()[:1] if "?" not in end else "?") for body, end in found if re.search(r"\w", body)]


def tokens(text: str, known: Callable[[str], bool]) -> list[Token]:
    """The tokens of a sentence. `known(name)` tells whether somebody of that name was met before."""
    text = _TITLE.sub(r"\1", text)
    for form, opened in _OPENED:
        text = re.sub(form, opened, text, flags=re.IGNORECASE)
    text = _D.sub(lambda got: f"{got.group(1)} {'had' if _past(got.group(2).lower()) else 'would'}", text)
    words = _parted(_WORD.findall(text))
    return _named(words, known)


def _past(word: str) -> bool:
    return FORMS.get(word, ("", ""))[1] in ("past", "pp") and FORMS[word][0] != word or word in ("been", "put", "read")


def _parted(words: list[str]) -> list[str]:
    """'s as a word of its own: "is", "has", or the mark of possession."""
    parted: list[str] = []
    for place, word in enumerate(words):
        got = None if word[:1] in "\"“" else re.fullmatch(r"(.+)['’]s", word)
        if not got and word.endswith(("s'", "s’")):
            parted += [word[:-1], "'s"]
        elif not got:
            parted.append(word)
        else:
            following = words[place + 1].lower() if place + 1 < len(words) else ""
            compound = got.group(1).islower() and got.group(1) not in SUBJECTS and following.endswith("ing") and place + 2 < len(words) and _noun_like(words[place + 2].lower())
            parted += [got.group(1), "'s" if compound else _apostrophe(got.group(1).lower(), following)]
    return parted


def _noun_like(low: str) -> bool:
    return low.isalpha() and not _common(low)


def _apostrophe(word: str, following: str) -> str:
    form = FORMS.get(following, ("", ""))[1]
    if following in ("been", "got", "had", "become", "gone", "never been") or (form == "pp" and word in SUBJECTS):
        return "has"
    if word in SUBJECTS or word in WH or word in ("that", "there", "here", "what", "everything", "someone", "nobody", "let"):
        return "is"
    if following in DETERMINERS or following in POSSESSIVES or following in PREPOSITIONS or following in ADVERBS or following == "not" or form == "ing" or word == "name":
        return "is"
    return "'s"


def _named(words: list[str], known: Callable[[str], bool]) -> list[Token]:
    found: list[Token] = []
    for place, word in enumerate(words):
        if word[:1] in "\"“":
            found.append(Token(word.strip("\"“”"), "\"", quote=True))
        elif _is_name(words, place, known):
            if found and found[-1].name:
                found[-1] = Token(f"{found[-1].text} {word}", f"{found[-1].low} {word.lower()}", True)
            elif found and found[-1].text in ("The", *ABBREVIATIONS) and len(found) > 1 or (found and found[-1].text in ABBREVIATIONS):
                found[-1] = Token(f"{found[-1].text} {word}", f"{found[-1].low} {word.lower()}", True)
            else:
                found.append(Token(word[:1].upper() + word[1:], word.lower(), True))
        else:
            found.append(Token(word, _lowered(word)))
    return found


_NO_ADVERBS = frozenset("family italy july assembly butterfly jelly belly bully reply supply apply rely fly lily holly ally ugly early lonely friendly lovely silly daily only curly elderly likely deadly costly lively monopoly anomaly rally tally".split())


def _lowered(word: str) -> str:
    """Lower case; any adverb in -ly that is not listed is as good as "really"."""
    low = word.lower().strip()
    return "really" if low.endswith("ly") and len(low) > 4 and low not in _NO_ADVERBS and low not in ADVERBS and low not in FORMS else low


def _common(low: str) -> bool:
    """True for words that are no names where a sentence begins."""
    return any(low in words for words in (STOPS, FORMS, ADVERBS, DETERMINERS, JOINS, PREPOSITIONS, POSSESSIVES, WH, FAMILY, SUBJECTS, OBJECTS, ROLES))


def _is_name(words: list[str], place: int, known: Callable[[str], bool]) -> bool:
    word = words[place]
    if word.islower() and len(word) > 2 and word.isalpha() and not _common(word):
        return known(word.capitalize())
    if not word[:1].isupper() or word == "I" or (word.isupper() and len(word) > 3) or word.lower() in _NEVER:
        return False
    before = words[place - 1] if place else ""
    if place and before not in (":", "—", "–", "(", "."):
        return word.lower() not in SUBJECTS and word.lower() not in POSSESSIVES and word not in ("The", "OK", "A", "An") and word not in ABBREVIATIONS
    low = word.lower()
    if _lowered(word) == "really":
        return False
    if known(word):
        return True
    if _common(low) or word in ABBREVIATIONS:
        return False
    following = words[place + 1] if place + 1 < len(words) else ""
    if _common(following.lower()) and following != "I" and not low.endswith(("tion", "ness", "ment", "ity", "ing", "ly")) and "," not in words[place + 1 : place + 6]:
        if any(later.lower() in FORMS and FORMS[later.lower()][1] in ("s", "past") for later in words[place + 2 : place + 6]):
            return True
    if not following and low.endswith(("ed", "ful", "ous", "able", "less")):
        return False
    return following != "I" and (following.lower() in FORMS or following in ("'s", "and", ",", "") or following[:1].isupper() or following.lower() in ADVERBS)
