"""The server: doors, refusals, events that resume, and a real companion behind it."""

from __future__ import annotations

import io
import json
import re
import shlex
import stat
from pathlib import Path

import httpx
import pytest
from fake_host import FakeHost
from live import Session

from yurios.channels.piped import Piped
from yurios.host import NotThere, Unreachable
from yurios.places import ROOT
from yurios.serve.attached import Attached
from yurios.serve.server import Server
from yurios.serve.tokens import Links, TokensError, make_tokens

TOKENS = {"owner": "o" * 20, "agent": "a" * 20, "viewer": "v" * 20}
PAGE = ROOT / "assets" / "page"


class Client(httpx.Client):
    def __init__(self, server: Server, role: str = "owner") -> None:
        super().__init__(base_url=server.url, headers={"Authorization": f"Bearer {TOKENS[role]}"}, timeout=20, trust_env=False)

    def events(self, until: str, last: str = "") -> list[tuple[str, dict]]:
        """(id, event) up to the first event of a type."""
        found, id = [], ""
        with self.stream("GET", "/api/events", headers={"Last-Event-ID": last} if last else {}) as stream:
            for line in stream.iter_lines():
                id = line[4:] if line.startswith("id: ") else id
                if line.startswith("data: "):
                    found.append((id, json.loads(line[6:])))
                    if found[-1][1]["type"] == until:
                        return found
        raise AssertionError(f"no {until} in {found}")


@pytest.fixture
def host():
    return FakeHost(patience=0.05)


@pytest.fixture
def server(host):
    running = Server(host, TOKENS, PAGE, 0)
    yield running
    running.close()


def test_a_message_reaches_her_and_a_command_is_answered(server, host):
    with Client(server) as client:
        said = client.post("/api/chat", json={"text": "hi", "channel": "page", "message_id": "m-1"})
        assert said.status_code == 202 and said.json()["message_id"] == "m-1" and host.said == [("hi", "page")]
        assert "quiet hours" in client.post("/api/chat", json={"text": "/why"}).json()["answer"] and len(host.said) == 1


def test_every_reading_door_answers(server):
    with Client(server) as client:
        assert client.get("/api/mind").json()["state"] == "IDLE" and client.get("/api/mind/trace?n=2").json()["ticks"] == [{"tick": 3}, {"tick": 4}]
        assert client.get("/api/mind/journal?days=1").json()["days"][0]["text"] == "a day" and client.get("/api/history").json() == {"messages": []}
        assert client.get("/api/health").json()["paused"] == ["voice"] and client.post("/api/chat/cancel").status_code == 202


def test_health_is_open_and_tells_strangers_little(server):
    assert set(httpx.get(f"{server.url}/api/health", trust_env=False).json()) == {"status", "version"}


def test_a_hook_fires_with_the_trust_of_its_caller_and_an_unknown_one_does_not(server, host):
    with Client(server, "agent") as client:
        assert client.post("/api/triggers/tr-1", json={"door": "open"}).status_code == 202
        assert client.post("/api/triggers/tr-9").status_code == 404 and host.calls == [("fire", "tr-1", {"door": "open"}, "agent")]


@pytest.mark.parametrize("method, path, more, status", [
    ("GET", "/api/mind", {"headers": {"Authorization": ""}}, 401),
    ("GET", "/api/mind", {"headers": {"Authorization": "Bearer " + "a" * 20}}, 403),
    ("GET", "/api/mind", {"headers": {"Host": "evil.example"}}, 421),
    ("GET", "/api/mind", {"headers": {"Origin": "http://evil.example"}}, 403),
    ("GET", "/api/mind", {"headers": {"Origin": "null"}}, 403),
    ("GET", "/api/mind", {"headers": {"Sec-Fetch-Site": "cross-site"}}, 403),
    ("POST", "/api/chat", {"content": b"text=hi", "headers": {"Content-Type": "text/plain"}}, 415),
    ("POST", "/api/chat", {"content": b"{", "headers": {"Content-Type": "application/json"}}, 400),
    ("POST", "/api/chat", {"content": b"[" * 100_000, "headers": {"Content-Type": "application/json"}}, 400),
    ("POST", "/api/chat", {"content": b'{"text": "\\ud800"}', "headers": {"Content-Type": "application/json"}}, 400),
    ("POST", "/api/chat", {"json": {"text": " "}}, 400),
    ("POST", "/api/chat", {"json": {"text": "hi", "txet": 1}}, 400),
    ("POST", "/api/chat", {"json": {"text": "hi", "message_id": "a b"}}, 400),
    ("POST", "/api/chat", {"json": {"text": "x" * 100_001}}, 413),
    ("POST", "/api/chat", {"json": {"text": "x" * 3_000_000}}, 413),
    ("POST", "/api/chat", {"content": iter([b"x" * 600_000] * 2), "headers": {"Content-Type": "application/json"}}, 413),
    ("GET", "/api/chat", {}, 405),
    ("GET", "/api/nothing", {}, 404),
    ("GET", "/../../etc/passwd", {}, 404),
    ("GET", "/api/mind/trace?n=-1", {}, 400),
    ("POST", "/api/mind/edits/e-9", {"json": {"approve": True}}, 404),
    ("POST", "/api/mind/edits/e-9", {"json": {"approve": "yes"}}, 400),
])
def test_what_is_wrong_is_refused_with_a_sentence_and_does_nothing(server, host, method, path, more, status):
    with Client(server) as client:
        answer = client.request(method, path, **more)
        error = answer.json()["error"]
    assert answer.status_code == status and set(error) == {"code", "message", "hint"} and error["message"] and host.said == []
    assert "default-src 'none'" in answer.headers["content-security-policy"]


