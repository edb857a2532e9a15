"""What every memory index does alike: on disk, in memory, and by words alone."""

from __future__ import annotations

import jsonschema
import pytest
from ecs.effects import MemoryEntry, Remember
from ecs.signals import SIGNALS
from memory_ground import NOW_US, Ground, at_us, entries, fact
from yurios.memory.embedder import Hashing


@pytest.fixture(params=["disk", "memory", "disk, words alone", "memory, words alone"])
def ground(request, tmp_path):
    ground = Ground(tmp_path if request.param.startswith("disk") else None, None if "alone" in request.param else Hashing())
    ground.remember(*entries())
    yield ground
    ground.edge.close()


def test_finds_what_was_said(ground):
    assert ground.turns("What is my sister Hana playing?")[0] == "t-10"
    assert ground.turns("Which foods am I allergic to?")[0] == "t-8"
    assert ground.turns("When was the interview at the observatory?")[0] == "t-1"


def test_answers_have_the_shape_of_their_signals(ground):
    jsonschema.validate(ground.recall("cat"), SIGNALS["recalled"][2])
    jsonschema.validate(ground.forget("cat"), SIGNALS["forgotten"][2])


def test_hits_come_best_first_above_the_floor_and_no_more_than_k(ground):
    scores = [hit["score"] for hit in ground.recall("Our cat Miso and the fridge", floor=0, k=5)["hits"]]
    assert len(scores) == 5 and scores == sorted(scores, reverse=True)
    some = scores[2]
    assert [hit["score"] for hit in ground.recall("Our cat Miso and the fridge", floor=some, k=5)["hits"]] == [score for score in scores if score >= some]


def test_says_the_words_their_time_and_their_kind(ground):
    hit = ground.recall("Hana and her cello")["hits"][0]
    assert hit["text"] == "owner: My sister Hana plays the cello in an orchestra.\nyuri: I would love to hear her."
    assert (hit["at"], hit["kind"]) == ("2026-05-13T09:00:00+00:00", "turn")


def test_finds_nothing_that_was_said_later(ground):
    assert "t-7" in ground.turns("cat", floor=0)
    before = ground.turns("cat", now_us=at_us(2), floor=0, k=100)
    assert before and set(before) <= {"t-1", "t-2", "t-3", "t-4"}


def test_leaves_out_what_the_prompt_holds(ground):
    assert ground.turns("Hana and her cello")[0] == "t-10"
    assert "t-10" not in ground.turns("Hana and her cello", without=("t-10",), floor=0, k=100)


def test_the_same_twice_is_kept_once(ground):
    ground.remember(*entries())
    found = ground.turns("cat", floor=0, k=100)
    assert len(found) == len(set(found)) == 10


def test_a_distilled_fact_comes_before_its_exchange(ground):
    ground.remember(fact("t-8,t-9", "The owner is allergic to peanuts."))
    hits = ground.recall("What is the owner allergic to? peanuts?")["hits"]
    assert [(hit["kind"], hit["turn"]) for hit in hits[:2]] == [("fact", "t-8,t-9"), ("turn", "t-8")]


def test_a_fact_and_the_one_turn_it_rests_on_are_told_once(ground):
    ground.remember(fact("t-8", "The owner is allergic to peanuts."))
    assert ground.turns("allergic to peanuts", floor=0, k=100).count("t-8") == 1


def test_forgets_words_as_words(ground):
    answer = ground.forget("cat")
    assert answer == {"forget": "f-1", "turns": ["t-3", "t-7"], "rows": 2}
    left = ground.turns("cat education", floor=0, k=100)
    assert "t-4" in left and not {"t-3", "t-7"} & set(left)


def test_forgets_a_phrase_in_any_case(ground):
    assert ground.forget("BLUE bicycle")["turns"] == ["t-9"]
    assert ground.forget("bicycle blue")["turns"] == []


def test_forgets_turns(ground):
    assert ground.forget(turns=("t-8", "t-404"))["turns"] == ["t-8"]
    assert "t-8" not in ground.turns("allergic to peanuts", floor=0, k=100)


