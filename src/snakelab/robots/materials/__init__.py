"""Materials of soft actuators: areas of a chamber, elastic laws, a viscous law, and the elastomer that combines them."""

from snakelab.robots.materials.chamber import FibreReinforcedChamber
from snakelab.robots.materials.elastic import LinearElastic, Yeoh
from snakelab.robots.materials.elastomer import Elastomer
from snakelab.robots.materials.viscous import PowerLawViscosity

__all__ = ["Elastomer", "FibreReinforcedChamber", "LinearElastic", "PowerLawViscosity", "Yeoh"]
