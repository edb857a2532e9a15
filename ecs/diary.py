"""The day file and the commit: how an exchange is written down, and how a write is owed until the folder confirms it.

A day file is Markdown that a person reads and a parser can cite: one heading an exchange, with the turn in it.

    ### 09:05 {#t-88 channel=terminal}
    **owner:** My interview is on Tuesday.
    **yuri:** I'll ask you how it went.

Further lines of a message are indented by two spaces, so no text can pass for a heading or for another speaker.
"""

from __future__ import annotations

from datetime import datetime

from ecs.clock import civil, local_day, now_us, offset_at
from ecs.components.speech import Heard, Owed
from ecs.effects import FileChange, WriteVault
from ecs.world import World


def day_path(day: str) -> str:
    """The vault path of a day's file."""
    return f"memory/episodic/{day}.md"


def speech(speaker: str, text: str) -> str:
    """One speaker's line, further lines indented."""
    return f"**{speaker}:** " + text.strip().replace("\r", "").replace("\n", "\n  ") + "\n"


def exchange(heard: Heard, name: str, her: str, note: str = "") -> str:
    """An answered (or, with `note`, an unanswered) message as the day file keeps it."""
    head = f"\n### {heard.at[11:16]} {{#{heard.turn} channel={heard.channel}}}\n"
    answer = speech(name, her) if her else ""
    return head + speech("owner", heard.text) + answer + (f"*{note}*\n" if note else "")


def write_down(world: World, name: str, heard: Heard, her: str, note: str = "") -> None:
    """Add an exchange to its day and commit it; the commit names the turn."""
    owed = world.get(name, Owed)
    title = f"# {heard.day}\n" if owed.diary_day != heard.day else ""
    owed.diary_day = heard.day
    change = FileChange(day_path(heard.day), "append", title + exchange(heard, name, her, note))
    verb = "Talked" if her else "Heard, and could not answer"
    owe(world, name, (change,), f"{verb} at {heard.at[11:16]} on {heard.channel} ({heard.turn})", turn=heard.turn)


def journal(world: World, name: str, text: str) -> None:
    """Add a line of her own to her day: `- [she] 09:07 …`. It is no exchange, so memory does not take it for one."""
    day, owed = local_day(world.clock), world.get(name, Owed)
    title = f"# {day}\n" if owed.diary_day != day else ""
    owed.diary_day = day
    owe(world, name, (FileChange(day_path(day), "append", title + own_line(civil(world.clock), text)),), text[:72])


def own_line(at: datetime, text: str) -> str:
    """Her own line as the day file keeps it."""
    return f"\n- [she] {at:%H:%M} {' '.join(text.split())}\n"


def owe(world: World, name: str, changes: tuple[FileChange, ...], message: str, by: str = "self", turn: str = "", author: str = "") -> str:
    """Hand a change to her folder and remember it until it is confirmed. Returns the write's key."""
    owed = world.get(name, Owed)
    owed.serial += 1
    key = f"w-{name}-{owed.serial}"
    owed.writes[key] = turn
    at = now_us(world.clock)
    world.emit(
        WriteVault(
            key, name, changes, message, author or f"{name} <{name}@yurios.local>", at, offset_at(world.clock, at),
            by=by, turn=turn, answer="turn_committed" if turn else "written",
        )
    )
    return key
