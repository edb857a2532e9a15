"""The memory index: an edge that finds again what was said. The markdown of her folder is the truth; everything here is derived from it."""
