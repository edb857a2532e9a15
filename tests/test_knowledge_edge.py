"""Her shelf: dropped files end as shelved or refused, once; hits cite spans that hold; renames keep what was read."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from ecs.effects import Search
from yurios.knowledge.drop import DROP, INDEX
from yurios.knowledge.edge import KnowledgeEdge


class Letters:
    """An embedder of letters, good enough to be near or far."""

    fingerprint = "letters"

    def embed(self, texts: list[str]) -> np.ndarray:
        rows = np.array([[text.lower().count(letter) + 0.01 for letter in "abcdefghijklmnopqrstuvwxyz"] for text in texts], np.float32)
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)


class Shelves:
    """A vault with a drop folder, and what the edge posted."""

    def __init__(self, vault: Path, embedder) -> None:
        self.vault, self.posted, self._embedder = vault, [], embedder
        (vault / DROP).mkdir(parents=True, exist_ok=True)
        self.open()

    def open(self) -> None:
        self.edge = KnowledgeEdge(lambda type, payload, **_: self.posted.append((type, payload)), {"yuri": self.vault}, self._embedder, threaded=False)

    def drop(self, path: str, content: str | bytes) -> Path:
        place = self.vault / DROP / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content.encode() if isinstance(content, str) else content)
        return place

    def look(self) -> list[dict]:
        """Two looks, so that what lies still is dealt with."""
        self.posted.clear()
        for _ in range(2):
            self.edge.look("yuri")
        return [payload for type, payload in self.posted if type == "parsed"]

    def search(self, query: str, k: int = 3) -> list[dict]:
        self.posted.clear()
        self.edge.handle(Search("s-1", "yuri", query, k))
        [(type, payload)] = self.posted
        assert (type, payload["search"]) == ("found", "s-1")
        return payload["hits"]


@pytest.fixture(params=["hybrid", "keyword"])
def shelves(tmp_path: Path, request):
    shelves = Shelves(tmp_path / "vault", Letters() if request.param == "hybrid" else None)
    yield shelves
    shelves.edge.close()


TEA = "# Tea\n\nWarm the pot before you pour.\n\n## Green\n\nGreen tea wants cooler water, about eighty degrees.\n"


def test_a_dropped_file_is_shelved_and_its_hits_cite_spans_that_hold_the_words(shelves: Shelves):
    shelves.drop("drinks/tea.md", TEA)
    [told] = shelves.look()
    assert (told["path"], told["state"], told["title"]) == ("drinks/tea.md", "shelved", "Tea")
    [best, *_] = shelves.search("how hot is the water for green tea?")
    assert best["heading"] == "Tea › Green" and "eighty" in best["text"]
    assert TEA[best["start"]:best["end"]] == best["text"]


def test_a_file_is_dealt_with_once_and_again_only_when_it_changes(shelves: Shelves):
    place = shelves.drop("tea.md", TEA)
    assert len(shelves.look()) == 1 and shelves.look() == []
    place.write_text(TEA.replace("eighty", "seventy"))
    os.utime(place, ns=(1, 1))
    assert [told["state"] for told in shelves.look()] == ["shelved"]
    assert "seventy" in shelves.search("green water")[0]["text"]
    os.utime(place, ns=(2, 2))
    assert shelves.look() == []


def test_a_file_that_is_still_being_written_waits(shelves: Shelves):
    place = shelves.drop("tea.md", "half")
    shelves.edge.look("yuri")
    place.write_text(TEA)
    shelves.edge.look("yuri")
    assert shelves.posted == []
    assert len(shelves.look()) == 1


def test_a_bad_file_is_refused_once_with_a_reason_and_others_are_shelved(shelves: Shelves, tmp_path: Path):
    shelves.drop("empty.txt", "")
    shelves.drop("noise.dat", bytes(range(256)) * 8)
    shelves.drop("good.txt", "some words")
    (tmp_path / "secret.txt").write_text("outside")
    os.symlink(tmp_path / "secret.txt", shelves.vault / DROP / "link.txt")
    os.symlink(tmp_path, shelves.vault / DROP / "folder")
    told = {one["path"]: (one["state"], one.get("reason", "")) for one in shelves.look()}
    assert told["good.txt"] == ("shelved", "")
    assert {path: state for path, (state, _) in told.items() if path != "good.txt"} == dict.fromkeys(("empty.txt", "noise.dat", "link.txt", "folder"), "refused")
    assert all(reason for path, (_, reason) in told.items() if path != "good.txt")
    assert shelves.look() == [] and shelves.search("outside") == [] or all("outside" not in hit["text"] for hit in shelves.search("outside"))


def test_three_hundred_megabytes_are_refused_without_being_read(shelves: Shelves, monkeypatch):
    place = shelves.drop("huge.txt", "")
    os.truncate(place, 300 << 20)
    monkeypatch.setattr("yurios.knowledge.edge.read", lambda *_: pytest.fail("it was read"))
    [told] = shelves.look()
    assert told["state"] == "refused" and "300 MB" in told["reason"]


def test_a_renamed_file_keeps_what_was_read(shelves: Shelves, monkeypatch):
    place = shelves.drop("tea.md", TEA)
    shelves.look()
    place.rename(place.with_name("green tea.md"))
    monkeypatch.setattr("yurios.knowledge.edge.read", lambda *_: pytest.fail("it was read again"))
    told = shelves.look()
    assert [(one["path"], one["state"], one.get("renamed_from")) for one in told] == [("green tea.md", "shelved", "tea.md")]
    assert shelves.search("green water")[0]["doc"] == "green tea.md"


def test_a_file_taken_away_is_gone_from_every_search(shelves: Shelves):
    place = shelves.drop("tea.md", TEA)
    shelves.look()
    place.unlink()
    assert [one["state"] for one in shelves.look()] == ["gone"]
    assert shelves.search("green tea") == []


def test_the_shelf_is_there_after_a_restart_and_made_again_when_it_is_damaged(shelves: Shelves):
    shelves.drop("tea.md", TEA)
    shelves.look()
    before = shelves.search("green water")
    shelves.edge.close()
    shelves.open()
    assert shelves.look() == [] and shelves.search("green water") == before
    shelves.edge.close()
    for path in (shelves.vault / INDEX).parent.glob("shelf.db*"):
        path.write_bytes(b"not a database at all, whatever its name says" * 100)
    shelves.open()
    assert shelves.edge.notices("yuri") and len(shelves.look()) == 1 and shelves.search("green water") == before


def test_two_thousand_small_files_are_all_shelved(tmp_path: Path):
    shelves = Shelves(tmp_path / "vault", None)
    for number in range(2000):
        shelves.drop(f"{number % 20}/note {number}.txt", f"word{number} and more")
    assert len(shelves.look()) == 2000
    assert shelves.search("word1234")[0]["doc"] == "14/note 1234.txt"
    shelves.edge.close()


@pytest.mark.parametrize("query", ['"', "AND OR NOT", "* ( )", "", "the of a", "x\x00y", "NEAR(a b)"])
def test_no_question_is_too_odd_to_ask(shelves: Shelves, query: str):
    shelves.drop("tea.md", TEA)
    shelves.look()
    assert isinstance(shelves.search(query), list)
