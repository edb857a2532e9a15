"""A purge reaches her pages: facts about the owner, distilled facts, the summary, claims, and the audit; and none of them comes back."""

from __future__ import annotations

import json

from purge_ground import git, holding, purged
from live import CONFIG, Session

from ecs.components.distilled import Backlog, Distilled, DistilledIndex
from ecs.components.pages import Pages
from ecs.components.partner import Partner
from ecs.components.summary import Summary
from ecs.effects import Audit
from ecs.stores.distilled import Facts
from yurios.audit import AuditLog
from yurios.home import open_home

REPLIES = ({"match": ".", "text": "I hear you."},)
TALK = ("I have a cat called Biscuit.", "I love education.", "I live in Leeds.")


def a_life(place):
    with Session(place, *REPLIES, config=CONFIG + "[prompt]\nraw_window_turns = 1\n") as session:
        for text in TALK:
            session.say(text)
            session.written()
            session.until(lambda event: event["type"] == "journal" and event.get("commit") and not event.get("turn"))  # the tick that thinks about it
    home = open_home(str(place), {})
    log = AuditLog(home.audit)
    for text in ("a promise: “the cat”", "a promise: “education”"):
        log.handle(Audit("yuri", "ignored", text, "a.md[0:9]", 1_772_442_000_000_000))
    return home


def test_nothing_of_it_is_left_and_the_rest_stays_and_goes_on(tmp_path):
    home = a_life(tmp_path / "home")
    page = home.resident("yuri").vault / "soul/USER.md"
    assert "Biscuit" in page.read_text() and "Biscuit" in (home.resident("yuri").vault / "memory/summary.md").read_text()
    done = purged(home)
    assert done.remains == [] and holding(home) == []
    assert "Biscuit" not in page.read_text() and "You love education." in page.read_text()
    assert [json.loads(line)["text"] for line in next(home.audit.glob("*.jsonl")).read_text().splitlines()] == ["a promise: “education”"]
    with Session(home.path, *REPLIES) as session:
        session.say("I have a hat.")
        session.written()
        world = session.world
        assert "Biscuit" not in repr((world.get("yuri", Partner), world.get("yuri", Summary), world.get("yuri", Pages), world.get("yuri", Backlog)))
        assert all("cat" not in fact.text for fact in Facts(world.get("yuri", Distilled), DistilledIndex()).standing())
        assert "You love education." in world.get("yuri", Pages).blocks["soul/USER.md"]
    assert holding(home) == [] and "Biscuit" not in git(home, "log", "-p")
