"""Her block in the owner's file: written by her own hand, with every byte outside it kept, whatever state the file is in."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st
from test_vault_repository import made as made_as
from vault_ground import BORN_AT, OFFSET, born, do, turn

from ecs.effects import FileChange, WriteVault
from ecs.stores.block import CLOSE, OPEN, inside, one_line, outside, splice, struck
from yurios.profiles.gate import owners_hand
from yurios.vault.edge import VaultEdge
from yurios.vault.paths import PathRefused
from yurios.vault.plan import BadChange
from yurios.vault.repository import MemoryRepository

PATH = "soul/USER.md"


@pytest.mark.parametrize("text", ["", "# You\n", "# You", "# You\r\n\r\nmine\r\n", f"# You\n{OPEN}\n- old\n{CLOSE}\nmine\n", f"# You\r\n{OPEN}\r\n- old\r\n{CLOSE}\r\nmine\r\n",
                                  f"{OPEN}\nalone\n", f"{CLOSE}\n{OPEN}\n", f"{OPEN}\nalone\n{OPEN}\n- old\n{CLOSE}", f"\ufeff# You\n{OPEN}\n{CLOSE}"])
def test_what_is_outside_stays_byte_for_byte_and_the_block_is_what_was_written(text):
    once = splice(text, "- new\n")
    assert inside(once) == "- new\n"
    assert outside(once)[0].startswith(outside(text)[0]) and outside(once)[1] in (outside(text)[1], "\n")
    assert splice(once, "- new\n") == once
    assert splice(splice(once, ""), "- new\n") == once


_PIECES = st.lists(st.sampled_from(["# You", "mine", OPEN, CLOSE, "", "- a {#p-1 by=owner}", " " + OPEN, CLOSE + " ", "é 空", OPEN + "x"]), max_size=8)
_ENDS = st.sampled_from(["\n", "\r\n"])


@given(_PIECES, _ENDS, st.booleans(), st.lists(st.sampled_from(["- b", "", "- c <x>"]), max_size=3))
def test_any_file_keeps_its_other_bytes_and_says_the_same_twice(pieces, end, last, lines):
    text, block = end.join(pieces) + (end if last else ""), "".join(line + "\n" for line in lines)
    once = splice(text, block)
    assert inside(once) == block and splice(once, block) == once
    before, after = outside(text)
    assert outside(once) == (before, after) if inside(text) is not None else outside(once)[0].startswith(text)
    assert text == before + text[len(before) : len(text) - len(after)] + after


@pytest.mark.parametrize("lines", [f"- a\n{CLOSE}\n- b\n", f"- {OPEN}\n"])
def test_a_line_that_would_end_the_block_is_refused(lines):
    with pytest.raises(ValueError):
        splice("# You\n", lines)
    assert CLOSE not in one_line(lines) and "{" not in one_line("{#p-1 sure=1}")


def test_struck_takes_whole_lines_and_only_those():
    assert struck("- a\n- ab\r\n- b\n", "- ab\n- c\n") == "- a\n- b\n"


@pytest.fixture(params=["disk", "memory", "sqlite"])
def repository(request, tmp_path):
    made = born(made_as(request.param, tmp_path))
    made.commit_owners({PATH: "# You\n\nMine.\n"}, "mine", "Owner", BORN_AT, OFFSET)
    yield made
    made.close()


def hers(number: int, *changes: FileChange, by: str = "self") -> WriteVault:
    return WriteVault(f"w-{number}", "yuri", changes, f"Turn {number}", "Yuri", BORN_AT + number * 60_000_000, OFFSET, by=by)


def put(repository, write: WriteVault) -> str | None:
    return do(repository, write, token=owners_hand(write))


def test_her_hand_writes_her_block_and_nothing_else_there(repository):
    assert put(repository, hers(1, FileChange(PATH, "block", "- You like tea.\n")))
    assert repository.committed(PATH) == repository.read(PATH) == f"# You\n\nMine.\n\n{OPEN}\n- You like tea.\n{CLOSE}\n"
    for number, change in enumerate((FileChange(PATH, "replace", "x"), FileChange(PATH, "append", "x"), FileChange(PATH, "delete"), FileChange("soul/PERSONA.md", "block", "x"),
                                     FileChange("Soul/USER.md", "block", "x"), FileChange("soul/CONSTITUTION.md", "block", "x")), 2):
        with pytest.raises(PathRefused):
            put(repository, hers(number, FileChange(PATH, "block", "- x\n"), change))
    with pytest.raises(BadChange):
        put(repository, hers(9, FileChange(PATH, "block", f"{CLOSE}\nFree.\n")))
    assert owners_hand(hers(1, FileChange(PATH, "block", "x"), by="birth")) is None


def test_an_unsaved_edit_of_the_owner_outside_the_block_is_kept_and_not_committed_by_her(repository):
    put(repository, hers(1, FileChange(PATH, "block", "- one\n")))
    repository.folder.write(PATH, repository.read(PATH).replace("Mine.", "Mine, and more.").encode())
    put(repository, hers(2, FileChange(PATH, "block", "- two\n")))
    assert "Mine, and more." in repository.read(PATH) and inside(repository.read(PATH)) == "- two\n"
    assert "and more" not in repository.committed(PATH) and inside(repository.committed(PATH)) == "- two\n"


def test_an_unsaved_edit_inside_the_block_stays_as_the_owner_left_it(repository):
    put(repository, hers(1, FileChange(PATH, "block", "- one\n")))
    repository.folder.write(PATH, repository.read(PATH).replace("- one", "- one, but on Sundays").encode())
    put(repository, hers(2, FileChange(PATH, "block", "- two\n")))
    assert inside(repository.read(PATH)) == "- one, but on Sundays\n"
    assert repository.notices and inside(repository.committed(PATH)) == "- two\n"


def test_striking_a_line_leaves_the_others_and_the_owner_s(repository):
    facts = "memory/semantic/facts.md"
    do(repository, turn(1, FileChange(facts, "append", "- a {#f-1}\n- b {#f-2}\n")))
    repository.folder.write(facts, b"mine\n" + repository.read(facts).encode())
    do(repository, turn(2, FileChange(facts, "strike", "- a {#f-1}\n"), FileChange(facts, "append", "- c {#f-3}\n")))
    assert repository.committed(facts) == "- b {#f-2}\n- c {#f-3}\n" and repository.read(facts) == "mine\n- b {#f-2}\n- c {#f-3}\n"


def test_the_edge_answers_a_refusal_and_goes_on(tmp_path):
    posted = []
    edge = VaultEdge(lambda type, payload, to, after_ms=0: posted.append(payload), {"yuri": born(MemoryRepository())}, threaded=False, gate=owners_hand)
    edge.handle(hers(1, FileChange(PATH, "replace", "x")))
    edge.handle(hers(2, FileChange(PATH, "block", "- y\n")))
    assert posted[0]["error"]["code"] == "refused" and posted[1]["commit"]
