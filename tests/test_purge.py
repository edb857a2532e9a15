"""A purge from beginning to end: nothing of hers holds the words, everything else is as it was, and she goes on."""

from __future__ import annotations

import json
import subprocess

import pytest
from live import Session
from purge_ground import REPLIES, a_life, copied, every_object, git, holding, purged, sound

from ecs.components.notes import Notes
from ecs.components.speech import Talk
from ecs.stores.belief import Pattern
from ecs.stores.belief_log import PATH as LOG
from ecs.stores.belief_log import parse
from ecs.stores.belief_log import replay as belief_replay
from ecs.stores.belief_rows import ListRows
from ecs.stores.held import beliefs_of
from yurios.home import open_home
from yurios.purge.trouble import PurgeRefused
from yurios.purge.words import Words
from yurios.replaying import ReplayError, find_pieces, replay
from yurios.tapes import pieces, read_piece


@pytest.fixture(scope="module")
def lived(tmp_path_factory):
    return a_life(tmp_path_factory.mktemp("lived") / "home")


@pytest.fixture
def home(lived, tmp_path):
    return copied(lived, tmp_path / "home")


def commits(home) -> list[str]:
    return git(home, "log", "--reverse", "--format=%an|%ae|%at|%ct|%s").splitlines()


def test_the_ground_really_holds_the_words(home):
    there = holding(home)
    assert {"terminal_history", "models/worker.log", "an object of her history", "residents/yuri/vault/goals.md"} <= set(there)
    assert any(path.startswith("tapes/") for path in there) and any("episodic" in path for path in there)


def test_nothing_holds_the_words_afterwards_and_everything_else_stays(home):
    before, day = commits(home), sorted((home.resident("yuri").vault / "memory/episodic").glob("*.md"))[-1]
    law = git(home, "rev-parse", "HEAD:soul/CONSTITUTION.md")
    done = purged(home)
    assert holding(home) == [] and done.remains == []
    sound(home)
    assert commits(home) == before and git(home, "rev-parse", "HEAD:soul/CONSTITUTION.md") == law
    text = day.read_text()
    assert text.count("### ") == 2 and "hello there" in text and "education" in text and "fence" not in text
    assert "{#g-2}" in (home.resident("yuri").vault / "goals.md").read_text()
    assert len(done.found.lines) == 3 and done.commits == len(before) - done.found.first


def test_commits_before_the_words_keep_their_ids(home):
    before = git(home, "rev-list", "--reverse", "HEAD").split()
    done = purged(home)
    after = git(home, "rev-list", "--reverse", "HEAD").split()
    first = done.found.first
    assert first and before[:first] == after[:first] and not set(before[first:]) & set(after)


def test_nothing_found_changes_nothing(home):
    before = {place: place.read_bytes() for place in home.path.rglob("*") if place.is_file() and "lease" not in place.name}
    assert purged(home, "submarine") is None
    assert {place: place.read_bytes() for place in home.path.rglob("*") if place.is_file() and "lease" not in place.name} == before


def test_the_tape_keeps_its_lines_and_says_that_it_was_redacted(home):
    before = [read_piece(path) for path in pieces(home.tapes / "yuri")]
    purged(home)
    after = [read_piece(path) for path in pieces(home.tapes / "yuri")]
    assert len(after) == len(before) + 1
    for (old, was, _), (new, now, _) in zip(before, after):
        assert new.redacted and new.snapshot is None and not old.redacted
        assert [(one.seq, one.frame, one.at, one.type) for one in was] == [(one.seq, one.frame, one.at, one.type) for one in now]
    said = [one.payload["text"] for _, signals, _ in after for one in signals if one.type == "user_message"]
    assert said == ["hello there", "[purged]", "education is a good thing", "[purged]", "[purged]"]


def test_commit_ids_on_the_tape_are_those_of_the_new_history(home):
    purged(home)
    known = set(git(home, "rev-list", "HEAD").split())
    named = {one.payload["commit"] for path in pieces(home.tapes / "yuri") for one in read_piece(path)[1] if one.payload.get("commit")}
    assert named and named <= known


def test_she_wakes_talks_and_the_new_piece_replays(home):
    purged(home)
    with Session(home.path, *REPLIES) as session:
        talk, notes = session.world.get("yuri", Talk), session.world.get("yuri", Notes)
        assert [one.owner for one in talk.window] == ["hello there", "education is a good thing"]
        assert "g-2" in notes.texts["goals.md"] and "feed" not in notes.texts["goals.md"] and [item.id for item in notes.goals.items] == ["g-2"]
        session.say("education once more")
        session.written()
    assert "taken out of my past for good, as was asked of me (3 exchanges)" in session.diary() and "education once more" in session.diary()
    sound(home)
    assert holding(home) == []
    report = replay(find_pieces(home.tapes / "yuri"))
    assert report.differs is None and report.signals > 5 and any("redacted by a purge" in note for note in report.notes)
    with pytest.raises(ReplayError, match="redacted by a purge"):
        replay([pieces(home.tapes / "yuri")[0]])


