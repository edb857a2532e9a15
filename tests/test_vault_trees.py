"""Trees built in memory are the trees that git itself would build."""

from __future__ import annotations

import shutil

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from vault_ground import git

from yurios.vault.paths import PathRefused
from yurios.vault.trees import EMPTY_TREE, FILE, FOLDER, Level, Trees, object_id

NAMES = st.sampled_from(["a", "b", "a.b", "a-b", "a0", "é", "猫"])
PATHS = st.lists(NAMES, min_size=1, max_size=3).map("/".join)
EDITS = st.lists(st.dictionaries(PATHS, st.none() | st.binary(max_size=4), max_size=5), max_size=5)


def empty() -> Trees:
    return Trees(lambda ident: pytest.fail(f"read {ident!r} from the store"))


@given(EDITS)
def test_grafting_step_by_step_equals_building_at_once(edits):
    trees, root, files = empty(), EMPTY_TREE, {}
    for edit in edits:
        blobs = {path: None if data is None else (FILE, object_id(b"blob", data)) for path, data in edit.items()}
        try:
            root, _ = trees.graft(root, blobs)
        except PathRefused:
            return  # a file where a folder stands: refused as a whole
        files = {path: blob for path, blob in (files | blobs).items() if blob is not None}
    assert trees.files(root) == files
    assert empty().graft(EMPTY_TREE, files)[0] == root


@pytest.mark.skipif(not shutil.which("git"), reason="needs git")
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(files=st.dictionaries(PATHS, st.binary(max_size=4), min_size=1, max_size=6))
def test_git_writes_the_same_tree(files, tmp_path):
    try:
        root, _ = empty().graft(EMPTY_TREE, {path: (FILE, object_id(b"blob", data)) for path, data in files.items()})
    except PathRefused:
        return
    folder = tmp_path / root.decode()
    shutil.rmtree(folder, ignore_errors=True)
    for path, data in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    git(folder, "init", "-q")
    git(folder, "add", "-A")
    assert git(folder, "write-tree").strip() == root.decode()


def test_only_touched_folders_are_written_anew():
    trees = empty()
    root, _ = trees.graft(EMPTY_TREE, {f"{folder}/{name}": (FILE, object_id(b"blob", b"x")) for folder in "abcdef" for name in "xyz"})
    _, fresh = trees.graft(root, {"c/x": (FILE, object_id(b"blob", b"y"))})
    assert len(fresh) == 2


def test_levels_that_head_no_longer_uses_are_let_go():
    trees, root = empty(), EMPTY_TREE
    for number in range(200):
        root, _ = trees.graft(root, {"a/b/c": (FILE, object_id(b"blob", b"%d" % number)), "a/d": (FILE, object_id(b"blob", b""))})
        trees.keep_only(root, above=20)
    assert len(trees._levels) <= 24 and set(trees.files(root)) == {"a/b/c", "a/d"}


def test_a_level_reads_back_what_it_wrote():
    level = Level([], []).replaced(b"b", (FILE, b"1" * 40)).replaced(b"a", (FOLDER, b"2" * 40)).replaced(b"a.b", (FILE, b"3" * 40))
    assert level.keys == [b"a.b", b"a/", b"b"] and Level.parse(level.raw()).rows == level.rows
