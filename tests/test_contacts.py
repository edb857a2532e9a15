"""Contacts: a table people keep by hand."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ecs.stores.contacts import Contact, parse

TABLE = "# Contacts\n\n| name | who they are | how they reach her | trust |\n|---|:-:|---|---|\n"


def test_rows_become_contacts_and_prose_stays_out():
    contacts, problems = parse(TABLE + "| Ana | your sister | telegram:@ana | agent |\n| Bo \\| Co | the firm | mail |  |\n\nThat is all.\n")
    assert contacts == [Contact("Ana", "your sister", "telegram:@ana", "agent"), Contact("Bo | Co", "the firm", "mail", "stranger")]
    assert problems == []


def test_rows_that_are_none_are_named_with_their_line():
    rows = "| Ana | sister | x | owner |\n| Bo | three |\n|  | a | b | owner |\n| Cy | a | b | friend |\n| ana | again | x | owner |\n"
    contacts, problems = parse(TABLE + rows)
    assert [contact.name for contact in contacts] == ["Ana"]
    assert [problem.line for problem in problems] == [6, 7, 8, 9]
    assert "4: name" in problems[0].why and "friend" in problems[2].why and "already" in problems[3].why


@given(st.text(alphabet="|- \\abc\n:", max_size=200))
def test_no_text_is_too_odd_to_read(text):
    contacts, problems = parse(text)
    assert all(contact.name for contact in contacts) and all(problem.why for problem in problems)
