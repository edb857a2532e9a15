"""From an exchange to goals: dues before and after an event, what merges, what is withdrawn; and the system that does it in a tick."""

from ecs.clock import Clock
from ecs.components.belief import Unthought
from ecs.components.mind import Mind, MindState, Thought
from ecs.components.notes import Notes
from ecs.components.promised import Exchanged, Unscanned
from ecs.components.speech import Owed, Talk
from ecs.reading.dates import Moment
from ecs.signals import Origin, Signal
from ecs.stores.filing import file_exchange
from ecs.stores.lines import Listing, parse, render
from ecs.world import World
from systems.memory.keep_in_mind import keep_in_mind
from systems.mind.keep import keep
from systems.mind.promise import promise

TUESDAY = 1_772_532_120_000_000  # 2026-03-03T10:02:00Z
HOUR = 3_600_000_000
OWNER = Origin("owner", "terminal", "owner")


def file(listing, owner, her="", at=TUESDAY, turn="t-1", before=""):
    now = Moment(at, Clock())
    return file_exchange(listing, Exchanged(turn, owner, at, before, her, at), now, now)


def goals_of(*exchanges):
    listing = Listing([], [], [])
    for number, (owner, her) in enumerate(exchanges):
        file(listing, owner, her, TUESDAY + number * HOUR, f"t-{number}")
    return [(item.text, item.keys.get("due", ""), item.keys.get("from", ""), item.keys.get("policy", "")) for item in listing.items]


def test_an_ask_at_an_hour_is_an_appointment_and_one_for_a_day_is_not_at_an_hour():
    assert goals_of(("remind me to call Ana at six", "")) == [("Call Ana", "2026-03-03T18:00+00:00", "owner", "wake")]
    assert goals_of(("remind me on Friday to buy stamps", "")) == [("Buy stamps", "2026-03-06T09:00+00:00", "owner", "")]


def test_an_event_is_wished_well_before_and_asked_after():
    found = goals_of(("my interview is on Thursday at 3 pm", ""))
    assert [(text, due) for text, due, *_ in found] == [("Wish good luck for the interview", "2026-03-05T13:00+00:00"), ("Ask how the interview went", "2026-03-05T18:00+00:00")]


def test_a_late_event_is_asked_after_next_morning_and_an_early_one_wished_for_the_evening_before():
    assert [due for _, due, *_ in goals_of(("the concert is tomorrow at 20:00", ""))] == ["2026-03-04T18:00+00:00", "2026-03-05T10:00+00:00"]
    assert [due for _, due, *_ in goals_of(("my exam is tomorrow at 9 am", ""))] == ["2026-03-03T19:00+00:00", "2026-03-04T12:00+00:00"]


def test_an_event_that_is_near_has_no_wish():
    assert [text for text, *_ in goals_of(("my exam is in an hour", ""))] == ["Ask how the exam went"]


def test_her_promise_of_the_question_is_the_question():
    found = goals_of(("my interview is on Thursday at 3 pm", "I'll ask you how it went on Thursday evening."))
    assert [(text, due, origin) for text, due, origin, _ in found][1:] == [("Ask how the interview went", "2026-03-05T19:00+00:00", "promise:t-0")]


def test_her_yes_to_an_ask_is_no_second_goal():
    assert len(goals_of(("remind me to call Ana at six", "I'll remind you at six to call Ana."))) == 1
    assert len(goals_of(("wake me from my nap at two", "Will do."))) == 1


def test_an_event_told_again_is_one_also_after_it_was_asked():
    listing = Listing([], [], [])
    file(listing, "my interview is on Thursday at 3 pm")
    for item in listing.items:
        item.box = "x"
    assert file(listing, "did I say that the interview is on Thursday?", at=TUESDAY + HOUR, turn="t-2").new == []
    assert file(listing, "the interview on Thursday is at 3 pm, I am nervous", at=TUESDAY + 2 * HOUR, turn="t-3").new == []


def test_leave_me_alone_is_no_ask():
    assert goals_of(("Please leave me alone until tomorrow.", ""), ("please don't bother me tonight", "")) == []


def test_two_interviews_in_two_weeks_are_two():
    assert len(goals_of(("my interview is on Thursday at 3 pm", ""), ("another interview is on the 20th at 3 pm", ""))) == 4


def test_never_mind_strikes_what_was_just_filed_and_a_name_strikes_its_own():
    listing = Listing([], [], [])
    file(listing, "remind me to call Ana at six")
    file(listing, "remind me to water the fern at seven", at=TUESDAY + HOUR, turn="t-2")
    assert file(listing, "forget the call to Ana, no reminder needed", at=TUESDAY + 2 * HOUR, turn="t-3").withdrawn == ["g-1"]
    assert file(listing, "never mind", at=TUESDAY + 3 * HOUR, turn="t-4").withdrawn == []
    file(listing, "wake me at two", at=TUESDAY + 3 * HOUR, turn="t-5")
    assert file(listing, "oh, never mind", at=TUESDAY + 3 * HOUR + 60_000_000, turn="t-6").withdrawn == ["g-3"]
    assert [item.box for item in listing.items] == ["-", " ", "-"]


def test_what_was_struck_may_be_asked_for_anew():
    listing = Listing([], [], [])
    file(listing, "remind me to call Ana at six")
    file(listing, "forget the reminder to call Ana", at=TUESDAY + HOUR)
    assert file(listing, "remind me to call Ana at six after all", at=TUESDAY + 2 * HOUR, turn="t-9").new == ["g-2"]


def test_a_filed_line_is_read_back_as_it_was():
    listing = Listing([], [], [])
    file(listing, "remind me to buy {#odd} things [x] at six", 'I\'ll ask you on Friday "how" it went {and} why.')
    again = parse(render(listing))
    assert not again.problems and [item.id for item in again.items] == [item.id for item in listing.items]


def life():
    world = World("w", 7, Clock(epoch_us=TUESDAY))
    world.spawn("yuri", Mind(MindState.IDLE, [], [], awake=True), Thought([], []), Talk([], [], []), Owed({}), Unthought(), Unscanned(), Notes(Listing([], [], []), Listing([], [], []), [], {}, []))
    world.barrier()
    return world


def exchange(world, seq, text, reply, commit=True, error=None):
    keep_in_mind(world, [Signal(seq, 0, "", "user_message", "yuri", {"text": text, "channel": "terminal", "message_id": f"m{seq}"}, OWNER)])
    world.get("yuri", Unthought).said[-1].reply = reply
    if commit:
        keep_in_mind(world, [Signal(seq + 500, 0, "", "turn_committed", "yuri", {"write": "w-1", "turn": f"t-{seq}", "commit": "abc", "error": error})])


def tick(world):
    promise(world, [])
    keep(world, [])
    effects, world.effects = world.effects, []
    return effects


def test_a_committed_exchange_becomes_goals_with_the_commit_of_the_tick():
    world = life()
    exchange(world, 5, "remind me to call Ana at six", "I'll ask you on Friday how the roof is.")
    (write,) = tick(world)
    assert [change.path for change in write.changes] == ["goals.md"] and "Noted g-1, g-2 (t-5)" in write.message
    assert world.get("yuri", Thought).promises == 2
    assert tick(world) == []


def test_what_was_cut_or_not_written_files_nothing():
    world = life()
    exchange(world, 5, "remind me to call Ana at six", "I'll do it at six.", commit=False)
    exchange(world, 6, "remind me to call Tom at six", "", error={"code": "full", "message": "The disk is full."})
    assert tick(world) == []
    exchange(world, 7, "hello", "Hello.")
    assert tick(world) == []
