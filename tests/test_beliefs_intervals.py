"""Whatever is told in whatever order: one thing at a time stays one, the past stays the past, both backends agree."""

from belief_ground import DAY, TURN, in_a_list, in_columns
from hypothesis import given, settings, strategies as st

from ecs.component import from_plain, kept_apart, to_plain
from ecs.components.belief import BeliefIndex, Believed
from ecs.snapshot import canonical
from ecs.stores.belief import FOREVER, Fact, Pattern, contradicts
from ecs.stores.belief_rows import ColumnRows
from ecs.stores.beliefs import Beliefs

DAYS = st.integers(0, 40)
FACTS = st.builds(
    lambda subject, relation, object, sign, first, length, state, said: Fact(
        subject, relation, object, sign=sign, state=state, said=said, first=None if first is None else first * DAY,
        last=None if length is None else ((first if first is not None else 20) + length) * DAY),
    st.sampled_from(["Ana", "owner"]), st.sampled_from(["live", "feel", "have", "be"]), st.sampled_from(["Lyon", "tea", "boat"]), st.sampled_from([1, 1, 1, -1]),
    st.none() | DAYS, st.none() | st.integers(1, 30), st.sampled_from([True, True, True, False]), st.sampled_from(["love", "hate"]),
)
CLOSES = st.tuples(st.builds(Pattern, st.sampled_from(["Ana", "owner"]), st.sampled_from(["live", "feel", "have"]), st.sampled_from(["Lyon", "tea"])), DAYS)
STEPS = st.lists(FACTS | CLOSES, max_size=25)


def tell(beliefs, steps, begin=0):
    """One step a day, from day 50 on."""
    for day, step in enumerate(steps, 50 + begin):
        if isinstance(step, Fact):
            beliefs.observe(step, day * DAY, TURN)
        else:
            beliefs.close(step[0], step[1] * DAY, day * DAY, TURN)
    return beliefs


def everything(beliefs, **when):
    return [row for subject in ("Ana", "owner") for row in beliefs.query(Pattern(subject), **when)]


@given(STEPS)
@settings(max_examples=300)
def test_no_two_beliefs_she_holds_contradict_each_other_at_one_time(steps):
    rows = everything(tell(in_columns(), steps))
    for one in rows:
        assert one.valid_from < one.valid_to
        for other in rows:
            if one.id < other.id and contradicts(one, other):
                assert one.valid_to <= other.valid_from or other.valid_to <= one.valid_from, (one, other)


@given(STEPS, STEPS)
def test_what_she_knew_then_never_changes(early, late):
    beliefs = tell(in_columns(), early)
    then = (50 + len(early)) * DAY - 1
    known = [(row.id, row.object, row.valid_from, row.valid_to) for row in everything(beliefs, as_of=then)]
    tell(beliefs, late, begin=len(early))
    assert [(row.id, row.object, row.valid_from, row.valid_to) for row in everything(beliefs, as_of=then)] == known


@given(STEPS, DAYS)
def test_a_query_at_an_instant_gives_exactly_the_rows_that_hold_it(steps, day):
    beliefs = tell(in_columns(), steps)
    wanted = [row.id for row in everything(beliefs) if row.valid_from <= day * DAY < row.valid_to]
    assert [row.id for row in everything(beliefs, at=day * DAY)] == wanted


@given(STEPS)
def test_columns_and_list_believe_the_same(steps):
    assert everything(tell(in_columns(), steps)) == everything(tell(in_a_list(), steps))


@given(STEPS, STEPS)
def test_save_load_continue_equals_never_stopping(early, late):
    believed = Believed()
    tell(Beliefs(ColumnRows(believed, BeliefIndex())), early)
    loaded = from_plain(Believed, to_plain(believed), dict(kept_apart(believed)))
    assert canonical(to_plain(loaded)) == canonical(to_plain(believed))
    for state in (believed, loaded):
        tell(Beliefs(ColumnRows(state, BeliefIndex())), late, begin=len(early))
    assert canonical(to_plain(loaded)) == canonical(to_plain(believed))


@given(STEPS)
def test_a_belief_is_superseded_once_and_never_before_it_was_learnt(steps):
    beliefs = tell(in_columns(), steps)
    rows = [beliefs.rows.get(id) for id in range(beliefs.rows.newest_id() + 1)]
    assert all(row.learnt_at <= row.superseded_at for row in rows)
    assert sum(verb == "close" for verb, _ in beliefs.take_changes()) == sum(row.superseded_at != FOREVER for row in rows)
