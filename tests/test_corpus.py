"""The corpus log: off unless asked for, and never more in a line than what was said."""

from __future__ import annotations

import json
import os

from yurios.config import load
from yurios.corpus import SCOPE, WAITING, CorpusLog
from yurios.home import Home


def said(role: str, turn: str, text: str, **more) -> dict:
    blocks = [{"type": "reasoning", "text": "a secret thought"}, {"type": "text", "text": text}]
    return {"type": "message", "at": "2026-03-02T09:00:00+00:00", "role": role, "turn": turn, "text": text, "channel": "terminal", "blocks": blocks,
            "citations": [{"kind": "document", "doc": "diary.md"}], "proactive": False} | more


def lines(log: CorpusLog) -> list[dict]:
    return [json.loads(line) for line in log.path.read_text(encoding="utf-8").splitlines()] if log.path.exists() else []


def test_it_is_off_unless_the_owner_asks():
    assert load(None, {})["corpus.enabled"] is False


def test_an_exchange_is_one_line_that_holds_what_was_said_and_nothing_else(tmp_path):
    log = CorpusLog(Home(tmp_path), "yuri")
    log.take(said("owner", "t-1", "hello\nthere"))
    log.take(said("her", "t-1", "Hi."))
    [line] = lines(log)
    assert tuple(line) == SCOPE and (line["owner"], line["her"]) == ("hello\nthere", "Hi.")
    assert "secret" not in log.path.read_text() and "diary" not in log.path.read_text()
    assert tmp_path not in (tmp_path / "residents").parents or not (tmp_path / "residents").exists()
    assert os.stat(log.path).st_mode & 0o077 == 0


def test_unasked_lines_drafts_and_unanswered_messages_stay_out(tmp_path):
    log = CorpusLog(Home(tmp_path), "yuri")
    log.take(said("owner", "t-1", "hello"))
    log.take(said("her", "t-9", "By the way", proactive=True))
    log.take({"type": "draft", "turn": "t-1", "text": "Hi"})
    log.take(said("her", "t-2", "An answer to nothing that was heard"))
    assert lines(log) == []


def test_messages_that_are_never_answered_do_not_pile_up(tmp_path):
    log = CorpusLog(Home(tmp_path), "yuri")
    for number in range(5 * WAITING):
        log.take(said("owner", f"t-{number}", "hello"))
    assert len(log._asked) == WAITING
