"""What other hands did: noticed once, decoded safely, her own writes never among it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from vault_ground import SMALL, born, do, turn

from ecs.effects import FileChange
from yurios.vault.foreign import decode
from yurios.vault.paths import GateToken
from yurios.vault.repository import DiskRepository, MemoryRepository


@pytest.fixture(params=["disk", "memory"])
def repository(request, tmp_path):
    made = born(DiskRepository(tmp_path / "v") if request.param == "disk" else MemoryRepository())
    yield made
    made.close()


def test_a_quiet_vault_has_no_news(repository):
    assert repository.scan() == {} and repository.scan() == {}
    do(repository, turn(1, FileChange("goals.md", "append", "- [ ] tea\n")))
    assert repository.scan() == {}


def test_an_edit_is_news_once(repository):
    repository.scan()
    repository.folder.write("soul/PERSONA.md", b"Yuri, a little braver.\n")
    repository.folder.write("triggers.md", b"new\n")
    assert repository.scan() == {"soul/PERSONA.md": "Yuri, a little braver.\n", "triggers.md": "new\n"}
    assert repository.scan() == {}


def test_a_deleted_file_is_none(repository):
    repository.scan()
    repository.folder.delete("soul/PERSONA.md")
    assert repository.scan() == {"soul/PERSONA.md": None} and repository.scan() == {}


def test_the_first_look_finds_what_happened_while_she_slept(tmp_path):
    first = born(DiskRepository(tmp_path / "v"))
    first.close()
    (tmp_path / "v/goals.md").write_bytes(b"# Goals\r\n- [ ] wake me\r\n")
    (tmp_path / "v/soul/CONSTITUTION.md").write_text("signed\n")
    second = DiskRepository(tmp_path / "v")
    assert second.scan() == {"goals.md": "# Goals\r\n- [ ] wake me\r\n", "soul/CONSTITUTION.md": "signed\n"}
    second.close()


def test_an_unseen_edit_is_still_news_after_she_wrote_the_same_file(repository):
    repository.scan()
    repository.folder.write("goals.md", b"# Goals\nmine\n")
    do(repository, turn(1, FileChange("goals.md", "append", "hers\n")))
    assert repository.scan() == {"goals.md": "# Goals\nmine\nhers\n"}


def test_a_touch_without_a_change_is_no_news(repository):
    repository.scan()
    repository.folder.write("goals.md", SMALL["goals.md"].encode())
    assert repository.scan() == {}


def test_folding_an_edit_in_makes_git_clean_again(repository):
    repository.folder.write("soul/PERSONA.md", "Yuri – braver.\r\n".encode())
    (path, text), = repository.scan().items()
    repository.apply([FileChange(path, "replace", text)], "The owner's edit", "Owner", 1_772_409_700_000_000, 0, write="w-1", token=GateToken("owner"))
    assert repository.folder.read(path) == "Yuri – braver.\r\n".encode() == repository.committed(path).encode()
    assert repository.scan() == {} and repository.notices == []


@given(st.binary(max_size=60))
def test_any_bytes_become_text(data):
    text = decode(data)
    assert isinstance(text, str)


@given(st.text(st.characters(codec="utf-8"), max_size=40))
def test_utf8_with_any_line_ends_comes_back_byte_for_byte(text):
    data = b"\xef\xbb\xbf" + text.encode()
    assert decode(data).encode() == data


def test_latin_1_and_utf_16_are_read():
    assert decode("Café".encode("latin-1")) == "Café" and decode("Café".encode("utf-16")) == "Café"
