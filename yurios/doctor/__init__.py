"""The doctor: each part of her, its state, and what is lost without it."""
