"""What things cost, measured on this machine. One file a bench; each gives rows that assert the work they timed."""

from __future__ import annotations

#: {name: what it measures}. The function `rows` of the module of that name gives the rows.
BENCHES: dict[str, str] = {
    "frame": "one frame by number of entities, and columns by number of rows, beside raw esper",
    "tick": "one resting tick, after much was lived and nothing was; a thousand minds at once",
    "digest": "digest and snapshot by number of entities, and of a table of which little changed",
    "quiet": "quiet days a second, and a quiet year",
    "vault": "a turn's commit by number of earlier commits, beside the git program",
    "year": "a year of daily talk in a vault: size, start, recall, commit, memory",
    "beliefs": "what she believes: right answers by half and kind, and the cost of a query by the length of the log",
    "promises": "promises, asks and events found in labelled lines, precision, recall and F1",
    "attention": "when to speak first: labelled moments by half, beside always speaking and plain weights",
    "memory": "recall with up to 100,000 memories, and what keeping them costs",
    "locomo": "evidence found in the LoCoMo conversations of a folder (bench locomo DIR), beside plain BM25",
    "first_token": "the starter model: first token cold and warm, what we add to it, frames meanwhile",
    "beliefs": "questions over ordinary talk answered rightly, and a call's cost by number of beliefs",
    "persona": "lines that are not hers told from lines that are, by half, and what judging one costs",
    "health": "signs of flattery and of leaning on her alone, told in labelled exchanges, by half",
    "dream": "facts planted in thirty days of talk that are kept, decoys that are not, and the cost of a slice by number of facts",
    "start": "start-up: imports, to serving, and the cost of `run.py` itself",
}
