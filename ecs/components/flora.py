"""Plants that stand one by one: flowers, bushes and five trees. Grass is a layer of the ground.

`size` is 0…65535 of a grown one's, `health` 0…65535, `age` days, `bloom` 0…255 of the flowers it has open. x and z 1/1024 m.
"""

from __future__ import annotations

from ecs.columns import Table
from ecs.component import component

PLANT_COLUMNS = {"kind": "u1", "x": "i4", "z": "i4", "size": "u2", "health": "u2", "age": "i4", "bloom": "u1"}
PLANTS = ("flower", "bush", "oak", "birch", "pine", "willow", "apple")
FLOWER, BUSH, OAK, BIRCH, PINE, WILLOW, APPLE = range(7)
PLANT_DEEDS = ("grown", "flowered", "seeded", "eaten", "died")


@component()
class Flora:
    """`rows` are plants; `deeds` has a row for each kind and counts what they did since the place began."""

    rows: Table
    deeds: Table
