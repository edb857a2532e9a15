"""Property tests search the same examples on every run; with `YURIOS_EXPLORE=1` they search new ones."""

import os

from hypothesis import settings

settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("explore", deadline=None, print_blob=True)
settings.load_profile("explore" if os.environ.get("YURIOS_EXPLORE") else "same")
