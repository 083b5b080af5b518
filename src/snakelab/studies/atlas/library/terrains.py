"""Terrains and fluids of the atlas, one row for each kind.

A ground of its own is one entry more: Terrain("mud", "...", lambda footing, seed: (Gravity(), ...)).
"""

from collections.abc import Callable

from snakelab.robots.robot import Robot
from snakelab.studies.atlas.library.grounds import grounds
from snakelab.studies.atlas.library.narrow import narrow
from snakelab.studies.atlas.library.terrain import Terrain
from snakelab.studies.atlas.library.waters import depths, flooded, floors, waters

TERRAINS: dict[str, Callable[[Robot], tuple[Terrain, ...]]] = {
    "snake": lambda robot: (*grounds(), *narrow(robot)),
    "ground": lambda robot: grounds(),
    "plane": lambda robot: floors(),
    "water": lambda robot: waters(),
    "deep": lambda robot: depths(),
    "pipe": lambda robot: flooded(),
}
