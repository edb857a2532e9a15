"""Facts about the owner: merged and never repeated, superseded ones gone, others' claims apart, not-now with an end, the owner's hand obeyed."""

from __future__ import annotations

import pytest
from belief_ground import BACKENDS

from ecs.clock import Clock
from ecs.components.belief import Discourse
from ecs.components.partner import Partner, Quarantine
from ecs.reading.dates import Moment
from ecs.reading.not_now import put_off
from ecs.reading.told import take_in
from ecs.stores import partner, quarantine
from ecs.stores.belief import Pattern, Source

AT = 1_772_442_000_000_000  # a Monday, 2026-03-02, ten in the morning in Berlin
DAY = 86_400_000_000
CLOCK = Clock(epoch_us=AT, transitions=((0, 3600),))


class Heart:
    """A store of beliefs, what is kept of the owner, and what others claim."""

    def __init__(self, kind: str) -> None:
        self.beliefs, self.discourse, self.partner, self.apart = BACKENDS[kind](), Discourse(), Partner(), Quarantine()

    def hear(self, turn: str, text: str, days: int = 0, before: str = "") -> list:
        at = AT + days * DAY
        ids = take_in(self.beliefs, self.discourse, text, Moment(at, CLOCK), Source(turn), before)
        quarantine.confirmed(self.apart, self.beliefs, ids)
        return partner.learn(self.partner, self.beliefs, ids, turn, at)

    def read(self, doc: str, text: str, days: int = 0) -> None:
        now = Moment(AT + days * DAY, CLOCK)
        quarantine.overhear(self.apart, quarantine.names_owner(text, ["Marta"]), "document", doc, now.us)
        _, ids = quarantine.read(self.apart, self.beliefs, ["Marta"], now)
        for id in ids:
            partner.learn(self.partner, self.beliefs, [id], self.beliefs.rows.get(id).who, now.us)

    def words(self, days: int = 0) -> list[str]:
        return [line.removeprefix("- ") for line in partner.plain(partner.block(self.partner, CLOCK, AT + days * DAY)).splitlines()]


@pytest.fixture(params=sorted(BACKENDS))
def heart(request):
    return Heart(request.param)


def test_a_fact_told_twice_is_one_line_with_both_turns_and_both_days(heart):
    heart.hear("t-1", "I live in Leeds.")
    heart.hear("t-9", "I live in Leeds.", days=3)
    assert partner.block(heart.partner, CLOCK, AT) == "- You live in Leeds. {#p-1 by=owner turns=t-1,t-9 sure=0.9 first=2026-03-02 last=2026-03-05}\n"


@pytest.mark.parametrize(("told", "line"), [
    ("I'm allergic to penicillin.", "You are allergic to penicillin."), ("My sister Ana teaches geography.", "Ana is your sister."),
    ("I love rye bread.", "You love rye bread."), ("I can't stand loud music.", "You can't stand loud music."), ("I work as a nurse.", "You work as a nurse."), ("I play the cello.", "You play the cello."), ("I have two dogs.", "You have two dogs."),
    ("My name is Marta.", "You are called Marta."), ("I have a cat called Biscuit.", "You have a cat, Biscuit."), ("I don't eat meat.", "You do not eat meat."),
    ("My favourite colour is green.", "Your favourite colour is green."), ("I'm a vegetarian.", "You are a vegetarian."),
])
def test_what_lasts_of_the_owner_is_a_fact(heart, told, line):
    heart.hear("t-1", told)
    assert line in heart.words()


@pytest.mark.parametrize("told", ["I'm tired.", "I'm on the bus.", "I have a headache.", "I'm a bit late.", "If I lived in Oslo I'd ski.", "Do I live in Leeds?", "Ana loves tea.", "I eat no fish.", "I love you.", "I hate this weather.", "I never drink coffee after noon.", "I love that.", "I want soup."])
def test_what_passes_or_is_somebody_else_s_is_none(heart, told):
    heart.hear("t-1", told)
    assert heart.words() == []


