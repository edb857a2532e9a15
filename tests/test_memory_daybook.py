"""Day files are read back as they were written."""

from __future__ import annotations

from ecs.diary import exchange, speech
from ecs.components.speech import Heard
from hypothesis import given
from hypothesis import strategies as st
from yurios.memory.daybook import Calendar, day_entries, fact_entries, let_go, plain

TALK = st.text(alphabet=st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")) | st.sampled_from("\n#*{}-: "), min_size=1).filter(lambda text: text.strip())


def read(text, day="2026-03-02"):
    return list(day_entries(day, text, Calendar()))


def test_an_exchange_cites_its_turn_and_its_minute():
    (entry,) = read("# 2026-03-02\n\n### 09:05 {#t-88 channel=terminal}\n**owner:** My interview is on Tuesday.\n  At ten.\n**yuri:** Good luck!\n*a note*\n")
    assert (entry.turn, entry.text) == ("t-88", "owner: My interview is on Tuesday.\nAt ten.\nyuri: Good luck!")
    assert Calendar().stamp(entry.at_us) == "2026-03-02T09:05:00+00:00"


def test_keys_of_a_heading_are_read():
    (entry,) = read("### 09:05 {#t-1 channel=web salience=1500 trust=stranger}\n**owner:** Hello.\n")
    assert (entry.salience, entry.trust) == (1500, "stranger")


def test_journal_lines_notes_and_the_owners_own_headings_are_no_memories():
    text = "### 09:05 {#t-1 channel=web}\n*unanswered*\n\n## mine\n**owner:** not hers\n\n- 10:00 she looked out of the window\n### 9:5 {#t-2}\n**owner:** torn heading\n"
    assert read(text) == []


@given(TALK, TALK)
def test_what_the_diary_writes_is_what_is_read(owner, her):
    heard = Heard(turn="t-7", at="2026-03-02T09:05:00+00:00", day="2026-03-02", text=owner, channel="terminal", message_id="m")
    (entry,) = read(exchange(heard, "yuri", her))
    assert entry.turn == "t-7" and entry.text == plain(speech("owner", owner) + speech("yuri", her))


def test_facts_name_the_turns_they_rest_on():
    told = list(fact_entries("# Facts\n- Hana plays the cello. {#f-1 turns=t-1,t-2 day=2026-03-02 at=10:30 salience=2500}\n- no turns here\n- no day {turns=t-1}\n", Calendar()))
    assert [(fact.turn, fact.text, fact.kind, fact.salience) for fact in told] == [("t-1,t-2", "Hana plays the cello.", "fact", 2500)]


def test_facts_that_cannot_be_read_are_passed_over():
    assert list(fact_entries("- x {turns=t-1 day=2026-99-99}\n- y {turns=t-1 day=2026-03-02 at=soon}\n", Calendar())) == []


def test_forgotten_turns_are_read():
    assert let_go("- 2026-03-02T09:00:00+09:00: the owner asked to forget t-1, t-20\n- something else t-3\n") == {"t-1", "t-20"}


def test_an_hour_of_hers_is_an_instant_also_across_a_change_of_offset():
    changes = Calendar(lambda at_us: 7200 if at_us >= 1_774_746_000_000_000 else 3600)  # 2026-03-29 01:00 UTC
    assert changes.stamp(changes.moment("2026-03-29", 9, 0)) == "2026-03-29T09:00:00+02:00"
    assert changes.stamp(changes.moment("2026-03-28", 9, 0)) == "2026-03-28T09:00:00+01:00"
