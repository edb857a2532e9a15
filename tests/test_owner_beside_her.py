"""The owner's git at work in the folder of a running companion: talk goes on, nothing is lost, and she goes on by herself."""

from __future__ import annotations

import shutil

import pytest
from live import Session

from ecs.components.notes import Notes
from ecs.components.soul import Soul
from ecs.effects import Ask
from yurios import cli
from yurios.profiles import companion_host
from yurios.replaying import find_pieces, replay
from yurios.vault.reader import Reader
from yurios.vault.trouble import VaultError

pytestmark = pytest.mark.skipif(not shutil.which("git"), reason="needs git")
HELLO = {"match": "hello", "text": "Hello you."}
PERSONA = "soul/PERSONA.md"


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setattr(companion_host, "LOOK_EVERY_S", 0.02)
    monkeypatch.setattr("yurios.loop.LONGEST_WAIT_S", 0.05)
    return tmp_path / "home"


def replayed(home, commits: int) -> None:
    report = replay(find_pieces(home / "tapes" / "yuri"))
    assert report.differs is None and report.commits >= commits, report


def asked(session) -> list[Ask]:
    """From now on, what her model is asked."""
    seen: list[Ask] = []
    models = session.host._loop.edges[Ask]
    session.host._loop.edges[Ask] = type("Tap", (), {"handle": lambda self, ask: (seen.append(ask), models.handle(ask))})()
    return seen


def paused(session, words: str) -> None:
    """Looks until health says it."""
    for _ in range(400):
        session.host._vault.look("yuri").wait(5)
        if any(words in part for part in session.host.health()["paused"]):
            return
    raise AssertionError(session.host.health())


def two_branches(session) -> None:
    """While she sleeps, since she commits a saved edit as soon as she sees it."""
    session.git("switch", "-q", "-c", "other")
    (session.vault / PERSONA).write_text("# Other\n")
    session.git("commit", "-qam", "other")
    session.git("switch", "-q", "main")
    (session.vault / PERSONA).write_text("# Persona\n\n## In short\nShe adores plums.\n")
    session.git("commit", "-qam", "plums")


@pytest.mark.parametrize("end", ["abort", "finish"])
def test_during_a_merge_with_conflicts_she_talks_from_the_last_good_persona(home, end):
    with Session(home, HELLO) as session:
        session.say("hello")
        session.written()
    two_branches(session)
    with Session(home, HELLO) as session:
        session.say("hello before")
        session.written()
        asks = asked(session)
        with pytest.raises(AssertionError, match="CONFLICT"):
            session.git("merge", "other")
        for word in ("hello one", "hello two"):
            session.say(word)
            assert session.hers() == "Hello you."
        paused(session, "A merge of yours is open")
        prompt = " ".join(section.text for section in asks[-1].head)
        assert "plums" in prompt and "<<<<" not in prompt and "hello one" not in session.diary()
        if end == "abort":
            session.git("merge", "--abort")
        else:
            (session.vault / PERSONA).write_text("# Persona\n\n## In short\nShe adores plums and pears.\n")
            session.git("commit", "-qam", "both")
        session.notice("can be written again")
        assert [line for line in session.diary().splitlines() if "hello one" in line or "hello two" in line] == ["**owner:** hello one", "**owner:** hello two"]
        assert session.host.health()["paused"] == [] and session.git("status", "--porcelain") == "" and "<<<<" not in session.git("log", "-p")
        if end == "finish":
            session.host._vault.look("yuri").wait(5)
            session.say("hello three")
            session.hers()
            assert "pears" in " ".join(section.text for section in asks[-1].head)


def test_a_history_that_lost_her_files_is_not_gone_on_from_until_the_owner_says_so(home, capsys):
    with Session(home, HELLO) as session:
        session.say("hello")
        session.written()
        session.git("reset", "-q", "--hard", session.git("rev-list", "--max-parents=0", "HEAD").strip())
        session.say("hello two")
        assert session.hers() == "Hello you."
        session.notice("written anew")
        paused(session, "written anew")
        assert cli.main(["vault", "accept", "--home", str(home)]) == 0
        session.notice("can be written again")
        assert "hello two" in session.diary() and session.git("rev-list", "--count", "HEAD").strip() in ("2", "3", "4")
    with Session(home, HELLO) as session:
        session.say("hello three")
        session.written()
        assert "hello three" in session.diary()


@pytest.mark.parametrize("encoding", ["latin-1", "utf-8-sig", "utf-16"])
def test_a_persona_in_any_encoding_is_in_the_next_turn(home, encoding):
    with Session(home, HELLO) as session:
        session.say("hello")
        session.written()
        asks = asked(session)
        (session.vault / PERSONA).write_bytes("## In short\r\nShe adores crème brûlée.\r\n".encode(encoding))
        (session.vault / "goals.md").write_bytes("- [ ] learn façades {#g-1}\r\n".encode(encoding))
        session.say("hello again")
        session.written()
        assert "crème brûlée" in " ".join(section.text for section in asks[-1].head) and "\ufeff" not in session.world.get("yuri", Soul).files[PERSONA]
        assert session.world.get("yuri", Notes).goals.items[0].text == "learn façades"
        assert session.git("status", "--porcelain") == "" and "Edited by hand" in session.git("log", "--format=%s", "--author=owner")
    replayed(home, 4)


