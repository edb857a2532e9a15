"""The five factors of gate 2, each from 0 to 1, as they stand in the trace."""

from __future__ import annotations

from ecs.attention.gates import today, unanswered
from ecs.attention.scene import DAY_US, HOUR_US, MINUTE_US, Scene, Wish

#: How much it matters where a thing came from: what was promised or told weighs more than a thought of her own.
_ORIGIN = {"owner": 1.0, "promise": 0.95, "told": 0.9, "self": 0.7}
_FADES_US = 3 * DAY_US


def factors(scene: Scene, wish: Wish, moot: str) -> dict[str, float]:
    """The factors by name, rounded to 1e-6."""
    found = {
        "relevance": 0.0 if moot else relevance(wish), "time_sensitivity": time_sensitivity(scene, wish),
        "contact_license": contact_license(scene), "availability": availability(scene), "welcome": welcome(scene),
    }
    return {name: round(value, 6) for name, value in found.items()}


def relevance(wish: Wish) -> float:
    """How much it is about the owner: its priority, and whose word stands behind it."""
    origin = _ORIGIN.get(wish.origin.split(":")[0], 0.8)
    return min(1.0, (0.35 + 0.8 * wish.priority) * origin)


def time_sensitivity(scene: Scene, wish: Wish) -> float:
    """Full when its time has just come, fading over three days; an undated thought can wait."""
    if wish.due_us < 0:
        return 0.3 + 0.4 * wish.priority
    late = max(0, scene.now_us - wish.due_us)
    return max(0.3, 1.0 - 0.7 * late / _FADES_US)


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
    return max(0.0, 1.0 - 0.3 * today(scene) - 0.15 * unanswered(scene))
