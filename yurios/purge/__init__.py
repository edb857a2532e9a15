"""Purging: words taken out of her whole past, her history and her tape, by the owner who means it."""
