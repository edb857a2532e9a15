"""Lives: whatever moment a process dies at, she wakes as the tape left her; nothing said is lost, nothing is done twice."""

from __future__ import annotations

import json
import shutil

import pytest

from ecs.clock import SECOND_US
from ecs.components.speech import Talk, Turn
from ecs.snapshot import digest
from ground_life import NAME, Home, new_home
from yurios.lives import Life, is_quiet, wake
from yurios.profiles.birth import born, orders_of
from yurios.tapes import digests_path, pieces, read_digests, read_piece

DAY_US = 86_400 * SECOND_US


def woken(folder) -> Life | None:
    return wake(folder, born, orders_of)


def talk(home: Home) -> None:
    """Four messages, the third while she still answers the second, one cancelled; some silence, some sleep."""
    home.say("hello", "m1")
    home.go(2)
    home.say("how was your day", "m2")
    home.go(0.1)
    home.say("and your night", "m3")
    home.go(700)
    home.post("suspend_gap", {"us": 3600 * SECOND_US, "cause": "sleep"}, to="")
    home.post("user_present", {"channel": "terminal", "can_hear": False})
    home.say("never mind", "m4")
    home.go(0.08)
    home.post("cancel", {})
    home.go(90)


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """A conversation on its tape, and the writes her folder had done by then, by the seq after which they were asked."""
    folder = tmp_path_factory.mktemp("life")
    home = new_home(folder)
    asked: dict[str, int] = {}
    handle = home.folder.handle
    home.loop.edges = {**home.loop.edges, **{kind: Watch(home, handle, asked) for kind in home.folder.takes}}
    talk(home)
    home.life.tape.close()
    return folder, home, asked


class Watch:
    def __init__(self, home: Home, handle, asked: dict[str, int]) -> None:
        self.home, self.to, self.asked = home, handle, asked

    def handle(self, effect) -> None:
        self.asked[effect.write] = self.home.loop.seq
        self.to(effect)


def begin_again(folder, done: dict) -> Home:
    """A start after a kill: woken, what is owed handed over, the gap posted; then left to finish."""
    home = Home(woken(folder), folder_done=done)
    for write in home.life.owed:
        home.folder.handle(write)
    home.post("suspend_gap", {"us": 5 * SECOND_US, "cause": "off"}, to="")
    home.go(30)
    return home


def test_a_life_wakes_as_it_was(told, tmp_path):
    folder, home, _ = told
    shutil.copytree(folder, tmp_path / "copy")
    life = woken(tmp_path / "copy")
    assert life.woke and life.owed == [] and life.notices == [] and life.seq == home.loop.seq
    while life.world.frame < home.world.frame:
        home_again = Home(life)
        home_again.loop.step_to(home.world.frame)
    assert digest(life.world) == digest(home.world)


def test_killed_at_every_line_what_was_acknowledged_is_answered_once_and_nothing_is_doubled(told, tmp_path):
    """Twice for each line: her folder had done all it was asked by then, or nothing that it had not confirmed."""
    folder, home, asked = told
    whole = home.life.tape.path.read_bytes().splitlines(keepends=True)
    compared = 0
    for kept in range(1, len(whole) + 1):
        for behind in (False, True):
            place = tmp_path / f"{kept}-{behind}"
            place.mkdir()
            (place / home.life.tape.path.name).write_bytes(b"".join(whole[:kept]) + (b'{"seq":' if behind else b""))
            done = {write: home.folder.done[write] for write, seq in asked.items() if seq <= kept - 1}
            if behind:
                done = {write: effect for write, effect in done.items() if any(confirms(line, write) for line in whole[1:kept])}
            again = begin_again(place, dict(done))
            everything_is_right(again, whole[1:kept])
            compared += 1
            again.life.tape.close()
            again.world.close()
    assert compared == 2 * len(whole) >= 60


def confirms(line: bytes, write: str) -> bool:
    record = json.loads(line)
    return record["type"] in ("written", "turn_committed") and record["payload"]["write"] == write


def everything_is_right(home: Home, lines: list[bytes]) -> None:
    heard = [record["payload"]["message_id"] for record in map(json.loads, lines) if record["type"] == "user_message"]
    cut = any(json.loads(line)["type"] == "cancel" for line in lines)
    talk, turn = home.world.get(NAME, Talk), home.world.get(NAME, Turn)
    assert talk.queue == [] and turn.state == "idle", "an acknowledged message is still owed after half a minute"
    assert talk.seen == heard
    answered = [write.turn for write in home.folder.done.values() if write.turn]
    turns = [f"t-{json.loads(line)['seq']}" for line in lines if json.loads(line)["type"] == "user_message"]
    assert answered == (turns[:-1] if cut else turns), "each is written down once, in order"
    assert [exchange.turn for exchange in talk.window] == answered
    home.life.tape.flush()
    seqs = [signal.seq for signal in read_piece(home.life.tape.path)[1]]
    assert seqs == list(range(1, len(seqs) + 1))


def test_a_torn_tail_is_set_aside_and_told(told, tmp_path):
    folder, home, _ = told
    path = tmp_path / home.life.tape.path.name
    path.write_bytes(home.life.tape.path.read_bytes()[:-9])
    life = woken(tmp_path)
    assert life.seq == home.loop.seq - 1 and "cut by a crash" in life.notices[0] and path.with_suffix(".torn").exists()


def two_days(tmp_path) -> Home:
    """A life that began a second piece the next morning."""
    home = new_home(tmp_path)
    home.say("good evening", "m1")
    home.go(30)
    home.post("suspend_gap", {"us": DAY_US, "cause": "sleep"}, to="")
    home.go(10)
    assert home.life.turn_page(home.loop.seq, {})
    home.loop.tape = home.life.tape
    home.say("good morning", "m2")
    home.go(30)
    home.life.tape.flush()
    return home


