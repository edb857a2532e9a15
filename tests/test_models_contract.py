"""One contract, three twins: the scripted model, an endpoint on loopback, and (marked `model`) the starter in its worker."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ecs.effects import CancelAsk, Line, Section
from fake_model import Endpoint, Inbox, chunk, question, says
from starter import needs_starter
from yurios.models.edge import ModelEdge
from yurios.models.records import Record, Role, read_records

ROOT = Path(__file__).resolve().parents[1]
KEYS = {"ask", "finish", "text_chars", "tokens_in", "tokens_out", "cached", "left_out", "provider", "fell_back_from", "error",
        "first_token_ms"}


class Twin:
    """A model edge over one kind of model, and how that kind is told to fail or to hang."""

    def __init__(self, kind: str, home: Path) -> None:
        self.kind, self.home = kind, home
        self.inbox = Inbox(live=kind != "scripted")
        self.endpoint: Endpoint | None = None
        self.edge: ModelEdge | None = None

    def start(self, context: int = 2048, fails: bool = False, hangs: bool = False, fallback: bool = False) -> ModelEdge:
        records = {"main": self.record(context, fails, hangs), "other": Record("other", "scripted", context=2048)}
        replies = [{"text": "The other one."}] if self.kind != "scripted" else self.script(fails)
        if self.kind == "scripted" and fallback:
            records["other"] = Record("other", "scripted", context=8192)
        self.edge = ModelEdge(self.inbox.post, records, {"chat": Role("main", "other" if fallback else "")}, replies=replies,
                              home=self.home)
        return self.edge

    def script(self, fails: bool) -> list[dict]:
        first = [{"match": "", "error": "timeout", "delay_ms": 5, "times": 1}] if fails else []
        return [*first, {"match": "", "text": "Hello you, I was waiting.", "delay_ms": 300}]

    def record(self, context: int, fails: bool, hangs: bool) -> Record:
        if self.kind == "scripted":
            return Record("main", "scripted", context=context)
        if self.kind == "openai":
            step = {"status": 400} if fails else says("Hello ", "you.")
            if hangs:
                step = {"events": [chunk(content="Hello ")], "hang_after": 1}
            self.endpoint = Endpoint(step)
            return Record("main", "openai", base_url=self.endpoint.url, model="m", context=context)
        starter = read_records(ROOT / "assets" / "providers")["starter"]
        fields = {"protocol": "llama.cpp", "package": starter.package, "file": starter.file, "context": context}
        return Record("main", **{**fields, **({"package": "", "path": "not/there.gguf"} if fails else {})})

    def close(self) -> None:
        if self.edge:
            self.edge.close()
        if self.endpoint:
            self.endpoint.close()


@pytest.fixture(params=["scripted", "openai", pytest.param("llama.cpp", marks=[pytest.mark.model, needs_starter])])
def twin(request: pytest.FixtureRequest, tmp_path: Path):
    twin = Twin(request.param, tmp_path)
    yield twin
    twin.close()


def test_an_ask_gets_deltas_and_exactly_one_done(twin: Twin) -> None:
    twin.start().handle(question())
    done = twin.inbox.done()
    assert set(done) - {"worker_first_us"} == KEYS  # only a worker of ours can say what it took itself
    assert done["finish"] in ("stop", "length") and done["error"] is None
    assert done["provider"] == "main" and done["fell_back_from"] == ""
    assert done["text_chars"] == len(twin.inbox.text()) > 0
    assert done["tokens_in"] > 0 and done["tokens_out"] > 0 and done["first_token_ms"] > 0
    twin.close()
    assert len(twin.inbox.dones()) == 1
    assert twin.inbox.got[-1][1] == "model_done"


def test_asks_are_answered_each_under_its_own_name(twin: Twin) -> None:
    edge = twin.start()
    edge.handle(question(ask="a1"))
    edge.handle(question(ask="a2"))
    assert twin.inbox.done("a1")["text_chars"] == len(twin.inbox.text("a1"))
    assert twin.inbox.done("a2")["text_chars"] == len(twin.inbox.text("a2"))


def test_a_cancel_before_the_first_word_ends_it_at_once(twin: Twin) -> None:
    edge = twin.start(hangs=True)
    edge.handle(question())
    edge.handle(CancelAsk("a1"))
    assert twin.inbox.dones()[0]["finish"] == "cancelled"


def test_cancelled_twice_or_after_the_end_it_still_has_one_done(twin: Twin) -> None:
    edge = twin.start()
    edge.handle(question(ask="a1"))
    edge.handle(CancelAsk("a1"))
    edge.handle(CancelAsk("a1"))
    edge.handle(question(ask="a2"))
    twin.inbox.done("a2")
    edge.handle(CancelAsk("a2"))
    edge.handle(CancelAsk("never asked"))
    twin.close()
    assert [len(twin.inbox.dones(a)) for a in ("a1", "a2", "never asked")] == [1, 1, 0]


def test_a_cancel_between_words_counts_what_went_out(twin: Twin) -> None:
    edge = twin.start(hangs=True)
    edge.handle(question(max_tokens=500))
    if twin.inbox.live:
        twin.inbox.wait(lambda: twin.inbox.deltas())
    else:
        twin.inbox.advance(330)
    edge.handle(CancelAsk("a1"))
    done = twin.inbox.dones()[0]
    assert done["finish"] == "cancelled"
    assert 0 < done["text_chars"] == len(twin.inbox.text())
    twin.close()
    assert done["text_chars"] == len(twin.inbox.text()), "a word came after the end"


def test_what_does_not_fit_is_left_out_in_order_and_named(twin: Twin) -> None:
    filler = "The rain went on over the roofs of the town. " * 30
    head = (Section("persona", "You are Yuri."), Section("memories", filler, 1), Section("lore", filler, 2))
    talk = (Line("user", filler), Line("assistant", filler), Line("user", "Are you there?"))
    twin.start(context=256).handle(replace(question(), head=head, talk=talk))
    assert twin.inbox.done()["left_out"] == ["memories", "lore", "talk:2"]


def test_she_refuses_to_speak_as_a_stranger(twin: Twin) -> None:
    twin.start(context=128).handle(question("Hi", head="You are Yuri and you like tea. " * 40))
    done = twin.inbox.done()
    assert done["finish"] == "error" and done["error"]["code"] == "head_too_large"
    assert "PERSONA.md" in done["error"]["hint"] and twin.inbox.text() == ""


def test_a_failure_before_the_first_word_goes_to_the_fallback(twin: Twin) -> None:
    twin.start(fails=True, fallback=True).handle(question())
    done = twin.inbox.done()
    assert (done["finish"], done["provider"], done["fell_back_from"], done["error"]) == ("stop", "other", "main", None)
    assert twin.inbox.text() in ("The other one.", "Hello you, I was waiting.")


def test_a_failure_without_a_fallback_ends_with_a_hint(twin: Twin) -> None:
    twin.start(fails=True).handle(question())
    done = twin.inbox.done()
    assert done["finish"] == "error" and done["text_chars"] == 0
    assert done["error"]["code"] and "run.py model" in done["error"]["hint"]


def test_a_role_nobody_has_is_an_answer_too(twin: Twin) -> None:
    twin.start().handle(question(role="utility"))
    assert twin.inbox.done()["error"]["code"] == "no_model"
