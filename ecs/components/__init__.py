"""Bare nouns: small dataclasses without methods that decide. One file for each part of the world."""
