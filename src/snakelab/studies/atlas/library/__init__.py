"""What there is to choose from: robots, the gaits that suit each, the terrains that it can be on. Each is a row of a table."""

from snakelab.studies.atlas.library.gaits import AtlasGait
from snakelab.studies.atlas.library.kits import KITS, Kit
from snakelab.studies.atlas.library.terrain import Footing, Terrain, footing_of
from snakelab.studies.atlas.library.terrains import TERRAINS

__all__ = ["KITS", "TERRAINS", "AtlasGait", "Footing", "Kit", "Terrain", "footing_of"]
