"""The starter vault: whole, parseable, short where a small model needs it, and born in one commit git is content with."""

from __future__ import annotations

import re

from vault_ground import BORN_AT, OFFSET, STARTER, git

from yurios.vault.birth import give_birth, starter_files
from yurios.vault.paths import canonical, ignored
from yurios.vault.repository import DiskRepository, MemoryRepository

FILES = starter_files(STARTER)


def test_every_file_is_plain_text_with_a_lawful_name():
    for path, text in FILES.items():
        assert canonical(path) == path and not ignored(path)
        assert "\r" not in text and "\t" not in text and text.endswith("\n") and not text.endswith("\n\n"), path


def test_what_the_design_names_is_there():
    soul = {"CONSTITUTION.md", "PERSONA.md", "SCENARIO.md", "EXAMPLES.md", "WORLD.md", "USER.md", "soul.yaml"}
    others = {".gitignore", "README.md", "goals.md", "triggers.md", "contacts.md", "memory/summary.md", "knowledge/reference/README.md"}
    assert {f"soul/{name}" for name in soul} | others <= FILES.keys()


def test_the_persona_begins_with_a_head_that_stands_alone():
    persona = FILES["soul/PERSONA.md"]
    first = persona.split("\n## ")[1]
    assert first.startswith("In short\n") and 60 <= len(first.split()) - 2 <= 120
    for word in ("Yuri", "AI", "room", "lamp", "window"):
        assert word in first
    assert "# Yuri\n\n## In short\n" in persona and "\n## Hard limits\n" in persona


def test_every_exchange_has_both_voices_and_hers_is_short():
    exchanges = FILES["soul/EXAMPLES.md"].split("---\n")
    assert len(exchanges) >= 8
    for exchange in exchanges:
        owner, yuri = exchange.strip().splitlines()
        assert owner.startswith("owner: ") and yuri.startswith("yuri: ")
        assert len(yuri.split()) <= 45 and not re.search(r"(?i)how can i (help|assist)|as an ai|\*|feel free", yuri)


def test_every_lore_entry_has_a_title_keys_and_a_text():
    entries = FILES["soul/WORLD.md"].split("\n## ")[1:]
    assert len(entries) >= 6
    for entry in entries:
        title, keys, blank, text = entry.split("\n", 3)
        assert title and keys.startswith("keys: ") and blank == "" and text.strip()
        assert all(key.strip() == key.strip().lower() != "" for key in keys[6:].split(","))


def test_the_manifest_is_flat_and_its_files_exist():
    lines = [line for line in FILES["soul/soul.yaml"].splitlines() if line and not line.startswith("#")]
    manifest = dict(line.split(": ", 1) for line in lines)
    assert manifest["name"] == "Yuri" and manifest["format"] == "yurios-soul/1"
    for key in ("constitution", "persona", "scenario", "examples", "lore", "partner"):
        assert f"soul/{manifest[key]}" in FILES


def test_the_constitution_says_the_things_it_must():
    text = FILES["soul/CONSTITUTION.md"]
    for word in ("adult", "She is an AI", "One person", "sovereign", "## Capability grants", "harm", "\nowner:\n"):
        assert word in text, word


def test_birth_is_one_commit_the_same_everywhere(tmp_path):
    disk, memory = DiskRepository(tmp_path / "v"), MemoryRepository()
    assert give_birth(disk, STARTER, "Yuri", BORN_AT, OFFSET) == give_birth(memory, STARTER, "Yuri", BORN_AT, OFFSET)
    assert git(tmp_path / "v", "status", "--porcelain", "--ignored") == "" and git(tmp_path / "v", "fsck", "--strict") == ""
    assert disk.paths() == sorted(FILES)
    disk.close()
