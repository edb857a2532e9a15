"""Profiles: each assembles a world, its orders and its edges for one way of using the system."""
