"""The one locked requirement set: exact, hashed, free of torch and of registry names, and cut into parts that add up."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from yurios.doctor.report import ORGANS
from yurios.setup.ground import NEEDS
from yurios.setup.parts import find_owners, plain_name, read_asked, read_blocks, read_parts
from yurios.setup.install import TAKES

ROOT = Path(__file__).resolve().parent.parent
LOCK = (ROOT / "requirements.lock").read_text("utf-8")
ASKED = (ROOT / "requirements.in").read_text("utf-8")


def test_every_package_has_one_exact_version_and_hashes():
    blocks = read_blocks(LOCK)
    assert len(blocks) > 30
    for block in blocks:
        assert re.match(r"[a-z0-9-]+==[^\s;]+( ; [^\\]+)? \\\n", block.text), block.text
        assert block.text.count("--hash=sha256:") >= 1


def test_no_address_of_a_registry_and_no_option_stands_in_the_set():
    for text in (LOCK, ASKED):
        assert "://" not in text
        assert not re.search(r"^-", text, flags=re.M)


def test_torch_and_what_it_brings_never_enter():
    names = {block.name for block in read_blocks(LOCK)}
    assert not [name for name in names if re.match(r"torch|nvidia|triton|sentence-transformers|transformers|llm$|hugging", name)]


def test_the_lock_serves_linux_macos_and_windows_from_python_3_11_on():
    assert "sys_platform == 'win32'" in LOCK
    assert "python_full_version < '3.12'" in LOCK and "python_full_version >= '3.12'" in LOCK


def test_every_package_we_ask_for_is_locked_and_says_why_it_is_here():
    locked = {block.name for block in read_blocks(LOCK)}
    lines = [line for line in ASKED.splitlines() if line and not line.startswith("#")]
    assert len(lines) > 20
    for line in lines:
        assert plain_name(line) in locked
        assert len(line.partition("#")[2]) > 10, f"{line!r} does not say why"


def test_the_parts_hold_every_locked_package_exactly_once():
    parts = read_parts(ROOT)
    assert [part.name for part in parts] == list(TAKES)
    named = {organ.part for organ in ORGANS} | {part for need in NEEDS for part in need.parts}
    assert named == set(TAKES)
    together = [name for part in parts for name in part.names]
    assert sorted(together) == sorted({block.name for block in read_blocks(LOCK)})
    assert sum(part.locked.count("==") for part in parts) == LOCK.count("==")


def test_what_two_parts_need_belongs_to_the_earlier_one():
    asked = read_asked("# part one: first\na\n# part two: second\nb\nc # why\n")
    blocks = read_blocks("a==1 \\\n    --hash=sha256:0\n    # via -r requirements.in\n"
                         "b==1 \\\n    --hash=sha256:0\n    # via\n    #   -r requirements.in\n    #   shared\n"
                         "c==1 \\\n    --hash=sha256:0\n    # via -r requirements.in\n"
                         "shared==1 \\\n    --hash=sha256:0\n    # via\n    #   a\n    #   c\n")
    assert find_owners(asked, blocks) == {"a": 0, "shared": 0, "b": 0, "c": 1}


def test_a_lock_that_does_not_fit_what_is_asked_for_is_refused_by_name():
    asked = read_asked("# part one: first\na\nforgotten\n")
    with pytest.raises(ValueError, match="forgotten"):
        find_owners(asked, read_blocks("a==1 \\\n    --hash=sha256:0\n    # via -r requirements.in\n"))
