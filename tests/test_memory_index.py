"""The index is derived: thrown away, torn, or made by another embedder, it comes back from her day files and says the same."""

from __future__ import annotations

import random
import sqlite3

import numpy as np
import pytest
from ecs.diary import speech
from ecs.effects import MemoryEntry
from memory_ground import LIFE, NOW_US, START, Counting, Ground, entries, fact, write_days
from yurios.memory.embedder import Hashing
from yurios.memory.files import INDEX
from yurios.memory.halves import Halves

SUBJECTS = ("tea", "piano", "river", "bicycle", "orchestra", "observatory", "salmon", "peanut", "garden", "letter", "train", "museum", "storm", "novel", "lantern")
DOINGS = ("bought", "lost", "painted", "repaired", "forgot", "dreamt of", "wrote about", "gave away", "found", "sold")


def busy_vault(vault, exchanges=200):
    """Day files with many exchanges, and fifty questions about them."""
    dice, days = random.Random(7), {}
    for n in range(exchanges):
        day = f"2025-{1 + n // 20:02d}-{1 + n % 20:02d}"
        owner = f"I {dice.choice(DOINGS)} the {dice.choice(SUBJECTS)} near the {dice.choice(SUBJECTS)}."
        days[day] = days.get(day, f"# {day}\n") + f"\n### 10:{n % 60:02d} {{#t-{n} channel=terminal}}\n" + speech("owner", owner) + speech("yuri", "Tell me more.")
    folder = vault / "memory/episodic"
    folder.mkdir(parents=True)
    for day, text in days.items():
        (folder / f"{day}.md").write_text(text)
    return [f"Who {dice.choice(DOINGS)} the {dice.choice(SUBJECTS)}?" for _ in range(50)]


def ask(vault, questions, embedder=None):
    ground = Ground(vault, embedder or Hashing())
    answers = [ground.recall(question) for question in questions]
    notices = ground.edge.notices("yuri")
    ground.edge.close()
    return answers, notices


def test_reads_her_day_files_at_the_first_start(tmp_path):
    write_days(tmp_path)
    ground = Ground(tmp_path, Hashing())
    assert ground.turns("Hana and her cello")[0] == "t-10"
    assert ground.turns("cat", floor=0, k=100, now_us=NOW_US) and len(ground.turns("cat", floor=0, k=100)) == len(LIFE)


@pytest.mark.parametrize("damage", ["deleted", "garbage", "torn", "rows lost", "another schema", "a folder less"])
def test_after_damage_fifty_questions_have_the_same_hits(tmp_path, damage):
    questions = busy_vault(tmp_path)
    before, _ = ask(tmp_path, questions)
    assert sum(len(answer["hits"]) for answer in before) > 100
    file = tmp_path / INDEX
    harm(file, damage)
    after, notices = ask(tmp_path, questions)
    assert after == before
    assert any("made again" in notice for notice in notices) == (damage not in ("deleted", "a folder less"))


