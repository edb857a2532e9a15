"""A scripted month of talk: unprompted she makes low-risk edits and proposes others, each on turns that are in her day files."""

from __future__ import annotations

import json

import pytest
from selves_ground import Lived

from ecs.prompt import assemble

#: (day, what the owner says). Ordinary talk, with a few wishes in it as they come.
MONTH = (
    (0, "Hello. I'm Nora."), (0, "I work at the harbour office."), (1, "My brother Tom is staying with me."), (1, "Tom broke the kettle."),
    (2, "I'm tired."), (2, "That made me smile, thanks."), (4, "Tom found a job at the bakery."), (6, "Everybody calls me Nono, by the way, so call me Nono."),
    (8, "Tom baked me a cake."), (9, "You keep saying 'my friend' and it annoys me."), (12, "I like it when you tease me."), (15, "I like it when you tease me."),
    (18, "Can you look the ferry times up online?"), (20, "We had a quiet weekend."), (23, "Tom moves out on Friday."), (26, "It rains."), (29, "Good night."),
)
REPLIES = [{"match": "(?i)tired", "text": "Then sit down first. What was the longest hour?"}, {"match": "", "text": "Go on."}]


@pytest.fixture(scope="module")
def month(tmp_path_factory):
    life = Lived(tmp_path_factory.mktemp("month") / "out", REPLIES)
    for day, text in MONTH:
        life.pass_s(max(0, day * 86_400 + 3_600 - life.now // 1_000_000))
        life.say(text)
    life.pass_s(3_600)
    yield life
    life.close()


def test_she_made_low_edits_and_queued_others(month):
    log = month.log()
    assert sum("low risk (t-" in line for line in log) >= 3 and sum(line.startswith("Proposed") and "(t-" in line for line in log) >= 3
    assert {one["path"] for one in json.loads(month.file("state/pending_edits.json"))["edits"]} >= {"soul/EXAMPLES.md", "soul/PERSONA.md", ""}


def test_each_names_turns_that_are_in_her_days(month):
    days = "".join(path.read_text("utf-8") for path in sorted((month.run.vault_path / "memory/episodic").glob("*.md")))
    edits = [*month.edits.open, *month.edits.past]
    assert len(edits) >= 6 and all(one.turns and all(f"{{#{turn} " in days for turn in one.turns) for one in edits)


def test_what_she_noted_is_what_was_said(month):
    notes, lore = month.file("memory/preferences.md"), month.file("memory/lore.md")
    assert "- Call them Nono." in notes and "Do not say “my friend”" in notes and "## Tom" in lore and "bakery" in lore


def test_nothing_is_proposed_twice_and_nothing_stands_in_her_soul_unasked(month):
    keys = [one.key for one in [*month.edits.open, *month.edits.past]]
    assert len(keys) == len(set(keys))
    assert "my friend" not in month.file("soul/PERSONA.md") and "longest hour" not in month.file("soul/EXAMPLES.md")


def test_one_act_and_one_commit_a_tick(month):
    proposals = [line for _, line in month.run.seen.trace if line["decided"]["intention"] == "propose"]
    commits = [line["commit"] for line in proposals]
    assert len(proposals) >= 6 and all(commits) and len(commits) == len(set(commits))


def test_a_note_is_in_the_next_prompt(month):
    head, _, _ = assemble(month.world, "yuri", "Is Tom there?")
    texts = {section.name: section.text for section in head}
    assert "Call them Nono." in texts["partner"] and "bakery" in texts["lore"]
