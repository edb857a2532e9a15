"""Every file in tests/scenarios/ is run twice: the same life both times, what it expects, a sound vault, and a replay that agrees."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from ecs.tape import read
from yurios.places import ROOT
from yurios.replaying import find_pieces, replay
from yurios.scenarios import running
from yurios.scenarios.expecting import judge
from yurios.scenarios.reading import Scenario, read_scenario
from yurios.scenarios.running import Run
from yurios.scenarios.steps import play

FILES = sorted((Path(__file__).parent / "scenarios").glob("*.toml"))
KILL = {
    "plain": 'do = "kill"', "message": 'do = "say"\ntext = "one"', "second": 'do = "say"\ntext = "two"', "edit": 'do = "edit"\npath = "soul/USER.md"\nappend = "Likes tea.\\n"',
}


def lived(scenario: Scenario, out: Path) -> tuple[dict, Run]:
    out.mkdir()
    run = Run(scenario, out)
    return play(run), run


def git(out: Path, *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=out / "vault", capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def lines(out: Path, name: str) -> list[str]:
    """A file's lines; a mind that never ticked leaves no trace file."""
    return (out / name).read_text(encoding="utf-8").splitlines() if (out / name).exists() else []


def look_at(out: Path, summary: dict) -> None:
    """What holds for every scenario with a resident."""
    assert git(out, "fsck", "--strict") == ""
    assert (out / "vault/soul/CONSTITUTION.md").read_bytes() == (ROOT / "vault/soul/CONSTITUTION.md").read_bytes()
    trace = [json.loads(line) for line in (lines(out, "vault/traces/ticks.jsonl"))]
    ticks = [line["tick"] for line in trace]
    assert ticks == list(range(1, len(ticks) + 1)) and len(ticks) == summary["ticks"]
    _, signals, torn = read((out / "signals.jsonl").open("rb"))
    assert torn == b"" and [signal.seq for signal in signals] == list(range(1, len(signals) + 1))
    commits = Counter(signal.payload["turn"] for signal in signals if signal.type == "turn_committed" and signal.payload["commit"])
    assert all(count == 1 for count in commits.values()), commits
    traced = Counter(line["commit"] for line in trace)
    assert all(count == 1 for commit, count in traced.items() if commit)
    keeps_its_place(out, trace)
    # What the owner left in the drop folder is theirs to commit; everything else is clean.
    assert [line for line in git(out, "status", "--porcelain").splitlines() if "knowledge/reference/" not in line] == []


def keeps_its_place(out: Path, trace: list[dict]) -> None:
    """What is volunteered keeps to the owner's hours and cap, and every imposition stands in the trace with its reason."""
    dials = read((out / "signals.jsonl").open("rb"))[0].options["dials"]
    first = [json.loads(line) for line in lines(out, "events.jsonl")]
    first = [event for event in first if event["type"] == "message" and event["proactive"]]
    acted = {line["acted"]["text_ref"]: line for line in trace if line["acted"] and "text_ref" in line["acted"]}
    assert all(line["decided"]["intention"] == "rest" for line in trace if line["acted"] is None)
    for event in first:
        if event["appointment"]:
            assert not dials["mind.enabled"] or acted[event["id"]]["acted"]["kind"] == "announce"
        else:
            gate, hour = acted[event["id"]]["gate2"], event["at"][11:16]
            assert gate["outcome"] in ("SUGGEST", "SPEAK") and gate["blocked_by"] is None and gate["factors"]
            start, _, end = dials["mind.quiet_hours"].partition("-")
            assert not start or not (start <= hour < end if start < end else hour >= start or hour < end), event
    days = Counter(event["at"][:10] for event in first if not event["appointment"])
    assert all(count <= dials["mind.max_interrupts_per_day"] for count in days.values()), days
    assert len({event["id"] for event in first}) == len(first)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_it_lives_as_expected_and_twice_the_same(path, tmp_path):
    scenario = read_scenario(path)
    first, run = lived(scenario, tmp_path / "a")
    second, _ = lived(scenario, tmp_path / "b")
    assert all(first[key] == second[key] for key in first if key != "wall_s")
    for name in ("signals.jsonl", "events.jsonl", "vault/traces/ticks.jsonl"):
        assert lines(tmp_path / "a", name) == lines(tmp_path / "b", name)
    for verdict in (judge(expect, run.seen, tmp_path / "a/vault") for expect in scenario.expects):
        assert verdict.ok, (verdict.expect, verdict.shown)
    report = replay(find_pieces(tmp_path / "a"))
    assert report.differs is None and report.vault_head == first["vault_head"] and report.state_digest == first["state_digest"]
    assert report.commits == first["commits"] and report.digests > 0 and report.lines == first["ticks"]
    if run.has_resident:
        assert first["commits"] > 0
        look_at(tmp_path / "a", first)


@pytest.mark.parametrize("moment", range(running.KILL_MOMENTS))
@pytest.mark.parametrize("what", ["message", "edit"])
def test_a_kill_at_every_moment_of_a_write(what, moment, tmp_path, monkeypatch):
    monkeypatch.setattr(running, "below", lambda *_: moment)
    path = tmp_path / "killed.toml"
    path.write_text("\n".join([
        '[scenario]\nname = "k"\nstart = "2026-03-02T09:00:00Z"\nuntil = "+20m"\nseed = 1',
        f'[[step]]\nat = "+1m"\n{KILL["plain"]}', f'[[step]]\nat = "+1m"\n{KILL[what]}', f'[[step]]\nat = "+2m"\n{KILL["second"]}',
    ]))
    scenario = read_scenario(path)
    first, run = lived(scenario, tmp_path / "a")
    second, _ = lived(scenario, tmp_path / "b")
    assert all(first[key] == second[key] for key in first if key != "wall_s")
    assert run.counts["kills"] == 1 and replay(find_pieces(tmp_path / "a")).differs is None
    look_at(tmp_path / "a", first)
    day = (tmp_path / "a/vault/memory/episodic/2026-03-02.md").read_text()
    assert day.count("**owner:** two") == day.count("Mm.") - day.count("**owner:** one") == 1
    assert day.count("**owner:** one") == (what == "message")
    assert (tmp_path / "a/vault/soul/USER.md").read_text().count("Likes tea.") == (what == "edit")


CUT = """
[scenario]
name = "cut"
start = "2026-03-02T09:00:00Z"
until = "+10m"
[[model.reply]]
match = "story"
chunks = ["Once ", "upon ", "a ", "time."]
delay_ms = 100
[[step]]
at = "+1m"
do = "say"
text = "a story"
[[step]]
after = "{after}ms"
do = "signal"
type = "cancel"
[[step]]
at = "+2m"
do = "say"
text = "good night"
"""


@pytest.mark.parametrize("after", [0, 20, 90, 100, 110, 130, 150, 160, 170, 200, 1000])
def test_a_cancel_at_any_point_leaves_all_of_a_turn_or_nothing(after, tmp_path):
    (tmp_path / "cut.toml").write_text(CUT.format(after=after))
    summary, run = lived(read_scenario(tmp_path / "cut.toml"), tmp_path / "a")
    whole = after >= 160
    day = (tmp_path / "a/vault/memory/episodic/2026-03-02.md").read_text()
    log = git(tmp_path / "a", "log", "--format=%s")
    assert ("story" in day, "Once" in day, log.count("Talked")) == (whole, whole, 1 + whole)
    assert "**owner:** good night" in day and summary["commits"] == 2 + whole
    assert replay(find_pieces(tmp_path / "a")).differs is None
    look_at(tmp_path / "a", summary)
