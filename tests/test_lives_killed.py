"""A life that stops at any moment goes on from its tape: what was lived after the last signal is lived again, not anew."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from ecs.clock import now_us
from ecs.components.mind import Mind, Thought
from ecs.diary import owe
from ecs.effects import FileChange, TraceLine
from ecs.snapshot import digest
from ecs.tape import Header
from systems.mind.regulate import regulate
from systems.order import COMPANION
from yurios import dials
from yurios.hub import Hub
from yurios.inbox import Inbox
from yurios.lives import begin, wake
from yurios.loop import Loop
from yurios.memory.forgetful import Forgetful
from yurios.models.edge import ModelEdge
from yurios.pacing import VirtualTime
from yurios.profiles.birth import born
from yurios.profiles.waking import lived_until
from yurios.profiles.gate import owners_hand
from yurios.pruning import prune
from yurios.rerun import SET_ASIDE
from yurios.tapes import pieces, read_piece
from yurios.vault.edge import VaultEdge
from yurios.vault.repository import MemoryRepository

DIALS = {dial.key: dial.default for dial in dials.DIALS.values()} | {
         "mind.enabled": True, "mind.engaged_cadence_s": 1, "mind.idle_cadence_s": 2, "mind.engaged_timeout_s": 60, "mind.idle_timeout_s": 3600,
         "mind.dormant_cadence_s": 900, "prompt.raw_window_turns": 6, "memory.recall_k": 6, "memory.floor": 0.25, "memory.half_life_days": 30}
HEADER = Header(7, "companion", "yuri", 1_772_442_000_000_000, "UTC", ((0, 0),), {}, {"residents": ["yuri"], "dials": DIALS, "place": None})


def writes_at_four(world, inbox):
    """A tick that changes her folder by itself, as dreams will."""
    for name, mind, thought in world.each(Mind, Thought):
        if mind.awake and mind.tick == 4:
            thought.write = owe(world, name, (FileChange("memory/summary.md", "append", "a dream\n"),), "Dreamt")


def failing(world, inbox):
    for signal in inbox:
        if signal.type == "wakeup" and signal.payload.get("reason") == "boom":
            raise KeyError("planted")


def orders(header: Header):
    before = COMPANION.tick.index(regulate)
    return replace(COMPANION, turn=(*COMPANION.turn, failing), tick=(*COMPANION.tick[:before], writes_at_four, *COMPANION.tick[before:]))


class Lived:
    """A life in virtual time on a tape in a folder, and a vault in memory that outlives it."""

    def __init__(self, folder, repository=None, lose_answers=False):
        self.folder, self.repository = folder, repository or MemoryRepository()
        last = self.last_line()
        self.passed = []
        self.life = wake(folder, born, orders, self.passed.append, lived_until("yuri", last)) or begin(folder, HEADER, born(HEADER), orders(HEADER))
        self.pace = VirtualTime(self.life.world.frame)
        self.inbox = Inbox(self.pace.now)
        post = (lambda type, payload, *, to: None) if lose_answers else self.inbox.post
        self.vault = VaultEdge(post, {"yuri": self.repository}, threaded=False, gate=owners_hand)
        edges = [self.vault, ModelEdge(self.inbox.post, {}, {}), Hub({}), Forgetful(self.inbox.post)]
        self.loop = Loop(self.life.world, self.life.orders, self.inbox, self.life.tape, edges, self.pace, self.life.seq)

    def last_line(self):
        rows = (self.repository.read("traces/ticks.jsonl") or "").splitlines()
        return (json.loads(rows[-1])["tick"], json.loads(rows[-1])["at"]) if rows else None

    def ticks(self):
        return [json.loads(row)["tick"] for row in (self.repository.read("traces/ticks.jsonl") or "").splitlines()]

    def wakeup(self, **payload):
        self.inbox.post("wakeup", payload, to="yuri")
        self.loop.step_to(self.loop.world.frame)
        self.life.tape.flush()

    def seconds(self, count):
        self.loop.step_to(self.loop.world.frame + 64 * count)

    def die(self):
        self.life.tape.abandon()
        self.life.world.close()


def test_ticks_after_the_last_signal_are_lived_again_and_end_in_the_same_state(tmp_path):
    first = Lived(tmp_path)
    first.wakeup()
    first.seconds(7)
    state, ticks, at = digest(first.loop.world), first.ticks(), now_us(first.loop.world.clock)
    first.die()
    again = Lived(tmp_path, first.repository)
    assert again.loop.world.get("yuri", Mind).tick == ticks[-1] and now_us(again.loop.world.clock) <= at
    again.seconds((at - now_us(again.loop.world.clock)) // 1_000_000)
    assert digest(again.loop.world) == state
    again.seconds(20)
    assert again.ticks() == list(range(1, len(again.ticks()) + 1))


def test_a_write_of_a_ticks_own_happens_once_though_its_answer_was_lost(tmp_path):
    first = Lived(tmp_path, lose_answers=True)
    first.wakeup()
    first.seconds(7)
    head = first.repository.head()
    assert head and first.ticks() == [1, 2, 3]  # the line of tick 4 waits for its commit
    first.die()
    signals = read_piece(pieces(tmp_path)[0])[1]
    assert signals[-1].payload == {"name": "moment"} and signals[-1].frame > signals[0].frame
    again = Lived(tmp_path, first.repository)
    assert [write.message for write in again.life.owed] == ["Dreamt"]
    again.inbox.post("suspend_gap", {"us": 3_600_000_000, "cause": "off"})
    for write in again.life.owed:
        again.vault.handle(write)
    again.seconds(10)
    assert again.repository.head() == head and again.repository.read("memory/summary.md") == "a dream\n"
    assert again.ticks() == list(range(1, len(again.ticks()) + 1)) and len(again.ticks()) > 4


def test_lines_that_a_crash_kept_from_the_folder_pass_by_again(tmp_path):
    first = Lived(tmp_path)
    first.loop.edges[TraceLine] = type("Lost", (), {"handle": lambda self, effect: None})()
    first.wakeup()
    first.seconds(3)
    first.wakeup()
    first.die()
    again = Lived(tmp_path, first.repository)
    assert [json.loads(line.text)["tick"] for line in again.passed if isinstance(line, TraceLine)] == [1, 2]


def test_a_trace_of_another_life_leads_nowhere(tmp_path):
    first = Lived(tmp_path)
    first.wakeup()
    first.die()
    for at in ("2020-01-01T00:00:00+00:00", "2026-03-02T09:00:05+00:00"):
        life = wake(tmp_path, born, orders, lived=lived_until("yuri", (10_000, at)))
        assert life.world.frame < 10 * 64
        life.tape.abandon()


def test_a_signal_she_fails_on_is_set_aside_and_every_later_waking_knows(tmp_path):
    first = Lived(tmp_path)
    first.wakeup()
    with pytest.raises(KeyError):
        first.wakeup(reason="boom")
    first.life.tape.flush()
    first.die()
    again = Lived(tmp_path, first.repository)
    (signal, fault), = again.life.aside
    assert signal.payload == {"reason": "boom"} and fault == "KeyError: 'planted'"
    values = {"seq": signal.seq, "type": signal.type, "at": signal.at, "payload": signal.payload, "fault": fault}
    again.inbox.post("command", {"name": SET_ASIDE, "values": values}, to="yuri")
    again.seconds(3)
    state = digest(again.loop.world)
    again.life.tape.flush()
    again.die()
    third = Lived(tmp_path, first.repository)
    assert third.life.aside == [] and third.loop.world.get("yuri", Mind).tick == again.ticks()[-1]
    third.seconds(3 - (third.loop.world.frame // 64))
    assert digest(third.loop.world) == state


def pages(tmp_path, days):
    lived = Lived(tmp_path)
    for _ in range(days):
        lived.wakeup()
        lived.seconds(5)
        lived.inbox.post("clock_changed", {"us": 86_400_000_000})
        lived.seconds(5)
        assert lived.life.turn_page(lived.loop.seq, {})
        lived.loop.tape = lived.life.tape
    lived.wakeup()
    lived.life.checkpoint(lived.loop.seq)
    return lived


def test_zero_days_keep_every_page(tmp_path):
    pages(tmp_path, 3).die()
    assert prune(tmp_path, 0, "2030-01-01") == [] and len(pieces(tmp_path)) == 4


def test_the_newest_page_always_stays_and_she_wakes_on_it(tmp_path):
    lived = pages(tmp_path, 3)
    state = digest(lived.loop.world)
    lived.die()
    assert prune(tmp_path, 1, "2030-01-01") == ["2026-03-02.jsonl", "2026-03-03.jsonl", "2026-03-04.jsonl"]
    for _ in range(2):  # with the checkpoint, and without
        life = wake(tmp_path, born, orders)
        assert digest(life.world) == state and life.tape.path.name == "2026-03-05.jsonl"
        life.tape.abandon()
        (tmp_path / "checkpoint.json").unlink(missing_ok=True)


def test_a_page_that_the_next_one_needs_stays(tmp_path):
    lived = pages(tmp_path, 2)
    lived.die()
    header = read_piece(pieces(tmp_path)[1])[0]
    key = next(iter(header.snapshot["types"].values()))
    (tmp_path / "chunks" / key[:2] / key).unlink()
    assert prune(tmp_path, 1, "2030-01-01") == []


def test_chunks_that_nothing_names_go(tmp_path):
    lived = pages(tmp_path, 1)
    for _ in range(3):
        lived.wakeup()
        lived.seconds(3)
        lived.life.checkpoint(lived.loop.seq)
    before = len(list((tmp_path / "chunks").glob("??/*")))
    prune(tmp_path, 0, "2026-03-03")
    assert 0 < len(list((tmp_path / "chunks").glob("??/*"))) < before
    lived.die()
    assert wake(tmp_path, born, orders).woke


