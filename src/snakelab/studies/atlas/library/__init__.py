"""Library of the atlas: robots with their gaits and terrains, one row each."""

from snakelab.studies.atlas.library.gaits import AtlasGait
from snakelab.studies.atlas.library.robots import KITS, Kit
from snakelab.studies.atlas.library.terrain import Footing, Terrain, footing_of
from snakelab.studies.atlas.library.terrains import TERRAINS

__all__ = ["KITS", "TERRAINS", "AtlasGait", "Footing", "Kit", "Terrain", "footing_of"]