def test_a_staged_persona_waits_and_health_says_so(home):
    with Session(home, HELLO) as session:
        session.say("hello")
        session.written()
        (home / "staged").write_text("## In short\nStaged.\n")
        blob = session.git("hash-object", "-w", str(home / "staged")).strip()
        session.git("update-index", "--cacheinfo", f"100644,{blob},{PERSONA}")  # first, since a saved edit is seen within 20 ms here
        (session.vault / PERSONA).write_text("## In short\nStaged.\n")
        session.say("hello two")
        session.written()
        paused(session, f"{PERSONA} is staged")
        assert session.git("diff", "--cached", "--name-only") == f"{PERSONA}\n" and "Staged" not in session.world.get("yuri", Soul).files[PERSONA]
        session.git("commit", "-qm", "mine")
        session.say("hello three")
        session.written()
        assert "Staged" in session.world.get("yuri", Soul).files[PERSONA] and session.host.health()["paused"] == []
    replayed(home, 5)


def test_her_day_corrected_by_hand_is_the_owners_commit_and_replays(home):
    with Session(home, HELLO) as session:
        session.say("hello")
        session.written()
        day = next((session.vault / "memory/episodic").glob("*.md"))
        day.write_text(day.read_text().replace("hello", "good evening"))
        session.say("hello two")
        session.written()
        assert "owner|Edited by hand: memory/episodic/" in session.git("log", "--format=%an|%s") and "good evening" in session.diary()
        assert session.git("status", "--porcelain") == ""
    replayed(home, 4)


def test_an_undo_while_she_was_away_is_noticed_and_gone_on_from(home, capsys):
    with Session(home, HELLO) as session:
        (session.vault / "goals.md").write_text("# Goals\n- [ ] tea {#g-1}\n")
        session.say("hello")
        session.written()
        session.say("hello two")
        session.written()
    assert cli.main(["vault", "undo", "--yes", "--home", str(home)]) == 0
    edit = session.git("log", "--format=%h", "--grep=Edited by hand: goals.md").split()[0]
    assert cli.main(["vault", "undo", edit, "--yes", "--home", str(home)]) == 0
    with Session(home, HELLO) as session:
        session.say("hello three")
        session.written()
        assert "hello two" not in session.diary() and "hello three" in session.diary()
        assert session.world.get("yuri", Notes).goals.items == [] and session.git("status", "--porcelain") == ""
        assert session.git("log", "--format=%s", "-2").splitlines()[1].startswith("Undo: ")
    replayed(home, 7)


def test_in_quiet_time_the_history_is_checked_and_health_says_so(home, monkeypatch):
    monkeypatch.setattr(companion_host, "QUIET_S", 0.0)
    monkeypatch.setattr(companion_host, "TIDY_EVERY_S", 0.0)
    with Session(home, HELLO) as session:
        session.say("hello")
        session.written()
        for _ in range(2_000):
            if session.host.health()["checked"]:
                break
            session.host._vault.look("yuri").wait(5)
        assert session.host.health()["checked"].endswith("all sound.") and session.host.health()["notices"] == []
    reader = Reader(session.vault)
    assert "state/vault_check.json" not in reader.files(reader.head()) and (session.vault / "state/vault_check.json").exists()
    reader.close()


def test_talk_is_not_quiet_time(home, monkeypatch):
    with Session(home, HELLO) as session:
        session.say("hello")
        session.written()
        assert session.host._tidied == 0.0 and session.host.health()["checked"] == ""


def test_she_wakes_into_an_open_merge_and_goes_on_when_it_is_over(home):
    with Session(home, HELLO) as session:
        session.say("hello")
        session.written()
    two_branches(session)
    with pytest.raises(AssertionError, match="CONFLICT"):
        session.git("merge", "other")
    with Session(home, HELLO) as session:
        session.say("hello two")
        assert session.hers() == "Hello you."
        paused(session, "A merge of yours is open")
        session.git("merge", "--abort")
        session.notice("can be written again")
        assert session.diary().count("hello two") == 1 and "<<<<" not in session.world.get("yuri", Soul).files[PERSONA]


def test_what_she_owed_when_she_was_closed_during_a_merge_is_written_at_the_next_start(home):
    with Session(home, HELLO) as session:
        session.say("hello")
        session.written()
    two_branches(session)
    with Session(home, HELLO) as session:
        session.say("hello before")
        session.written()
        with pytest.raises(AssertionError, match="CONFLICT"):
            session.git("merge", "other")
        session.say("hello two")
        session.hers()
        paused(session, "A merge of yours is open")
    session.git("merge", "--abort")
    with Session(home, HELLO) as session:
        session.say("hello three")
        session.written(2)
        assert session.diary().index("hello two") < session.diary().index("hello three") and session.diary().count("hello two") == 1


def test_a_folder_left_on_an_empty_branch_is_no_new_life(home):
    with Session(home, HELLO) as session:
        session.say("hello")
        session.written()
    session.git("checkout", "-q", "--orphan", "empty")
    with pytest.raises(VaultError, match="git switch main"):
        Session(home, HELLO)
    session.git("switch", "-q", "--force", "main")
    with Session(home, HELLO) as session:
        session.say("hello two")
        session.written()
        assert "hello two" in session.diary() and len(list((home / "tapes").iterdir())) == 1
