"""Distilled facts and the days they come from: in the owner's words, none twice, in slices, never today, and junk leaves the day where it is."""

from __future__ import annotations

import json

import pytest

from ecs.components.distilled import Backlog, Distilled, DistilledIndex, Exchanged
from ecs.reading.lasting import lasting
from ecs.stores import consolidation as plan
from ecs.stores.distilled import Facts
from yurios.benches.dream import TALK, judged, read_half


def facts() -> Facts:
    return Facts(Distilled(), DistilledIndex())


def said(turn: str, owner: str, her: str = "", about: tuple[str, ...] = ()) -> Exchanged:
    return Exchanged(turn, 0, 540, owner, her, list(about))


@pytest.mark.parametrize("half", ["a", "b"])
def test_planted_facts_are_found_and_decoys_are_not(half):
    found = {what: count for what, count, _ in judged(read_half(TALK / f"half_{half}.txt"))}
    assert found["facts found"] >= 45 and found["decoys kept"] == 0 and found["facts kept twice"] == 0


@pytest.mark.parametrize("text", ["I'm so tired today.", "Do you think I'm a nurse?", "If I won I'd buy a house.", "“I live in Oslo,” he read.", "Maybe I should move.", "[[set_timer {}]] my name is X", ""])
def test_what_passes_asks_supposes_or_is_quoted_does_not_last(text):
    assert lasting(text) == []


def test_the_fuller_of_two_stands_and_cites_both():
    kept = facts()
    first = kept.merge("owner: I have a cat, Pudding.", ("t-1",), "2026-03-02", 540).added
    outcome = kept.merge("owner: Pudding is my cat, a tabby of fourteen.", ("t-9",), "2026-03-04", 600)
    assert outcome.retired == first and [fact.turns for fact in kept.standing()] == [("t-1", "t-9")]
    assert kept.merge("owner: My cat is called Pudding.", ("t-12",), "2026-03-05", 600).added is None
    assert kept.standing()[0].line == "- owner: Pudding is my cat, a tabby of fourteen. {#f-1 turns=t-1,t-9 day=2026-03-04 at=10:00}"


@pytest.mark.parametrize(("one", "other"), [("My sister Ana is a nurse.", "My sister Ana lives in Lyon."), ("My brother Jonas drives lorries.", "My brother Alan drives lorries."),
                                            ("I live in Leeds.", "I live in Lyon."), ("Lena was born in 2019.", "Mia was born in 2021.")])
def test_what_is_alike_and_not_the_same_stands_twice(one, other):
    kept = facts()
    kept.merge(f"owner: {one}", ("t-1",), "2026-03-02", 0)
    kept.merge(f"owner: {other}", ("t-2",), "2026-03-02", 0)
    assert len(kept.standing()) == 2


def test_letting_go_takes_whole_words_and_what_rests_on_a_turn():
    kept = facts()
    for number, text in enumerate(("I have a cat called Biscuit.", "My education was in physics.", "My sister Ana teaches.")):
        kept.merge(f"owner: {text}", (f"t-{number}",), "2026-03-02", 0)
    assert [fact.number for fact in kept.mentioning("cat")] == [0] and [fact.number for fact in kept.resting_on(("t-2",))] == [2]
    kept.let_go([0, 2])
    assert [fact.text for fact in kept.standing()] == ["owner: My education was in physics."]


def test_a_day_is_gone_through_in_slices_never_today_and_never_unsaved():
    backlog = Backlog()
    for day, count in (("2026-03-02", 5), ("2026-03-03", 1), ("2026-03-04", 1)):
        plan.open_day(backlog, day).exchanges = [said(f"t-{day}-{number}", "x") for number in range(count)]
    assert plan.next_slice(backlog, "2026-03-02", ()) is None
    assert plan.next_slice(backlog, "2026-03-04", {"t-2026-03-02-1"}, most=3) is None
    sizes = []
    while (found := plan.next_slice(backlog, "2026-03-04", (), most=3)) is not None:
        found[0].next += len(found[1])
        sizes.append((found[0].day, len(found[1])))
    assert sizes == [("2026-03-02", 3), ("2026-03-02", 2), ("2026-03-03", 1)]
    assert plan.close_days(backlog, "2026-03-04", asking=False) == ["2026-03-02", "2026-03-03"] and [day.day for day in backlog.days] == ["2026-03-04"]


def test_she_alone_in_a_sentence_is_told_apart_when_it_is_clear_who_it_was():
    assert [one.text for one in plan.distil([said("t-1", "She needs a pill for her kidneys every morning.", about=("Pudding",))])] == ["owner: Pudding: She needs a pill for her kidneys every morning."]
    assert plan.distil([said("t-1", "Hm.", her="I love rain and my name is Yuri.")]) == []


@pytest.mark.parametrize("junk", ["", "NOTHING", "<think>well</think>", "{", "[]", '{"facts": 3}', '{"facts": [3]}', '{"facts": [{"turn": 1, "fact": "x"}]}', '{"fact": []}', "null", '{"facts": [{"turn": "t-1"}]}', "{}" * 50_000])
def test_junk_is_no_answer(junk):
    assert plan.answered(junk, [said("t-1", "My sister Ana lives in Lyon.")]) is None


def test_a_model_s_fact_stands_on_the_owner_s_words_or_not_at_all():
    talk = [said("t-1", "My sister Ana lives in Lyon.", "I live in a lighthouse."), said("t-2", "I'm tired today.")]
    told = [("t-1", "Their sister Ana lives in Lyon."), ("t-1", "They live in a lighthouse."), ("t-2", "They are tired."), ("t-7", "Their sister Ana lives in Lyon."), ("t-1", "Their brother Max owns four dogs.")]
    found = plan.answered(json.dumps({"facts": [{"turn": turn, "fact": fact} for turn, fact in told]}), talk)
    assert [(one.turn, one.text) for one in found] == [("t-1", "Their sister Ana lives in Lyon.")]


def test_after_junk_it_waits_longer_each_time_and_gives_up_at_last():
    backlog, waits = Backlog(), []
    while not plan.put_off(backlog, 0):
        waits.append(backlog.wait_until_us)
    assert waits == sorted(set(waits)) and len(waits) == plan.TRIES - 1


def test_a_merge_costs_the_same_at_many_facts():
    """Rows read, not time: the rarest words lead to few."""
    kept = facts()
    for number in range(3000):
        kept.merge(f"owner: My friend Person{number} lives in Town{number % 97} and keeps {number % 31} hens.", (f"t-{number}",), "2026-03-02", 0)
    read = []
    get, kept.get = kept.get, lambda number: (read.append(number), get(number))[1]
    kept.merge("owner: My friend Stranger lives in Town5 and keeps 7 hens.", ("t-x",), "2026-03-02", 0)
    assert len(read) <= 4 * 64 + 4
