"""What she believes about what was just mentioned: a few dated lines for the prompt, however much she believes in all."""

from __future__ import annotations

from ecs.clock import Clock, now_us
from ecs.reading.answers import ask
from ecs.reading.dates import Moment
from ecs.reading.scene import OWNER
from ecs.stores.belief import FOREVER, Belief
from ecs.stores.belief_rows import words_of
from ecs.stores.beliefs import Beliefs
from ecs.stores.block import one_line
from ecs.stores.held import beliefs_of
from ecs.stores.partner import day
from ecs.world import World

#: Of each name so many of the newest beliefs are looked at; names are looked for in so much of what was heard.
NEWEST, HEARD, LENGTH = 8, 400, 200


def on_mention(world: World, name: str, heard: str, most: int) -> list[str]:
    """Lines about whom and what `heard` names, and what answers it where it asks; newest knowledge first, each sentence once."""
    beliefs, clock = beliefs_of(world, name), world.clock
    heard = heard[:HEARD]
    found = {answer.beliefs[0].text: _answer(answer.say, answer.beliefs[0], clock) for answer in ask(beliefs, heard, Moment(now_us(clock), clock))[:2] if answer.beliefs}
    rows = sorted(_about(beliefs, heard), key=lambda row: -row.id)
    for row in rows:
        if len(found) < most and row.text and row.text not in found:
            found[row.text] = f"- {_when(row, clock)}: “{_short(row.text)}”"
    return list(found.values())[:most]


def _about(beliefs: Beliefs, heard: str) -> list[Belief]:
    """The newest held beliefs that name somebody or something which was heard by name."""
    keys = [key for word in dict.fromkeys(words_of(heard)) for key in beliefs.rows.things(word)[:NEWEST] if _is_name(key, heard)]
    rows = (row for key in dict.fromkeys(keys) for row in beliefs.rows.latest(key, NEWEST))
    return [row for row in {row.id: row for row in rows}.values() if row.superseded_at == FOREVER]


def _is_name(key: str, heard: str) -> bool:
    """A proper name that stands in what was heard, as it is written; "owner" and common things call up too much."""
    return key != OWNER and key[:1].isupper() and key in heard


def _answer(say: str, row: Belief, clock: Clock) -> str:
    return f"- {one_line(say)} ({_when(row, clock)}: “{_short(row.text)}”)"


def _when(row: Belief, clock: Clock) -> str:
    over = "" if row.valid_to == FOREVER or not row.state else f", so until {day(clock, row.valid_to)}"
    return f"told on {day(clock, row.learnt_at)}{over}" if row.trust == "owner" else f"told by a {row.trust} on {day(clock, row.learnt_at)}{over}"


def _short(text: str) -> str:
    return one_line(text)[:LENGTH]

