"""From a committed turn to beliefs and lines in her folder; a cut turn leaves nothing; a saved life goes on as if it had not stopped."""

import json

from ecs.clock import Clock
from ecs.components.belief import BeliefIndex, Believed, Discourse, Expectations, Unthought
from ecs.components.mind import Mind, MindState, Thought
from ecs.components.speech import Owed, Talk
from ecs.effects import WriteVault
from ecs.signals import Origin, Signal
from ecs.snapshot import digest, load, save
from ecs.stores.belief import Pattern
from ecs.stores.half_expecting import expect
from ecs.stores.held import beliefs_of, query
from ecs.world import World
from systems.memory.keep_in_mind import keep_in_mind
from systems.mind.believe import believe
from systems.mind.keep import keep

OWNER = Origin("owner", "terminal", "owner")


def life():
    world = World("w", 7, Clock(epoch_us=1_774_780_000_000_000))
    world.spawn("yuri", Mind(MindState.IDLE, [], [], awake=True), Thought([], []), Talk([], [], []), Owed({}), Believed(), Discourse(), Unthought(), Expectations())
    world.barrier()
    return world


def said(world, seq, text, origin=OWNER):
    keep_in_mind(world, [Signal(seq, 0, "2026-03-29T10:00:00Z", "user_message", "yuri", {"text": text, "channel": "terminal", "message_id": f"m{seq}"}, origin)])
    world.barrier()


def committed(world, seq, error=None):
    keep_in_mind(world, [Signal(seq + 500, 0, "2026-03-29T10:00:01Z", "turn_committed", "yuri", {"write": "w-1", "turn": f"t-{seq}", "commit": "abc", "error": error})])


def tick(world):
    believe(world, [])
    keep(world, [])
    world.barrier()
    effects, world.effects = world.effects, []
    return effects


def test_a_committed_turn_becomes_beliefs_and_one_write_of_the_tick():
    world = life()
    said(world, 88, "My sister Ana moved to Lyon.")
    assert tick(world) == []
    committed(world, 88)
    (write,) = tick(world)
    assert isinstance(write, WriteVault) and write.changes[0].path == "world/beliefs.jsonl" and write.changes[0].how == "append"
    assert {json.loads(line)["turn"] for line in write.changes[0].text.splitlines()} == {"t-88"}
    assert world.get("yuri", Thought).write == write.write
    assert query(world, "yuri", "Where does my sister live?")[0].say == "Lyon"
    assert [row.object for row in query(world, "yuri", Pattern("Ana", "live"))] == ["Lyon"]
    assert tick(world) == []


def test_a_turn_that_was_cut_leaves_nothing():
    world = life()
    said(world, 1, "Ana lives in Porto.")
    said(world, 2, "Bo lives in Ghent.")
    committed(world, 2)
    tick(world)
    assert query(world, "yuri", Pattern("Ana")) == [] and query(world, "yuri", Pattern("Bo", "live"))
    committed(world, 1)
    assert tick(world) == []


def test_a_turn_whose_write_waits_is_not_thought_about_yet():
    world = life()
    said(world, 1, "Ana lives in Porto.")
    committed(world, 1, {"code": "disk", "message": "full"})
    assert tick(world) == []
    committed(world, 1)
    assert tick(world)


def test_what_others_send_is_no_word_of_the_owner():
    world = life()
    said(world, 1, "Ana lives in Porto.", Origin("agent-7", "protocol", "agent"))
    committed(world, 1)
    assert tick(world) == []


def test_what_is_told_meets_what_was_expected():
    world = life()
    expect(world.get("yuri", Expectations), "the flat", 2**60, ["flat"])
    said(world, 1, "Ana got the flat!")
    committed(world, 1)
    tick(world)
    assert world.get("yuri", Expectations).open == []


def test_save_load_continue_equals_never_stopping():
    talk = ["My sister Ana lives in Porto.", "She moved to Lyon yesterday. She loves it.", "Bo bought a boat, he sold it last week.", "I used to hate coffee; since May I love it."]
    straight, resumed = life(), life()
    for seq, text in enumerate(talk):
        for world in (straight, resumed):
            said(world, seq, text)
            committed(world, seq)
            tick(world)
        resumed = load(*save(resumed))
        assert digest(straight) == digest(resumed)
        assert resumed.find("yuri", BeliefIndex) is None
    assert [answer.say for answer in query(resumed, "yuri", "Where does my sister live?")] == ["Lyon"]


def test_the_index_is_made_again_once_and_then_kept():
    world = load(*save(life()))
    beliefs_of(world, "yuri")
    world.barrier()
    index = world.get("yuri", BeliefIndex)
    beliefs_of(world, "yuri")
    world.barrier()
    assert world.get("yuri", BeliefIndex) is index
