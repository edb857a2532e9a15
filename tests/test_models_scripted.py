"""The scripted model, `[[model.reply]]` of a scenario, in virtual time."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ecs.effects import CancelAsk
from fake_model import Inbox, question
from yurios.models.edge import ModelEdge
from yurios.models.records import Record, RecordError, Role


def edge(*replies: dict, fallback: str = "", context: int = 8192) -> tuple[Inbox, ModelEdge]:
    inbox = Inbox()
    records = {n: Record(n, "scripted", context=context) for n in ("scripted", "second")}
    roles = {"chat": Role("scripted", fallback), "utility": Role("scripted")}
    return inbox, ModelEdge(inbox.post, records, roles, replies=replies)


def said(inbox: Inbox, edge_: ModelEdge, ask: str, text: str = "Hello.", **fields) -> str:
    edge_.handle(question(text, ask=ask, **fields))
    inbox.done(ask)
    return inbox.text(ask)


def test_the_first_match_wins_and_no_match_says_mm() -> None:
    inbox, e = edge({"match": "(?i)tea", "text": "Two sugars."}, {"match": "tea|rain", "text": "I like rain."})
    assert said(inbox, e, "a", "Some TEA?") == "Two sugars."
    assert said(inbox, e, "b", "rain") == "I like rain."
    assert said(inbox, e, "c", "snow") == "Mm."
    assert said(inbox, e, "d", "snow", role="utility") == ""


def test_chat_is_matched_on_the_newest_words_and_utility_on_the_whole_prompt() -> None:
    inbox, e = edge({"match": "Yuri", "text": "chat"}, {"role": "utility", "match": "Yuri", "text": "utility"})
    assert said(inbox, e, "a", "hello") == "Mm."
    assert said(inbox, e, "b", "hello", role="utility") == "utility"


def test_times_runs_out_and_then_the_next_match_speaks() -> None:
    inbox, e = edge({"match": "", "text": "One.", "times": 1}, {"match": "", "text": "Two."})
    assert [said(inbox, e, a) for a in "abc"] == ["One.", "Two.", "Two."]


def test_the_first_chunk_comes_after_its_delay_and_the_next_every_20_ms() -> None:
    inbox, e = edge({"match": "", "chunks": ["I'll ", "ask", "."], "delay_ms": 300})
    e.handle(question())
    done = inbox.done()
    assert [at for at, *_ in inbox.got] == [300, 320, 340, 340]
    assert inbox.deltas() == ["I'll ", "ask", "."] and (done["first_token_ms"], done["tokens_out"]) == (300, 3)


def test_text_is_cut_at_words_and_nothing_is_lost() -> None:
    inbox, e = edge({"match": "", "text": " I'm  here,\nlove. "})
    said(inbox, e, "a1")
    assert inbox.text() == "I'm  here,\nlove. " and len(inbox.deltas()) == 3


def test_a_thought_in_the_script_is_reasoning() -> None:
    inbox, e = edge({"match": "", "chunks": ["<th", "ink>hm</think>", "Yes."]})
    assert said(inbox, e, "a1") == "Yes." and inbox.text(kind="reasoning") == "hm"


def test_after_a_tool_result_the_winner_says_then_and_after_that_nothing() -> None:
    inbox, e = edge({"match": "timer", "text": '[[set_timer {"minutes": 1}]]', "then": "Set."})
    assert [said(inbox, e, a, "timer", turn="t1") for a in "abc"] == ['[[set_timer {"minutes": 1}]]', "Set.", ""]
    assert said(inbox, e, "d", "timer", turn="t2").startswith("[[")


def test_without_then_the_answer_after_a_tool_result_is_empty() -> None:
    inbox, e = edge({"match": "timer", "text": "[[x {}]]"})
    assert [said(inbox, e, a, "timer", turn="t1") for a in "ab"] == ["[[x {}]]", ""]


def test_an_empty_first_answer_is_matched_anew_when_asked_again() -> None:
    inbox, e = edge({"match": "", "text": "", "times": 1}, {"match": "", "text": "Here I am."})
    assert [said(inbox, e, a, turn="t1") for a in "ab"] == ["", "Here I am."]


def test_an_error_comes_at_its_time_and_after_text_is_final() -> None:
    inbox, e = edge({"match": "", "text": "I was", "error": "timeout", "delay_ms": 50}, fallback="second")
    e.handle(question())
    done = inbox.done()
    assert (done["finish"], done["error"]["code"], done["provider"], inbox.text()) == ("error", "timeout", "scripted", "I was")


def test_a_fallback_starts_when_the_first_has_failed() -> None:
    inbox, e = edge({"match": "", "error": "timeout", "delay_ms": 50, "times": 1}, {"match": "", "text": "Still here.",
                    "delay_ms": 7}, fallback="second")
    e.handle(question())
    done = inbox.done()
    assert (done["provider"], done["fell_back_from"], done["first_token_ms"]) == ("second", "scripted", 57)
    assert inbox.got[0][0] == 57


def test_a_model_that_is_down_is_an_error_until_it_is_up() -> None:
    inbox, e = edge()
    e.set_up(False)
    assert said(inbox, e, "a") == "" and inbox.done("a")["error"]["code"] == "down"
    e.set_up(True)
    assert said(inbox, e, "b") == "Mm."


def test_a_cancel_takes_back_what_has_not_gone_out() -> None:
    inbox, e = edge({"match": "", "chunks": ["a", "b", "c"], "delay_ms": 100})
    e.handle(question())
    inbox.advance(125)
    e.handle(CancelAsk("a1"))
    inbox.advance(10_000)
    assert inbox.deltas() == ["a", "b"]
    assert [(d["finish"], d["text_chars"], d["tokens_out"]) for d in inbox.dones()] == [("cancelled", 2, 2)]


def test_two_runs_post_the_same_signals() -> None:
    runs = []
    for _ in range(2):
        inbox, e = edge({"match": "", "text": "One two three.", "delay_ms": 3})
        for name in "abc":
            e.handle(question(ask=name))
        inbox.advance(1000)
        runs.append(inbox.got)
    assert runs[0] == runs[1]


@pytest.mark.parametrize("reply, says", [
    ({"mach": "x"}, 'Did you mean "match"?'), ({"match": "("}, "not a regular expression"),
    ({"text": "a", "chunks": ["b"]}, "either text or chunks"), ({"role": "chatt"}, 'must be "chat" or "utility"'),
    ({"delay_ms": "soon"}, "must be int"),
])
def test_a_wrong_reply_is_refused_by_number(reply: dict, says: str) -> None:
    with pytest.raises(RecordError) as caught:
        edge({"match": ""}, reply)
    assert says in str(caught.value) and "model.reply 2" in str(caught.value)


def test_an_ask_without_a_turn_remembers_nothing() -> None:
    inbox, e = edge({"match": "", "text": "Again."})
    assert [said(inbox, e, a) for a in "ab"] == ["Again.", "Again."]
    assert replace(question(), turn="").turn == ""
