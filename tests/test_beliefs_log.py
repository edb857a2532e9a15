"""The log in her folder: a line a change, from which the store comes back; a bad line is kept aside and hides no other."""

import json

from belief_ground import DAY, TURN, in_columns
from hypothesis import given, strategies as st
from test_beliefs_intervals import STEPS, everything, tell

from ecs.clock import Clock
from ecs.stores.belief import Fact
from ecs.stores.belief_log import lines, parse, replay
from ecs.stores.belief_rows import ListRows
from ecs.stores.beliefs import Beliefs

CLOCK = Clock(transitions=((0, 32_400),))
KEYS = ["do", "id", "subject", "relation", "object", "sign", "state", "from", "to", "grain", "learnt", "confidence", "event", "said", "text", "turn", "who", "trust"]


def log_of(beliefs):
    return lines(beliefs.take_changes(), CLOCK)


def test_a_line_has_all_keys_in_their_order_and_the_residents_offset():
    beliefs = in_columns()
    beliefs.observe(Fact("Ana", "live", "Lyon", first=DAY), 2 * DAY, TURN)
    record = json.loads(log_of(beliefs))
    assert list(record) == KEYS
    assert (record["from"], record["to"]) == ("1970-01-02T09:00:00.000000+09:00", None)


@given(STEPS)
def test_the_store_comes_back_from_its_log(steps):
    beliefs = tell(in_columns(), steps)
    records, bad = parse(log_of(beliefs))
    again = Beliefs(ListRows())
    assert (bad, replay(records, again.rows)) == ([], [])
    assert everything(again) == everything(beliefs)
    assert everything(again, as_of=55 * DAY) == everything(beliefs, as_of=55 * DAY)


@given(STEPS, st.data())
def test_a_log_cut_anywhere_loses_only_its_last_line(steps, data):
    text = log_of(tell(in_columns(), steps))
    records, bad = parse(text[: data.draw(st.integers(0, len(text)))])
    assert len(bad) <= 1
    assert records == parse(text)[0][: len(records)]


def test_bad_lines_are_named_with_their_number_and_kept_as_they_are():
    beliefs = in_columns()
    beliefs.observe(Fact("Ana", "live", "Lyon"), DAY, TURN)
    good = log_of(beliefs)
    records, bad = parse("<<<<<<< HEAD\n" + good + '{"do":"add","id":"x"}\n' + '{"do":"close","id":0,"at":"yesterday"}\n' + good.replace('"sign":1', '"sign":7'))
    assert len(records) == 1
    assert [line.number for line in bad] == [1, 3, 4, 5]
    assert bad[0].text == "<<<<<<< HEAD"


def test_a_close_of_nothing_is_reported():
    assert replay(parse('{"do":"close","id":9,"at":"2026-01-01T00:00:00+00:00"}\n')[0], ListRows()) == ["there is no belief 9 to close"]


def test_what_was_withdrawn_stays_withdrawn_after_a_rebuild():
    beliefs = in_columns()
    id = beliefs.observe(Fact("owner", "feel", "Stan", sign=-1, said="hate"), DAY, TURN)
    beliefs.withdraw(("t-1",), [id], 2 * DAY)
    again = Beliefs(ListRows())
    replay(parse(log_of(beliefs))[0], again.rows)
    assert everything(again) == []