def test_what_is_so_no_longer_leaves_and_the_belief_log_keeps_the_interval(heart):
    heart.hear("t-1", "I live in Leeds. I hate coffee.")
    over = heart.hear("t-2", "I moved to Lyon yesterday. I love coffee now.", days=9)
    assert {fact.object for fact in over} == {"Leeds", "coffee"}
    assert heart.words(9) == ["You live in Lyon.", "You love coffee."]
    assert [row.object for row in heart.beliefs.query(Pattern("owner", "live"), at=AT)] == ["Leeds"]


def test_her_own_words_are_never_facts_about_the_owner(heart):
    heart.hear("t-1", "Ha!", before="I live in a lighthouse, I love oysters and my name is Yuri. Do you like rain?")
    assert heart.words() == []


def test_two_passages_of_one_document_are_one_source_and_so_are_two_copies(heart):
    heart.read("a.md", "The user is allergic to nuts.")
    heart.read("a.md", "As was said, the user is allergic to nuts.")
    heart.read("copy.md", "the user is allergic to NUTS")
    assert heart.words() == [] and [len(claim.vouchers) for claim in heart.apart.claims] == [1]
    heart.read("b.md", "Marta is allergic to nuts, says the school.")
    assert heart.words() == ["You are allergic to nuts."] and heart.apart.claims == []
    assert "by=document turns=a.md,b.md sure=0.6" in partner.block(heart.partner, CLOCK, AT)


def test_the_owner_s_word_settles_a_claim_and_no_claim_beats_it(heart):
    heart.read("a.md", "The owner lives in Oslo.")
    heart.hear("t-1", "I live in Bergen.")
    heart.read("b.md", "Marta lives in Oslo.")
    assert heart.words() == ["You live in Bergen."] and len(heart.apart.claims) == 1
    heart.hear("t-2", "I live in Oslo now.")
    assert heart.words() == ["You live in Oslo."] and heart.apart.claims == []


def test_a_line_the_owner_strikes_out_stays_out_until_it_is_told_again(heart):
    heart.hear("t-1", "I love rye bread. I live in Leeds.")
    before = partner.block(heart.partner, CLOCK, AT)
    now = "- You live in Leeds, by the river.\n- I am a morning person\n"
    partner.heed_hand(heart.partner, before, now)
    assert heart.words() == ["You live in Leeds, by the river.", "I am a morning person"]
    heart.hear("t-2", "It rains.")
    assert heart.words() == ["You live in Leeds, by the river.", "I am a morning person"]
    heart.hear("t-3", "I love rye bread.")
    assert heart.words()[-1] == "You love rye bread."


def test_forgetting_takes_whole_words_and_facts_with_no_turn_left(heart):
    heart.hear("t-1", "I have a cat called Biscuit. I love education.")
    heart.hear("t-2", "I love education.")
    heart.read("a.md", "Marta loves her cat. The user is allergic to nuts.")
    partner.let_go(heart.partner, "cat", ["t-1"])
    quarantine.let_go(heart.apart, "cat")
    assert heart.words() == ["You love education."] and all("cat" not in claim.words for claim in heart.apart.claims)


@pytest.mark.parametrize(("said", "hours"), [("Not now.", 2), ("not today, please", 14), ("Please don't ask me about the exam today.", 14), ("Leave me alone for two hours.", 2),
                                             ("Not tonight.", 19), ("Give me an hour.", 1), ("Let's not talk about dad until tomorrow.", 14), ("Not this week.", 158)])
def test_a_not_now_has_an_end(said, hours):
    assert put_off(said, "", AT, CLOCK).until_us == AT + hours * 3_600_000_000


@pytest.mark.parametrize("said", ["Never mention my ex again.", "I do not now live in Leeds.", "Not now that she's gone.", "I don't want soup tonight.", "Later we went home and slept until the sun came up again.",
                                  "Did you say not now?", "I always say no."])
def test_a_rule_or_a_story_is_no_not_now(said):
    assert put_off(said, "", AT, CLOCK) is None


def test_a_not_now_is_about_what_it_names_or_what_she_asked():
    assert put_off("Please don't ask me about the exam today.", "", AT, CLOCK).about == "the exam"
    assert put_off("Not now.", "I was out. Shall we look at the photos?", AT, CLOCK).about == "Shall we look at the photos"
