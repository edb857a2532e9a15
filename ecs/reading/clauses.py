"""A sentence cut into clauses, with what joins them: only what is told as so becomes a fact."""

from __future__ import annotations

from dataclasses import dataclass

from ecs.reading.lexicon import ADVERBS, FORMS, JOINS, MODALS, NOUNISH, SUBJECTS, WH, verb_form
from ecs.reading.phrases import is_verb_at, phrase_at, step_over
from ecs.reading.tokens import Token

#: What follows these is not told as so.
UNREAL_JOINS = frozenset("if unless whether".split())
#: What follows these is so when it is over, and a plan or a habit otherwise.
TIME_JOINS = frozenset("when whenever after before until while once".split())
_WISHES = frozenset("maybe perhaps".split())
_HARD = frozenset(";:()—–") | {"-"}


@dataclass(frozen=True, slots=True)
class Part:
    """One clause's tokens; `join` is the word before it ("" none, "," a comma), `real` whether it is told as so."""

    tokens: list[Token]
    join: str = ""
    real: bool = True


def parts(tokens: list[Token], asked: bool = False) -> list[Part]:
    """The clauses of a sentence. Of a question only what was told before the asking clause remains."""
    cuts = [0, *(place for place in range(1, len(tokens)) if _cuts(tokens, place)), len(tokens)]
    pieces = [_piece(tokens[first:last]) for first, last in zip(cuts, cuts[1:])]
    if asked:
        pieces = _before_question(pieces)
    return _marked([piece for piece in pieces if piece.tokens])


def _cuts(tokens: list[Token], place: int) -> bool:
    low = tokens[place].low
    if tokens[place].name or tokens[place].quote:
        return False
    if low in _HARD:
        return not (low == ":" and place + 1 < len(tokens) and tokens[place + 1].quote)
    if low == ",":
        after = place + 1
        if after < len(tokens) and tokens[after].low in JOINS:
            return False
        return _starts_clause(tokens, after) or _starts_question(tokens, after)
    if low not in JOINS and low != "where":
        return False
    if low == "since" and place + 1 < len(tokens) and tokens[place + 1].time >= 0:
        return False
    if low in ("so", "then", "once", "plus", "as", "yet") and not (tokens[place - 1].low in (",", "and") or low == "so"):
        return False
    if _starts_clause(tokens, place + 1):
        return not _inside_two_subjects(tokens, place)
    return low in ("and", "but") and has_verb(tokens[:place]) and _bare_verb(tokens, place + 1)


def _inside_two_subjects(tokens: list[Token], place: int) -> bool:
    """ "Jonas and I founded": the verb belongs to both, since nothing before had one."""
    start = max((at for at in range(place) if tokens[at].low in _HARD | {","} | (JOINS - {"and"})), default=-1) + 1
    return tokens[place].low == "and" and start < place and not has_verb(tokens[start:place])


def _starts_clause(tokens: list[Token], place: int) -> bool:
    place = step_over(tokens, place)
    if place < len(tokens) and tokens[place].low in JOINS:
        place += 1
    place = step_over(tokens, place)
    phrase, after = phrase_at(tokens, place)
    if phrase is not None and phrase.words and not phrase.det and not phrase.owner and not phrase.name and tokens[place].low in FORMS and tokens[place].low not in NOUNISH:
        return False
    return phrase is not None and is_verb_at(tokens, after)


def _starts_question(tokens: list[Token], place: int) -> bool:
    if place + 1 >= len(tokens):
        return False
    form = FORMS.get(tokens[place].low, ("", ""))
    return (tokens[place].low in MODALS or form[0] in ("be", "do", "have")) and phrase_at(tokens, place + 1)[0] is not None and tokens[place + 1].low in ("i", "you", "he", "she", "it", "we", "they") or tokens[place].low in WH - {"who", "which", "whose", "where"}


def _bare_verb(tokens: list[Token], place: int) -> bool:
    place = step_over(tokens, place)
    if place >= len(tokens) or tokens[place].name:
        return False
    form = verb_form(tokens[place].low, unknown=True)
    return tokens[place].low in MODALS or (form is not None and form[1] in ("past", "s") and not (tokens[place].low in NOUNISH and form[1] == "s"))


def has_verb(tokens: list[Token]) -> bool:
    return any(not token.name and (token.low in MODALS or verb_form(token.low, unknown=True) is not None and (token.low not in NOUNISH or _after_subject(tokens, place))) for place, token in enumerate(tokens))


def _after_subject(tokens: list[Token], place: int) -> bool:
    return place > 0 and (tokens[place - 1].name or tokens[place - 1].low in SUBJECTS)


def _piece(tokens: list[Token]) -> Part:
    join, place = "", 0
    while place < len(tokens) and (tokens[place].low in _HARD or tokens[place].low == "," or (tokens[place].low in JOINS or tokens[place].low == "where") and not tokens[place].name):
        join = tokens[place].low if tokens[place].low not in (",", "and") or not join else join
        place += 1
    if join in ("since", "after", "before", "until") and not _starts_clause(tokens, place):
        place, join = place - 1, ""
    end = len(tokens)
    while end > place and tokens[end - 1].low == ",":
        end -= 1
    return Part(tokens[place:end], join)


def _before_question(pieces: list[Part]) -> list[Part]:
    asks = next((number for number, piece in enumerate(pieces) if _is_asking(piece.tokens)), None)
    return [] if asks in (0, None) else pieces[:asks]


def _is_asking(tokens: list[Token]) -> bool:
    place = 0
    while place < len(tokens) and tokens[place].low in ADVERBS:
        place += 1
    if place >= len(tokens):
        return False
    low = tokens[place].low
    return low in MODALS or low in WH or FORMS.get(low, ("",))[0] in ("be", "do", "have") and not tokens[place].name


def _marked(pieces: list[Part]) -> list[Part]:
    """An "if" at the beginning covers all that hangs on it; "maybe" covers its own clause."""
    marked, unreal = [], False
    for piece in pieces:
        if piece.join in ("but", ";", ":", "—"):
            unreal = False
        if piece.join in UNREAL_JOINS:
            unreal = True
        hedged = any(token.low in _WISHES for token in piece.tokens[:2])
        marked.append(Part(piece.tokens, piece.join, not (unreal or hedged)))
        if piece.join in UNREAL_JOINS and len(marked) > 1:
            unreal = False
    return marked
