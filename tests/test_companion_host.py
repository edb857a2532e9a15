"""A live session when things go wrong: full disks, folders that vanish, hands that edit, systems that fail, talks that are cut."""

from __future__ import annotations

import errno
import json
import os
import shutil
from dataclasses import replace

import pytest
from live import CONFIG, Session

from ecs.components.soul import Soul
from ecs.components.speech import Talk
from ecs.effects import Ask
from yurios.host import Unreachable
from yurios.profiles import companion_host, waking
from yurios.replaying import find_pieces, replay
from yurios.tapes import pieces, read_piece
from yurios.vault.lease import LeaseHeld

HELLO = {"match": "hello", "text": "Hello you."}
LATER = {"match": "later", "text": "There it is.", "delay_ms": 600}


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setattr(companion_host, "LOOK_EVERY_S", 0.02)
    monkeypatch.setattr("yurios.loop.LONGEST_WAIT_S", 0.05)
    monkeypatch.setattr("yurios.loop.RETRY_S", 0.02)
    return tmp_path / "home"


def replayed(home) -> None:
    report = replay(find_pieces(home / "tapes" / "yuri"))
    assert report.differs is None and report.commits > 0, report


class Disk:
    """Refuses every write of a vault while `error` is set."""

    def __init__(self, session: Session) -> None:
        self.error, moments = 0, session.host._vault._debts["yuri"].repository.moments
        before = moments.before

        def watched(name: str) -> None:
            if self.error:
                raise OSError(self.error, os.strerror(self.error))
            before(name)

        moments.before = watched


@pytest.mark.parametrize("error, says", [(errno.ENOSPC, "full"), (errno.EROFS, "cannot be written"), (errno.EIO, "refused")])
def test_while_the_folder_cannot_be_written_she_talks_and_owes(home, error, says):
    with Session(home, HELLO) as session:
        session.say("hello")
        session.written()
        disk, before = Disk(session), session.diary()
        disk.error = error
        session.say("hello two")
        assert session.hers() == "Hello you."
        session.notice(says)
        session.say("hello three")
        assert session.hers() == "Hello you."
        assert says in session.host.health()["paused"][0] and session.diary() == before
        disk.error = 0
        session.notice("can be written again")
        assert [line for line in session.diary().splitlines() if "owner" in line][1:] == ["**owner:** hello two", "**owner:** hello three"]
        assert session.host.health()["paused"] == [] and len(session.git("log", "--format=%s", "--grep=Talked").splitlines()) == 3
        assert session.git("status", "--porcelain") == ""
    replayed(home)


def test_a_session_that_ends_in_debt_pays_at_the_next_start(home):
    with Session(home, HELLO) as session:
        session.say("hello")
        session.until(lambda event: event["type"] == "mind")
        session.host._vault.wait()
        Disk(session).error = errno.ENOSPC
        session.say("hello two")
        session.notice("full")
    with Session(home) as session:
        session.written()
        assert session.diary().count("hello two") == 1 and session.git("fsck", "--strict") == ""
        ticks = [json.loads(line)["tick"] for line in (session.vault / "traces/ticks.jsonl").read_text().splitlines()]
        assert ticks == list(range(1, len(ticks) + 1))
    replayed(home)


@pytest.mark.parametrize("left", ["nothing", "an empty folder"])
def test_a_folder_that_vanishes_is_not_a_folder_that_was_emptied(home, left):
    with Session(home, HELLO) as session:
        session.say("hello")
        session.written()
        away = session.vault.with_name("away")
        session.vault.rename(away)
        if left != "nothing":
            session.vault.mkdir()
        session.say("hello two")
        assert session.hers() == "Hello you."
        session.notice("not where it was")
        assert session.host.health()["paused"] and "soul/PERSONA.md" in session.world.get("yuri", Soul).files
        if left != "nothing":
            assert list(session.vault.iterdir()) == []
            session.vault.rmdir()
        away.rename(session.vault)
        session.notice("can be written again")
        assert session.diary().count("hello two") == 1 and (session.vault / "soul/PERSONA.md").is_file()
        assert session.git("status", "--porcelain") == ""


class FullTape:
    """The tape's disk takes `room` more bytes and no more."""

    def __init__(self, session: Session, room: int) -> None:
        self.room, lines = room, session.host._life.tape._lines
        write = lines._write

        def limited(handle: int, data: bytes) -> int:
            if self.room <= 0:
                raise OSError(errno.ENOSPC, "No space left on device")
            taken = write(handle, data[: self.room])
            self.room -= taken
            return taken

        lines._write = limited


@pytest.mark.parametrize("room", [0, 10])
def test_nothing_is_acknowledged_that_the_tape_could_not_take(home, room):
    with Session(home, HELLO) as session:
        session.say("hello")
        session.written()
        piece = session.host._life.tape.path
        tape = FullTape(session, room)
        with pytest.raises(Unreachable, match="tape cannot be written.*not taken"):
            session.say("hello two")
        assert "hello two" not in piece.read_text() and read_piece(piece)[2] == b""
        tape.room = 1 << 30
        session.say("hello three")
        assert session.hers() == "Hello you."
        session.written()
        assert session.diary().count("**owner:**") == 2
    replayed(home)


