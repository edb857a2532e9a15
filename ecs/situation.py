"""What is so right now, in words for a model: the hour, the room, who is there or how long gone, what is
under way and what she half-expects. And the truth about her body."""

from __future__ import annotations

from ecs.clock import civil, elapsed_us, now_us
from ecs.components.belief import Expectations
from ecs.components.mood import Mood
from ecs.components.presence import Presence, UnderWay
from ecs.components.room import Room, Thing
from ecs.selfhood.mood import in_words as feeling
from ecs.stores.presence import MINUTE_US, away_us, here_us, in_words
from ecs.world import World

#: Verbatim in every prompt: what she may never deny.
EMBODIMENT = (
    "You are an AI, and you say so when asked. You live on your owner's own machine, with a body, eyes and a room there, "
    "shown live; never claim to have none, and never claim to be a human being."
)

#: Not `%A`: a library may set the locale, and a prompt must not change by it.
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
FEW = 3
#: Where it is rendered, for the owner and for tools that read her folder.
PATH = "world/situation.md"
#: Shorter absences are not worth a word, and for so long after a return the absence is still news.
WORTH_SAYING_US = 20 * MINUTE_US

_HOURS = ((5, "night"), (9, "early morning"), (12, "morning"), (14, "midday"), (18, "afternoon"), (22, "evening"), (24, "night"))


def part_of_day(hour: int) -> str:
    """A word for an hour."""
    return next(word for before, word in _HOURS if hour < before)


def situation(world: World, name: str) -> str:
    """One short paragraph. It names the part of the day and not the minute, so that it stays the same for hours."""
    now = civil(world.clock)
    room = next((room.title for _, room in world.each(Room)), "nowhere in particular")
    lit = any(thing.kind == "lamp" and thing.state == "on" for _, thing in world.each(Thing))
    lines = [
        f"It is {_DAYS[now.weekday()]} {part_of_day(now.hour)}.", f"You are in {room}; the lamp is {'on' if lit else 'off'}.",
        company(world, name), in_progress(world, name), half_expected(world, name),
    ]
    return " ".join(line for line in lines if line)


def page(world: World, name: str) -> str:
    """The situation as a file: the truth about her body, and the paragraph. It changes when something is different, not with the minute."""
    return f"# Right now\n\n{EMBODIMENT}\n\n{situation(world, name)}\n"


def company(world: World, name: str) -> str:
    """Who is there; how long they are gone, or were gone when they have only just come."""
    presence, elapsed = world.get(name, Presence), elapsed_us(world.clock)
    away = away_us(presence, elapsed)
    if not presence.channels:
        return f"Nobody else is here; your owner has been away for {in_words(away)}." if away >= WORTH_SAYING_US else "Nobody else is here."
    there = f"Your owner is with you ({', '.join(sorted(presence.channels))})."
    back = here_us(presence, elapsed) < WORTH_SAYING_US <= away
    return f"{there} They were away for {in_words(away)}." if back else there


def mood(world: World, name: str) -> str:
    """How she feels, when it is worth a word; and how long it was since they last spoke, when somebody stayed all the while."""
    felt, presence = world.find(name, Mood), world.find(name, Presence)
    words = feeling(felt) if felt else ""
    quiet = elapsed_us(world.clock) - felt.told_us if felt and felt.told_us >= 0 and presence and presence.here_since_us <= felt.told_us else 0
    return " ".join(line for line in (words, f"They last said something {in_words(quiet)} ago, before now." if quiet >= WORTH_SAYING_US else "") if line)


def in_progress(world: World, name: str) -> str:
    """What is under way, the first few."""
    under_way = world.find(name, UnderWay)
    items = list(under_way.items.values())[:FEW] if under_way else []
    return f"In progress: {'; '.join(items)}." if items else ""


def half_expected(world: World, name: str) -> str:
    """What she half-expects next, and what should have come by now."""
    expectations, now = world.find(name, Expectations), now_us(world.clock)
    if expectations is None:
        return ""
    late = [one.text for one in expectations.open if one.due_us < now][:FEW]
    ahead = [one.text for one in expectations.open if one.due_us >= now][:FEW]
    return " ".join(line for line in (f"You half expect: {'; '.join(ahead)}." if ahead else "", f"Should have happened by now: {'; '.join(late)}." if late else "") if line)
