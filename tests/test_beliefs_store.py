"""One set of tests for beliefs in columns and beliefs in a list."""

import pytest
from belief_ground import BACKENDS, DAY, TURN

from ecs.stores.belief import ALWAYS, FOREVER, Fact, Pattern, Source


@pytest.fixture(params=sorted(BACKENDS))
def beliefs(request):
    return BACKENDS[request.param]()


def spans(beliefs, pattern, **when):
    return [(row.object, row.valid_from, row.valid_to, row.sign) for row in beliefs.query(pattern, **when)]


def test_hated_coffee_until_may_loves_it_now(beliefs):
    beliefs.observe(Fact("owner", "feel", "coffee", sign=-1, said="hate"), 10 * DAY, TURN)
    beliefs.observe(Fact("owner", "feel", "coffee", first=50 * DAY, said="love"), 60 * DAY, TURN)
    coffee = Pattern("owner", "feel", "coffee")
    assert spans(beliefs, coffee) == [("coffee", ALWAYS, 50 * DAY, -1), ("coffee", 50 * DAY, FOREVER, 1)]
    assert [row.said for row in beliefs.query(coffee, at=20 * DAY)] == ["hate"]
    assert [row.said for row in beliefs.query(coffee, at=55 * DAY)] == ["love"]


def test_what_she_knew_then_is_still_known_as_of_then(beliefs):
    beliefs.observe(Fact("Victor", "live", "Aarhus"), 10 * DAY, TURN)
    beliefs.observe(Fact("Victor", "live", "Odense", first=5 * DAY), 40 * DAY, TURN)
    where = Pattern("Victor", "live")
    assert [row.object for row in beliefs.query(where, at=8 * DAY)] == ["Odense"]
    assert [row.object for row in beliefs.query(where, at=8 * DAY, as_of=20 * DAY)] == ["Aarhus"]
    assert beliefs.query(where, as_of=9 * DAY) == []


def test_one_lives_in_one_place_at_a_time(beliefs):
    for day, place in ((0, "Leeds"), (100, "Sheffield"), (200, "Leeds")):
        beliefs.observe(Fact("owner", "live", place, first=day * DAY), day * DAY, TURN)
    assert spans(beliefs, Pattern("owner", "live")) == [("Leeds", 0, 100 * DAY, 1), ("Sheffield", 100 * DAY, 200 * DAY, 1), ("Leeds", 200 * DAY, FOREVER, 1)]


def test_a_past_interval_told_late_cuts_a_hole_and_keeps_both_sides(beliefs):
    beliefs.observe(Fact("owner", "live", "Turin", first=0), 300 * DAY, TURN)
    beliefs.observe(Fact("owner", "live", "Bari", first=100 * DAY, last=200 * DAY), 310 * DAY, TURN)
    assert sorted(spans(beliefs, Pattern("owner", "live")), key=lambda span: span[1]) == [
        ("Turin", 0, 100 * DAY, 1), ("Bari", 100 * DAY, 200 * DAY, 1), ("Turin", 200 * DAY, FOREVER, 1)]


def test_many_things_may_be_liked_at_once(beliefs):
    for thing in ("tea", "rain"):
        beliefs.observe(Fact("owner", "feel", thing, said="love"), DAY, TURN)
    assert len(beliefs.query(Pattern("owner", "feel"), at=2 * DAY)) == 2


def test_saying_the_same_again_adds_nothing(beliefs):
    first = beliefs.observe(Fact("Ana", "live", "Lyon"), DAY, TURN)
    assert beliefs.observe(Fact("Ana", "live", "Lyon"), 2 * DAY, TURN) == first
    assert beliefs.take_changes()[1:] == []