def test_a_second_purge_of_the_same_day_goes_on_from_the_first(home):
    purged(home)
    with pytest.raises(PurgeRefused, match="Start her once"):
        purged(home, "education")  # the line in her day is still to be written
    Session(home.path).host.close()
    assert purged(home, "education").found.lines
    assert [path.name[10:] for path in pieces(home.tapes / "yuri")][-2:] == [".purged-01.jsonl", ".purged-02.jsonl"]
    assert holding(home, "education") == []
    with Session(home.path, *REPLIES) as session:
        session.say("hello again")
        session.written()
    assert replay(find_pieces(home.tapes / "yuri")).differs is None
    sound(home)


def test_a_kept_file_keeps_its_history(home):
    path = "goals.md"
    before = git(home, "log", "-p", "--format=", "--", path)
    done = purged(home, keep=frozenset({path}))
    assert git(home, "log", "-p", "--format=", "--", path) == before and "cat" in before
    assert done.found.spared == [path] and done.remains[0] == f"residents/yuri/vault/{path}"
    assert all(name.startswith("tapes/") for name in done.remains[1:])  # the tape has the file too, from when it came in


def test_a_word_of_her_constitution_stays_there_and_is_named(home):
    law = home.resident("yuri").vault / "soul/CONSTITUTION.md"
    before, word = law.read_bytes(), "consent" if b"consent" in law.read_bytes().lower() else "owner"
    done = purged(home, word)
    if done is not None:
        assert "soul/CONSTITUTION.md" in done.found.spared and any(path.endswith("CONSTITUTION.md") for path in done.remains)
    assert law.read_bytes() == before


def test_what_is_staged_and_what_is_not_committed_stay_so(home):
    vault = home.resident("yuri").vault
    (vault / "contacts.md").write_text("mine\nthe cat's vet\n")
    git(home, "add", "contacts.md")
    (vault / "triggers.md").write_text("yours\nno cat\n")
    purged(home)
    assert git(home, "status", "--porcelain") == "M  contacts.md\n M triggers.md\n"
    assert (vault / "contacts.md").read_text() == git(home, "show", ":contacts.md") == "mine\n" and (vault / "triggers.md").read_text() == "yours\n"
    assert holding(home) == []


def test_branches_tags_and_messages_are_rewritten_and_remote_branches_go(home):
    def own(*words: str) -> None:
        git(home, "-c", "user.name=Ann", "-c", "user.email=ann@example.org", *words)

    own("branch", "side")
    own("tag", "-a", "v1", "-m", "when the cat came")
    own("update-ref", "refs/remotes/origin/main", "HEAD")
    own("commit", "--allow-empty", "-m", "About the cat\n\nand more")
    own("pack-refs", "--all")
    done = purged(home)
    assert done.remotes == ["refs/remotes/origin/main"] and git(home, "for-each-ref", "--format=%(refname)").split() == ["refs/heads/main", "refs/heads/side", "refs/tags/v1"]
    assert git(home, "log", "-1", "--format=%B", "main").strip() == "About the [purged]\n\nand more"
    assert git(home, "cat-file", "-p", "v1").endswith("when the [purged] came\n") and holding(home) == []
    sound(home)


@pytest.mark.parametrize("do, says", [(("stash",), "a stash"), (("notes", "add", "-m", "x"), "notes"), (("checkout", "-q", "--detach"), "git switch main")])
def test_what_it_cannot_rewrite_is_refused_before_anything_is_touched(home, do, says):
    (home.resident("yuri").vault / "goals.md").write_text("changed\n")
    git(home, "-c", "user.name=Ann", "-c", "user.email=ann@example.org", *do)
    before = every_object(home)
    with pytest.raises(PurgeRefused, match=says):
        purged(home)
    assert every_object(home) == before and not (home.resident("yuri").path / "purge").exists()


def test_a_file_named_with_the_words_goes_whole(home):
    vault = home.resident("yuri").vault
    (vault / "skills/my cat").mkdir(parents=True)
    (vault / "skills/my cat/SKILL.md").write_text("purr\n")
    git(home, "add", "-A")
    git(home, "-c", "user.name=Ann", "-c", "user.email=ann@example.org", "commit", "-qm", "a skill")
    assert purged(home).found.whole == ["skills/my cat/SKILL.md"]
    assert not (vault / "skills/my cat/SKILL.md").exists() and "skills/my" not in git(home, "log", "--all", "--name-only")
    sound(home)


