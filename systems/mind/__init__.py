"""The six stages of a tick, and what reaches them."""