def test_a_beginning_learnt_later_replaces_an_unknown_one(beliefs):
    beliefs.observe(Fact("owner", "be", "vegan"), 100 * DAY, TURN)
    beliefs.observe(Fact("owner", "be", "vegan", first=30 * DAY, grain=5), 110 * DAY, TURN)
    assert spans(beliefs, Pattern("owner", "be", "vegan")) == [("vegan", 30 * DAY, FOREVER, 1)]


def test_close_ends_what_was_told_together(beliefs):
    id = beliefs.observe(Fact("parents", "have", "cabin"), DAY, TURN)
    beliefs.observe(Fact("parents", "have by", "lake", event=id), DAY, TURN)
    beliefs.close(Pattern("parents", "have", "cabin"), 50 * DAY, 60 * DAY, TURN)
    assert {(row.object, row.valid_to) for row in beliefs.query(Pattern("parents"))} == {("cabin", 50 * DAY), ("lake", 50 * DAY)}


def test_events_stand_beside_each_other(beliefs):
    for day in (3, 9):
        beliefs.observe(Fact("Ana", "visit", "Lyon", first=day * DAY, last=(day + 1) * DAY, state=False), 20 * DAY, TURN)
    assert len(beliefs.query(Pattern("Ana", "visit"))) == 2
    assert [row.valid_from for row in beliefs.query(Pattern("Ana", "visit"), at=(9 * DAY, 10 * DAY))] == [9 * DAY]


def test_an_event_gets_its_real_time_and_takes_its_consequence_along(beliefs):
    sold = beliefs.observe(Fact("parents", "sell", "cabin", first=100 * DAY, state=False), 100 * DAY, TURN)
    beliefs.observe(Fact("parents", "have", "cabin", last=100 * DAY), 100 * DAY, TURN)
    beliefs.retime(sold, 86 * DAY, 87 * DAY, 1, 100 * DAY, TURN)
    assert [(row.relation, row.valid_from, row.valid_to) for row in beliefs.query(Pattern("parents"))] == [("sell", 86 * DAY, 87 * DAY), ("have", ALWAYS, 86 * DAY)]


def test_a_clock_that_steps_back_does_not_unlearn(beliefs):
    beliefs.observe(Fact("Ana", "live", "Porto"), 100 * DAY, TURN)
    beliefs.observe(Fact("Ana", "live", "Lyon", first=50 * DAY), 90 * DAY, TURN)
    assert [row.learnt_at for row in beliefs.query(Pattern("Ana", "live"))] == [100 * DAY, 100 * DAY]


def test_every_belief_says_who_told_it_and_how_far_that_is_trusted(beliefs):
    id = beliefs.observe(Fact("Ana", "live", "Lyon", text="Ana lives in Lyon."), DAY, Source("t-88", "owner", "owner"))
    row = beliefs.rows.get(id)
    assert (row.turn, row.who, row.trust, row.text) == ("t-88", "owner", "owner", "Ana lives in Lyon.")


def test_what_is_withdrawn_is_found_by_no_question(beliefs):
    id = beliefs.observe(Fact("owner", "feel", "Stan", sign=-1, said="hate"), DAY, Source("t-7"))
    assert beliefs.withdraw(("t-7",), [id], 2 * DAY) == 1
    assert beliefs.query(Pattern("owner", "feel")) == beliefs.query(Pattern("owner", "feel"), as_of=DAY) == []
    assert beliefs.rows.things("stan") == [] or not beliefs.query(Pattern(object="Stan"))


def test_things_are_found_by_their_words(beliefs):
    beliefs.observe(Fact("Ana", "recommend", "ramen places near the station", state=False), DAY, TURN)
    assert beliefs.rows.things("place") == beliefs.rows.things("ramen") == ["ramen places near the station"]


def test_both_backends_count_alike(beliefs):
    beliefs.observe(Fact("Ana", "live", "Lyon"), DAY, TURN)
    assert (beliefs.rows.count(Pattern("Ana")), beliefs.rows.count(Pattern(object="Lyon")), beliefs.rows.count(Pattern("Bo"))) == (1, 1, 0)
