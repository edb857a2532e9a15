"""Animals as rows: where they are, how they fare, what they are at. x, z 1/1024 m, needs 0…65535 (0 is content).

`vx`, `vz` are 1/65536 of a unit a frame with the remainders `rx`, `rz`; `gx`, `gz` is where it wants to be; `with_id` the id of
the other one (prey, mate, hunter), -1 for none; `bearing` counts the steps until its young come; `age` counts steps of ten
minutes; `female` 1 or 0. A row of kind swarm is a whole swarm.
"""

from __future__ import annotations

from ecs.columns import Table
from ecs.component import component

ANIMAL_COLUMNS = {
    "kind": "u1", "doing": "u1", "female": "u1", "x": "i4", "z": "i4", "gx": "i4", "gz": "i4", "vx": "i4", "vz": "i4", "rx": "u2", "rz": "u2",
    "health": "u2", "hunger": "u2", "thirst": "u2", "tired": "u2", "fear": "u2", "lonely": "u2", "bearing": "i2", "age": "i4", "with_id": "i8",
}
ANIMALS = ("grazer", "hunter", "bird", "fish", "swarm", "cat")
GRAZER, HUNTER, BIRD, FISH, SWARM, CAT = range(6)
DOINGS = ("rest", "wander", "flock", "flee", "graze", "hunt", "drink", "sleep", "breed", "die")
REST, WANDER, FLOCK, FLEE, GRAZE, HUNT, DRINK, SLEEP, BREED, DIE = range(10)
DEEDS = (*DOINGS, "born", "of_age", "of_hunger", "of_thirst", "eaten")


@component()
class Fauna:
    """`rows` are animals; `deeds` has a row for each kind and counts what they did since the place began; `names` by kind."""

    rows: Table
    deeds: Table
    names: tuple[str, ...] = ANIMALS
