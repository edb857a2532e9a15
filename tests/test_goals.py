"""Goals: their life, their defaults, and goals that say the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecs.stores import goals
from ecs.stores.goals import PREFIX, GoalError, adopt, due, faults, find, is_open, priority, set_state, state, value
from ecs.stores.lines import complete, parse, render


def test_missing_keys_have_their_defaults_and_stay_unwritten():
    listing = parse("- [ ] Water Gerald\n")
    [goal] = listing.items
    assert (value(goal, "kind"), priority(goal), value(goal, "commitment"), value(goal, "from"), state(goal)) == (
        "task", 0.5, "single-minded", "owner", "pending")
    assert due(goal) is None and is_open(goal)
    assert render(listing) == "- [ ] Water Gerald\n"


def test_a_missing_id_is_made_and_a_doubled_one_is_given_anew():
    listing = parse("- [ ] a\n- [ ] b {#g-4}\n- [ ] c {#g-4 kind=work}\n")
    assert complete(listing, PREFIX) == ["g-5", "g-6"]
    assert render(listing) == "- [ ] a {#g-5}\n- [ ] b {#g-4}\n- [ ] c {#g-6 kind=work}\n"


def test_the_box_has_the_last_word():
    ticked, struck, odd = parse("- [x] a {#g-1 state=active}\n- [-] b {#g-2}\n- [ ] c {#g-3 state=done}\n").items
    assert (state(ticked), state(struck), state(odd)) == ("done", "abandoned", "pending")


def test_a_goal_moves_along_and_ends_once():
    listing = parse("- [ ] a {#g-1 from=owner}\n")
    for step in ("active", "waiting", "done"):
        set_state(listing, "g-1", step)
    assert render(listing) == "- [x] a {#g-1 from=owner state=done}\n"
    with pytest.raises(GoalError, match="done already"):
        set_state(listing, "g-1", "active")
    with pytest.raises(GoalError, match="no goal g-9"):
        find(listing, "g-9")
    with pytest.raises(GoalError, match="not 'sleeping'"):
        set_state(parse("- [ ] a {#g-1}\n"), "g-1", "sleeping")


@pytest.mark.parametrize("keys, named", [
    ("priority=high", "priority"), ("priority=2", "priority"), ("priority=nan", "priority"), ("kind=dance", "kind"), ("due=tuesday", "due"),
    ("due=2026-03-03T18:00", "due"), ("commitment=firm", "commitment"), ("state=soon", "state"),
])
def test_a_key_that_means_nothing_is_named_and_its_default_counts(keys, named):
    [goal] = parse(f"- [ ] a {{#g-1 {keys}}}\n").items
    assert len(faults(goal)) == 1 and f": {named} = " in faults(goal)[0]
    assert (priority(goal), value(goal, "kind"), state(goal), due(goal)) == (0.5, "task", "pending", None)


def test_near_duplicates_merge_and_the_older_stays():
    listing = parse("- [ ] Ask how the interview went {#g-1 priority=0.4 from=owner}\n")
    same = adopt(listing, "ask how my interview went", priority="0.9", due="2026-03-03T18:00+09:00")
    assert same.id == "g-1" and priority(same) == 0.9 and same.keys["from"] == "owner"
    other = adopt(listing, "Ask how the dentist went", kind="follow_up")
    assert other.id == "g-2" and len(listing.items) == 2


def test_the_same_words_for_another_time_are_another_goal():
    listing = parse("")
    adopt(listing, "Call mum", due="2026-03-03T18:00+09:00")
    adopt(listing, "Call mum", due="2026-03-10T18:00+09:00")
    assert len(listing.items) == 2


def test_an_ended_goal_does_not_swallow_a_new_one():
    listing = parse("- [x] Call mum {#g-1}\n")
    assert adopt(listing, "Call mum").id == "g-2"


LINES = st.sampled_from(["# Goals\n", "- [ ] Water Gerald {#g-1}\n", "- [x] Buy rye {#g-2 from=owner}\n", "- [?] odd\n", "- [ ] torn {#g-3 due=\n", "  indented\n", "- [ ] no name\n"])
STEPS = st.lists(st.one_of(
    st.tuples(st.just("adopt"), st.sampled_from(["Water Gerald", "water gerald!", "Mend the sluice", "Mend a sluice soon", "", "- [ ] {#g-9}"])),
    st.tuples(st.sampled_from(goals.STATES), st.integers(0, 9))), max_size=12)


@given(st.lists(LINES, max_size=6), STEPS)
def test_whatever_happens_to_goals_no_foreign_line_is_lost_and_no_ended_goal_moves(lines, steps):
    listing = parse("".join(lines))
    complete(listing, goals.PREFIX)
    foreign = [line for line in listing.lines if line]
    for what, which in steps:
        ended = {item.id: goals.state(item) for item in listing.items if not goals.is_open(item)}
        if what == "adopt":
            goals.adopt(listing, which)
        else:
            try:
                goals.set_state(listing, f"g-{which}", what)
            except goals.GoalError:
                pass
        assert all(goals.state(goals.find(listing, ident)) == state for ident, state in ended.items())
    again = parse(render(listing))
    assert [line for line in listing.lines if line] == foreign and [line for line in again.lines if line and line in foreign] == foreign
    written = {item.id: goals.state(item) for item in again.items}
    assert written == {item.id: goals.state(item) for item in listing.items if item.text.strip()}
    assert len(written) == len([item for item in listing.items if item.text.strip()])
