"""`/edits` as the owner types it."""

from __future__ import annotations

import pytest
from fake_host import FakeHost

from yurios.host_commands import answer


def record(id: str, stands: str, after: str = "one\ntwo\n", ok: bool = True) -> dict:
    checks = [{"name": "keeps her name", "ok": ok, "why": "" if ok else "she would be called Lily"}]
    return {
        "id": id, "path": "soul/PERSONA.md", "risk": "high", "reason": "You asked.", "turns": ["t-5"], "at": "", "stands": stands, "before": "one\n", "after": after, "key": "",
        "diff": ["--- a/soul/PERSONA.md", "+++ b/soul/PERSONA.md", "@@ -1 +1,2 @@", " one", "+two"], "verdict": {"ok": ok, "checks": checks},
    }


class Deciding(FakeHost):
    def __init__(self, *found: dict) -> None:
        super().__init__()
        self.found, self.decided = list(found), []

    def edits(self) -> list[dict]:
        return self.found

    def decide(self, edit: str, approve: bool, text: str = "") -> str:
        self.decided.append((edit, approve, text))
        return f"{edit}: {'yes' if approve else 'no'}"


@pytest.fixture
def host():
    return Deciding(record("e-1", "applied"), record("e-2", "pending", ok=False))


def test_what_waits_comes_first_and_what_is_doubtful_is_named(host):
    assert answer(host, "/edits").splitlines() == ["e-2  pending  soul/PERSONA.md  You asked. (look twice)", "Lately:", "  e-1  applied  soul/PERSONA.md  You asked."]
    assert answer(Deciding(), "/edits") == "Nothing waits for your yes or no."


def test_one_is_shown_whole_with_its_verdict(host):
    shown = answer(host, "/edits e-2")
    assert "It rests on t-5." in shown and "+two" in shown and "NO  keeps her name: she would be called Lily" in shown


@pytest.mark.parametrize("line, decided", [
    ("/edits approve e-2", ("e-2", True, "")), ("/edits approve", ("e-2", True, "")), ("/edits approve latest", ("e-2", True, "")), ("/edits yes e-2", ("e-2", True, "")),
    ("/edits reject e-2", ("e-2", False, "")), ("/edits no", ("e-2", False, "")), ("/edits undo e-1", ("e-1", False, "")), ("/edits undo", ("e-1", False, "")),
    ("/edits approve e-2 two -> three or four", ("e-2", True, "one\nthree or four\n")),
])
def test_a_decision_is_passed_on(host, line, decided):
    answer(host, line)
    assert host.decided == [decided]


@pytest.mark.parametrize("line, said", [
    ("/edits reject e-1", "e-1 is applied; /edits undo"), ("/edits undo e-2", "e-2 is pending; only an applied"), ("/edits approve e-9", "There is no edit e-9"), ("/edits undo e-9", "There is no edit e-9"),
    ("/edits approve e-2 one -> x", "must stand exactly once"), ("/edits approve e-2 nowhere -> x", "must stand exactly once"), ("/edits approve e-2 two", "Write /edits"), ("/edits e-2 now", "Write /edits"), ("/edits what", "Write /edits"),
])
def test_what_cannot_be_is_said_and_nothing_is_decided(host, line, said):
    assert said in answer(host, line) and host.decided == []