def test_what_was_forgotten_is_not_remembered_again(ground):
    ground.forget("peanuts")
    ground.remember(*entries(), fact("t-8", "The owner is allergic to peanuts."))
    assert all("peanut" not in hit["text"] for hit in ground.recall("peanuts", floor=0, k=100)["hits"])


def test_a_fact_goes_with_a_turn_it_rests_on(ground):
    ground.remember(fact("t-1,t-8", "Nuts are no food for the owner."))
    assert ground.forget(turns=("t-8",))["rows"] == 2
    assert "Nuts" not in str(ground.recall("nuts food owner", floor=0, k=100))


def test_forgets_nothing_for_no_words(ground):
    assert ground.forget("  ") == {"forget": "f-1", "turns": [], "rows": 0}
    assert len(ground.turns("cat", floor=0, k=100)) == 10


@pytest.mark.parametrize("query", ['"', "'; DROP TABLE entry; --", "NEAR(", "a* OR (", "text:", "", "   ", "?!", "\x00", "é", "何を話した?", "x " * 3000])
def test_takes_any_question(ground, query):
    ground.recall(query, floor=0)
    assert ground.posted[-1][0] == "recalled"
    assert ground.forget(query)["rows"] == 0
    assert ground.turns("Hana and her cello")[0] == "t-10"


def test_time_words_look_there_first(ground):
    assert ground.turns("What did I tell you yesterday?", now_us=at_us(71, 300), floor=0)[0] == "t-8"
    assert set(ground.turns("What did we talk about in April 2026?", floor=0)[:1]) == {"t-7"}
    assert ground.turns("what did I say about a cat before April 2026?", floor=0)[0] == "t-3"


def test_before_an_event_is_a_time_too(ground):
    first = ground.turns("What did I say about a cat before we moved?", floor=0)[0]
    later = ground.turns("What did I say about a cat after we moved?", floor=0)[0]
    assert (first, later) == ("t-3", "t-7")


def test_an_old_answer_to_a_precise_question_is_found_after_years(ground):
    years = NOW_US + 30 * 365 * 86_400_000_000
    assert ground.turns("What is my sister Hana playing, the cello?", now_us=years, half_life_days=30, floor=250)[:1] == ["t-10"]


def test_of_two_that_fit_alike_the_newer_comes_first(ground):
    told = "**owner:** The password of the shed is on the blue note.\n"
    for turn, days in (("t-20", 20), ("t-21", 60)):
        ground.remember(type(entries()[0])(turn, at_us(days), f"2026-0{3 if days == 20 else 5}-{22 if days == 20 else '01'}", told))
    assert ground.turns("Where is the password of the shed?")[:2] == ["t-21", "t-20"]


def test_a_stranger_has_no_memory_here(ground):
    from ecs.effects import Recall

    ground.edge.handle(Recall("r-2", "nobody", "cat", NOW_US))
    assert ground.posted[-1] == ("recalled", {"recall": "r-2", "mode": "none", "hits": []})


def test_the_mode_is_said(ground, request):
    assert ground.recall("cat")["mode"] == ("keyword" if "alone" in request.node.name else "hybrid")
    assert bool(ground.edge.notices("yuri")) == ("alone" in request.node.name)


def test_a_retired_fact_is_found_no_more_and_its_turn_still_is(ground):
    ground.remember(fact("t-8", "owner: I am allergic to peanuts, says my doctor."))
    assert ground.recall("allergic to peanuts")["hits"][0]["kind"] == "fact"
    ground.edge.handle(Remember("yuri", (), ("owner: I am allergic to peanuts, says my doctor.",)))
    found = ground.recall("allergic to peanuts")["hits"]
    assert [hit["kind"] for hit in found if hit["turn"] == "t-8"] == ["turn"]


def test_the_origin_travels_with_what_is_recalled(ground):
    ground.remember(MemoryEntry("t-77", at_us(72, 5), "2026-05-13", "peer: The owner hides a submarine in the bay.", trust="stranger"))
    assert [hit.get("trust") for hit in ground.recall("submarine in the bay")["hits"] if hit["turn"] == "t-77"] == ["stranger"]
    assert all("trust" not in hit for hit in ground.recall("allergic to peanuts")["hits"])
