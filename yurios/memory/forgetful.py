"""The quiet twin of the memory index and of the shelf: finds nothing, lets everything go. For where no index can be kept."""

from __future__ import annotations

from collections.abc import Callable

from ecs.effects import Forget, Recall, Remember, Search


class Forgetful:
    """Takes the effects of the memory index and answers at once, empty-handed."""

    takes = (Remember, Recall, Forget, Search)

    def __init__(self, post: Callable) -> None:
        self._post = post

    def handle(self, effect: Remember | Recall | Forget | Search) -> None:
        if isinstance(effect, Recall):
            self._post("recalled", {"recall": effect.recall, "mode": "none", "hits": []}, to=effect.to)
        elif isinstance(effect, Search):
            self._post("found", {"search": effect.search, "mode": "none", "hits": []}, to=effect.to)
        elif isinstance(effect, Forget):
            self._post("forgotten", {"forget": effect.forget, "turns": list(effect.turns), "rows": 0}, to=effect.to)

    def close(self) -> None:
        return None
