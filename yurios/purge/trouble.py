"""Why a purge does not begin. Each is a sentence that ends in something the owner can do; nothing was touched."""

from __future__ import annotations


class PurgeRefused(Exception):
    """This cannot be purged as things are."""