def at_the_end(life: Life, home: Home) -> str:
    """The digest where that home stood."""
    Home(life).loop.step_to(home.world.frame)
    return digest(life.world)


def test_a_later_day_has_its_own_piece_that_needs_no_other(tmp_path):
    home = two_days(tmp_path)
    assert [path.name for path in pieces(tmp_path)] == ["2026-03-02.jsonl", "2026-03-03.jsonl"]
    first, second = map(read_piece, pieces(tmp_path))
    assert second[0].first_seq == first[1][-1].seq + 1 and second[0].snapshot["frame"] >= first[1][-1].frame
    pieces(tmp_path)[0].unlink()
    assert at_the_end(woken(tmp_path), home) == digest(home.world)


def test_a_clock_set_back_to_yesterday_begins_no_older_piece(tmp_path):
    home = two_days(tmp_path)
    home.post("clock_changed", {"us": -DAY_US}, to="")
    home.go(5)
    assert not home.life.turn_page(home.loop.seq, {}) and len(pieces(tmp_path)) == 2
    home.post("clock_changed", {"us": DAY_US}, to="")
    home.go(5)
    assert not home.life.turn_page(home.loop.seq, {}), "a date seen twice is not a new day"
    assert [path.name for path in pieces(tmp_path)][-1] == home.life.tape.path.name


def test_no_page_is_turned_and_no_checkpoint_made_while_something_is_under_way(tmp_path):
    home = new_home(tmp_path)
    home.go(5)
    home.post("suspend_gap", {"us": DAY_US, "cause": "sleep"}, to="")
    home.say("wait", "m1")
    home.go(0.05)
    assert not home.life.turn_page(home.loop.seq, {})
    home.life.checkpoint(home.loop.seq)
    assert not (tmp_path / "checkpoint.json").exists()
    home.go(30)
    assert home.life.turn_page(home.loop.seq, {})


@pytest.mark.parametrize("harm", ["none", "checkpoint", "chunks", "snapshot"])
def test_whatever_is_left_of_checkpoint_and_chunks_the_world_is_the_same(tmp_path, harm):
    """With the checkpoint, without it, without any chunk: the pieces themselves hold everything."""
    home = two_days(tmp_path)
    home.life.checkpoint(home.loop.seq)
    home.say("one more", "m3")
    home.go(30)
    home.life.tape.flush()
    if harm == "checkpoint":
        (tmp_path / "checkpoint.json").write_text("{")
    if harm == "chunks":
        shutil.rmtree(tmp_path / "chunks")
    if harm == "snapshot":
        for chunk in (tmp_path / "chunks").glob("??/*"):
            chunk.write_bytes(b"[]")
    life = woken(tmp_path)
    assert life.seq == home.loop.seq and at_the_end(life, home) == digest(home.world)


def test_a_damaged_middle_is_set_aside_whole_and_told_and_never_written_over(tmp_path):
    home = two_days(tmp_path)
    path = pieces(tmp_path)[-1]
    for number in (1, 2):
        lines = path.read_bytes().splitlines(keepends=True) if path.exists() else [b"{}\n", b"{}\n", b"{}\n"]
        path.write_bytes(b"".join([*lines[:1], b"not a line\n", *lines[2:]]))
        life = woken(tmp_path)
        assert life.tape.path.name == "2026-03-02.jsonl" and "line 2" in life.notices[0] or number == 2
        assert ("2026-03-03.damaged" in life.notices[0]) and (tmp_path / "2026-03-03.damaged").exists()
        life.tape.close()
    assert len(list(tmp_path.glob("*.damaged*"))) == 2 and home.world


def test_where_nothing_can_be_read_there_is_no_life_and_nothing_is_deleted(tmp_path):
    (tmp_path / "2026-03-02.jsonl").write_bytes(b"")
    (tmp_path / "2026-03-03.jsonl").write_bytes(b"\0\0\n")
    assert woken(tmp_path) is None and len(list(tmp_path.glob("*.damaged"))) == 2
    assert woken(tmp_path / "empty") is None


def test_digests_that_a_kill_left_ahead_of_the_tape_are_not_compared_later(tmp_path):
    """Frames lived after the last signal are lived otherwise after a start; their notes go."""
    home = new_home(tmp_path)
    home.say("hi", "m1")
    home.go(3 * 3600)
    home.life.tape.flush()
    ahead = read_digests(home.life.tape.path)
    life = woken(tmp_path)
    kept = read_digests(life.tape.path)
    assert len(kept) < len(ahead) and all(note["frame"] <= life.world.frame and note["seq"] <= life.seq for note in kept)
    assert digests_path(life.tape.path).exists()


def test_one_message_that_came_by_two_doors_is_answered_once(tmp_path):
    home = new_home(tmp_path)
    for _ in range(2):
        home.say("hello", "m1")
        home.go(5)
    assert [ask.turn for ask in home.model.asked] == ["t-3"] and home.world.get(NAME, Talk).seen == ["m1"]


def test_a_change_that_waits_for_the_barrier_puts_a_checkpoint_off(tmp_path):
    """Somebody asked her something between two steps, and an index was made for it: saving now would lose it."""
    home = new_home(tmp_path)
    home.go(2)
    assert is_quiet(home.world)
    home.world.drop(NAME, Talk)
    assert not is_quiet(home.world)
    home.life.checkpoint(home.loop.seq)
    home.life.tape.close()