def test_an_answer_that_the_tape_cannot_take_waits_and_a_message_meanwhile_is_refused(home):
    with Session(home, LATER, HELLO) as session:
        session.say("later")
        tape = FullTape(session, 0)
        session.notice("tape cannot be written")
        with pytest.raises(Unreachable, match="not taken"):
            session.say("hello")
        assert "tape" in session.host.health()["paused"][0]
        tape.room = 1 << 30
        session.notice("can be written again")
        session.hers()
        session.written()
        assert session.diary().count("**owner:** later") == 1 and "hello" not in session.diary()
    replayed(home)


def test_a_saved_persona_is_in_the_next_turn_and_a_commit_of_the_owners(home):
    with Session(home, HELLO) as session:
        asked: list[Ask] = []
        models = session.host._loop.edges[Ask]
        session.host._loop.edges[Ask] = type("Tap", (), {"handle": lambda self, ask: (asked.append(ask), models.handle(ask))})()
        session.say("hello")
        session.written()
        persona = session.vault / "soul/PERSONA.md"
        persona.write_text("# Persona\n\n## In short\nShe adores plums.\n")
        session.say("hello again")
        session.written()
        assert "plums" in " ".join(section.text for section in asked[-1].head)
        assert "owner|Edited by hand: soul/PERSONA.md" in session.git("log", "--format=%an|%s")
        assert "plums" in persona.read_text() and session.git("status", "--porcelain") == ""
    replayed(home)


def test_the_owners_own_commits_are_kept_and_replayed(home):
    with Session(home, HELLO) as session:
        session.say("hello")
        session.written()
        (session.vault / "mine.txt").write_text("mine\n")
        session.git("add", "-A")
        session.git("commit", "-q", "-m", "My own")
        session.say("hello again")
        session.written()
    (session.vault / "more.txt").write_text("while she slept\n")
    session.git("add", "-A")
    session.git("commit", "-q", "-m", "Asleep")
    with Session(home, HELLO) as session:
        session.say("hello once more")
        session.written()
        assert [line for line in session.git("log", "--format=%an %s").splitlines() if line.startswith("Ann")] == ["Ann Asleep", "Ann My own"]
    replayed(home)


def test_a_history_that_the_tape_cannot_hold_is_said_and_not_called_a_difference(home):
    with Session(home, HELLO) as session:
        session.say("hello")
        session.written()
        session.git("commit", "-q", "--amend", "-m", "Rewritten")
        session.say("hello again")
        session.written()
    report = replay(find_pieces(home / "tapes/yuri"))
    assert report.differs is None and any("history came in" in note for note in report.notes)


def test_a_second_process_hears_who_holds_her(home):
    with Session(home), pytest.raises(LeaseHeld, match=f"already awake in process {os.getpid()}"):
        Session(home)


def test_a_left_over_lock_is_removed_and_reported(home):
    with Session(home, HELLO) as session:
        session.say("hello")
        session.written()
    lock = session.vault / ".git" / "index.lock"
    lock.write_bytes(b"")
    os.utime(lock, (1, 1))
    with Session(home) as session:
        assert any("index.lock" in notice for notice in session.host.health()["notices"])
        assert not lock.exists()


def test_midnight_turns_the_page_and_every_page_replays(home):
    with Session(home, HELLO) as session:
        for _ in range(3):
            session.say("hello")
            session.written()
            session.host._inbox.post("clock_changed", {"us": 86_400_000_000})
            session.host._loop.call(lambda world: None)
        session.say("hello")
        session.written()
    found = pieces(home / "tapes/yuri")
    assert len(found) >= 3
    assert replay(found).differs is None and replay(found).commits == 5
    assert replay(found[-1:]).differs is None


def test_old_pages_go_when_the_owner_keeps_few_and_never_the_newest(home):
    with Session(home, HELLO, config=CONFIG + "[tape]\nkeep_days = 2\n") as session:
        for _ in range(5):
            session.say("hello")
            session.written()
            session.host._inbox.post("clock_changed", {"us": 86_400_000_000})
            session.host._loop.call(lambda world: None)
        session.say("hello")
        session.written()
    found = pieces(home / "tapes/yuri")
    assert 2 <= len(found) <= 3
    report = replay(found)
    assert report.differs is None and any("from an earlier piece" in note for note in report.notes)
    with Session(home, HELLO) as session:
        session.say("hello")
        session.written()


def boom(world, inbox):
    """A system with a fault in it."""
    for signal in inbox:
        if signal.type == "user_message" and "boom" in signal.payload["text"]:
            raise ZeroDivisionError("planted")