def harm(file, damage):
    if damage == "deleted":
        file.unlink()
    elif damage == "a folder less":
        for each in file.parent.iterdir():
            each.unlink()
        file.parent.rmdir()
    elif damage == "garbage":
        file.write_bytes(b"this is no database" * 500)
    elif damage == "torn":
        file.write_bytes(file.read_bytes()[:file.stat().st_size // 2])
    else:
        with sqlite3.connect(file) as db:
            db.execute("DELETE FROM words WHERE rowid % 2" if damage == "rows lost" else "UPDATE meta SET value = '0' WHERE key = 'schema'")
        db.close()


def test_remembering_one_by_one_says_the_same_as_reading_the_files(tmp_path):
    write_days(tmp_path)
    questions = ["cat", "Hana and her cello", "Where did we move?", "allergic", "When is the interview?"]
    from_files, _ = ask(tmp_path, questions)
    live = Ground(None, Hashing())
    for entry in entries():
        live.remember(entry)
    assert [live.recall(question) for question in questions] == from_files


def test_another_embedder_makes_it_again_and_back(tmp_path):
    questions = busy_vault(tmp_path)
    before, _ = ask(tmp_path, questions, Hashing(256))
    other, notices = ask(tmp_path, questions, Hashing(128))
    again, _ = ask(tmp_path, questions, Hashing(256))
    assert any("another embedder" in notice for notice in notices)
    assert other != before and again == before


def test_a_start_embeds_nothing_that_is_known(tmp_path):
    write_days(tmp_path)
    ask(tmp_path, [])
    embedder = Counting()
    ask(tmp_path, [], embedder)
    assert embedder.texts == []


def test_an_edited_day_is_read_again_and_only_its_words_are_embedded(tmp_path):
    write_days(tmp_path)
    ask(tmp_path, [])
    day = tmp_path / "memory/episodic" / f"{START:%Y-%m-%d}.md"
    day.write_text(day.read_text().replace("Tuesday", "Saturday"))
    embedder = Counting()
    (answer,), _ = ask(tmp_path, ["interview at the observatory on Saturday"], embedder)
    assert "Saturday" in answer["hits"][0]["text"]
    assert embedder.texts and all("Saturday" in text or "saturday" in text for text in embedder.texts)


def test_a_day_that_the_owner_deleted_is_not_remembered(tmp_path):
    write_days(tmp_path)
    ask(tmp_path, [])
    (tmp_path / "memory/episodic" / f"{START:%Y-%m-%d}.md").unlink()
    (answer,), _ = ask(tmp_path, ["interview at the observatory"])
    assert "t-1" not in [hit["turn"] for hit in answer["hits"]]


def test_look_takes_in_what_another_hand_wrote(tmp_path):
    write_days(tmp_path)
    ground = Ground(tmp_path, Hashing())
    (tmp_path / "memory/episodic/2026-05-14.md").write_text("# 2026-05-14\n\n### 08:00 {#t-11 channel=terminal}\n**owner:** The fox came back to the garden.\n")
    ground.edge.look("yuri")
    assert ground.turns("fox garden")[0] == "t-11"


def test_facts_are_kept_when_it_is_made_again(tmp_path):
    write_days(tmp_path)
    (tmp_path / "memory/semantic").mkdir()
    (tmp_path / "memory/semantic/facts.md").write_text("# What she knows\n\n- The owner is allergic to peanuts. {#f-1 turns=t-8,t-9 day=2026-05-13}\n- a line of the owner's own\n")
    ask(tmp_path, [])
    (tmp_path / INDEX).unlink()
    (answer,), _ = ask(tmp_path, ["What is the owner allergic to?"])
    assert (answer["hits"][0]["kind"], answer["hits"][0]["turn"]) == ("fact", "t-8,t-9")


def test_what_was_forgotten_stays_gone_after_restart_and_rebuild(tmp_path):
    write_days(tmp_path)
    ground = Ground(tmp_path, Hashing())
    turns = ground.forget("cat")["turns"]
    ground.edge.close()
    (tmp_path / "memory/semantic").mkdir()
    (tmp_path / "memory/semantic/forgotten.md").write_text(f"- 2026-05-14T09:00:00+00:00: the owner asked to forget {', '.join(turns)}\n")
    for harmed in (False, True):
        if harmed:
            (tmp_path / INDEX).unlink()
        (answer,), _ = ask(tmp_path, ["cat Miso Yuzu"])
        assert not {"t-3", "t-7"} & {hit["turn"] for hit in answer["hits"]}


def test_a_forgotten_word_is_in_no_byte_of_the_index(tmp_path):
    ground = Ground(tmp_path, Hashing())
    ground.remember(*entries(), fact("t-8", "Peanuts are off the menu."))
    file = tmp_path / INDEX
    assert b"peanut" in file.read_bytes().lower()
    ground.forget("peanuts")
    left = b"".join(each.read_bytes() for each in file.parent.iterdir()).lower()
    assert b"peanut" not in left and b"orchestra" in left


def test_forgetting_leaves_no_trace_in_the_neighbours_vectors():
    """A pair's vector is of an entry and the one before: when that one goes, the pair is made anew."""
    def pairs(*told, forget=""):
        ground = Ground(None, Hashing())
        ground.remember(*told)
        if forget:
            ground.forget(forget)
        index = ground.edge._indexes["yuri"]
        return {turn: index.pairs[row].tolist() for row, turn in index.rows.turns.items()}

    life = entries()
    assert pairs(*life, forget="interview")["t-2"] == pairs(*life[1:])["t-2"] != pairs(*life)["t-2"]


def test_while_vectors_are_made_she_looks_by_words(tmp_path):
    busy_vault(tmp_path)
    from yurios.memory.index import Index
    from yurios.memory.recall import recall
    from ecs.effects import Recall

    index = Index(tmp_path, Hashing())
    modes, shares = [], []
    asked = Recall("r", "yuri", "Who sold the piano?", NOW_US, floor=0)
    while True:
        modes.append(recall(index, asked)[0])
        shares.append(index.progress)
        if not index.work():
            break
    assert modes[0] == "keyword" and modes[-1] == "hybrid" and shares == sorted(shares) and shares[-1] == 1.0
    assert recall(index, asked)[1]


def test_a_making_that_was_cut_off_is_finished_at_the_next_start(tmp_path):
    questions = busy_vault(tmp_path)
    from yurios.memory.index import Index

    cut = Index(tmp_path, Hashing())
    cut.work()
    cut.shelf.close()
    embedder = Counting()
    after, _ = ask(tmp_path, questions, embedder)
    (tmp_path / INDEX).unlink()
    assert after == ask(tmp_path, questions)[0]


def test_offsets_turn_her_minutes_into_instants(tmp_path):
    write_days(tmp_path)
    ground = Ground(tmp_path, Hashing(), offset_s=lambda at_us: 9 * 3600)
    assert ground.recall("Hana and her cello")["hits"][0]["at"] == "2026-05-13T09:00:00+09:00"


def test_a_thousand_forgets_do_not_blur_the_vectors():
    from yurios.memory.vectors import Vectors

    dice = np.random.default_rng(1)
    rows = dice.normal(size=(400, 32)).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    for exact_below in (10_000, 50):
        vectors = Vectors(32, exact_below)
        vectors.add(rows)
        while vectors.grow(64):
            pass
        vectors.remove(range(0, 400, 2))
        assert not any(name % 2 == 0 for name in vectors.nearest(rows[4], 50))
        while vectors.grow(64):
            pass
        assert 5 in vectors.nearest(rows[5], 3) and not any(name % 2 == 0 for name in vectors.nearest(rows[4], 50))


def test_hundreds_of_equal_sentences_do_not_stop_the_search():
    from yurios.memory.vectors import Vectors

    dice = np.random.default_rng(2)
    few = dice.normal(size=(12, 32)).astype(np.float32)
    few /= np.linalg.norm(few, axis=1, keepdims=True)
    vectors = Vectors(32, exact_below=50)
    vectors.add(np.repeat(few, 300, axis=0))
    while vectors.grow(500):
        pass
    assert all(len(vectors.nearest(row, 400)) == 400 for row in few)


def test_entries_without_words_are_no_memories():
    ground = Ground(None, Hashing())
    ground.remember(MemoryEntry("t-1", NOW_US - 1, "2026-05-13", "  \n"))
    assert ground.turns("anything", floor=0) == []


def test_a_quiet_end_is_taken_up_as_it_was_and_a_death_ends_in_the_same(tmp_path):
    """The rows' file is only a shortcut: taken up or worked out anew, every answer and every record is the same."""
    questions = busy_vault(tmp_path)
    before, _ = ask(tmp_path, questions)
    assert (tmp_path / INDEX).with_name("rows.bin").is_file()
    quiet = opened(tmp_path)
    records, turns, pairs = quiet.rows.all.copy(), dict(quiet.rows.turns), quiet.pairs[:quiet.rows.count].copy()
    for part in (quiet.shelf, quiet.sentences, quiet.pairs):
        part.close()  # no quiet end: the process is gone
    embedder = Counting()
    died = opened(tmp_path, embedder)
    assert (died.rows.all == records).all() and died.rows.turns == turns and (died.pairs[:died.rows.count] == pairs).all()
    assert embedder.texts == [] and died.ready
    died.close()
    assert ask(tmp_path, questions)[0] == before


@pytest.mark.parametrize("file", ["rows.bin", "sentences.f16", "pairs.f16"])
@pytest.mark.parametrize("how", ["gone", "short", "zeros"])
def test_files_that_lost_something_are_mended_without_a_word_lost(tmp_path, file, how):
    questions = busy_vault(tmp_path)
    before, _ = ask(tmp_path, questions)
    place, index = (tmp_path / INDEX).with_name(file), opened(tmp_path)
    for part in (index.shelf, index.sentences, index.pairs):
        part.close()  # the machine lost its power
    data = place.read_bytes()
    place.unlink() if how == "gone" else place.write_bytes(data[:len(data) // 3] if how == "short" else bytes(len(data)))
    assert ask(tmp_path, questions)[0] == before
    embedder = Counting()
    assert ask(tmp_path, questions, embedder)[0] == before and not set(embedder.texts) - set(questions), "mended once, for good"


def test_a_rows_file_that_is_not_this_indexs_is_passed_over(tmp_path):
    questions = busy_vault(tmp_path)
    before, _ = ask(tmp_path, questions)
    place = (tmp_path / INDEX).with_name("rows.bin")
    place.write_bytes(place.read_bytes()[:-8] + b"somebody")
    assert ask(tmp_path, questions)[0] == before


def test_a_disk_that_takes_no_vector_leaves_her_an_index_in_memory(tmp_path, monkeypatch):
    write_days(tmp_path)

    def full(self, at, rows):
        if self._file:
            raise OSError(28, "No space left on device")
        kept(self, at, rows)

    kept = Halves.write
    monkeypatch.setattr(Halves, "write", full)
    ground = Ground(tmp_path, Hashing())
    assert ground.turns("Hana and her cello")[0] == "t-10" and ground.recall("cat")["mode"] == "hybrid"
    assert any("cannot be kept on the disk" in notice for notice in ground.edge.notices("yuri"))


def opened(vault, embedder=None):
    from yurios.memory.index import Index

    return Index(vault, embedder or Hashing())
