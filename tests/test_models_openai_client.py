"""The `openai` protocol against an endpoint on loopback that is slow, busy, broken, or hangs up."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable

import pytest

from ecs.effects import CancelAsk
from fake_model import Endpoint, Inbox, chunk, question, says
from yurios.models.edge import ModelEdge
from yurios.models.openai_client import OpenAI, pause
from yurios.models.records import Record, Role

Start = Callable[..., tuple[Inbox, ModelEdge]]


@pytest.fixture
def start(monkeypatch: pytest.MonkeyPatch):
    """`start(endpoint, **record fields)` gives an inbox and an edge; waits between attempts are noted, not waited."""
    opened: list = []

    async def no_wait(seconds: float) -> None:
        start.waits.append(seconds)

    def start(endpoint: Endpoint, **fields) -> tuple[Inbox, ModelEdge]:
        inbox, fallback = Inbox(live=True), fields.pop("fallback", "")
        record = Record("main", "openai", **{"base_url": endpoint.url, "model": "m", "context": 2048, **fields})
        other = Record("other", "scripted", context=8192)
        edge = ModelEdge(inbox.post, {"main": record, "other": other}, {"chat": Role("main", fallback)})
        opened.extend([edge, endpoint])
        return inbox, edge

    start.waits = []
    monkeypatch.setattr(OpenAI, "sleep", staticmethod(no_wait))
    yield start
    for thing in opened:
        thing.close()


def test_words_thoughts_and_counts_come_through(start: Start) -> None:
    usage = {"prompt_tokens": 11, "completion_tokens": 4, "prompt_tokens_details": {"cached_tokens": 7}}
    step = says("Hello ", "you.", usage=usage)
    step["events"].insert(0, chunk(reasoning_content="Be kind."))
    inbox, edge = start(Endpoint(step))
    edge.handle(question())
    done = inbox.done()
    assert inbox.deltas() == ["Hello ", "you."] and inbox.text(kind="reasoning") == "Be kind."
    assert (done["tokens_in"], done["tokens_out"], done["cached"], done["finish"]) == (11, 4, 7, "stop")


def test_a_thought_written_inline_is_reasoning(start: Start) -> None:
    inbox, edge = start(Endpoint(says("<thi", "nk>hm</thi", "nk>Yes.")))
    edge.handle(question())
    inbox.done()
    assert (inbox.text(), inbox.text(kind="reasoning")) == ("Yes.", "hm")


def test_what_is_asked_is_what_was_meant(start: Start) -> None:
    endpoint = Endpoint(says("{}"))
    inbox, edge = start(endpoint, api_key="k-123")
    edge.handle(question(temperature=250, stop=("\n",), seed=9, schema='{"type": "object"}'))
    inbox.done()
    body = endpoint.bodies[0]
    assert (body["temperature"], body["stop"], body["seed"], body["max_tokens"], body["stream"]) == (0.25, ["\n"], 9, 40, True)
    assert body["response_format"]["json_schema"]["schema"] == {"type": "object"}
    assert [m["role"] for m in body["messages"]] == ["system", "user"] and endpoint.keys == ["Bearer k-123"]


def test_the_key_may_come_from_the_environment_and_is_never_logged(start: Start, monkeypatch, caplog) -> None:
    monkeypatch.setenv("A_KEY_FOR_TESTS", "k-secret")
    caplog.set_level(logging.DEBUG)
    endpoint = Endpoint({"status": 401})
    inbox, edge = start(endpoint, api_key_env="A_KEY_FOR_TESTS")
    edge.handle(question())
    done = inbox.done()
    assert endpoint.keys == ["Bearer k-secret"] and done["error"]["code"] == "refused_key"
    assert "k-secret" not in caplog.text + json.dumps(done)


@pytest.mark.parametrize("status, code, tries", [(429, "busy", 3), (500, "provider_error", 3), (503, "provider_error", 3),
                                                 (400, "provider_error", 1), (404, "no_such_model", 1)])
def test_only_what_may_pass_is_tried_again(start: Start, status: int, code: str, tries: int) -> None:
    endpoint = Endpoint({"status": status})
    inbox, edge = start(endpoint)
    edge.handle(question())
    assert (inbox.done()["error"]["code"], len(endpoint.bodies), len(start.waits)) == (code, tries, tries - 1)


def test_a_busy_server_is_asked_again_when_it_says_so(start: Start) -> None:
    inbox, edge = start(Endpoint({"status": 429, "headers": {"Retry-After": "3"}}, says("Here.")))
    edge.handle(question())
    assert inbox.done()["finish"] == "stop" and inbox.text() == "Here." and start.waits == [3.0]


def test_pauses_double_with_jitter_and_have_an_end() -> None:
    assert all(0.5 * 2 ** n * 0.5 <= pause(n, 0) <= 0.5 * 2 ** n * 1.5 for n in range(5))
    assert pause(0, 9999) == 20.0


def test_a_stream_that_stops_before_a_word_is_tried_again(start: Start) -> None:
    inbox, edge = start(Endpoint({"events": []}, says("Here.")))
    edge.handle(question())
    assert inbox.done()["finish"] == "stop" and inbox.text() == "Here."


@pytest.mark.parametrize("events, code", [([chunk(content="I am")], "broken_off"),
                                          ([chunk(content="I am"), "{not json"], "garbled"),
                                          ([chunk(content="I am"), '["a list"]'], "garbled"),
                                          ([chunk(content="I am"), '{"error": {"message": "oom"}}'], "provider_error")])
def test_broken_after_a_word_it_ends_there_and_is_not_said_twice(start: Start, events: list, code: str) -> None:
    endpoint = Endpoint({"events": events})
    inbox, edge = start(endpoint, fallback="other")
    edge.handle(question())
    done = inbox.done()
    assert (done["finish"], done["error"]["code"], done["provider"]) == ("error", code, "main")
    assert inbox.text() == "I am" and len(endpoint.bodies) == 1


def test_a_silent_server_is_given_up(start: Start) -> None:
    inbox, edge = start(Endpoint({"events": [], "hang_after": 0}), timeout_s=0.05, retries=0)
    edge.handle(question())
    assert inbox.done()["error"]["code"] == "timeout"


def test_nobody_there_is_said_plainly(start: Start) -> None:
    endpoint = Endpoint(says("x"))
    inbox, edge = start(endpoint, retries=0)
    endpoint.close()
    edge.handle(question())
    error = inbox.done()["error"]
    assert error["code"] == "unreachable" and "Start that server" in error["hint"]


def test_a_cancel_hangs_up_so_the_server_can_stop(start: Start) -> None:
    endpoint = Endpoint({"events": [chunk(content="I ")], "hang_after": 1})
    inbox, edge = start(endpoint)
    edge.handle(question())
    inbox.wait(lambda: inbox.deltas())
    edge.handle(CancelAsk("a1"))
    assert inbox.dones()[0]["finish"] == "cancelled"
    assert endpoint.left.wait(10), "the connection stayed open"


@pytest.mark.parametrize("models, props, window", [
    ({"data": [{"id": "m", "max_model_len": 512}]}, {}, 512),
    ({"data": [{"id": "x", "context_length": 9}, {"id": "m", "context_length": 600}]}, {}, 600),
    ({"data": [{"id": "m", "meta": {"n_ctx_train": 700}}]}, {}, 700),
    ({"data": [{"id": "m", "meta": {"n_ctx_train": 32768}}]}, {"default_generation_settings": {"n_ctx": 800}}, 800),
    ({}, {"default_generation_settings": {"n_ctx": 900}}, 900),
    ({"data": [{"id": "m", "max_model_len": "many"}]}, {}, 2048),
    ({}, {}, 2048),
])
def test_the_window_is_found_out_or_assumed_small(start: Start, models: dict, props: dict, window: int) -> None:
    inbox, edge = start(Endpoint(says("x"), models=models, props=props), context=0)
    edge.handle(question(head="word " * 3000))
    error = inbox.done()["error"]
    assert error["code"] == "head_too_large" and f"room for {window - 40}" in error["message"]


def test_two_asks_run_side_by_side(start: Start) -> None:
    endpoint = Endpoint({"events": [chunk(content="slow ")], "hang_after": 1}, says("quick"))
    inbox, edge = start(endpoint)
    edge.handle(question(ask="slow"))
    inbox.wait(lambda: inbox.deltas("slow"))
    edge.handle(question(ask="quick"))
    assert inbox.done("quick")["finish"] == "stop" and inbox.dones("slow") == []