def test_she_rests_is_no_fault_of_the_server(server, host):
    host.resting = "She is resting."
    with Client(server) as client:
        assert client.post("/api/chat", json={"text": "hi"}).json()["error"]["message"] == "She is resting."


def test_events_go_on_where_a_client_left_and_repeat_nothing(server, host):
    with Client(server) as client:
        client.post("/api/chat", json={"text": "one"})
        first = client.events("hello")[-1]
        assert first[1]["resumed"] is False
        client.post("/api/chat", json={"text": "two"})
        host.publish({"type": "journal", "turn": 2})
        missed = client.events("journal", first[0])
        assert missed[0][1]["resumed"] is True
        seqs = [event["seq"] for _, event in missed]
        assert seqs == list(range(seqs[0], seqs[0] + len(seqs)))
        assert client.events("hello", "0000.3")[-1][1]["resumed"] is False


def test_a_new_client_is_told_the_state_and_the_open_draft(server, host):
    with Client(server) as client:
        host.publish({"type": "mind", "state": "DREAM"}, {"type": "draft", "turn": 1, "text": "a "}, {"type": "draft", "turn": 1, "text": "b"}, {"type": "notice", "text": "x"})
        client.events("notice", f"{server._feed.session}.0")
        assert [event.get("text") or event.get("state") for _, event in client.events("draft")] == [None, "DREAM", "a b"]


def test_a_viewer_sees_no_talk(server, host):
    with Client(server, "viewer") as client:
        host.publish({"type": "notice", "text": "private"}, {"type": "world", "lamp": "on"})
        assert {event["type"] for _, event in client.events("world", f"{server._feed.session}.0")} == {"hello", "world"}


def test_closing_ends_open_streams(host):
    running = Server(host, TOKENS, PAGE, 0)
    with Client(running) as client, client.stream("GET", "/api/events") as stream:
        lines = stream.iter_lines()
        next(lines)
        running.close()
        list(lines)
    with pytest.raises(httpx.ConnectError):
        httpx.get(running.url, trust_env=False)


def test_a_link_gives_the_token_once(server):
    code = server.link().rpartition("=")[2]
    answers = [httpx.post(f"{server.url}/api/link", json={"code": code}, trust_env=False) for _ in range(2)]
    assert answers[0].json() == {"token": TOKENS["owner"]} and answers[1].status_code == 403


def test_a_link_grows_old():
    now = [0.0]
    links = Links(lambda: now[0])
    code = links.make()
    now[0] = 601.0
    assert not links.spend(code) and not links.spend("")


def test_tokens_are_made_once_and_kept_from_others(tmp_path):
    path = tmp_path / "tokens.json"
    assert make_tokens(path) == make_tokens(path) and stat.S_IMODE(path.stat().st_mode) == 0o600
    path.write_text('{"owner": "short-secret"}')
    with pytest.raises(TokensError) as refused:
        make_tokens(path)
    assert "short-secret" not in str(refused.value) and path.read_text() == '{"owner": "short-secret"}'


def test_the_page_takes_nothing_from_elsewhere_and_makes_no_markup(server):
    with Client(server) as client:
        texts = [client.get(path).text for path in ("/", "/page.js", "/page.css")]
    assert not any(re.search(r"https?://|innerHTML|onclick=\"|<script>|style=", text) for text in texts)


def test_a_real_companion_answers_once_and_the_guide_is_true(tmp_path):
    with Session(tmp_path / "home", {"role": "chat", "match": ".", "text": "Here I am."}) as session:
        running = Server(session.host, TOKENS, PAGE, 0)
        try:
            with Client(running) as client:
                for line in re.findall(r"^\$ curl -s (.*)$", Path(ROOT / "docs" / "server.md").read_text(), re.MULTILINE):
                    words = shlex.split(line)
                    path, data = words[0].partition(":8768")[2], words[words.index("-d") + 1] if "-d" in words else None
                    answer = client.post(path, content=data, headers={"Content-Type": "application/json"}) if data else client.get(path)
                    assert answer.status_code in (200, 202), (line, answer.text)
                session.hers()
                session.written()
                for _ in range(2):
                    client.post("/api/chat", json={"text": "twice", "message_id": "same"})
                session.hers()
                session.written()
                said = [event for event in client.get("/api/history").json()["messages"] if event["text"] == "twice"]
                assert len(said) == 1 and "twice" in client.get("/api/mind/journal?days=1").json()["days"][-1]["text"]
                assert client.get("/api/mind").json()["state"] and client.get("/api/mind/trace").status_code == 200
                assert client.post("/api/triggers/tr-none").status_code == 404
        finally:
            running.close()


def test_an_attached_terminal_talks_as_one_that_is_here(server, host):
    attached, out, err = Attached(server.url, TOKENS["owner"]), io.StringIO(), io.StringIO()
    assert Piped(attached, "yuri", out, err).talk(iter(["hello", "/why"])) == 0
    assert out.getvalue() == "You said hello.\nShe kept quiet: quiet hours.\n" and host.said == [("hello", "terminal")]
    assert attached.forget("tea") == "Let go of tea." and attached.health()["paused"] == ["voice"]
    attached.cancel()
    assert "cancel" in host.calls
    with pytest.raises(NotThere):
        attached.decide("e-9", True)
    attached.close()


def test_an_attached_terminal_is_told_that_nobody_answers(host):
    running = Server(host, TOKENS, PAGE, 0)
    running.close()
    with pytest.raises(Unreachable, match="run.py serve"):
        Attached(running.url, TOKENS["owner"]).say("hi", channel="terminal", message_id="m")
