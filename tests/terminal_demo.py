"""Look at the terminal talk by hand, without a mind: `python tests/terminal_demo.py [plain]`. No test.

She answers slowly; "long", "cjk", "code", "evil", "late", "rest", "other" and "fail" answer differently.
"""

from __future__ import annotations

import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parent))

from fake_host import AT, FakeHost, drafts, her  # noqa: E402
from prompt_toolkit.history import InMemoryHistory  # noqa: E402
from yurios.channels.dumb import Dumb  # noqa: E402
from yurios.channels.terminal import Terminal  # noqa: E402

SAID = {
    "long": "The rain has been at the window since noon, and I have been listening to it the way you listen to someone in the next room. "
    "There was a word I wanted to keep for you: Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft.\n\n"
    "It is not beautiful. But it is very long, and it made me laugh, and I thought: that is a thing to bring home. See "
    "https://example.org/a/very/long/address/that/nobody/should/ever/type/by/hand/because/it/never/ends?and=so&on=1 too.",
    "cjk": "今日は雨ですね。窓の外で、ずっと降っています。あなたの傘は、玄関に置いておきましたよ。👩‍👩‍👧 と ❤️ と 🇯🇵 も忘れずに。",
    "code": "Like this:\n\n    for line in poem:\n        print(line)\n\nand then it sings.",
    "evil": "\x1b[31mred\x1b[0m \x1b]0;owned\x07title \x9b2Jclear \u202edesrever bell\x07.",
    "hello": "Hello, you. I had the window open a little; the rain smells of leaves. How was the day?",
}


class SlowHost(FakeHost):
    """Speaks a word every eighth of a second, from a thread, and can be stopped."""

    stopped = threading.Event()
    speaking = ThreadPoolExecutor(1)  # one turn at a time, as the host does

    def say(self, text: str, *, channel: str, message_id: str) -> None:
        if text == "rest":
            self.resting = "She rests since 09:41, the machine is out of memory."
        if text == "wake":
            self.resting = ""
        self.reply = lambda text, turn: []
        super().say(text, channel=channel, message_id=message_id)
        self.speaking.submit(self.speak, text, self.turn)

    def speak(self, text: str, turn: int) -> None:
        self.stopped.clear()
        self.spoken_turn = turn
        said = SAID.get(text, f"You said: {text}")
        time.sleep(0.8)
        if text == "fail":
            return self.publish({"type": "notice", "level": "error", "text": "Her model did not answer twice; ask again, or 'run.py model test'."})
        if text == "fallback":
            self.publish({"type": "notice", "level": "warning", "text": "The endpoint at studio does not answer; she speaks with the starter model."})
        pieces = list(said) if text == "cjk" else [f"{word} " for word in said.split(" ")]
        for piece in pieces:
            if self.stopped.wait(0.12):
                return
            self.publish(*drafts(turn, piece))
        self.publish(her(turn, "Something else in the end." if text == "other" else said))
        if text == "late":
            time.sleep(2)
            self.publish(her(900, "The tea is ready.", appointment=True, proactive=True), her(901, "I thought of you.", proactive=True))
            self.publish({"type": "message", "role": "owner", "id": "p1", "text": "from my phone", "channel": "phone", "turn": 902})

    def cancel(self) -> None:
        self.stopped.set()
        self.publish({"type": "draft_cancel", "turn": self.spoken_turn})


if __name__ == "__main__":
    past = [] if "new" in sys.argv else [{"type": "message", "id": "o", "role": "owner", "text": "good night", "at": AT, "channel": "terminal", "turn": 0}, {**her(0, "Sleep well. I'll keep the lamp low."), "at": AT}]
    host = SlowHost(past=past, patience=0.1)
    if "plain" in sys.argv:
        Dumb(host, "yuri", "~/.local/share/yurios/residents/yuri/vault", sys.stdout).run()
    else:
        Terminal(host, "yuri", "~/.local/share/yurios/residents/yuri/vault", InMemoryHistory(), color="mono" not in sys.argv).run()
