"""Kill a live session again and again, and look at what is left. A script, and the ground of test_kill_session.py.

    python tests/kill_session.py --kills 100 --seed 7 [--model starter] [--home FOLDER]

A child process opens the companion profile on a home and talks through pipes; this process says things to it, kills it
at a moment drawn by the seed, starts it again on the same home, and checks that nothing acknowledged is lost, nothing is
doubled, the vault is sound, and the tape tells it all.
"""

from __future__ import annotations

import argparse
import json
import os
import queue
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NAME, MESSAGES, PATIENCE_S = "yuri", 600, 90
#: What the killer waits for before it strikes. "start" is the waking itself, "quiet" a stretch in which only ticks run.
MOMENTS = ("start", "sent", "ack", "draft", "draft", "reply", "journal", "journal", "quiet", "edit", "close")
CONFIG = '[mind]\nengaged_cadence_s = 1\nidle_cadence_s = 1\nengaged_timeout_s = 2\n[models]\nchat = "{model}"\n[time]\nzone = "UTC"\n'


def replies() -> list[dict]:
    """What the scripted model says: each message gets its own answer; some come at the second try, some never."""
    table = []
    for number in range(MESSAGES):
        match = rf"message {number}\b"
        if number % 7 == 3:
            table.append({"match": match, "text": "", "times": 1})
        if number % 11 == 5:
            table.append({"match": match, "error": "timeout", "delay_ms": 40})
        else:
            words = " ".join(f"word{place}" for place in range(1 + number % 9))
            table.append({"match": match, "text": f"Answer {number} has {words}", "delay_ms": 20 * (number % 4)})
    return table


# The child.


def child(home_path: str) -> None:
    """Open the session and obey lines of stdin: `say ID TEXT`, `settle`, `close`. Tells what happens on stdout."""
    sys.path.insert(0, str(ROOT))
    from yurios.config import load
    from yurios.home import open_home
    from yurios.host import Unreachable
    from yurios.profiles.companion import open_host

    home = open_home(home_path, {})
    host = open_host(home, load(home, {}), NAME, replies=replies())
    out = threading.Lock()

    def tell(**fields: object) -> None:
        with out:
            sys.stdout.write(json.dumps(fields) + "\n")
            sys.stdout.flush()

    stream = host.subscribe()

    def listen() -> None:
        while (event := stream.get()) is not None:
            tell(event=event["type"], role=event.get("role", ""), turn=event.get("turn", ""), text=event.get("text", "")[:200])

    threading.Thread(target=listen, daemon=True).start()
    tell(ready=True, notices=host.health()["notices"])
    host.arrive("terminal", False)
    for line in sys.stdin:
        verb, _, rest = line.strip().partition(" ")
        if verb == "say":
            ident, _, text = rest.partition(" ")
            try:
                host.say(text, channel="terminal", message_id=ident)
                tell(ack=ident)
            except Unreachable as error:
                tell(refused=ident, why=str(error))
        elif verb == "settle":
            tell(settled=_settled(host), health=host.health())
        elif verb == "close":
            break
    host.close()
    tell(closed=True)


def _settled(host) -> bool:
    """Wait until nothing is under way: no turn, no queue, no write."""
    from ecs.components.speech import Owed, Talk, Turn

    def open_work(world) -> bool:
        talk, turn, owed = world.get(NAME, Talk), world.get(NAME, Turn), world.get(NAME, Owed)
        return bool(talk.queue or turn.state != "idle" or owed.writes)

    for _ in range(PATIENCE_S * 50):
        if not host._loop.call(open_work) and not host._vault.owed(NAME):
            return True
        time.sleep(0.02)
    return False


# The killer.


@dataclass
class Told:
    """What was said: `acked` were acknowledged, `sent` may have been."""

    next: int = 0
    sent: list[int] = field(default_factory=list)
    acked: list[int] = field(default_factory=list)


