"""Whatever is said, she neither falls over nor believes without end; and what she is asked changes nothing."""

from hypothesis import example, given, settings, strategies as st

from ecs.clock import Clock
from ecs.components.belief import Discourse
from ecs.reading.answers import ask
from ecs.reading.dates import Moment
from ecs.reading.told import take_in
from ecs.stores.belief import Source
from ecs.stores.belief_rows import ListRows
from ecs.stores.beliefs import Beliefs

MOMENT = Moment(1_774_780_000_000_000, Clock(transitions=((0, 3600),)))
WORDS = """I you he she it we they me him her them my your his their Ana Tom Lyon Dr. Mr the a an this that who which whose what where when why how if and or but so because
is are was were be been am have has had do does did can will would should might used to not never anymore since until before after in on at with from for by of about than
moved lives lived likes loves hated sold bought told said gave lent recommended works quit stopped started called named born died married left came back sister boss friend
car boat dog coffee band shop book station yesterday Friday May 2019 ago last week years two one , . ! ? : ; ( ) - " ' 's n't … 🚤 ⟦0⟧ ⟦99⟧""".split()
TALK = st.lists(st.sampled_from(WORDS), max_size=25).map(" ".join)


@given(TALK, TALK, TALK)
@example("", "", "two so")
@example("! did which a from who do if lives and gave", "", "which sister , used his ago might ) one should moved will named about")
@settings(max_examples=400)
def test_any_row_of_words_can_be_told_and_asked(first, before, asked):
    beliefs, discourse = Beliefs(ListRows()), Discourse()
    take_in(beliefs, discourse, first, MOMENT, Source("t-1"))
    take_in(beliefs, discourse, asked, MOMENT, Source("t-2"), before)
    known = beliefs.rows.newest_id()
    ask(beliefs, asked, MOMENT)
    assert beliefs.rows.newest_id() == known <= 40 * (len(first.split()) + len(asked.split()) + 1)
    assert len(discourse.mentions) <= 24


@given(st.text(max_size=200))
@settings(max_examples=200)
def test_any_text_can_be_told_and_asked(text):
    beliefs = Beliefs(ListRows())
    take_in(beliefs, Discourse(), text, MOMENT, Source("t-1"), text)
    ask(beliefs, text, MOMENT)


def test_a_very_long_message_is_believed_in_proportion():
    def rows(times):
        beliefs = Beliefs(ListRows())
        take_in(beliefs, Discourse(), " ".join(f"Tom told Ana {number} that he sold the boat to Bo on Friday." for number in range(times)), MOMENT, Source("t-1"))
        return beliefs.rows.newest_id() + 1

    assert rows(40) <= 12 * rows(4)
