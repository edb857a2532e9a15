"""The commands of a talk: one table, a sentence for every slip, nothing invented."""

from __future__ import annotations

from pathlib import Path

import pytest
from fake_host import FakeHost, her
from hypothesis import given, strategies as st

from yurios.host import Unreachable
from yurios.host_commands import COMMANDS, answer, is_command, is_quit


def test_help_names_every_command_with_its_meaning():
    text = answer(FakeHost(), "/help")
    assert all(f"/{name}" in text and command.meaning in text for name, command in COMMANDS.items())


def test_the_guide_names_every_command():
    page = (Path(__file__).parents[1] / "docs" / "terminal.md").read_text(encoding="utf-8")
    assert [name for name in COMMANDS if f"`/{name}" not in page] == []


def test_inner_tells_state_budget_goals_decisions_and_world():
    lines = answer(FakeHost(), "/inner").splitlines()
    assert lines == [
        "IDLE, her mind wakes every 1 min",
        "Thinking today: 1,430 of 200,000 tokens",
        "Goals:",
        "  Ask how the interview went (due 2026-03-03T18:00+09:00, from promise)",
        "  tend the fern",
        "Lately:",
        "  10:02 rest",
        "  10:02 reach_out g-7 (due soon)",
        "World: place tiny, weather rain",
    ]


def test_inner_of_a_host_that_knows_little_is_still_a_sentence():
    host = FakeHost()
    host.inner = lambda: {"state": "DORMANT", "cadence_s": 900, "goals": [], "last_decisions": None, "world": {}}
    assert answer(host, "/inner") == "DORMANT, her mind wakes every 15 min\nGoals: none\nLately: none"


@pytest.mark.parametrize("line, text", [("/why", "She kept quiet: quiet hours."), ("/WHY now", "She kept quiet: quiet hours."), ("/forget the tea  ", "Let go of the tea."), ("/forget\nthe\ntea", "Let go of the\ntea."), ("/health", "paused: voice\nThe disk is nearly full.")])
def test_a_command_is_what_the_host_answers(line, text):
    assert answer(FakeHost(), line) == text


def test_a_healthy_host_says_so():
    host = FakeHost()
    host.health = lambda: {"paused": [], "notices": []}
    assert answer(host, "/health") == "Everything runs."


def test_history_is_the_last_messages():
    host = FakeHost(past=[{**her(1, "Hi"), "at": "2026-03-03T10:02:00+09:00"}, {"role": "owner", "text": "yo", "at": "2026-03-03T10:03:00+09:00"}])
    assert answer(host, "/history") == "2026-03-03 10:02  her: Hi\n2026-03-03 10:03  you: yo"
    assert answer(host, "/history 1") == "2026-03-03 10:03  you: yo"
    assert answer(FakeHost(), "/history") == "Nothing was said yet."


@pytest.mark.parametrize("line, hint", [("/hlep", "Did you mean /help?"), ("/forgt x", "Did you mean /forget?"), ("/", "/help lists them"), ("/ hello", "/help lists them"), ("/etc/passwd", "begin with a space"), ("/forget", "Forget what?"), ("/history x", "How many?")])
def test_a_slip_gets_a_hint(line, hint):
    assert hint in answer(FakeHost(), line)


def test_only_a_slash_at_the_very_beginning_is_a_command():
    assert is_command("/x") and not is_command(" /x") and not is_command("x /x") and not is_command("")
    assert is_quit("/quit") and is_quit("/Quit now") and not is_quit("/quite") and not is_quit("quit")


def test_a_resting_host_is_a_sentence():
    host = FakeHost()

    def rests() -> str:
        raise Unreachable("She rests since 09:41.")

    host.why = rests
    assert answer(host, "/why") == "She rests since 09:41."


@given(st.text())
def test_every_command_line_is_answered(rest):
    assert answer(FakeHost(), "/" + rest)
