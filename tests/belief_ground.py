"""Ground for belief tests: both kinds of rows, and times that read."""

from ecs.clock import SECOND_US
from ecs.components.belief import BeliefIndex, Believed
from ecs.stores.belief import Source
from ecs.stores.belief_rows import ColumnRows, ListRows
from ecs.stores.beliefs import Beliefs

DAY = 86_400 * SECOND_US
TURN = Source("t-1")


def in_columns() -> Beliefs:
    return Beliefs(ColumnRows(Believed(), BeliefIndex()))


def in_a_list() -> Beliefs:
    return Beliefs(ListRows())


BACKENDS = {"columns": in_columns, "list": in_a_list}
