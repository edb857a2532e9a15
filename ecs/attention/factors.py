"""The five factors of gate 2, each from 0 to 1, as they stand in the trace."""

from __future__ import annotations

import re

from ecs.attention.gates import today, unanswered
from ecs.attention.scene import DAY_US, HOUR_US, Scene, Wish

#: How much it matters where a thing came from: what was promised or told weighs more than a thought of her own.
_ORIGIN = {"owner": 1.0, "promise": 0.95, "told": 0.9, "self": 0.7}
#: How long a thing whose time has come stays pressing: what was promised is owed for longer.
_FADES_US = {"promise": 7 * DAY_US, "owner": 7 * DAY_US, "told": 4 * DAY_US}
_FADES_SOON_US = 3 * DAY_US
_SAD_US = 2 * DAY_US
_SAD = re.compile(r"\b(?:funeral|bury|buried|burial|died|passed away|death|wake is|cremat\w*|stillb\w*|miscarr\w*|hospice|grie(?:f|ving)|mourning|divorce|laid off|got fired)\b")


def factors(scene: Scene, wish: Wish, moot: str) -> dict[str, float]:
    """The factors by name, rounded to 1e-6."""
    found = {
        "relevance": 0.0 if moot else relevance(scene, wish), "time_sensitivity": time_sensitivity(scene, wish),
        "contact_license": contact_license(scene), "availability": availability(scene), "welcome": welcome(scene),
    }
    return {name: round(value, 6) for name, value in found.items()}


def relevance(scene: Scene, wish: Wish) -> float:
    """How much it is about the owner: its priority, and whose word stands behind it. In a sad hour small thoughts are out of season."""
    origin = 1.0 if wish.asked else _ORIGIN.get(wish.origin, 0.8)
    small = wish.origin == "self" and wish.priority <= 0.5
    return min(1.0, max(0.0, 1.6 * wish.priority - 0.1) * origin) * (0.1 if small and _grief(scene) else 1.0)


def _grief(scene: Scene) -> bool:
    return any(_SAD.search(line.text.lower()) for line in scene.attention.said if scene.elapsed_us - line.us < _SAD_US)


def time_sensitivity(scene: Scene, wish: Wish) -> float:
    """Full when its time has just come, fading over days; an undated thought can wait, and so can a trifle though its time has come."""
    if wish.due_us < 0:
        return 0.5 + 0.45 * wish.priority
    late = max(0, scene.now_us - wish.due_us)
    return min(1.0, 2 * wish.priority) * max(0.3, 1.0 - 0.7 * late / _FADES_US.get(wish.origin, _FADES_SOON_US))


def contact_license(scene: Scene) -> float:
    """Longer silence between the two gives more licence; full after four hours."""
    said = scene.attention.said
    silence = scene.elapsed_us - said[-1].us if said else 4 * HOUR_US
    return min(1.0, 0.4 + 0.6 * silence / (4 * HOUR_US))


def availability(scene: Scene) -> float:
    """An empty room does not lower it: there nothing is interrupted."""
    if not scene.present:
        return 1.0
    return 0.7 if list(scene.channels) == ["phone"] else 1.0


def welcome(scene: Scene) -> float:
    """Less with each line of today, and with each that was passed over."""
    return max(0.0, 1.0 - 0.3 * today(scene) - 0.2 * unanswered(scene))