class Session:
    """One child."""

    def __init__(self, home: Path) -> None:
        environ = {key: value for key, value in os.environ.items() if not key.startswith("YURIOS_")}
        self._process = subprocess.Popen(
            [sys.executable, __file__, "--child", str(home)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=open(home.parent / "stderr.txt", "ab"), text=True, bufsize=1, env=environ, cwd=ROOT,
        )
        self._told: queue.Queue = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()
        self.acked: list[str] = []

    def _listen(self) -> None:
        for line in self._process.stdout:
            self._told.put(json.loads(line) if line.endswith("\n") else {})
        self._told.put(None)

    def say(self, line: str) -> None:
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def wait(self, wanted, patience: float = PATIENCE_S) -> dict | None:
        """The next thing told that `wanted(told)` likes; None when it does not come."""
        end = time.monotonic() + patience
        while (left := end - time.monotonic()) > 0:
            try:
                told = self._told.get(timeout=left)
            except queue.Empty:
                return None
            if told is None:
                return None
            if "ack" in told:
                self.acked.append(told["ack"])
            if wanted(told):
                return told
        return None

    def kill(self) -> None:
        """Kill -9, and read what it had still told."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        self.wait(lambda told: False, 10)
        self._process.stdin.close()

    def end(self) -> int:
        """Let it close by itself."""
        self.say("close")
        self._process.stdin.close()
        self.wait(lambda told: "closed" in told)
        return self._process.wait(PATIENCE_S)


class Killer:
    """Sessions on one home, one after the other. `faults` are sentences; none is what we want."""

    def __init__(self, home: Path, seed: int, model: str = "scripted") -> None:
        self.home, self.dice, self.told = home, random.Random(seed), Told()
        self.faults: list[str] = []
        self.moments: Counter = Counter()
        self.notices: Counter = Counter()
        self._killed = False
        home.mkdir(parents=True, exist_ok=True)
        (home / "config.toml").write_text(CONFIG.format(model=model))

    @property
    def vault(self) -> Path:
        return self.home / "residents" / NAME / "vault"

    def run(self, kills: int) -> None:
        for number in range(kills):
            self._round(number)
            if len(self.faults) > 20:
                return
        self._last()

    def _round(self, number: int) -> None:
        moment = self.dice.choice(MOMENTS) if number else "ack"
        self.moments[moment] += 1
        session = Session(self.home)
        if moment == "start":
            time.sleep(self.dice.uniform(0.2, 2.5))
        else:
            self._opened(session, number)
            self._talk(session, moment)
        if moment == "close":
            session.say("close")
        time.sleep(self.dice.choice((0, self.dice.uniform(0, 0.01), self.dice.uniform(0, 0.2))))
        session.kill()
        self._killed = (self.home / "residents" / NAME / "holder.json").exists()
        self._note_acks(session)
        self._look_at_disk(f"kill {number} ({moment})")

    def _opened(self, session: Session, number: int) -> None:
        ready = session.wait(lambda told: "ready" in told)
        if ready is None:
            self.faults.append(f"kill {number}: she did not wake; see {self.home.parent / 'stderr.txt'}")
            return
        for notice in ready["notices"]:
            self.notices[re.sub(r"[\d:T+Z-]{2,}", "#", notice)] += 1
        if self._killed and not any("ended without closing" in notice for notice in ready["notices"]):
            self.faults.append(f"kill {number}: the session before is not reported: {ready['notices']}")
        if self.dice.random() < 0.4:
            self._settle(session, f"before kill {number}")

    def _talk(self, session: Session, moment: str) -> None:
        for _ in range(self.dice.choice((1, 1, 2, 3))):
            again = self.told.sent and self.dice.random() < 0.2
            number = self.dice.choice(self.told.sent[-3:]) if again else self.told.next
            if not again:
                self.told.next += 1
                self.told.sent.append(number)
            session.say(f"say m-{number} This is message {number}\tof the {'very ' * (number % 3)}long talk.")
        if moment == "edit":
            persona = self.vault / "soul" / "PERSONA.md"
            persona.write_text(persona.read_text() + f"\nLine {self.told.next} by hand.\n")
        nth = self.dice.randint(1, 6)
        self._wait_for(session, moment, nth)

    def _wait_for(self, session: Session, moment: str, nth: int) -> None:
        match moment:
            case "ack" | "edit":
                session.wait(lambda told: "ack" in told)
            case "draft":
                seen = iter(range(nth))
                session.wait(lambda told: told.get("event") == "draft" and next(seen, None) is None, 5)
            case "reply":
                session.wait(lambda told: told.get("event") == "message" and told["role"] == "her", 5)
            case "journal":
                session.wait(lambda told: told.get("event") == "journal", 5)
            case "quiet":
                session.wait(lambda told: "ack" in told)
                time.sleep(self.dice.uniform(1, 3.5))

    def _note_acks(self, session: Session) -> None:
        for ident in session.acked:
            number = int(ident.removeprefix("m-"))
            if number not in self.told.acked:
                self.told.acked.append(number)

    def _settle(self, session: Session, when: str) -> None:
        session.say("settle")
        settled = session.wait(lambda told: "settled" in told)
        if not settled or not settled["settled"]:
            self.faults.append(f"{when}: she never came to rest: {settled}")
            return
        self._note_acks(session)
        self._look_at_day(when)
        if settled["health"]["paused"]:
            self.faults.append(f"{when}: paused: {settled['health']['paused']}")
        dirty = self._git("status", "--porcelain").stdout.strip()
        if dirty:
            self.faults.append(f"{when}: git status is not clean: {dirty}")

    def _last(self) -> None:
        """A session that is let end: all is settled, and the tape replays."""
        session = Session(self.home)
        self._opened(session, -1)
        self._settle(session, "at the end")
        if session.end() != 0:
            self.faults.append("the last session did not end well")
        self._look_at_disk("at the end")
        if (self.home / "residents" / NAME / "holder.json").exists():
            self.faults.append("at the end: holder.json is left behind")
        done = subprocess.run([sys.executable, "-m", "yurios.cli", "replay", str(self.home / "tapes" / NAME)], cwd=ROOT, capture_output=True, text=True)
        print(done.stdout, done.stderr)
        if done.returncode:
            self.faults.append(f"replay: {done.stdout[-600:]} {done.stderr[-300:]}")

    # What must hold.

    def _look_at_disk(self, when: str) -> None:
        """What holds at any moment, with nobody awake."""
        for look in (self._look_at_git, self._look_at_trace, self._look_at_tape):
            try:
                fault = look()
            except Exception as error:  # noqa: BLE001 - a look that breaks is a finding
                fault = f"{look.__name__}: {error!r}"
            if fault:
                self.faults.append(f"{when}: {fault}")

    def _git(self, *words: str) -> subprocess.CompletedProcess:
        return subprocess.run(["git", *words], cwd=self.vault, capture_output=True, text=True)

    def _look_at_git(self) -> str:
        if not (self.vault / ".git").is_dir():
            return ""
        done = self._git("fsck", "--strict", "--no-dangling")
        bad = [line for line in (done.stdout + done.stderr).splitlines() if line and "unborn branch" not in line and "No default references" not in line]
        return f"git fsck: {bad}" if done.returncode or bad else ""

    def _look_at_trace(self) -> str:
        trace = self.vault / "traces" / "ticks.jsonl"
        rows = trace.read_bytes().split(b"\n") if trace.exists() else [b""]
        ticks = [json.loads(row)["tick"] for row in rows[:-1]]
        bad = [(before, after) for before, after in zip(ticks, ticks[1:]) if after != before + 1]
        return f"the ticks of the trace do not rise one by one: {bad[:5]}" if bad or ticks[:1] not in ([], [1]) else ""

    def _look_at_tape(self) -> str:
        sys.path.insert(0, str(ROOT))
        from yurios.tapes import pieces, read_piece

        for piece in pieces(self.home / "tapes" / NAME):
            if piece.stat().st_size:
                read_piece(piece)  # raises when a line is damaged, missing or doubled
        return ""

    def _look_at_day(self, when: str) -> None:
        """Each acknowledged message stands in the day files once, answered or marked, in the order it came."""
        days = sorted((self.vault / "memory" / "episodic").glob("*.md"))
        text = "".join(day.read_text() for day in days)
        blocks = re.findall(r"^### .*?\{#(t-\d+) channel=terminal\}\n\*\*owner:\*\* This is message (\d+)\t[^\n]*\n(.*?)(?=^### |^# |\Z)", text, re.M | re.S)
        numbers, turns = [int(number) for _, number, _ in blocks], [turn for turn, _, _ in blocks]
        if text.count("\n### ") != len(blocks):
            self.faults.append(f"{when}: {text.count('### ')} headings, {len(blocks)} exchanges")
        for what, wrong in (
            ("lost", sorted(set(self.told.acked) - set(numbers))), ("twice", [n for n, many in Counter(numbers).items() if many > 1]),
            ("never said", sorted(set(numbers) - set(self.told.sent))), ("one turn twice", [t for t, many in Counter(turns).items() if many > 1]),
            ("not in order", [pair for pair in zip(turns, turns[1:]) if int(pair[0][2:]) >= int(pair[1][2:])]),
            ("without answer or mark", [n for _, n, rest in blocks if "**yuri:** " not in rest and "*unanswered" not in rest]),
            ("with a wrong answer", [n for _, n, rest in blocks if "Answer" in rest and f"Answer {n} " not in rest]),
        ):
            if wrong:
                self.faults.append(f"{when}: {what}: {wrong}")
        for turn, count in Counter(re.findall(r"\((t-\d+)\)$", self._git("log", "--format=%s").stdout, re.M)).items():
            if count > 1:
                self.faults.append(f"{when}: {count} commits of {turn}")

    def told_in_numbers(self) -> str:
        commits = self._git("rev-list", "--count", "HEAD").stdout.strip()
        trace = (self.vault / "traces" / "ticks.jsonl").read_bytes().count(b"\n")
        return (f"{sum(self.moments.values())} kills {dict(self.moments)}; {self.told.next} messages said, {len(self.told.acked)} acknowledged; "
                f"{commits} commits, {trace} ticks in the trace; {len(self.faults)} faults")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--model", default="scripted")
    parser.add_argument("--home", type=Path)
    parser.add_argument("--child", metavar="HOME")
    args = parser.parse_args()
    if args.child:
        child(args.child)
        return 0
    folder = args.home or Path(tempfile.mkdtemp(prefix="yurios-kills-"))
    killer = Killer(folder / "home", args.seed, args.model)
    began = time.monotonic()
    killer.run(args.kills)
    print(killer.told_in_numbers(), f"({time.monotonic() - began:.0f} s)")
    for notice, count in killer.notices.most_common():
        print(f"  {count} × {notice}")
    for fault in killer.faults:
        print("FAULT", fault)
    if not killer.faults and not args.home:
        shutil.rmtree(folder)
    elif killer.faults:
        print(f"kept: {folder}")
    return 1 if killer.faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
