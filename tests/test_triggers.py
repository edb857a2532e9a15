"""Triggers: ids, what is missing, and what becomes of a missed run."""

from __future__ import annotations

from ecs.stores.lines import complete, parse, render
from ecs.stores.triggers import PREFIX, faults, missed


def test_a_trigger_says_when_and_what_a_missed_run_means():
    [morning] = parse('- [ ] Good morning {#tr-1 when="0 8 * * *" missed=skip}\n').items
    assert faults(morning) == [] and missed(morning) == "skip" and morning.keys["when"] == "0 8 * * *"


def test_a_trigger_that_can_never_fire_or_means_nothing_is_named():
    never, odd = parse('- [ ] Sing {#tr-1}\n- [ ] Dance {#tr-2 when="on Sundays" missed=perhaps}\n').items
    assert "never fires" in faults(never)[0] and "perhaps" in faults(odd)[0] and missed(odd) == "once"


def test_ids_are_made_where_missing():
    listing = parse('- [ ] Sing {when="every day at 9"}\n')
    assert complete(listing, PREFIX) == ["tr-1"]
    assert render(listing) == '- [ ] Sing {#tr-1 when="every day at 9"}\n'