def test_the_shelf_is_not_read_again_and_a_document_of_the_owners_is_named(home):
    shelf = home.resident("yuri").vault / "knowledge/reference"
    with Session(home.path) as session:
        (shelf / ".gitignore").write_text("pets.md\n")
        (shelf / "tea.md").write_text("# Tea\n\nGreen tea wants 80 degrees.\n")
        (shelf / "pets.md").write_text("# Pets\n\nA cat sleeps all day.\n")
        (shelf / "zoo.md").write_text("# Zoo\n\nA cat sleeps all day.\n\nA heron does not.\n")
        session.until(lambda event: event["type"] == "journal" and event.get("commit") and session.diary().count("Read and shelved") == 3 and "zoo.md" in session.git("ls-files"))
    done = purged(home)
    assert "residents/yuri/vault/knowledge/reference/pets.md" in done.remains and "zoo" not in str(done.remains), "what git keeps loses its lines like any file"
    assert (shelf / "zoo.md").read_text() == "# Zoo\n\n\nA heron does not.\n"
    with Session(home.path) as session:
        session.say("hello again")
        session.written()
    assert session.diary().count("Read and shelved") == 3 and "no longer on the shelf" not in session.diary()


def test_an_unpacked_and_a_packed_history_end_alike(home, tmp_path):
    other = copied(home, tmp_path / "packed")
    git(other, "gc", "-q", "--prune=now")
    assert purged(home).head == purged(other).head
    sound(other)
    assert holding(other) == []


def test_the_words_must_be_words():
    for words in ("", "  ", "!?", "purged"):
        with pytest.raises(PurgeRefused):
            Words(words)


def test_json_of_the_command_has_no_word_of_what_was_said(home, capsys):
    from yurios import cli  # the command line as a whole, once

    assert cli.main(["forget", "--purge", "cat", "--json", "--home", str(home.path)]) == 0
    plan = json.loads(capsys.readouterr().out)
    assert plan["purged"] is False and len(plan["turns"]) == 3 and "Mimi" not in json.dumps(plan)
    bundle = home.path.parent / "before.bundle"
    assert cli.main(["forget", "--purge", "cat", "--json", "--yes", "--backup", str(bundle), "--home", str(home.path)]) == 0
    done = json.loads(capsys.readouterr().out)
    assert done["purged"] is True and done["remains"] == [] and holding(home) == []
    subprocess.run(["git", "bundle", "verify", str(bundle)], cwd=home.resident("yuri").vault, check=True, capture_output=True)
    sound(home)


def test_beliefs_that_rest_on_it_go_and_the_log_still_fits(tmp_path):
    told = ("My sister Ana has a cat.", "My brother Tom lives in Lyon.", "Tom moved to Berlin.")
    with Session(tmp_path / "home") as session:
        for text in told:
            session.say(text)
            session.written()
        session.until(lambda event: "Learnt from" in session.git("log", "--format=%s") and "Berlin" in (session.vault / LOG).read_text())
    home = open_home(str(tmp_path / "home"), {})
    before = (session.vault / LOG).read_text()
    purged(home)
    after = (session.vault / LOG).read_text()
    assert "Ana" in before and "Ana" not in after and "Lyon" in after and holding(home) == []
    assert set(after.splitlines()) < set(before.splitlines())
    with Session(home.path) as session:
        session.say("My friend Eva lives in Rome.")
        session.written()
        session.until(lambda event: "Rome" in (session.vault / LOG).read_text())
        held = beliefs_of(session.world, "yuri")
        assert held.query(Pattern("Tom")) and not held.query(Pattern("Ana"))
    records, bad = parse((session.vault / LOG).read_text())
    ids = [record["id"] for record in records if record["do"] == "add"]
    assert bad == [] and belief_replay(records, ListRows()) == [] and len(ids) == len(set(ids)) and ids == sorted(ids)
    assert replay(find_pieces(home.tapes / "yuri")).differs is None


def test_the_corpus_log_loses_what_was_said(home):
    place = home.path / "corpus" / "yuri.jsonl"
    place.parent.mkdir()
    place.write_text('{"at":"2026-03-02T09:00:00+00:00","turn":"t-1","owner":"tea?","her":"Yes."}\n{"at":"2026-03-02T09:00:00+00:00","turn":"t-2","owner":"and?","her":"A cat."}\n')
    purged(home)
    assert [json.loads(line)["owner"] for line in place.read_text().splitlines()] == ["tea?"]


@pytest.mark.parametrize("word", ["idle", "text", "goals", "task", "state", "tick", "terminal", "md", "rest", "owner", "memory", "commit"])
def test_words_that_her_files_and_tapes_are_built_of_break_nothing(home, word):
    purged(home, word)
    names = {path.name for path in home.resident("yuri").vault.iterdir()}
    assert {"goals.md", "triggers.md", "contacts.md", "README.md", "soul", "memory"} <= names
    with Session(home.path, *REPLIES) as session:
        session.say("education once more")
        session.written()
        assert [item.id for item in session.world.get("yuri", Notes).goals.items] == ["g-1", "g-2"]
    trace = home.resident("yuri").vault / "traces/ticks.jsonl"  # a quick session ends before its first tick and leaves none
    for line in trace.read_text("utf-8").splitlines() if trace.exists() else ():
        assert json.loads(line)["decided"]["intention"]
    assert replay(find_pieces(home.tapes / "yuri")).differs is None
    sound(home)
