"""A purge of a life of many days: only the days that the words are in, or that begin with them in mind, are redacted."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from ground_life import NAME, new_home
from live import Session
from purge_ground import holding, purged

from ecs.clock import SECOND_US
from ecs.components.speech import Talk, Turn
from yurios.home import open_home
from yurios.lives import wake
from yurios.profiles.birth import born, orders_of
from yurios.profiles.companion import STARTER
from yurios.pruning import prune
from yurios.replaying import find_pieces, replay
from yurios.tapes import digests_path, pieces, read_piece
from yurios.vault.birth import give_birth
from yurios.vault.repository import DiskRepository

SAID = ("hello there", "my cat is ill", *(f"tea number {number}" for number in range(8)))
DAY_US = 86_400 * SECOND_US


@pytest.fixture(scope="module")
def ten_days(tmp_path_factory) -> Path:
    """A home whose tape has ten days; on the second the words are said. Her folder is a born one, and knows nothing of them."""
    place = tmp_path_factory.mktemp("days") / "home"
    life = new_home(place / "tapes" / NAME)
    life.greet()
    for number, text in enumerate(SAID):
        life.go(20)
        if number:
            life.post("suspend_gap", {"us": DAY_US, "cause": "sleep"}, to="")
            life.go(10)
            assert life.life.turn_page(life.loop.seq, {})
            life.loop.tape = life.life.tape
        if number == 3:
            life.post("peer_message", {"text": "the zebra is out"})
        life.say(text, f"m{number}")
        life.go(30)
    life.life.tape.close()
    folder = place / "residents" / NAME / "vault"
    folder.parent.mkdir(parents=True)
    repository = DiskRepository(folder)
    give_birth(repository, STARTER, "yuri <yuri@yurios.local>", 1_772_409_600_000_000, 0)
    repository.close()
    return place


@pytest.fixture
def home(ten_days, tmp_path):
    shutil.copytree(ten_days, tmp_path / "home")
    return open_home(str(tmp_path / "home"), {})


def test_only_the_day_that_has_the_words_is_touched_when_nothing_of_them_stayed_in_mind(home):
    tape = home.tapes / NAME
    before = {path.name: (path.read_bytes(), digests_path(path).read_bytes()) for path in pieces(tape)}
    done = purged(home, "zebra")
    names = sorted(before)
    assert done.redacted == [names[3]] and not digests_path(tape / names[3]).exists() and holding(home, "zebra") == []
    for name in [*names[:3], *names[4:]]:
        assert (tape / name).read_bytes() == before[name][0]
    for name in [*names[:3], *names[4:9]]:  # of the last day a waking, which a purge begins with, keeps what the tape leads to
        assert digests_path(tape / name).read_bytes() == before[name][1]
    report = replay(find_pieces(tape)[1:])  # the first day's commits are made up by the ground
    assert report.differs is None and report.digests > 10 and len([note for note in report.notes if "redacted" in note]) == 1
    assert pieces(tape)[-1].name == f"{names[-1][:10]}.purged-01.jsonl"


def test_every_day_that_begins_with_them_in_mind_is_redacted_too(home):
    done = purged(home)
    names = [path.name for path in pieces(home.tapes / NAME)]
    assert [names.index(name) for name in done.redacted] == list(range(1, 10)) and holding(home) == []
    assert replay(pieces(home.tapes / NAME)[1:]).differs is None


def test_what_was_recalled_and_quoted_them_goes_and_the_answers_to_tea_stay(home):
    purged(home)
    signals = [one for path in pieces(home.tapes / NAME) for one in read_piece(path)[1]]
    hits = [hit["text"] for one in signals if one.type == "recalled" for hit in one.payload["hits"]]
    assert hits.count("[purged]") == 1 and any("hello there" in hit for hit in hits)
    answers = {one.payload["text"] for one in signals if one.type == "model_delta"}
    assert "[purged]" in answers and "tea number 0, you say (0). " in answers


def test_what_no_piece_is_made_of_any_more_is_gone(home):
    tape = home.tapes / NAME
    purged(home)
    named = {key for path in pieces(tape) if (snapshot := read_piece(path)[0].snapshot) for key in (*snapshot["types"].values(), *snapshot["apart"])}
    assert {chunk.name for chunk in (tape / "chunks").glob("??/*")} == named and not (tape / "checkpoint.json").exists()


def test_remains_of_tapes_and_lives_laid_aside_lose_them_too(home):
    tape = home.tapes / NAME
    shutil.copytree(tape, home.tapes / f"{NAME}.before-7")
    (tape / "2026-03-03.torn").write_text('{"text":"my cat is i')
    (tape / "2026-03-04.damaged-2").write_text("cat\n")
    done = purged(home)
    assert holding(home) == [] and len(done.redacted) == 18 and not list(tape.glob("*.torn")) + list(tape.glob("*.damaged*"))


def test_a_tape_without_the_snapshot_of_a_day_is_redacted_all_the_same(home):
    shutil.rmtree(home.tapes / NAME / "chunks")
    assert purged(home) is not None and holding(home) == []


def test_old_days_can_still_be_let_go_afterwards(home):
    purged(home)
    tape = home.tapes / NAME
    last = pieces(tape)[-1]
    assert len(prune(tape, 2, "2026-12-24")) == 10 and pieces(tape) == [last]
    assert wake(tape, born, orders_of) is not None


def test_a_message_that_waits_for_its_answer_goes_too(tmp_path):
    later = {"match": "cat", "text": "Which cat?", "delay_ms": 60_000}
    with Session(tmp_path / "home", later) as session:
        session.say("hello")
        session.written()
        session.say("about the cat")
        session.say("and about tea")
    home = open_home(str(tmp_path / "home"), {})
    assert len(purged(home).found.lines) == 1 and holding(home) == []
    with Session(tmp_path / "home", {"match": "tea", "text": "Green tea."}) as session:
        assert session.hers() == "Green tea." and session.world.get(NAME, Turn).state == "idle"
        assert [one.owner for one in session.world.get(NAME, Talk).window] == ["hello", "and about tea"]
    assert replay(find_pieces(home.tapes / NAME)).differs is None
