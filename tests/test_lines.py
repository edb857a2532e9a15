"""Hand-edited item files: nothing of the owner's is lost, whatever they wrote."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ecs.stores.lines import Item, add, complete, fresh_id, parse, render, split, write

EXAMPLE = (
    "- [ ] Ask how the interview went {#g-7 kind=reach_out priority=0.8 due=2026-03-03T18:00+09:00 "
    "commitment=single-minded from=promise:her-own-words state=pending}\n"
)
_pieces = st.sampled_from(["- [ ] ", "- [x] ", "- [-] ", "- [?] ", "* [ ] ", "{#g-1 ", "}", "{", "key=value", 'a="b c"', "text ", "\n", "\r\n", "\r", "# Title", "  ", "é空", "\u2028"])
files = st.one_of(st.text(max_size=200), st.lists(_pieces, max_size=30).map("".join))


def test_the_line_of_the_design_is_read_key_by_key():
    [item] = parse(EXAMPLE).items
    assert (item.id, item.text, item.box) == ("g-7", "Ask how the interview went", " ")
    assert list(item.keys) == ["kind", "priority", "due", "commitment", "from", "state"]
    assert item.keys["due"] == "2026-03-03T18:00+09:00" and item.keys["from"] == "promise:her-own-words"


@given(files)
def test_any_file_comes_back_byte_for_byte(text):
    assert render(parse(text)) == text


@given(files)
def test_splitting_loses_nothing_and_every_line_but_the_last_has_its_end(text):
    lines = split(text)
    assert "".join(lines) == text
    assert all(line.endswith(("\n", "\r")) for line in lines[:-1])


@given(files, st.integers(0, 5))
def test_changing_one_item_changes_no_other_line(text, which):
    listing = parse(text)
    if which >= len(listing.items):
        return
    before = [write(item) for item in listing.items]
    listing.items[which].box = "x" if listing.items[which].box == " " else " "
    after = [write(item) for item in listing.items]
    assert [line for number, line in enumerate(after) if number != which] == [line for number, line in enumerate(before) if number != which]
    assert after[which] != before[which]
    [again] = parse(after[which]).items
    assert (again.box, again.text, again.keys) == (listing.items[which].box, listing.items[which].text, listing.items[which].keys)


def test_a_line_that_looks_like_an_item_and_is_none_is_kept_and_named():
    text = "# Goals\n- [?] hm\n- [ ] fine\n- [ ] torn {#g-1 kind=\n- [ ] twice {kind=task kind=task}\n- [ ]   \nplain words\n"
    listing = parse(text)
    assert [problem.line for problem in listing.problems] == [2, 4, 5, 6]
    assert [item.text for item in listing.items] == ["fine"]
    assert render(listing) == text


def test_an_item_added_to_a_file_without_a_last_line_end_starts_a_line_of_its_own():
    for text in ("- [ ] one", "words", "- [ ] one\n", ""):
        listing = parse(text)
        add(listing, Item("g-9", "two", " ", {"from": "her own words"}))
        assert render(listing).splitlines()[-1] == '- [ ] two {#g-9 from="her own words"}'
        assert len(parse(render(listing)).items) == len(parse(text).items) + 1


@given(st.text(max_size=60), st.text(max_size=60))
def test_whatever_a_new_item_says_it_is_one_line_that_reads_back(text, value):
    item = Item("g-1", "x" + text, " ", {"from": value})
    again = parse(write(item))
    assert len(again.items) == 1 and not again.problems
    assert again.items[0].id == "g-1"


def test_fresh_ids_never_repeat_one_that_is_there():
    listing = parse("- [x] a {#g-3}\n- [ ] b {#g-10}\n- [ ] c {#other}\n")
    assert fresh_id(listing, "g-") == "g-11"


def test_the_name_in_a_line_that_is_not_understood_is_not_given_away():
    listing = parse("- [ ] Water the plants {#g-8 flavour=\n- [ ] Grind the rye\n")
    assert complete(listing, "g-") == ["g-9"]
