"""What an ordinary sentence makes her believe, and what it does not."""

from datetime import datetime

import pytest

from ecs.clock import SECOND_US, Clock, civil_at
from ecs.components.belief import Discourse
from ecs.reading.dates import Moment
from ecs.reading.told import take_in
from ecs.stores.belief import ALWAYS, FOREVER, Pattern, Source
from ecs.stores.belief_rows import ListRows
from ecs.stores.beliefs import Beliefs

CLOCK = Clock(transitions=((0, 0),))


class Talk:
    """A store that listens: `say(words, at)`, then `has(subject, relation)`."""

    def __init__(self):
        self.beliefs, self.discourse = Beliefs(ListRows()), Discourse()

    def say(self, words, at="2026-03-29T10:15", before=""):
        us = int(datetime.fromisoformat(at + "+00:00").timestamp()) * SECOND_US
        return take_in(self.beliefs, self.discourse, words, Moment(us, CLOCK), Source("t-1"), before)

    def has(self, subject, relation=""):
        return [(row.relation, row.object, row.sign) for row in self.beliefs.query(Pattern(subject, relation))]

    def span(self, subject, relation, object=""):
        day = lambda us: "…" if us in (ALWAYS, FOREVER) else civil_at(CLOCK, us).date().isoformat()
        return [(day(row.valid_from), day(row.valid_to)) for row in self.beliefs.query(Pattern(subject, relation, object))]


@pytest.fixture
def talk():
    return Talk()


def told(words, **more):
    talk = Talk()
    talk.say(words, **more)
    return talk


def test_a_relation_a_name_and_a_move():
    talk = told("My sister Ana moved to Lyon in March.")
    assert talk.has("owner") == [("sister", "Ana", 1)]
    assert talk.has("Ana") == [("move to", "Lyon", 1), ("live", "Lyon", 1)]
    assert talk.span("Ana", "live") == [("2026-03-01", "…")]


def test_used_to_hate_and_love_since():
    talk = told("I used to hate coffee; since May I love it.")
    assert talk.has("owner", "feel") == [("feel", "coffee", -1), ("feel", "coffee", 1)]
    assert talk.span("owner", "feel") == [("…", "2025-05-01"), ("2025-05-01", "…")]


def test_advice_is_kept_in_its_words():
    assert told("Ana told me to try the ramen place near the station.").has("Ana") == [
        ("recommend", "try the ramen place near the station", 1), ("recommend to", "owner", 1)]


def test_who_sells_has_no_longer():
    assert told("We sold the car last week.").span("owner", "have") == [("…", "2026-03-16")]


def test_not_anymore_ends_what_was():
    talk = told("I've been vegan since 2019.", at="2025-01-01T10:00")
    talk.say("I'm not vegan anymore.")
    assert talk.span("owner", "be", "vegan") == [("2019-01-01", "2026-03-29")]


@pytest.mark.parametrize("words", [
    "Did Ana move to Lyon?", "If I moved to Lyon I would buy a boat.", "Maybe I'll buy a boat.", "I might move to Lyon.", "Would you like it if I bought a boat?",
    "I want a boat.", "I wish I had a boat.", "I'm going to buy a boat.", "We move to Lyon next month.", "Should I buy a boat?", "You love the rain.", "Buy a boat!",
    "I'd love a boat.", "Unless I buy a boat, I stay.", "Ich liebe Kaffee und wohne in Berlin.", "J'habite à Lyon depuis mai.", "東京に住んでいます。", "", "???", "🚤",
])
def test_no_fact_is_made_of(words):
    talk = told(words)
    assert [pair for pair in talk.has("owner") if pair[0] in ("have", "live", "buy", "move to", "feel")] == []
    assert talk.has("Ana") == []


def test_a_quotation_belongs_to_its_speaker():
    talk = told("Jess said \"I love Manchester\" and left.")
    assert ("feel", "Manchester", 1) in talk.has("Jess")
    assert talk.has("owner") == []


def test_what_somebody_says_of_themselves_is_believed_a_little_less():
    talk = told("Jess is here. She says she hates Bristol.")
    assert [row.confidence for row in talk.beliefs.query(Pattern("Jess", "feel"))] == [700]


def test_her_own_words_are_no_facts_about_the_owner(talk):
    talk.say("Tea it is.", before="I love the smell of rain. You love cider.")
    assert talk.has("owner") == talk.has("self") == []


def test_she_is_the_last_who_can_be_meant():
    assert ("live", "Porto", 1) in told("My sister Ana called my brother Tom. She lives in Porto.").has("Ana")
    assert ("live", "Porto", 1) in told("My sister Ana called my brother Tom. He lives in Porto.").has("Tom")


def test_it_is_the_last_thing_and_him_is_not_he():
    assert ("feel", "boat", 1) in told("Ray bought a boat. He loves it.").has("Ray")
    assert ("find", "Pixel", 1) in told("Pixel ran away. Abe found her.").has("Abe")


def test_a_few_words_answer_her_question(talk):
    talk.say("Jess left.")
    talk.say("Bristol, last Tuesday.", before="Where did she go?")
    assert talk.has("Jess", "go to") == [("go to", "Bristol", 1)]


def test_a_time_that_comes_after_belongs_to_what_was_told():
    assert told("They've sold it. My parents sold the cabin. Two weeks ago, to a couple from Oslo.").span("my parents", "sell", "cabin") == [("2026-03-15", "2026-03-16")]


def test_people_get_facts_by_a_who_clause():
    assert told("We met a girl called Nadia who plays the harp.").has("Nadia") == [("be", "girl", 1), ("play", "harp", 1)]


def test_two_who_do_something_each_did_it():
    talk = told("Hugo and Clémence moved out yesterday.")
    assert talk.has("Hugo", "move out with") and talk.has("Clémence", "move out with")


def test_a_new_boss_ends_the_old_one():
    talk = told("My boss is called Henrik.", at="2025-03-03T10:00")
    talk.say("The new boss is Farah.")
    assert [row.object for row in talk.beliefs.query(Pattern("owner", "boss"), at=10**6 * int(datetime.fromisoformat("2026-04-01T00:00+00:00").timestamp()))] == ["Farah"]


def test_reading_twice_believes_once(talk):
    talk.say("Ana lives in Lyon.")
    before = talk.beliefs.rows.newest_id()
    talk.say("Ana lives in Lyon.")
    assert talk.beliefs.rows.newest_id() == before


def test_every_belief_cites_its_turn_and_sentence(talk):
    talk.say("Hello! Ana lives in Lyon.")
    row = talk.beliefs.query(Pattern("Ana", "live"))[0]
    assert (row.turn, row.text) == ("t-1", "Ana lives in Lyon")