@pytest.mark.parametrize("place", [0, 99])
def test_a_system_that_fails_is_seen_and_set_aside_at_the_next_start(home, monkeypatch, place):
    right = waking.orders_of

    def broken(header):
        orders = right(header)
        turn = [*orders.turn]
        turn.insert(place, boom)
        return replace(orders, turn=tuple(turn))

    monkeypatch.setattr(waking, "orders_of", broken)
    with Session(home, HELLO) as session:
        session.say("hello")
        session.written()
        try:
            session.say("boom")
        except Unreachable:
            pass
        session.notice("ZeroDivisionError")
        assert "planted" in session.host.health()["paused"][0]
        with pytest.raises(Unreachable, match="planted"):
            session.say("hello")
    with Session(home, HELLO) as session:
        session.notice("It was set aside")
        session.say("hello again")
        session.written(2)
        assert "**owner:** boom\n*unanswered" in session.diary() and session.diary().count("Hello you.") == 2
    with Session(home, HELLO) as session:
        session.say("hello")
        session.written()
        assert not any("set aside" in event.get("text", "") for event in session.events)
    replayed(home)


def test_closed_while_she_answers_she_answers_at_the_next_start(home):
    with Session(home, {"match": "later", "chunks": ["There ", "it ", "is."], "delay_ms": 300}) as session:
        session.say("later", "m-1")
        session.until(lambda event: event["type"] == "draft")
    assert "later" not in session.diary()
    with Session(home, {"match": "later", "text": "There it is."}) as session:
        session.say("later", "m-1")
        assert session.hers() == "There it is."
        session.written()
        assert session.diary().count("**owner:** later") == 1
    replayed(home)


def test_what_was_decided_before_a_restart_can_still_be_asked(home):
    with Session(home, HELLO) as session:
        session.say("hello")
        session.written()
        session.until(lambda event: event["type"] == "mind")
    with Session(home) as session:
        assert session.host.why() and session.host.history(5)[-1]["text"] == "Hello you."


def test_a_message_that_is_no_message_is_a_sentence(home):
    with Session(home) as session:
        for text in ("", "x" * 100_001):
            with pytest.raises(Unreachable, match="cannot be given to her"):
                session.say(text)


def test_a_failing_model_falls_back_with_one_plain_line(home):
    (home / "providers").mkdir(parents=True)
    (home / "providers" / "lost.toml").write_text('protocol = "llama.cpp"\npath = "/nowhere/model.gguf"\n')
    with Session(home, HELLO, config=CONFIG.replace('chat = "scripted"', 'chat = "lost"\nchat_fallback = "scripted"')) as session:
        session.say("hello")
        session.notice("is speaking for her now")
        session.written()
        assert session.diary().count("Hello you.") == 1


def test_the_tape_is_gone_but_the_folder_is_not(home):
    with Session(home, HELLO) as session:
        session.say("hello")
        session.written()
        head = session.git("rev-parse", "HEAD")
    shutil.rmtree(home / "tapes")
    with Session(home, HELLO) as session:
        session.say("hello")
        session.written()
        assert session.git("rev-parse", "HEAD~1") == head and "soul/PERSONA.md" in session.world.get("yuri", Soul).files
        assert len(session.world.get("yuri", Talk).window) == 1
    assert replay(find_pieces(home / "tapes/yuri")).differs is None


def test_an_edit_of_hers_is_shown_and_taken_back_by_a_channel(home):
    with Session(home, HELLO) as session:
        session.say("hello. Please call me Kit.")
        session.until(lambda event: event.get("stands") == "applied")
        notes, (edit,) = session.vault / "memory" / "preferences.md", session.host.edits()
        assert "Call them Kit." in notes.read_text("utf-8") and (edit["path"], edit["turns"], session.host.inner()["edits"]) == ("memory/preferences.md", edit["turns"], [])
        assert session.host.decide(edit["id"], True) == f"{edit['id']} is applied already."
        assert session.host.decide(edit["id"], False) == f"{edit['id']} is being taken back."
        session.until(lambda event: event.get("stands") == "undone")
        assert not notes.exists()
    replayed(home)


def test_health_names_every_line_of_her_files_that_is_not_understood_until_it_is_mended(home):
    with Session(home, HELLO) as session:
        session.say("hello")
        session.written()
        text = (session.vault / "goals.md").read_text("utf-8")
        (session.vault / "goals.md").write_text(text + "- [?] hm\n", "utf-8")
        (session.vault / "contacts.md").write_text("| too | few |\n", "utf-8")
        (session.vault / "world").mkdir(exist_ok=True)
        with open(session.vault / "world/beliefs.jsonl", "a", encoding="utf-8") as log:
            log.write("no belief\n")
        named = [notice.split(":")[0] for notice in session.host.health()["notices"] if ", line " in notice]
        assert [one.split(",")[0] for one in named] == ["goals.md", "contacts.md", "world/beliefs.jsonl"]
        (session.vault / "goals.md").write_text(text, "utf-8")
        assert "goals.md, line" not in str(session.host.health()["notices"])
