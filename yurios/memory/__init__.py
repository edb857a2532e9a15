"""The memory index as an edge: what was said before, found again. The markdown is the truth; this is a cache of it."""
