"""Her shelf as an edge: files that were left for her, read, cut into passages and found again. Never memory, never now."""
