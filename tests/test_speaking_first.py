"""A live session in which she speaks first: a goal written by hand is said, closed, told by /why and /inner, kept over a restart, and replays."""

from __future__ import annotations

import pytest
from live import CONFIG, Session

from yurios import host_commands
from yurios.profiles import companion_host
from yurios.replaying import find_pieces, replay

HERON = {"match": "(?i)heron", "text": "A heron stood on the roof."}
ANY_HOUR = CONFIG + 'quiet_hours = ""\n'
GOAL = "- [ ] Tell about the heron {#g-1 kind=reach_out priority=0.8 from=promise:own}\n"


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setattr(companion_host, "LOOK_EVERY_S", 0.02)
    monkeypatch.setattr("yurios.loop.LONGEST_WAIT_S", 0.05)
    return tmp_path / "home"


def write_goal(session: Session, text: str) -> None:
    session.until(lambda event: event["type"] == "journal")  # she is born, and her folder is there
    goals = session.vault / "goals.md"
    goals.write_text(goals.read_text() + text)


def unasked(session: Session) -> dict:
    return session.until(lambda event: event["type"] == "message" and event["proactive"])


def test_she_says_it_first_and_says_why(home):
    with Session(home, HERON, config=ANY_HOUR) as session:
        session.host.arrive("terminal", can_hear=False)
        write_goal(session, GOAL)
        line = unasked(session)
        assert (line["text"], line["appointment"], line["channel"]) == ("A heron stood on the roof.", False, "terminal")
        session.until(lambda event: event["type"] == "journal")
        assert "[x] Tell about the heron" in (session.vault / "goals.md").read_text() and "- [she]" in session.diary()
        assert "about g-1, because the moment was good enough" in session.host.why()
        assert "Spoke first today: 1 of 3" in host_commands.answer(session.host, "/inner")
        assert session.git("status", "--porcelain") == ""
    with Session(home, HERON, config=ANY_HOUR) as session:
        assert session.host.inner()["first_today"] == 1 and "g-1" in session.host.why()
        assert [event["text"] for event in session.host.history(5)] == ["A heron stood on the roof."]
    assert replay(find_pieces(home / "tapes" / "yuri")).differs is None


def test_a_timer_of_the_owners_rings_and_is_seen_in_inner(home):
    with Session(home, config=ANY_HOUR) as session:
        session.host.arrive("terminal", can_hear=False)
        session.host._post("timer", {"minutes": 60, "label": "tea"}, "terminal")
        session.host._post("timer", {"minutes": 0.02, "label": "eggs"}, "terminal")
        line = unasked(session)
        assert line["text"] == "Your timer for eggs has run out." and line["appointment"]
        assert "tea, 59 min" in host_commands.answer(session.host, "/inner")
        session.until(lambda event: event["type"] == "journal" and not event["turn"])
        assert "because you had asked for it" in session.host.why()


def test_a_stage_that_fails_stands_under_health_and_talk_goes_on(home, monkeypatch):
    from systems.order import COMPANION
    from yurios.profiles import birth

    def decide(world, inbox):
        raise RuntimeError("planted")

    broken = type(COMPANION)(COMPANION.turn, COMPANION.frame, COMPANION.beat, tuple(decide if one.__name__ == "decide" else one for one in COMPANION.tick))
    monkeypatch.setitem(birth.ORDERS, "companion", broken)
    with Session(home, {"match": "hello", "text": "Hello you."}) as session:
        session.say("hello")
        assert session.hers() == "Hello you."
        session.notice("decide (RuntimeError: planted)")
        assert any("decide" in part and "planted" in part for part in session.host.health()["paused"])
        session.say("hello again")
        assert session.hers() == "Hello you."
    monkeypatch.setitem(birth.ORDERS, "companion", broken)
    with Session(home, {"match": "hello", "text": "Hello you."}) as session:
        session.say("hello")
        assert session.hers() == "Hello you."
